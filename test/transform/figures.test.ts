import { describe, expect, test } from "vitest";
import { declared, lines, tester } from "./testing.ts";

/**
 * The figures of Bourke and Sowmya (2007), section 3, with the report's own construction. What they mean is tested at
 * random valuations (`oracle.test.ts`); here is how they look. Where the report multiplies a guard out into several edges,
 * one edge with disjunctions of data and clocks is enough, since UPPAAL allows those.
 */
const errors = (text: string, from: string) =>
  lines(text, { definition: true }).filter((l) => l.startsWith(`${from} -> Err`));

test("figure 3.1: guards without selects", () => {
  const text = `chan c, d; process S() { clock x; state s1, s2 { x < 4 }, s3; init s1;
    trans s1 -> s2 { sync c?; }, s1 -> s3 { sync d!; }, s2 -> s3 { guard x > 1 && x < 3; sync d?; }; } system S;`;
  expect([...lines(text, { definition: true, channels: ["c", "d"] })].sort()).toEqual(
    [
      "s1 -> s2 | - ; - ; c! ; -",
      "s1 -> s3 | - ; - ; d? ; -",
      "s2 -> s3 | - ; x > 1 && x < 3 ; d! ; -",
      "s2 -> Err | - ; x >= 4 ; tau ; -",
      "s1 -> Err | - ; - ; c? ; -",
      "s1 -> Err | - ; - ; d! ; -",
      "s2 -> Err | - ; x < 4 ; c? ; -",
      "s2 -> Err | - ; x < 4 ; c! ; -",
      "s2 -> Err | - ; x < 4 ; d? ; -",
      "s2 -> Err | - ; x < 4 && x >= 3 ; d! ; -",
      "s2 -> Err | - ; x <= 1 ; d! ; -",
      ...["c!", "c?", "d!", "d?"].map((a) => `s3 -> Err | - ; - ; ${a} ; -`),
      "Err -> Err | - ; - ; tau ; -",
    ].sort(),
  );
});

test("figure 3.2: a select becomes a universal, with a symbolic bound", () => {
  const text = `chan c; process S(const int n) { clock x[n]; state s0; init s0;
    trans s0 -> s0 { select i : int[0,n-1]; guard x[i]<=i; sync c!; }; } P = S(5); system P;`;
  expect(lines(text, { definition: true })).toEqual([
    "s0 -> Err | - ; - ; c! ; -",
    "s0 -> s0 | i : int[0,n - 1] ; x[i] <= i ; c? ; -",
    "s0 -> Err | - ; forall (i : int[0,n - 1]) x[i] > i ; c? ; -",
    "Err -> Err | - ; - ; tau ; -",
  ]);
});

describe("figure 3.3: a universal over two clock comparisons", () => {
  const text = (
    type: string,
  ) => `const int N=5; typedef ${type} IDXT; chan c; process S() { clock x, y; int a[IDXT], b[IDXT]; state l0, l1; init l0;
    trans l0 -> l1 { select s : IDXT; guard x<a[s] && y>b[s]; sync c?; }; } system S;`;
  test("is refused over a scalar set, with the atoms named", () => {
    expect(lines(text("scalar[N]"))).toEqual([
      "refused: for every s : IDXT one of x >= a[s] and y <= b[s] must hold: the number of values is not known",
    ]);
  });
  test("is a choice by a bit mask over integers", () => {
    expect(errors(text("int[0,4]"), "l0")).toEqual([
      "l0 -> Err | m : int[0,31] ; (forall (s : IDXT) (m >> s & 1) != 0 || x >= a[s]) && (forall (s : IDXT) (m >> s & 1) != 1 || y <= b[s]) ; c! ; -",
      "l0 -> Err | - ; - ; c? ; -",
    ]);
  });
});

