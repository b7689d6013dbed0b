import { expect, test } from "vitest";
import { certify } from "../../apps/certify/certify.ts";
import { sha256 } from "./prove.ts";

/**
 * Claims that are untrue of a small model, with certificates made by hand for a checker that reads a rule otherwise than it
 * is meant. None is taken for a proof.
 */
interface Forgery {
  readonly model: string;
  readonly header: object;
  readonly lines: readonly object[];
  /** The model of the specification, where it stands in another file. */
  readonly specification?: string;
}

const bytes = (text: string) => new TextEncoder().encode(text);

function judged({ model, header, lines, specification }: Forgery) {
  const head = { certificate: "zonal", version: 1, model: { sha256: sha256(bytes(model)) }, ...header };
  const text = [head, ...lines, { end: lines.length }].map((line) => `${JSON.stringify(line)}\n`).join("");
  const other = specification && { model: bytes(specification), name: "spec.xta" };
  return certify(bytes(model), "m.xta", bytes(text), other || undefined);
}

const run = { outcome: "satisfied", proof: "run", processes: ["P"], variables: [], clocks: [] };
const closed = { ...run, proof: "unreachable", order: "inclusion" };

const returned = (update: string) => `typedef struct { int a; } S; S s; int r;
S made() { S t; t.a = 7; return t; }
void note(const S &t) { r = t.a; }
void set(int &i) { i = 7; }
void keep(const int[0,3] &i) { r = i; }
process P() { state A, B; init A; trans A -> B { assign ${update}; }; } system P;`;

test.each([
  ["what is chosen by reference is set", "set(r == 0 ? r : s.a)", [1, 0, 0]],
  ["a place that is set before it is given by reference is set again", "set(r = 3)", [1, 0, 3]],
  ["a value that is given to a constant reference is in its range, or faults", "keep(r + 9)", [1, 0, 9]],
])("%s", (_, update, after) => {
  const header = { ...closed, query: "A[] not (P.B && r == 7)", variables: ["s.a", "r"] };
  const lines = [
    { state: [0, 0, 0], zones: [[1]] },
    { state: after, zones: [[1]] },
  ];
  expect(judged({ model: returned(update), header, lines }).result).not.toBe("proved");
});

test("what a struct holds that is given to a constant reference is what is read", () => {
  const header = { ...closed, query: "A[] r != 8", variables: ["s.a", "r"] };
  const lines = [
    { state: [0, 0, 0], zones: [[1]] },
    { state: [1, 0, 7], zones: [[1]] },
  ];
  const { result, reason } = judged({ model: returned("note(made())"), header, lines });
  expect({ result, reason }).toEqual({ result: "proved", reason: undefined });
});

test("a formula sees what a function of a process yields from the first state on, however large the memory is", () => {
  // As many cells as there are powers of two, or some less.
  for (let cells = 4080; cells <= 4096; cells++) {
    const model = `const int many[${cells}] = { ${new Array(cells).fill(0)} }; typedef struct { int a; int b; } S;
      process P() { int v = 7; S made() { S s; s.a = v; return s; }
        state A, B; init A; trans A -> B { assign v = 1; }; } system P;`;
    const header = { ...closed, query: "A[] not (P.made().a == 7)", variables: ["P.v"] };
    const lines = [
      { state: [0, 7], zones: [[1]] },
      { state: [1, 1], zones: [[1]] },
    ];
    expect(judged({ model, header, lines }).result, `${cells}`).toBe("refused");
  }
});

/** A clock goes far up and down again, where numbers of the machine lose what is small. */
const far = (model: string, delay: string) => {
  const header = { ...run, query: "E<> P.B", clocks: ["x"] };
  return judged({
    model,
    header,
    lines: [
      { state: [0], clocks: ["0"], delay },
      { state: [1], clocks: ["1"], delay: "0" },
    ],
  });
};
const guarded = (update: string) =>
  `clock x; process P() { state A, B { x <= 1 && x >= 1 }; init A; trans A -> B { guard x > 1; assign ${update}; }; } system P;`;

test("no small part of a clock is lost in large numbers", () => {
  expect(far(guarded("x = x + 0"), "1073742080/1073741981").result).toBe("refused");
  const { result, reason } = far(guarded("x = x + 2147483646, x = x - 2147483646"), "1073742080/1073741981");
  expect({ result, reason }).toEqual({ result: "unsupported", reason: "not judged: clock values beyond 2^50" });
});

test("nor by many steps", () => {
  const many = (sign: string) => `for (i : int[1,4200000]) x = x ${sign} 2147483647;`;
  const model = `clock x; void far() { ${many("+")} ${many("-")} }
    process P() { state A { x <= 0 }, B; init A; trans A -> B { assign far(); }; } system P;`;
  const header = { ...closed, query: "A[] not (P.B && x == 0)", clocks: ["x"] };
  const lines = [
    { state: [0], zones: [[1, 1, 1, 1]] },
    { state: [1], zones: [[1, 0, null, 1]] },
  ];
  expect(judged({ model, header, lines }).result).toBe("unsupported");
});

test("a double that is no integer of 32 bits is none modulo 2^32", () => {
  const model =
    "clock x; process P() { state A { x <= 2000000000 }, B; init A; trans A -> B { guard x >= 1e10; }; } system P;";
  const header = { ...run, query: "E<> P.B", clocks: ["x"] };
  const lines = [
    { state: [0], clocks: ["0"], delay: "1410065408" },
    { state: [1], clocks: ["1410065408"], delay: "0" },
  ];
  expect(judged({ model, header, lines }).result).toBe("unsupported");
});

