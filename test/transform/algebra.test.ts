import { describe, expect, test } from "vitest";
import { AlgebraError, check, open, read, runScript, type UppaalSource } from "../../src/index.ts";
import { edgeLine } from "./testing.ts";

const model = `// kept
chan a, b, c[2][3]; clock g; const int K = 3;
void tick() { g = 1; }
process T() { clock x, y; int n; state p, q { x <= 4 }, r, t; init p;
  trans p -> q { guard x - y < 2 && (n == 1 || x > K); sync a!; assign x = 3, y = x; }, q -> r { select i : int[0,1]; sync c[i][2]?; }, r -> p { sync b?; }, q -> t { sync c[1][0]!; }; }
process U() { state p; init p; trans p -> p { sync a?; }; }
system T, U;
`;

function source(text: string): UppaalSource {
  const made = read(text);
  if (made.format === "tck") throw new Error("no UPPAAL model");
  return made;
}

/** Locations and edges of a template after a script; the whole must still be a model. */
function changed(
  script: string,
  name = "T",
): {
  readonly initial?: string;
  readonly locations: readonly string[];
  readonly edges: readonly string[];
  readonly text: string;
} {
  const { text } = runScript(source(model), script);
  const tree = source(text).tree;
  expect(check(tree).diagnostics.filter((d) => d.severity === "error")).toEqual([]);
  const template = tree.templates.find((t) => t.name.name === name);
  if (template === undefined) return { locations: [], edges: [], text };
  return {
    ...(template.initial === undefined ? {} : { initial: template.initial.name }),
    locations: template.locations.map((l) => l.name?.name ?? l.id),
    edges: template.edges.map(edgeLine),
    text,
  };
}

describe("operations", () => {
  test("restrict removes edges and what is not reached any more", () => {
    expect(changed("restrict T: c?").locations).toEqual(["p", "q", "t"]);
    expect(changed("restrict T: c[1][0]!").locations).toEqual(["p", "q", "r"]);
    expect(changed("restrict T: c").locations).toEqual(["p", "q"]);
    expect(changed("restrict T: b!").edges.length).toBe(4);
  });
  test("drop, merge, rename, initial", () => {
    expect(changed("drop T: r").locations).toEqual(["p", "q", "t"]);
    expect(changed("merge T: r -> p").edges).toContain("q -> p | i : int[0,1] ; - ; c[i][2]? ; -");
    expect(changed("merge T: p -> r").initial).toBe("r");
    expect(changed("locations T: p <-> q").locations).toEqual(["q", "p", "r", "t"]);
    expect(changed("locations T: p <-> q").initial).toBe("q");
    expect(changed("initial T: r").initial).toBe("r");
  });
  test("enable lets a template receive always, by loops where no edge does", () => {
    expect(changed("enable U", "U").edges).toEqual(["p -> p | - ; - ; a? ; -"]);
    expect(changed("enable U: b", "U").edges).toEqual(["p -> p | - ; - ; a? ; -", "p -> p | - ; - ; b? ; -"]);
    expect(changed("enable T: c[1][2]?").edges.slice(4)).toEqual([
      "p -> p | - ; - ; c[1][2]? ; -",
      "q -> q | - ; forall (i : int[0,1]) i != 1 ; c[1][2]? ; -",
      "r -> r | - ; - ; c[1][2]? ; -",
      "t -> t | - ; - ; c[1][2]? ; -",
    ]);
    expect(changed("enable T").edges.length).toBeGreaterThan(8);
    expect(() => changed("enable T: a!")).toThrow("a! is an output");
    expect(() => changed("enable T: g")).toThrow("knows no channel g");
  });
  test("actions are renamed with their elements and directions", () => {
    expect(changed("actions T: a! -> b?").edges[0]).toMatch(/ b\? /);
    expect(changed("actions T: a <-> b").edges.map((e) => e.split(" ; ")[2])).toEqual([
      "b!",
      "c[i][2]?",
      "a?",
      "c[1][0]!",
    ]);
    expect(changed("actions T: c[1][0]! -> a!").edges[3]).toMatch(/ a! /);
  });
  test("split puts a committed location between two actions", () => {
    const { edges, text } = changed("split T: a! -> b!");
    expect(edges).toContain("split -> q | - ; - ; b! ; -");
    expect(text).toMatch(/commit split;/);
    expect(() => runScript(source(model), "split T: c? -> c!")).toThrow(/selects its element/);
  });
  test("multiply changes every time: bounds, differences and resets", () => {
    const { edges, text } = changed("multiply T: 10");
    expect(edges[0]).toBe("p -> q | - ; x - y < 20 && (n == 1 || x > K * 10) ; a! ; x = 30, y = x");
    expect(text).toMatch(/q { x <= 40 }/);
    expect(() => runScript(source(model.replace("assign x = 3", "assign tick(), x = 3")), "multiply T: 10")).toThrow(
      AlgebraError,
    );
  });
  test("copy, remove and accept", () => {
    expect(changed("copy U: V; actions V: a -> b", "V").edges).toEqual(["p -> p | - ; - ; b? ; -"]);
    expect(changed("accept All: b!, c[1]?", "All").edges).toEqual([
      "All -> All | - ; - ; b! ; -",
      "All -> All | i : int[0,2] ; - ; c[1][i]? ; -",
    ]);
  });
});

