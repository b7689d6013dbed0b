import { describe, expect, test } from "vitest";
import { file, lamp, path, run } from "./harness.ts";

/** `zonal simulate`: the conversation, scripts, random runs, and "why". */
const model = (): string => file("lamp.xta", lamp);
const talk = (lines: readonly string[], ...options: string[]): Promise<{ code: number; out: string; err: string }> =>
  run(["simulate", model(), ...options], { stdin: `${lines.join("\n")}\n` });

describe("symbolic", () => {
  test("shows the state and the transitions, takes one, goes back", async () => {
    const { code, out, err } = await talk(["1", "1", "back 2", "quit", "99"]);
    expect({ code, err }).toEqual({ code: 0, err: "" });
    expect(out).toContain("L.off\n  n = 0\n\n  1  L: off -> on  { n < 3; x = 0, n = n + 1 }\n");
    expect(out).toContain("L.on\n  n = 1\n  x<=10\n");
    expect(out).toContain("when x>=2, x<=10");
    expect(out.trimEnd().endsWith("1  L: off -> on  { n < 3; x = 0, n = n + 1 }")).toBe(true);
  });
  test("a wrong command is told and changes nothing", async () => {
    const { code, err } = await talk(["7", "frob", "back", "delay 3", "why Nobody"]);
    expect(code).toBe(0);
    expect(err).toMatch(/no transition 7.*\n.*no command 'frob'.*\n.*first state\n.*--concrete\n.*name a process: L\n/);
  });
  test("why an edge cannot be taken, underlined", async () => {
    const { out } = await talk(["why L on -> off", "1", "why L"]);
    expect(out).toContain("L: on -> off: L is in off, not in on");
    expect(out).toContain("^");
    expect(out).toContain("L: on -> off: can be taken");
  });
});

describe("concrete", () => {
  test("exact delays, and what keeps time from passing", async () => {
    const { out, err } = await talk(["delay 7/3", "1", "why L", "delay 20", "delay 2", "1", "trace"], "--concrete");
    expect(out).toContain("x = 7/3");
    expect(out).toMatch(/L: on -> off: .*x/);
    expect(err).toContain("at most 10");
    expect(out).toContain("delay 7/3\nL: off -> on  { n < 3; x = 0, n = n + 1 }\ndelay 2\nL: on -> off  { x >= 2 }\n");
  });
});

describe("scripts and random runs", () => {
  test("a script ends at the first command that fails", async () => {
    const script = (text: string): Promise<{ code: number; out: string }> =>
      run(["simulate", model(), "--script", file("s.txt", text)]);
    expect(await script("# first\n1\n\n1 # off again\ntrace\n")).toMatchObject({
      code: 0,
      out: expect.stringMatching(/L: on -> off {2}\{ x >= 2 \}\n$/),
    });
    expect((await script("1\n2\n1\n")).code).toBe(2);
    expect((await run(["simulate", model(), "--script", path("none.txt")])).code).toBe(2);
    expect((await run(["simulate", model(), "--script", "-"], { stdin: "1\n9\n" })).code).toBe(2);
  });
  test("a random run depends on its seed alone, and may end early", async () => {
    const runs = await Promise.all(
      ["1", "1", "2"].map((seed) => run(["simulate", model(), "--concrete", "--random", "12", "--seed", seed])),
    );
    expect(runs[0]).toEqual(runs[1]);
    expect(runs[0]!.out).not.toBe(runs[2]!.out);
    const ended = await run(["simulate", model(), "--random", "500"]);
    expect(ended).toMatchObject({ code: 0, out: expect.stringContaining("a deadlock") });
  });
  test("a fault of the model", async () => {
    const { code, err } = await run([
      "simulate",
      file("range.xta", lamp.replace("guard n < 3; ", "")),
      "--random",
      "100",
    ]);
    expect({ code, err }).toEqual({ code: 2, err: expect.stringContaining("the model fails here") });
  });
  test("no initial state", async () => {
    const { code, err } = await run([
      "simulate",
      file("none.xta", "int n = 1; process P() { state A { n == 0 }; init A; }\nsystem P;\n"),
      "--random",
      "1",
    ]);
    expect({ code, err }).toEqual({ code: 2, err: expect.stringContaining("no initial state") });
  });
});