test.each([
  [3, 2],
  [1, 1],
  [4, 3],
])("figure 3.4: a channel array without selects, %i by %i", (n1, n2) => {
  const text = `const int N1=${n1}, N2=${n2}; chan c[N1][N2]; process S() { clock x; int[0,N1-1] head=0, tail=0; int[0,N2-1] i=0, j=N2-1; state s0; init s0;
    trans s0 -> s0 { guard x<=3 && (head<tail || head==N1-1); sync c[head][j]!; assign head=(head+1)%N1; },
      s0 -> s0 { guard x>=5; sync c[tail][i]!; assign tail=(tail+1)%N1, x=0; }; } system S;`;
  expect(lines(text, { definition: true })).toEqual([
    "s0 -> Err | s : int[0,N1 - 1], s1 : int[0,N2 - 1] ; - ; c[s][s1]! ; -",
    "s0 -> s0 | - ; x <= 3 && (head < tail || head == N1 - 1) ; c[head][j]? ; head = (head + 1) % N1",
    "s0 -> s0 | - ; x >= 5 ; c[tail][i]? ; tail = (tail + 1) % N1, x = 0",
    "s0 -> Err | s : int[0,N1 - 1], s1 : int[0,N2 - 1] ; (s != head || s1 != j || head >= tail && head != N1 - 1 || x > 3) && (s != tail || s1 != i || x < 5) ; c[s][s1]? ; -",
    "Err -> Err | - ; - ; tau ; -",
  ]);
});

test("figure 3.4 by partitions: same channel, different channels, all others", () => {
  const text = `const int N1=3, N2=2; chan c[N1][N2]; process S() { clock x; int[0,N1-1] head=0, tail=0; int[0,N2-1] i=0, j=1; state s0; init s0;
    trans s0 -> s0 { guard x<=3 && (head<tail || head==N1-1); sync c[head][j]!; assign head=(head+1)%N1; },
      s0 -> s0 { guard x>=5; sync c[tail][i]!; assign tail=(tail+1)%N1, x=0; }; } system S;`;
  const made = lines(text, { definition: true, flip: { edges: 8, choices: 256, partition: true } }).filter((l) =>
    l.startsWith("s0 -> Err"),
  );
  expect(made).toEqual([
    "s0 -> Err | s : int[0,N1 - 1], s1 : int[0,N2 - 1] ; - ; c[s][s1]! ; -",
    "s0 -> Err | - ; (tail != head || i != j) && (head >= tail && head != N1 - 1 || x > 3) ; c[head][j]? ; -",
    "s0 -> Err | - ; (tail != head || i != j) && x < 5 ; c[tail][i]? ; -",
    "s0 -> Err | - ; tail == head && i == j && (head >= tail && head != N1 - 1 || x > 3) && x < 5 ; c[head][j]? ; -",
    "s0 -> Err | s : int[0,N1 - 1], s1 : int[0,N2 - 1] ; (s != head || s1 != j) && (s != tail || s1 != i) ; c[s][s1]? ; -",
  ]);
});