describe("actions are told by values", () => {
  const many = `const int ONE = 1; chan c[3], d; int[0,2] v; int w; bool b; chan e[2][2];
process T(const int[0,1] id, chan &k) { state s; init s; trans
  s -> s { select i : int[0,2]; sync c[i]!; },
  s -> s { guard w > 3; sync c[v]!; },
  s -> s { sync c[2 - 1]!; },
  s -> s { sync c[ONE]!; },
  s -> s { sync c[id]!; },
  s -> s { select j : int[2,2]; sync c[j]!; },
  s -> s { select j : int[1,1]; sync c[j]!; },
  s -> s { sync c[w + v]?; },
  s -> s { sync (b ? c[1] : d)!; },
  s -> s { sync e[v][1]!; },
  s -> s { sync k!; };
}
process U() { state s; init s; trans s -> s { sync d?; }; }
P = T(0, d); system P, U;
`;
  const edges = (script: string): readonly string[] => {
    const { text } = runScript(source(many), script);
    return source(text).tree.templates[0]!.edges.map((e) => edgeLine(e).replace("s -> s | ", ""));
  };
  test("restrict keeps what is another element and guards what may be one", () => {
    expect(edges("restrict T: c[1]!")).toEqual([
      "i : int[0,2] ; i != 1 ; c[i]! ; -",
      "- ; w > 3 && v != 1 ; c[v]! ; -",
      "- ; id != 1 ; c[id]! ; -",
      "j : int[2,2] ; - ; c[j]! ; -",
      "- ; - ; c[w + v]? ; -",
      "- ; !b ; (b ? c[1] : d)! ; -",
      "- ; - ; e[v][1]! ; -",
      "- ; - ; k! ; -",
    ]);
    expect(edges("restrict T: e[ONE + 1 - 1][1]")[9]).toBe("- ; v != 1 ; e[v][1]! ; -");
    expect(edges("restrict T: e[1][0]")[9]).toBe("- ; - ; e[v][1]! ; -");
    expect(edges("restrict T: c[1]")).toContain("- ; w + v != 1 ; c[w + v]? ; -");
  });
  test("rename takes an edge apart", () => {
    const lines = edges("actions T: e[0] -> c");
    expect(lines).toContain("- ; v == 0 ; c[1]! ; -");
    expect(lines).toContain("- ; v != 0 ; e[v][1]! ; -");
  });
  test("what is not known is refused by name", () => {
    for (const [script, fault] of [
      ["restrict T: x!", /T knows no channel x/],
      ["restrict T: w!", /T knows no channel w/],
      ["restrict T: c[3]!", /no such element/],
      ["restrict T: c[w]!", /subscript w is no constant/],
      ["restrict T: c[0][0]!", /more subscripts/],
      ["restrict T: d!", /k and d are one channel in a process of T/],
      ["actions T: c -> d", /subscripts are left open/],
      ["actions T: c -> nowhere", /knows no channel nowhere/],
      ["split T: c[1] -> e[1]", /subscripts are left open/],
      ["split T: c -> c", /selects its element/],
    ] as const)
      expect(() => runScript(source(many), script), script).toThrow(fault);
  });
});