test("who of equals sends a broadcast, and who only receives it where a clock allows it, is not said", () => {
  const model = `clock x; broadcast chan b; process P() { state A, B; init A; trans A -> B { sync b; }; }
    process Q() { state A, C; init A; trans A -> C { guard x >= 3; sync b; }; } system P, Q;`;
  const bounds = { everywhere: [], locations: [[1, 0, 1, 3, null]] };
  const said = { processes: ["P", "Q"], clocks: ["x"], order: "simulation", bounds };
  const header = { ...closed, query: "A[] not (P.B && Q.A)", ...said };
  const lines = [
    { state: [0, 0], zones: [[1, -5, null, 1]] },
    { state: [1, 1], zones: [[1, 1, null, 1]] },
  ];
  expect(judged({ model, header, lines }).result).toBe("unsupported");
});

/** A refinement of I by S, at the channel c. */
const refinement = (specification: string, clocks: readonly string[], internal: readonly string[] = []) => ({
  query: "refinement",
  variables: [],
  clocks,
  processes: ["I"],
  refines: {
    implementation: ["I"],
    specification: { sha256: sha256(bytes(specification)), process: ["S"], processes: ["S"], variables: [], clocks },
    channels: ["c"],
    internal,
    variables: [],
  },
});

test("where the specification can pass a location it does not wait there first", () => {
  const model = `clock x, y; chan c;
    process I() { state A { x <= 5 }; init A; trans A -> A { guard x >= 1; sync c!; assign x = 0; }; }
    process S() { state L, M; urgent L; init L; trans L -> M { guard y <= 0; }, M -> M { sync c!; }; } system I, S;`;
  const header = { ...refinement(model, ["x", "y"]), outcome: "violated", proof: "apart" };
  const { result, reason } = judged({
    model,
    header,
    lines: [{ state: [0, 0], clocks: ["0", "0", "0", "0"], delay: "1" }],
  });
  expect({ result, reason }).toEqual({ result: "refused", reason: "the specification does not wait there" });
});

test("a specification that can go on unseen need not be where it waits", () => {
  const sides = (unseen: string) => `chan c, d, e[2]; int n; process I() { state A; init A; trans A -> A { sync c!; }; }
    process S() { state L, M; init L; trans L -> M { ${unseen} }, M -> M { sync c!; }; } system I, S;`;
  const lines = [{ state: [0, 0, 0, 0], clocks: [], delay: "0" }];
  const of = (unseen: string, internal: readonly string[]) => {
    const model = sides(unseen);
    const { refines, ...said } = refinement(model, [], internal);
    const specification = { ...refines.specification, variables: ["n"] };
    const header = { ...said, variables: ["n"], refines: { ...refines, specification }, outcome: "violated" };
    return judged({ model, header: { ...header, proof: "apart" }, lines });
  };
  for (const [unseen, internal] of [
    ["", []],
    ["sync d!;", ["d"]],
    ["sync e[n]!;", ["e[0]"]],
  ] as const)
    expect(of(unseen, internal)).toMatchObject({
      result: "refused",
      reason: "the specification may take an unseen step there, or not",
    });
  expect(of("sync c?;", [])).toMatchObject({ result: "proved" });
});

test("the specification is that of the file that is given for it, also where another has its name", () => {
  const sides = (guard: string) => `chan c; process I() { state A; init A; trans A -> A { sync c!; }; }
    process S() { state L; init L; trans L -> L { ${guard} sync c!; }; } system I, S;`;
  const [model, strict] = [sides(""), sides("guard false;")];
  const header = { ...refinement(model, []), outcome: "satisfied", proof: "refines", order: "inclusion" };
  const lines = [{ state: [0, 0], zones: [[1]] }];
  expect(judged({ model, header, lines }).result).toBe("proved");
  expect(judged({ model, header, lines, specification: model }).result).toBe("proved");
  expect(judged({ model, header, lines, specification: strict }).result).toBe("unreadable");
});

test("processes of the implementation also meet over a channel that is unseen", () => {
  const model = `chan c, d; int n;
    process P() { state A, B; init A; trans A -> B { guard n == 0; sync d!; assign n = 1; }; }
    process Q() { state A, B; init A; trans A -> B { guard n == 0; sync d?; assign n = 2 * n; }, B -> B { guard n == 2; sync c!; }; }
    process S() { state L; init L; } system P, Q, S;`;
  const said = refinement(model, [], ["d"]);
  const header = {
    ...said,
    outcome: "satisfied",
    proof: "refines",
    order: "inclusion",
    processes: ["P", "Q"],
    variables: ["n"],
    refines: {
      ...said.refines,
      implementation: ["P", "Q"],
      specification: { ...said.refines.specification, variables: ["n"] },
    },
  };
  const lines = [
    [0, 0, 0],
    [1, 0, 1],
    [0, 1, 0],
    [1, 1, 1],
  ].map((state) => ({ state: [...state, 0, 0], zones: [[1]] }));
  expect(judged({ model, header, lines })).toMatchObject({
    result: "refused",
    reason: "it leads to a pair of states that is not in the certificate",
  });
});
