import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { file, lamp, lampXml, path, run } from "./harness.ts";
import { schemaFaults } from "./schema.ts";

/** A value is chosen, used once, and then only in the way. */
const model = `process P() {
int[0,9] a, b;
state S1, S2, S3;
init S1;
trans
S1 -> S2 { select i : int[0,9]; assign a = i; },
S2 -> S3 { guard a < 5; assign b = a; },
S3 -> S1 { };
}
system P;
`;

describe("zonal reduce", () => {
  test("prints a report, and writes the model where it is told to", async () => {
    const name = file("m.xta", model);
    const { code, out } = await run(["reduce", name, "-e", "A[] not deadlock", "-o", path("less.xta")]);
    expect(code).toBe(0);
    expect(out).toMatch(
      /^template {2}edge {6}variable {2}reset to {2}why\nP {9}S2 -> S3 {2}a {9}0 {9}A: used so far: the guard of P: S2 -> S3 uses it\n/,
    );
    expect(out).toContain("B: the edge sets it, but nothing uses it before it is set again");
    expect(out).toContain("2 resets on 1 edge\n");
    const after = readFileSync(path("less.xta"), "utf8");
    expect(after).toBe(model.replace("assign b = a;", "assign b = a, a = 0, b = 0;"));
    const states = async (m: string, ...more: string[]): Promise<string> =>
      /(\d+) states explored/.exec((await run(["verify", m, "-e", "A[] true", "--statistics", ...more])).out)?.[1] ??
      "";
    // The search also tells only two classes of a's values apart in S2: below 5 and not.
    expect([
      await states(name, "--no-reduce"),
      await states(path("less.xta"), "--no-reduce"),
      await states(name),
    ]).toEqual(["60", "12", "4"]);
  });
  test("'-' is standard output, and the report goes to the other", async () => {
    const { out, err } = await run(["reduce", file("m.xta", model), "-e", "A[] true", "-o", "-"]);
    expect(out).toContain("a = 0, b = 0;");
    expect(err).toContain("2 resets on 1 edge");
  });
  test("queries of the model, of a file, or none: then everything is kept", async () => {
    const name = file("m.xta", model);
    expect((await run(["reduce", name])).out).toBe(
      "there is no query: everything is kept, since anything may still be asked\nnothing to reset\n",
    );
    expect((await run(["reduce", name, "-q", file("m.q", "A[] P.a < 10\n")])).out).toContain("1 reset on 1 edge");
    expect((await run(["reduce", name, "-q", file("wrong.q", "A[] P.c < 10\n")])).code).toBe(2);
    expect((await run(["reduce", file("lamp.xml", lampXml)])).code).toBe(0);
    expect((await run(["reduce", name, "-e", "A[] P.c"])).code).toBe(2);
  });
  test("--substitute takes assignments away", async () => {
    const { out } = await run([
      "reduce",
      file("m.xta", model),
      "-e",
      "A[] true",
      "--substitute",
      "-o",
      path("sub.xta"),
    ]);
    expect(out).toContain("P: b = a is taken away on S2 -> S3");
    expect(readFileSync(path("sub.xta"), "utf8")).toContain("guard a < 5; assign a = 0; }");
  });
  test("never over the input; TChecker's models are refused", async () => {
    const name = file("m.xta", model);
    expect((await run(["reduce", name, "-e", "A[] true", "-o", name])).code).toBe(2);
    expect(readFileSync(name, "utf8")).toBe(model);
    expect((await run(["reduce", file("t.tck", "system:t\nprocess:P\nlocation:P:A{initial:}\n")])).err).toContain(
      "zonal verify does so by itself",
    );
  });
});

describe("zonal analyse live", () => {
  test("a table of what matters where", async () => {
    const { code, out } = await run(["analyse", "live", file("m.xta", model), "-e", "A[] not deadlock"]);
    expect({ code, out }).toEqual({ code: 0, out: "P\n  S1  -\n  S2  P.a\n  S3  -\n" });
  });
  test("and why", async () => {
    const name = file("m.xta", model);
    const explain = async (what: string): Promise<string> =>
      (await run(["analyse", "live", name, "-e", "A[] true", "--explain", what])).out;
    expect(await explain("a@P.S2")).toBe("P.a matters at P.S2: the guard of P: S2 -> S3 uses it\n");
    expect(await explain("P.a@S3")).toBe("P.a does not matter at S3\n");
    expect((await run(["analyse", "live", name, "--explain", "c@S3"])).err).toContain("there is no variable 'c'");
    expect((await run(["analyse", "live", name, "--explain", "a@S9"])).err).toContain("there is no location 'S9'");
    expect((await run(["analyse", "dead", name])).err).toContain("there are live");
  });
});

test.each([
  ["reduce", ["reduce", "--json", file("j.xta", model), "-e", "A[] true", "--substitute"]],
  ["reduce", ["reduce", "--json", file("broken.xta", model.replace("a < 5", "c < 5"))]],
  ["reduce", ["reduce", "--json", file("lamp.xta", lamp)]],
  ["live", ["analyse", "live", "--json", file("j.xta", model), "-e", "A[] true"]],
  ["live", ["analyse", "live", "--json", file("j.xta", model), "-e", "A[] true", "--explain", "a@S2"]],
  ["live", ["analyse", "live", "--json", file("broken.xta", model.replace("a < 5", "c < 5"))]],
] as const)("JSON as its schema says: %s %#", async (schema, argv) => {
  expect(schemaFaults(schema, JSON.parse((await run(argv)).out))).toEqual([]);
});
