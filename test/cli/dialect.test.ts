import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { verifyta } from "../../apps/cli/verifyta/run.ts";
import { file, path, run, runProgram } from "./harness.ts";

/** Models of older versions of UPPAAL go through every command that reads models, and are converted for UPPAAL 5. */
const three = `const N 3; clock x; int n; chan go;
process P(chan c; const k) { state A { x =< N }, B; init A; trans A -> B { guard x >= k, n == 0; sync c!; assign n := 1; }; }
process Q { state S; init S; trans S -> S { sync go?; }; }
P1 := P(go, 2);
system P1, Q;
`;
const four = `int abs(int i) { return i < 0 ? -i : i; }
int n = -1;
process control() { state Idle, Busy; init Idle; trans Idle -> Busy { guard abs(n) == 1; assign n = abs(n) + 1; }; }
system control;
`;

describe("every command that reads models", () => {
  const old = file("old.ta", three);
  const words = file("words.xta", four);
  const asked = file("words.q", "E<> control.Busy\nA[] n < 3\n");
  const commands: [string, string[]][] = [
    ["check", ["check", old]],
    ["verify", ["verify", old, "--formula", "E<> P1.B and x =< 3"]],
    ["simulate", ["simulate", old, "--random", "2", "--seed", "1"]],
    ["show", ["show", old]],
    ["diff", ["diff", old, old]],
    ["export", ["export", old]],
    ["reduce", ["reduce", old]],
    ["accelerate", ["accelerate", old]],
    ["analyse", ["analyse", "live", old]],
    ["queries", ["verify", words, asked]],
  ];
  test.each(commands)("%s", async (_, argv) => {
    const { code, err } = await run(argv);
    expect({ code, err }).toEqual({ code: 0, err: expect.stringMatching(/warning: read .* UPPAAL [34]/) });
    expect((await run([...argv, "--dialect", "5"])).code).toBe(2);
  });

  test("what is said is not warned of", async () => {
    expect(await run(["check", "--dialect", "3", old])).toMatchObject({ code: 0, err: "" });
    expect(await run(["check", "--old", old])).toMatchObject({ code: 0, err: "" });
    expect(await run(["check", old], { env: { UPPAAL_OLD_SYNTAX: "1" } })).toMatchObject({ code: 0, err: "" });
    expect(await run(["verify", "--dialect", "4", words, asked])).toMatchObject({ code: 0, err: "" });
    expect((await run(["check", "--dialect", "6", old])).err).toContain("It is 3, 4 or 5.");
  });

  test("each has the option", async () => {
    for (const verb of [
      "check",
      "verify",
      "simulate",
      "show",
      "diff",
      "convert",
      "export",
      "reduce",
      "accelerate",
      "refine",
      "reconstruct",
      "online",
    ])
      expect((await run([verb, "--help"])).out).toContain("--dialect <n>");
  });

  test("verifyta", async () => {
    const { code, out } = await runProgram(verifyta, [words, asked]);
    expect(code).toBe(0);
    expect(out.match(/Formula is satisfied/g)).toHaveLength(2);
  });
});

describe("convert writes for UPPAAL 5", () => {
  test("names that it reserves", async () => {
    const [to, q] = [path("new.xml"), file("asked.q", "E<> abs(n) == 2\nE<> control.Busy\n")];
    const { code, err } = await run(["convert", file("words4.xta", four), to, "--queries", q]);
    expect({ code, err }).toEqual({ code: 0, err: expect.stringContaining("note: 'abs' is now 'abs_'") });
    expect(readFileSync(to, "utf8")).toContain("<formula>E&lt;&gt; abs_(n) == 2</formula>");
    expect(await run(["verify", "--dialect", "5", to, "--query", "1"])).toMatchObject({ code: 0, err: "" });
  });

  test("the syntax of 3", async () => {
    const [to, q] = [path("new3.xml"), file("asked3.q", "E<> P1.B and x =< 3\n")];
    expect((await run(["convert", file("old3.ta", three), to, "--queries", q])).code).toBe(0);
    expect(await run(["verify", "--dialect", "5", to])).toMatchObject({ code: 0, err: "" });
  });

  test("a model whose name means two things is refused", async () => {
    const text = "process P() { int abs; state S; init S; } const int k = abs(-1); system P;";
    const { code, err } = await run(["convert", file("two.xta", text), path("two.xml")]);
    expect({ code, err }).toEqual({ code: 2, err: expect.stringContaining("cannot be written for UPPAAL 5") });
  });
});
