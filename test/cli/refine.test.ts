import { describe, expect, test } from "vitest";
import { file, run } from "./harness.ts";
import { schemaFaults } from "./schema.ts";

const gate = "examples/refinement/gate.xta";
const ask = (impl: string, ...more: readonly string[]) =>
  run(["refine", "--impl", `${gate}:${impl}`, "--spec", `${gate}:Gate`, ...more]);

describe("the railway gate of the examples", () => {
  test.each([
    ["Controller", 0, "included: "],
    ["Counter,Driver", 0, "included: "],
    [
      "Restarting",
      1,
      "not included: at time 6 the implementation is still waiting, but the specification may stay in Closing only while Gate.x<=5",
    ],
    [
      "Forgetful",
      1,
      "not included: at time 1 the implementation does leave[1]?, which the specification in Closed does not allow then",
    ],
  ])("%s ends with %i", async (impl, code, text) => {
    const ran = await ask(impl);
    expect(ran.err).toBe("");
    expect(ran.out.startsWith(text)).toBe(true);
    expect(ran.code).toBe(code);
  });

  test("the report shows both sides and the guard that fails", async () => {
    const { out } = await ask("Forgetful");
    expect(out).toContain("implementation");
    expect(out).toMatch(/lower! +Forgetful: Warned -> Down { y >= 1 } +Gate: Closing -> Closed/);
    expect(out).toMatch(/leave\[1\]\? +Forgetful: Down -> Cleared { t = 1; y = 0 } +not allowed/);
    expect(out).toContain("What the specification has for leave[1]? in Closed:");
  });

  test("JSON is as its schema says", async () => {
    for (const impl of ["Controller", "Restarting", "Forgetful"]) {
      const { out } = await ask(impl, "--json");
      expect(schemaFaults("refine", JSON.parse(out))).toEqual([]);
    }
  });

  test("export mode says the same", async () => {
    for (const [impl, code] of [
      ["Controller", 0],
      ["Restarting", 1],
      ["Forgetful", 1],
    ] as const) {
      const { out, code: made } = await run(["transform", "test", gate, "--spec", "Gate", "--impl", impl]);
      expect(made).toBe(0);
      const ran = await run(["verify", file(`${impl}.xta`, out), "-e", "A[] not GateTest.Err"]);
      expect(ran.code).toBe(code);
    }
  });
});

describe("what cannot be asked", () => {
  test.each([
    [["refine", "--impl", `${gate}:Nobody`, "--spec", `${gate}:Gate`], /no process or template Nobody/],
    [["refine", "--impl", `${gate}:Controller`], /required option/],
    [["transform", "test", gate, "--spec", "Nobody"], /no process or template Nobody/],
    [["transform", "nothing"], /no transformation 'nothing'/],
    [["transform", "template", gate], /nothing to do/],
  ])("%j", async (argv, text) => {
    const { code, err } = await run(argv);
    expect(code).toBe(2);
    expect(err).toMatch(text);
  });
  test("a specification that is not deterministic", async () => {
    const text =
      "chan c; process S() { state s, t, u; init s; trans s -> t { sync c!; }, s -> u { sync c!; }; } system S;";
    const path = file("both.xta", text);
    const argv = ["refine", "--impl", `${path}:S`, "--spec", `${path}:S`];
    const { code, out } = await run([...argv, "--sets", "0"]);
    expect(code).toBe(2);
    expect(out).toContain("not applicable: the specification is not deterministic");
    expect(out).toContain("the edges s -> t and s -> u can both be taken for one action");
    expect((await run([...argv, "--sets", "1"])).code).toBe(3);
    expect((await run(argv)).code).toBe(0);
  });
});

test("a specification that may be in several states at a time", async () => {
  const ask = (impl: string, ...more: string[]) =>
    run([
      "refine",
      "--impl",
      `examples/refinement/coin.xta:${impl}`,
      "--spec",
      "examples/refinement/coin.xta:Machine",
      ...more,
    ]);
  const fair = await ask("Fair", "--json");
  expect([fair.code, schemaFaults("refine", JSON.parse(fair.out))]).toEqual([0, []]);
  expect(JSON.parse(fair.out).relation).toContainEqual({
    implementation: ["Fair.Brewing"],
    specification: ["Machine.Strong", "Machine.Weak"],
    zones: 1,
  });
  const hasty = await ask("Hasty", "--json");
  expect([hasty.code, schemaFaults("refine", JSON.parse(hasty.out))]).toEqual([1, []]);
  expect(JSON.parse(hasty.out).distinction).toMatchObject({
    kind: "action",
    time: "1",
    steps: [{ action: "coin?" }, { action: "tea!" }],
  });
  const certified = await ask("Hasty", "--certificate", file("coin.cert", ""));
  expect(certified.code).toBe(3);
});

test("a tester of a specification that is not deterministic comes with a warning", async () => {
  const text =
    "chan c; process S() { state s, t, u; init s; trans s -> t { sync c!; }, s -> u { sync c!; }; } system S;";
  const { code, err } = await run(["transform", "test", file("choice.xta", text), "--spec", "S"]);
  expect(code).toBe(0);
  expect(err).toBe(
    "warning: the specification is not deterministic: the edges s -> t and s -> u can both be taken for one action\n",
  );
});

test("the tester is added to an XML file, and nothing else of it changes", async () => {
  const xml = `<?xml version="1.0" encoding="utf-8"?>
<nta>
	<declaration>// kept as it is
chan c;</declaration>
	<template>
		<name>S</name>
		<declaration>clock x; // mine</declaration>
		<location id="id0" x="10" y="20"><name x="0" y="0">here</name><label kind="invariant" x="1" y="2">x &lt;= 3</label></location>
		<init ref="id0"/>
		<transition><source ref="id0"/><target ref="id0"/><label kind="synchronisation" x="3" y="4">c!</label><label kind="assignment">x = 0</label></transition>
	</template>
	<template><name>I</name><location id="id1"/><init ref="id1"/></template>
	<system>system I;</system>
	<queries></queries>
</nta>
`;
  const { out, code } = await run(["transform", "test", file("s.xml", xml), "--spec", "S"]);
  expect(code).toBe(0);
  expect(out.startsWith(xml.slice(0, xml.indexOf("<template><name>I</name>")))).toBe(true);
  expect(out).toContain("<system>system I, STest;</system>");
  expect(out).toContain("A[] not STest.Err");
  expect(out).toContain('kind="comments"');
  expect(out).toContain('x="10" y="20"');
  const ran = await run(["verify", file("t.xml", out)]);
  // The implementation waits for ever, the specification only for three.
  expect(ran.code).toBe(1);
});
