import { spawn } from "node:child_process";
import { Readable } from "node:stream";
import { describe, expect, inject, test } from "vitest";
import { textLines } from "../../apps/cli/io/lines.ts";
import { file, lamp, path, run } from "./harness.ts";

/** Limits and signals hold for everything that a command does, not only for its search. */
const list = (count: number, item: (i: number) => string, between = ","): string =>
  Array.from({ length: count }, (_, i) => item(i)).join(between);

const system = "Q = P();\nsystem Q;\n";
const looping = (declarations: string, edge: string): string =>
  `${declarations}\nprocess P() { state s; init s; trans s -> s { ${edge} }; }\n${system}`;

const hard = {
  clocks: `process P(const int[0,1999] i) { clock x; state a { x <= 5 }, b; init a; trans a -> b { guard x >= 1; assign x = 0; }, b -> a { }; }\nsystem P;\n`,
  scalars: looping("typedef scalar[100000000] S; S e;", "select i : S; assign e = i;"),
  selects: looping(
    "int n;",
    "select i : int[0,999999], j : int[0,999999], k : int[0,999999]; guard i + j + k == 7; assign n = i;",
  ),
  quantifiers: looping(
    "int n;",
    "guard forall (i : int[0,999999]) forall (j : int[0,999999]) i + j >= n; assign n = 1 - n;",
  ),
};

/** Takes a while to read, to check and to instantiate. */
const large = `int[0,9] n; chan c;\nprocess P() { state ${list(100, (i) => `s${i}`)}; init s0; trans ${list(
  20_000,
  (i) => `s${i % 100} -> s${(i * 7 + 1) % 100} { guard n < ${i % 10}; assign n = ${i % 10}; }`,
)}; }\n${system}`;

describe("in processes", () => {
  const bin = inject("commands");

  interface Ended {
    readonly code: number | null;
    readonly out: string;
    readonly err: string;
  }

  /** Runs `zonal` with a standard input, which is written at once; told when it has been read. */
  const zonal = (argv: readonly string[], input: string, read?: (kill: (s: NodeJS.Signals) => void) => void) =>
    new Promise<Ended>((done) => {
      const child = spawn(process.execPath, [`${bin}/zonal.js`, ...argv], { env: { PATH: process.env.PATH ?? "" } });
      let out = "";
      let err = "";
      child.stdout.on("data", (chunk: Buffer) => (out += chunk.toString()));
      child.stderr.on("data", (chunk: Buffer) => (err += chunk.toString()));
      child.on("close", (code) => done({ code, out, err }));
      child.stdin.end(input, () => read?.((signal) => child.kill(signal)));
    });

  test.each(Object.entries(hard))("%s: unknown, with the limit that was reached", async (_, model) => {
    const argv = ["verify", "-", "-e", "A[] not deadlock", "--timeout", "1", "--memory", "64"];
    const { code, out, err } = await zonal(argv, model);
    expect(code).toBe(3);
    // On a slow machine the time is over before a question is known.
    expect(out + err).toMatch(/the (time limit of 1 s|memory limit of 64 MiB) was reached/);
    expect(out === "" || out.includes("not deadlock: unknown (")).toBe(true);
    expect(err).not.toContain("internal");
  });

  test("memory is limited while a model is prepared, and the answer is JSON all the same", async () => {
    const argv = ["verify", "-", "-e", "E<> a[0] == 1", "-e", "A[] a[0] == 0", "--memory", "16", "--json"];
    const { code, out, err } = await zonal(argv, looping("int a[400000];", "assign a[0] = 1;"));
    expect(code).toBe(3);
    expect(out + err).toContain("the memory limit of 16 MiB was reached while");
    // Before a question is known there is nothing to tell of it.
    if (out === "") return;
    const { queries, exitCode } = JSON.parse(out);
    expect(exitCode).toBe(3);
    expect(queries).toHaveLength(2);
    for (const query of queries)
      expect(query).toMatchObject({
        outcome: "unknown",
        standing: "inconclusive",
        reason: expect.stringContaining("the memory limit of 16 MiB was reached while"),
      });
  });

  // More than a pipe holds: when it is written, the process is there and hears.
  const padding = " ".repeat(2 ** 21);

  test.each([
    ["SIGINT", 130, "interrupted"],
    ["SIGTERM", 143, "terminated"],
  ] as const)("%s is heard while a query is prepared", async (signal, expected, word) => {
    const argv = ["verify", "-", "-e", "E<> n > 9", "-e", "A[] not deadlock"];
    const { code, out, err } = await zonal(argv, `${hard.selects}${padding}`, (kill) => kill(signal));
    expect(code).toBe(expected);
    expect(out + err).toMatch(new RegExp(`${word} while `));
    expect(err).not.toContain("internal");
  });
});