test("figure 3.5: a channel array with selects", () => {
  const text = `const int N=12, protected=5; chan c[N][5]; chan inc; process S() { typedef int[0,4] Sub; Sub m, n; int curr; int v[N];
    state s0, s1, s2 { forall (t:int[0,N-1]) v[t]<10 }; init s0;
    trans s0 -> s1 { select s : int[0,N-1]; guard s>protected; sync c[s][m]?; assign curr=s; },
      s0 -> s2 { select s : int[0,N-1]; guard s<=protected; sync c[s][n]?; },
      s1 -> s1 { select s : int[0,N-1]; guard s!=curr && s<N/2; sync c[s][m]!; },
      s1 -> s1 { guard v[curr]<10; sync inc?; assign v[curr]++; },
      s1 -> s0 { select t : int[0,N-1]; guard t==curr; sync c[t][m]!; }; } system S;`;
  const rename = (l: string) => l.replace(/\bs3\b/g, "q");
  expect(errors(text, "s0").map(rename)).toEqual([
    "s0 -> Err | s : int[0,N - 1], q : int[0,4] ; (q != m || s <= protected) && (q != n || s > protected) ; c[s][q]! ; -",
    "s0 -> Err | s : int[0,N - 1], q : int[0,4] ; - ; c[s][q]? ; -",
    "s0 -> Err | - ; - ; inc! ; -",
    "s0 -> Err | - ; - ; inc? ; -",
  ]);
  expect(errors(text, "s1").map(rename)).toEqual([
    "s1 -> Err | s : int[0,N - 1], q : int[0,4] ; - ; c[s][q]! ; -",
    "s1 -> Err | s : int[0,N - 1], q : int[0,4] ; (q != m || s == curr || s >= N / 2) && (q != m || s != curr) ; c[s][q]? ; -",
    "s1 -> Err | - ; v[curr] >= 10 ; inc! ; -",
    "s1 -> Err | - ; - ; inc? ; -",
  ]);
  expect(errors(text, "s2").map(rename)).toEqual([
    "s2 -> Err | - ; exists (t : int[0,N - 1]) v[t] >= 10 ; tau ; -",
    "s2 -> Err | s : int[0,N - 1], q : int[0,4] ; forall (t : int[0,N - 1]) v[t] < 10 ; c[s][q]! ; -",
    "s2 -> Err | s : int[0,N - 1], q : int[0,4] ; forall (t : int[0,N - 1]) v[t] < 10 ; c[s][q]? ; -",
    "s2 -> Err | - ; forall (t : int[0,N - 1]) v[t] < 10 ; inc! ; -",
    "s2 -> Err | - ; forall (t : int[0,N - 1]) v[t] < 10 ; inc? ; -",
  ]);
});

test("figure 3.6: ranges that differ, in either order of edges", () => {
  const first = "s0 -> s1 { select i : int[2,N]; guard x<8 && i!=4; sync C[i]?; }";
  const second = "s0 -> s1 { select i : int[0,9]; guard x>1 && i!=3; sync C[i]?; }";
  const text = (edges: string) =>
    `const int N=8; chan C[10]; process S() { clock x; state s0, s1; init s0; trans ${edges}; } system S;`;
  const one = "(i < 2 || i > N || i == 4 || x >= 8)";
  const two = "(i == 3 || x <= 1)";
  const edge = (guard: string) => [
    `s0 -> Err | i : int[0,9] ; ${guard} ; C[i]! ; -`,
    "s0 -> Err | s : int[0,9] ; - ; C[s]? ; -",
  ];
  expect(errors(text(`${first}, ${second}`), "s0")).toEqual(edge(`${one} && ${two}`));
  expect(errors(text(`${second}, ${first}`), "s0")).toEqual(edge(`${two} && ${one}`));
});

test("figure 3.7: an array of urgent channels", () => {
  const text = `urgent chan u[5][10]; process S() { int w; state s0, s1, s2; init s0;
    trans s0 -> s1 { select i : int[0,4]; guard w>4; sync u[i][w]?; }, s0 -> s2 { select j : int[0,4]; guard w<2; sync u[j][w+1]?; }; } system S;`;
  const made = tester(text, { definition: true });
  expect("refusal" in made ? made.refusal : made.template.initial?.name).toBe("s0_u");
  expect(declared(text, { definition: true })).toBe("int w;\nclock x_u;\nint[0,4] i_u;\nint[0,9] i_u1;\n");
  expect(lines(text, { definition: true }).map((l) => l.replace(/\bs3\b/g, "q"))).toEqual([
    "s0 -> s1 | i : int[0,4] ; w > 4 ; u[i][w]! ; -",
    "s0 -> s2 | j : int[0,4] ; w < 2 ; u[j][w + 1]! ; -",
    "s0 -> Err | i : int[0,4], s : int[0,9] ; (s != w || w <= 4) && (s != w + 1 || w >= 2) ; u[i][s]! ; -",
    "s0 -> Err | s : int[0,4], q : int[0,9] ; - ; u[s][q]? ; -",
    "s0_u -> s0 | - ; - ; tau ; -",
    "l_u_out -> l_u | - ; - ; u[i_u][i_u1]! ; -",
    "l_u_out -> Err | - ; x_u > 0 ; tau ; -",
    "s0_u -> l_u_out | i : int[0,4] ; w > 4 ; tau ; x_u = 0, i_u = i, i_u1 = w",
    "s0_u -> l_u_out | j : int[0,4] ; w < 2 ; tau ; x_u = 0, i_u = j, i_u1 = w + 1",
    "s1 -> Err | s : int[0,4], q : int[0,9] ; - ; u[s][q]! ; -",
    "s1 -> Err | s : int[0,4], q : int[0,9] ; - ; u[s][q]? ; -",
    "s2 -> Err | s : int[0,4], q : int[0,9] ; - ; u[s][q]! ; -",
    "s2 -> Err | s : int[0,4], q : int[0,9] ; - ; u[s][q]? ; -",
    "Err -> Err | - ; - ; tau ; -",
  ]);
});

