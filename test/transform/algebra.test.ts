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