describe("every command that works with a model ends at its limit", () => {
  const model = file("large.xta", large);
  const small = file("small.xta", lamp);
  test.each([
    ["check", model],
    ["verify", model, "-e", "E<> n > 9"],
    ["simulate", model, "--random", "1"],
    ["show", model],
    ["diff", model, small],
    ["convert", model, path("converted.xml")],
    ["export", "--graph", model],
    ["reduce", model],
    ["accelerate", model],
    ["analyse", "live", model],
    ["analyse", "cycles", model],
    ["analyse", "symmetry", model],
    ["transform", "symmetry", model],
    ["transform", "template", model, "--do", "copy P: R"],
    ["transform", "test", model, "--spec", "Q"],
    ["refine", "--impl", model, "--spec", small],
    ["reconstruct", model, "--random", "1"],
    ["online", model, "--window", "3"],
  ])("%s %s %s", async (...argv) => {
    const { code, err } = await run([...argv, "--timeout", "0.02", "--memory", "4096"]);
    expect(err).toMatch(/^error: the time limit of 0\.02 s was reached while \w+/);
    expect(code).toBe(3);
  });
});

describe("sizes beyond what is sensible", () => {
  const deep = 20_000;
  const models = {
    parentheses: looping(`int a = ${"(".repeat(deep)}1${")".repeat(deep)};`, ""),
    statements: looping(`int f() { ${"if (true) ".repeat(deep)} return 1; return 0; }`, ""),
    dimensions: looping(`int a${"[1]".repeat(deep)};`, ""),
    "a chain": looping("int a;", `guard a + ${list(deep, () => "a", " + ")} == 0;`),
  };
  const commands = [
    ["check"],
    ["verify", "-e", "A[] not deadlock"],
    ["simulate", "--random", "1"],
    ["show"],
    ["reduce", "-e", "A[] not deadlock"],
    ["analyse", "live"],
    ["accelerate"],
    ["export", "--graph"],
    ["transform", "symmetry"],
    ["reconstruct", "--random", "1"],
  ];
  test.each(Object.entries(models))("%s", async (name, text) => {
    const model = file("deep.xta", text);
    for (const [verb, ...options] of commands) {
      const place = verb === "analyse" || verb === "transform" ? [...options, model] : [model, ...options];
      const { code, err } = await run([verb!, ...place]);
      // A chain can be read and checked, however long it is; the type of an array is not looked at to be shown.
      const isFine =
        verb === "show" ? name === "a chain" || name === "dimensions" : verb === "check" && name === "a chain";
      expect({ verb, code }).toEqual({ verb, code: isFine ? 0 : 2 });
      if (!isFine) expect(err).toMatch(/error: .*\[(nesting|type-depth)\]/);
    }
  });

  test("more variables than are compiled, and more queries than share a search", async () => {
    const wide = file("wide.xta", looping("int a[21000];", "assign a[20999] = 1;"));
    expect(await run(["verify", wide, "-e", "E<> a[20999] == 1"])).toMatchObject({ code: 0 });
    const queries = file(
      "many.q",
      list(600, (i) => `A[] a <= ${i + 1}`, "\n"),
    );
    const { code, out } = await run(["verify", file("one.xta", looping("int a;", "assign a = 1 - a;")), queries]);
    expect(code).toBe(0);
    expect(out.match(/: satisfied\n/g)).toHaveLength(600);
  });

  test("a factor that no model can hold", async () => {
    const model = file("lamp.xta", lamp);
    for (const operation of ["multiply Lamp: 99999999999", "scale Lamp: 1e30"])
      expect(await run(["transform", "template", model, "--do", operation])).toMatchObject({
        code: operation.startsWith("scale") ? 0 : 2,
        err: operation.startsWith("scale") ? "" : expect.stringContaining("larger than any number of a model"),
      });
  });

  test("of a line without end only its beginning is kept", async () => {
    const chunks = ["one\ntwo\r\n", "long", "er than", " allowed\nfo", "ur\n\nlast"];
    const lines: string[] = [];
    for await (const line of textLines(Readable.from(chunks), undefined, 8)) lines.push(line);
    expect(lines).toEqual(["one", "two", "longer th", "four", "", "last"]);
  });
});