describe("section 3.3: shared variables", () => {
  const text = (update = "g=g+1") => `chan c, d; int[0,7] g; int[0,3] h[2]; const int K=2; void bump() { g = g + 1; }
    process S() { clock x; int loc; state s0, s1 { x<=g }; init s0;
    trans s0 -> s1 { guard g<3; sync c!; assign ${update}, x=0; }, s1 -> s0 { guard h[0]==0; sync d?; assign h[1]=g; }; } system S;`;
  test("are copied, renamed and compared", () => {
    expect(declared(text(), { definition: true })).toBe("int[0,7] g1;\nint[0,3] h1[2];\nclock x;\nint loc;\n");
    const all = lines(text(), { definition: true });
    for (const line of [
      "s0 -> Err | - ; g != g1 || h != h1 ; tau ; -",
      "s1 -> Err | - ; g != g1 || h != h1 ; tau ; -",
      "s0 -> s1 | - ; g1 < 3 ; c? ; g1 = g1 + 1, x = 0",
      "s1 -> Err | - ; x > g1 ; tau ; -",
      "s1 -> Err | - ; x <= g1 && h1[0] != 0 ; d! ; -",
      "s1 -> s0 | - ; h1[0] == 0 && x <= g1 ; d! ; h1[1] = g1",
    ])
      expect(all).toContain(line);
  });
  test("only those that are named, if some are", () => {
    const asked = { definition: true, variables: ["g"], copyOnlyCompared: true };
    expect(declared(text(), asked)).toBe("int[0,7] g1;\nclock x;\nint loc;\n");
    expect(lines(text(), asked)).toContain("s0 -> Err | - ; g != g1 ; tau ; -");
  });
  test("inside functions too, which are copied", () => {
    expect(declared(text("bump()"), { definition: true })).toBe(
      "int[0,7] g1;\nint[0,3] h1[2];\nvoid bump1() {\n  g1 = g1 + 1;\n}\nclock x;\nint loc;\n",
    );
    expect(lines(text("bump()"), { definition: true })).toContain("s0 -> s1 | - ; g1 < 3 ; c? ; bump1(), x = 0");
  });
});

