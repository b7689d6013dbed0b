import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { check, open, parseRcx, rcxModel, writeXml } from "../../src/index.ts";
import { accelerated } from "./accelerating.ts";

const example = readFileSync(new URL("../../examples/controller.rcx", import.meta.url), "utf8");

/** The model of a program that has no errors. */
function modelOf(text: string): string {
  const { program, diagnostics } = parseRcx(text);
  expect(diagnostics).toEqual([]);
  const xml = writeXml(rcxModel(program));
  expect(check(rcxModel(program)).diagnostics).toEqual([]);
  return xml;
}

/** The faults with what they underline. */
function faults(text: string): readonly string[] {
  return parseRcx(text).diagnostics.map((d) => `${d.code} ${text.slice(d.span.start, d.span.end)}`);
}

describe("byte code", () => {
  test("of Figure 7 has 35 instructions, of which idle cycles can be accelerated exactly", () => {
    const { program } = parseRcx(example);
    expect(program.instructions.length).toBe(35);
    const { result } = accelerated(modelOf(example), { shape: "compress" });
    expect(result.exact).toBe(true);
    // Those that only test and branch: three ways through the first process, two through the second.
    expect(result.appended.length).toBe(6);
    expect(result.appended.map((a) => a.added.length)).toEqual([1, 1, 1, 1, 1, 1]);
  });

  test("accelerated is explored in as many states whatever the period is", () => {
    const explored = [1000, 1_000_000].map((period) => {
      const text = modelOf(example.replace(".period 1000", `.period ${period}`));
      const { result } = accelerated(text, { shape: "compress" });
      return open(result.text, { name: "m.xml" }).verify("A[] in1 <= 12", { acceleration: false }).statistics.explored;
    });
    expect(explored[0]).toBe(explored[1]);
  });

  test("does what it says", () => {
    const { verify } = open(modelOf(example), { name: "m.xml" });
    for (const [query, outcome] of [
      ["E<> a and b", "satisfied"],
      ["A[] b imply B.v1 == 1 or B.S31", "satisfied"],
      ["A[] Env.S0 imply not a", "satisfied"],
      ["A[] Env.S3 imply not a", "violated"],
      ["A[] Env.S3 and Env.z > 500 imply not a", "satisfied"],
      ["A[] B.S10 imply not (5 < in1 and in1 < 10)", "violated"],
      ["E<> B.S7 and Env.S0 and in1 == 0 and Env.z > 500", "violated"],
    ] as const)
      expect([query, verify(query).outcome]).toEqual([query, outcome]);
  });

  test("that runs off its end stops there; without steps the environment may do anything", () => {
    const { verify } = open(
      modelOf(".sensor 0 0..3\n0 v[1] := snsval[0] + 2\n1 tbf v[1]==4, 3\n2 baf 1\n3 v[0] := -7"),
      { name: "m.xml" },
    );
    for (const [query, outcome] of [
      ["E<> B.End", "violated"],
      ["E<> B.S2 and B.v1 == 2 and in1 == 3", "satisfied"],
      ["E<> B.v1 == 3", "violated"],
    ] as const)
      expect([query, verify(query).outcome]).toEqual([query, outcome]);
    expect(open(modelOf("0 v[0] := -7"), { name: "m.xml" }).verify("A<> B.End and B.v0 == -7").outcome).toBe(
      "satisfied",
    );
  });

  test("lasts as long as the table says", () => {
    const { verify } = open(modelOf(".duration assign 3..5\n.duration baf 2..9\n0 v[0] := 1\n1 baf 1"), {
      name: "m.xml",
    });
    expect(verify("sup{B.S0}: B.x").values?.[0]?.intervals.at(-1)?.high).toBe(5);
    expect(verify("sup{B.S1}: B.x").values?.[0]?.intervals.at(-1)?.high).toBe(9);
  });
});

describe("faults of byte code are told with their place", () => {
  test.each([
    ["", ["rcx-empty "]],
    ["; nothing but this", ["rcx-empty "]],
    ["0000 v[0] := 1\n0000 baf 0", ["rcx-address 0000"]],
    ["0010 v[0] := 1\n0005 baf 10", ["rcx-address 0005"]],
    ["0 baf 7", ["rcx-target 7"]],
    ["0 tbf 1==1, 9 // nowhere", ["rcx-target 9"]],
    ["0 tbf 3=v[1], 0\n1 baf 1", ["rcx-syntax =v[1],"]],
    ["0 jump 4\n1 baf 1", ["rcx-syntax jump"]],
    ["x baf 1\n1 baf 1", ["rcx-syntax x"]],
    ["0 v[0] = 1\n1 baf 1", ["rcx-syntax ="]],
    ["0 v[0 := 1\n1 baf 1", ["rcx-syntax :="]],
    ["0 v[0] := 99999\n1 baf 1", ["rcx-range 99999"]],
    ["0 actmode[D] := on\n1 baf 1", ["rcx-syntax D]"]],
    ["0 actmode[A] := half\n1 baf 1", ["rcx-syntax half"]],
    ["0 baf 0 0\n1 baf 1", ["rcx-syntax 0"]],
    [".sensor 0 5..3\n0 baf 0", ["rcx-range 5..3"]],
    [".duration tbf -1..3\n0 baf 0", ["rcx-range -1..3"]],
    [".duration jump 1..3\n0 baf 0", ["rcx-syntax jump"]],
    [".period 0\n0 baf 0", ["rcx-range 0"]],
    [".speed 3\n0 baf 0", ["rcx-syntax .speed"]],
    [".sensor 0 0..9\n.step snsval[0] := 10\n0 baf 0", ["rcx-range snsval[0] := 10"]],
    ["0 tbf snsval[0]<, 0\n1 baf 1\n2 baf 8", ["rcx-syntax ,", "rcx-target 8"]],
  ])("%j", (text, expected) => {
    expect(faults(text)).toEqual(expected);
  });
});

test("a period has 32 bits", () => {
  const text = (period: string): string => `.period ${period}\n0 baf 0`;
  expect(parseRcx(text("2147483647")).program.period).toBe(2147483647);
  expect(faults(text("2147483648"))).toEqual(["rcx-range 2147483648"]);
  expect(faults(text("0"))).toEqual(["rcx-range 0"]);
  expect(() => rcxModel({ ...parseRcx(text("1")).program, period: 2 ** 31 })).toThrow("is not one of 1 to 2147483647");
});