test("a template that is removed takes its processes with it", () => {
  const { text } = runScript(source(model.replace("system T, U", "P = T(); system P, U")), "remove T");
  expect(text).not.toMatch(/P = /);
  expect(open(text).network?.processes.map((p) => p.name)).toEqual(["U"]);
  expect(open(runScript(source(model), "remove T; accept T: a").text).network?.processes.length).toBe(2);
  expect(() => runScript(source(model), "remove T; remove U")).toThrow(/no process is left/);
});

test("what would be no model is refused", () => {
  const fault = /the result would be no model/;
  expect(() => runScript(source(model), "locations T: p -> a")).toThrow(/a is used in an expression of T/);
  expect(() => runScript(source(model.replace("system", "progress { g; }\nsystem")), "locations T: p -> x")).toThrow(
    /x is used/,
  );
  const marked = model.replace("system T, U;", "system T, U; progress { T.n; }");
  expect(() => runScript(source(marked), "remove T")).toThrow(fault);
});

describe("comments of what survives are kept", () => {
  const commented = `chan a, b;
process T() { // the process
  clock x; // a clock
  state p, // first
    q { x <= 4 /* bound */ }, // second
    r; // third
  commit r; // hasty
  init p;
  trans // all
    // one
    p -> q { guard x > 1 /* why */; sync a!; }, // uno
    // two
    -> r { sync b!; }, // due
    // three
    q -> p { }, // tre
    // four
    r -> p { }; // quattro
}
system T;
`;
  const kept = (script: string): string => runScript(source(commented), script).text;
  test.each([
    ["restrict T: b!", ["hasty", "two", "due", "third", "four"]],
    ["restrict T: a!", ["one", "uno", "why", "second", "bound", "three", "tre"]],
    ["locations T: p <-> r", []],
    ["actions T: a <-> b", []],
    ["multiply T: 10", []],
    ["merge T: r -> p", ["third", "hasty"]],
    ["split T: a -> b", []],
    ["initial T: q", []],
  ])("%s", (script, gone) => {
    const text = kept(script);
    const all = (of: string): string[] =>
      (of.match(/\/\/.*|\/\*.*?\*\//g) ?? []).map((c) => c.replace(/[^a-z ]/g, "").trim());
    const missing = all(commented).filter((c) => !all(text).includes(c));
    // Nothing is lost but what belonged to what is gone.
    expect(missing.filter((c) => !gone.includes(c))).toEqual([]);
  });
});

test("a script leaves the rest of the file alone", () => {
  const { text, changed: which } = runScript(source(model), "// nothing but U\nlocations U: p -> q;");
  expect(which).toEqual(["U"]);
  expect(text.startsWith(model.slice(0, model.indexOf("process U")))).toBe(true);
  expect(open(text).network?.processes.map((p) => p.name)).toEqual(["T", "U"]);
});

test("faults name the line and leave nothing half done", () => {
  for (const [script, fault] of [
    ["drop T: p", /line 1: the initial location cannot be dropped/],
    ["\ndrop T: nowhere", /line 2: T has no location nowhere/],
    ["drop X: p", /no template X/],
    ["fold T: p", /no operation 'fold'/],
    ["locations T: p -> q", /two locations would be called q/],
    ["actions T: a + 1 -> b", /is no action/],
    ["merge T: p q", /no arrow/],
    ["scale T: 0", /above 0/],
  ] as const)
    expect(() => runScript(source(model), script)).toThrow(fault);
});