describe("cases of the notes", () => {
  test("what does not depend on the select stands beside the quantifier (canswap)", () => {
    const text = `chan c; process S() { clock k[5], d; state s0 { d < 2 }; init s0;
      trans s0 -> s0 { select i : int[0,4]; guard k[i] < 10 && forall (j : int[0,4]) k[j] > 5; sync c!; }; } system S;`;
    expect(errors(text, "s0").slice(2)).toEqual([
      "s0 -> Err | - ; d < 2 && (forall (i : int[0,4]) k[i] >= 10) ; c? ; -",
      "s0 -> Err | j : int[0,4] ; d < 2 && k[j] <= 5 ; c? ; -",
    ]);
  });
  test("one that does is expanded where that is small, and refused where it is not", () => {
    const text = (n: number) => `chan c; process S() { clock k[${n}][${n}]; state s0; init s0;
      trans s0 -> s0 { select i : int[0,${n - 1}]; guard forall (j : int[0,${n - 1}]) k[i][j] > 5; sync c!; }; } system S;`;
    expect(errors(text(2), "s0")[1]).toBe(
      "s0 -> Err | m : int[0,1], m1 : int[0,1] ; (m != 0 || k[0][0] <= 5) && (m != 1 || k[0][1] <= 5) && (m1 != 0 || k[1][0] <= 5) && (m1 != 1 || k[1][1] <= 5) ; c? ; -",
    );
    expect(lines(text(20))[0]).toMatch(/^refused: for every i : int\[0,19\] one of k\[i\]\[j\] <= 5 must hold/);
  });
  test("a repeated select variable is an equation", () => {
    const text = `chan c[3][3]; process S() { state s; init s; trans s -> s { select i : int[0,2]; sync c[i][i]!; }; } system S;`;
    expect(errors(text, "s")[1]).toBe("s -> Err | i : int[0,2], i1 : int[0,2] ; i1 != i ; c[i][i1]? ; -");
  });
  test("a compound subscript keeps its select as a universal", () => {
    const text = `chan c[4]; process S() { clock x; state s; init s; trans s -> s { select i : int[0,2]; guard x > i; sync c[i+1]!; }; } system S;`;
    expect(errors(text, "s")[1]).toBe(
      "s -> Err | s1 : int[0,3] ; forall (i : int[0,2]) s1 != i + 1 || x <= i ; c[s1]? ; -",
    );
  });
  test("an empty range allows nothing", () => {
    const text = `chan c; process S() { clock x; state s; init s; trans s -> s { select i : int[1,0]; sync c!; }, s -> s { guard x > 3; sync c!; }; } system S;`;
    expect(errors(text, "s")[1]).toBe("s -> Err | - ; x <= 3 ; c? ; -");
  });
  test("the order of edges does not matter", () => {
    const edges = [
      "s -> s { guard x < 3 && a == 1; sync c!; }",
      "s -> t { guard x > 5; sync c!; }",
      "s -> s { guard y == 2; sync c!; }",
    ];
    const text = (list: readonly string[]) =>
      `chan c; process S() { clock x, y; int a; state s, t; init s; trans ${list.join(", ")}; } system S;`;
    const sorted = (l: string) =>
      l.replace(/; ([^;]*) ;/, (_, g: string) => `; ${g.split(" && ").sort().join(" && ")} ;`);
    const one = errors(text(edges), "s").map(sorted).sort();
    expect(
      errors(text([edges[2]!, edges[0]!, edges[1]!]), "s")
        .map(sorted)
        .sort(),
    ).toEqual(one);
    expect(one.length).toBe(3);
  });
  test("six edges of four clock atoms each: few edges", () => {
    const guard = (k: number) => `x > ${k} && x < ${k + 9} && y > ${k + 1} && z < ${k + 20}`;
    const edges = [0, 10, 20, 30, 40, 50].map((k) => `s0 -> s1 { guard ${guard(k)}; sync c?; }`);
    const text = `chan c; process S() { clock x, y, z; state s0, s1; init s0; trans ${edges.join(", ")}; } system S;`;
    expect(lines(text, { definition: true }).length).toBeLessThan(219);
  });
});

describe("what is refused is said", () => {
  test.each([
    [
      "internal edges where time passes",
      "chan c; process S() { state s; init s; trans s -> s { }; } system S;",
      /internal edge from s/,
    ],
    [
      "internal edges that go round",
      "chan c; process S() { state s, t; urgent s, t; init s; trans s -> t { }, t -> s { }; } system S;",
      /form a cycle/,
    ],
    [
      "stopwatches",
      "chan c; process S() { clock x; state s { x' == 0 }; init s; trans s -> s { sync c!; }; } system S;",
      /rate of a clock/,
    ],
    [
      "no direction",
      "chan c; process S() { state s; init s; trans s -> s { sync c; }; } system S;",
      /without ! and \?/,
    ],
  ])("%s", (_, text, reason) => {
    expect(lines(text)[0]).toMatch(reason);
  });
});
