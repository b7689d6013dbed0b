import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { check, compileTasks, parseRcx, printXta, rcxModel, read, type UppaalSource } from "../../src/index.ts";

/** Control processes compiled to byte code: Figures 7 and 8 of Hendriks and Larsen (2002) from Figures 3, 4 and 6. */
const example = readFileSync("examples/controller-tasks.xta", "utf8");
const compiled = (text: string): string => compileTasks(check((read(text, { name: "m.xta" }) as UppaalSource).tree));

test("Figures 3 and 4 give the byte code of Figure 7, address by address, and Figure 8", () => {
  const byteCode = readFileSync("examples/controller.rcx", "utf8");
  const instructions = (text: string): readonly string[] => text.split("\n").filter((line) => /^\d/.test(line));
  expect(instructions(compiled(example))).toEqual(instructions(byteCode));
  const model = (text: string): string => printXta(rcxModel(parseRcx(text).program));
  expect(model(compiled(example))).toBe(model(byteCode));
});

describe("what the processes do, the byte code does", () => {
  const task = (edges: string, states = "l0, l1, l2"): string =>
    `int[0,9] in1, in2; bool a; urgent chan h; process P() { state ${states}; init l0; trans ${edges}; } system P;`;
  /** Where a round of the byte code leads from a location, with sensors as given. */
  const round = (text: string, location: number, sensors: readonly number[]): number => {
    const { program, diagnostics } = parseRcx(compiled(text));
    expect(diagnostics).toEqual([]);
    const { instructions } = program;
    const at = new Map(instructions.map((i, k) => [i.address, k]));
    const loop = instructions.at(-1)!;
    let [v, k] = [location, at.get(loop.kind === "baf" ? loop.target.address : 0)!];
    for (let steps = 0; k < instructions.length - 1; steps++) {
      const i = instructions[k]!;
      if (steps > 100) throw new Error("the round does not end");
      if (i.kind === "assign" && i.value.kind === "int") v = i.value.value;
      const read = (x: typeof i extends { left: infer V } ? V : never): number =>
        (x as { kind: string; value: number; index: number }).kind === "int"
          ? (x as { value: number }).value
          : (x as { kind: string }).kind === "variable"
            ? v
            : sensors[(x as { index: number }).index]!;
      const holds =
        i.kind === "tbf" &&
        {
          "==": (p: number, q: number) => p === q,
          "!=": (p: number, q: number) => p !== q,
          "<": (p: number, q: number) => p < q,
          "<=": (p: number, q: number) => p <= q,
          ">": (p: number, q: number) => p > q,
          ">=": (p: number, q: number) => p >= q,
        }[i.op](read(i.left as never), read(i.right as never));
      k = i.kind === "baf" || holds ? at.get((i as { target: { address: number } }).target.address)! : k + 1;
    }
    return v;
  };
  test.each([
    ["in1 < 4", (x: number) => x < 4],
    ["in1 <= 4", (x: number) => x <= 4],
    ["in1 > 4", (x: number) => x > 4],
    ["4 <= in1", (x: number) => x >= 4],
    ["in1 == 4", (x: number) => x === 4],
    ["in1 != 4", (x: number) => x !== 4],
    ["in1 >= 2 && in1 <= 6 && in2 != 1", (x: number, y: number) => x >= 2 && x <= 6 && y !== 1],
  ])("%s", (guard, holds) => {
    const text = task(
      `l0 -> l1 { guard ${guard}; sync h!; assign a = 1; }, l1 -> l2 { sync h!; }, l2 -> l0 { guard in1 == 9; sync h!; }`,
    );
    for (let x = 0; x <= 9; x++)
      for (const y of [0, 1, 2]) {
        expect(round(text, 0, [x, y]), `${x} ${y}`).toBe(holds(x, y) ? 1 : 0);
        expect([round(text, 1, [x, y]), round(text, 2, [x, y])]).toEqual([2, x === 9 ? 0 : 2]);
      }
  });
  test.each([
    [task("l0 -> l1 { sync h?; }"), "nothing to compile"],
    [task("l0 -> l1 { sync h!; }, l1 -> l0 { }"), "does not move over an urgent channel"],
    [task("l0 -> l1 { guard in1 + 1 < 4; sync h!; }"), "is no comparison of a sensor"],
    [task("l0 -> l1 { sync h!; assign in1 = 3; }"), "switches no actuator"],
    [task("l0 -> l1 { select i : int[0,1]; sync h!; }"), "has a select"],
    [task("l0 -> l1 { sync h!; }", "l0, l1; commit l1"), "has an invariant or a mark"],
    [example.replace("z = 0; },\n    S1", "},\n    S1").replace("in1 = 7, ", "in1 = 7; "), "is no environment"],
    [example.replace("S1 { z <= LARGE }", "S1 { z <= 7 }"), "take different times"],
    [example.replace("S3 -> S0", "S3 -> S1"), "is no environment"],
    [example.replace("int[0,1] a,", "int[0,1] a = 1,"), "a does not begin with 0"],
  ])("what it cannot compile is refused %#", (text, words) => {
    expect(() => compiled(text)).toThrow(words);
  });
});

test("the period of the environment is one that byte code can have", () => {
  const late = (period: number): string => example.replace(/const int LARGE = \d+/, `const int LARGE = ${period}`);
  expect(parseRcx(compiled(late(2147483647))).diagnostics).toEqual([]);
  expect(() => compiled(late(-5))).toThrow("the period -5 is not one of 1 to 2147483647");
});
