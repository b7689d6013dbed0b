import { expect, test } from "vitest";
import type { Ears } from "../../apps/cli/process/ears.ts";
import { isQuick, quickly } from "../../apps/cli/process/quick.ts";
import { zonal } from "../../apps/cli/zonal.ts";
import { file, lamp, runProgram } from "./harness.ts";

const deaf: Ears = { signal: () => undefined, turn: () => undefined, hear: () => {} };

/** Trying for a moment: the same output as without, or none at all. */
const tried = (argv: readonly string[], now?: () => number, ears = deaf) => {
  let code: number | undefined;
  const ran = runProgram(async (words, io) => {
    // With another clock nothing is ended by the real one.
    const watch = { ...io.watch, within: <T>(job: () => T) => job() };
    code = await quickly(zonal, words, now === undefined ? io : { ...io, now, watch }, ears);
    return code ?? -1;
  }, argv);
  return ran.then(({ out, err }) => ({ code, out, err }));
};

test("a short command is answered", async () => {
  const name = file("lamp.xta", lamp);
  // The clock stands still: how long the machine takes does not matter.
  expect(await tried(["verify", name, "-e", "A[] n < 3"], () => 0)).toEqual({
    code: 1,
    out: "1. A[] n < 3: NOT satisfied\n",
    err: "",
  });
  expect(await tried(["verify", "nothing.xml"])).toMatchObject({
    code: 2,
    err: expect.stringContaining("no such file"),
  });
});

const long = `int[0,9] c[40];\nprocess C(const int[0,39] i) { state s; init s; trans s -> s { guard c[i] < 9; assign c[i]++; }, s -> s { assign c[i] = 0; }; }\nsystem C;\n`;

test("a long one prints nothing and is left to the thread, unless it is the last", async () => {
  const name = file("long.xta", long);
  expect(await tried(["verify", name, "-e", "A[] c[0] <= 9", "-e", "E<> c[0] == 1"])).toEqual({
    code: undefined,
    out: "",
    err: "",
  });
});

test("short turns are watched over together", async () => {
  const name = file("long.xta", long);
  const watched = async (clock: () => number): Promise<number> => {
    let times = 0;
    await runProgram(
      (argv, io) => {
        const within = <T>(job: () => T): T => {
          times++;
          return job();
        };
        return zonal(argv, { ...io, now: clock, watch: { ...io.watch, within } });
      },
      ["verify", name, "-e", "A[] c[0] <= 9", "--max-states", "1000"],
    );
    return times;
  };
  let time = 0;
  // The whole command, reading the model, and all turns of the search; where each takes long, each is one.
  expect(await watched(() => 0)).toBe(3);
  expect(await watched(() => (time += 100))).toBeGreaterThan(4);
});

test("a short command is watched over once, whatever it is asked", async () => {
  const name = file("lamp.xta", lamp);
  let times = 0;
  const { code, out } = await runProgram(
    async (argv, io) => {
      const within = <T>(job: () => T): T => {
        times++;
        return job();
      };
      return (await quickly(zonal, argv, { ...io, now: () => 0, watch: { ...io.watch, within } }, deaf)) ?? -1;
    },
    ["verify", name, "-e", "A[] n < 3", "-e", "E<> n == 1", "-e", "A<> n == 2"],
  );
  expect({ code, lines: out.split("\n").length, times }).toEqual({ code: 1, lines: 4, times: 1 });
});

test("the last search stays, and hears between its turns", async () => {
  const name = file("long.xta", long);
  let turns = 0;
  // A clock that goes on when it is looked at: how long the machine takes does not matter.
  let time = 0;
  const ears: Ears = {
    signal: () => (turns > 3 ? "SIGINT" : undefined),
    turn: async () => void turns++,
    hear: () => {},
  };
  const { code, out } = await tried(["verify", name, "-e", "E<> c[0] == 1", "-e", "A[] c[0] <= 9"], () => time++, ears);
  expect(code).toBe(130);
  expect(out).toMatch(/^1\. E<> c\[0\] == 1: satisfied\n2\. .*: unknown/);
  expect(turns).toBe(4);
});

test("what could be seen is not tried", () => {
  for (const argv of [
    ["online", "m", "--window", "3"],
    ["simulate", "m"],
    ["simulate", "m", "--script", "-"],
    ["reconstruct", "m", "--script=-"],
    ["verify", "m", "--junit", "f"],
    ["verify", "m", "--trace-file=t.xtr"],
    ["m", "-f", "p"],
    ["m", "-Xp"],
    ["m", "-t1", "-sf", "p"],
    ["m", "--progress"],
  ]) {
    expect(isQuick(argv), argv.join(" ")).toBe(false);
  }
  for (const argv of [
    ["verify", "m", "-e", "E<> x", "--timeout", "3"],
    ["m", "-t1", "-su"],
    ["verify", "-"],
    ["export", "m", "-o", "g.dot"],
    ["simulate", "m", "--random", "3"],
    ["reconstruct", "m", "--script", "steps"],
  ])
    expect(isQuick(argv)).toBe(true);
  expect(isQuick(["verify", file("large.xta", " ".repeat(200_000))])).toBe(false);
});
