import { describe, expect, test } from "vitest";
import { check } from "../../src/model/index.ts";
import { read } from "../../src/syntax/index.ts";

/** The inside of live sequence charts, with exact places. */
const model = (
  inside: string,
  head = "",
): string => `<nta><declaration>clock x; int n; bool b; chan c; chan d[2]; int f() { return n; }</declaration>
<template><name>A</name><location id="a"/><init ref="a"/></template>
<template><name>B</name><parameter>const int i</parameter><location id="b"/><init ref="b"/></template>
<lsc><name>L</name>${head}<type>Universal</type><mode>invariant</mode><instance id="l"><name>A</name></instance><instance id="m"><name>B(2)</name></instance>
<prechart><lsclocation>2</lsclocation></prechart>${inside}</lsc>
<system>S = L(); Q = B(2); system A, Q;</system></nta>`;

const message = (label: string, from = "l", to = "m"): string =>
  `<message><source ref="${from}"/><target ref="${to}"/><lsclocation>1</lsclocation><label kind="message">${label}</label></message>`;
const condition = (label: string, heat = "cold", at = 3, on = "l"): string =>
  `<condition><anchor instanceid="${on}"/><lsclocation>${at}</lsclocation><temperature>${heat}</temperature><label kind="condition">${label}</label></condition>`;
const update = (label: string): string =>
  `<update><anchor instanceid="m"/><lsclocation>3</lsclocation><label kind="update">${label}</label></update>`;

function faults(text: string): string[] {
  const source = read(text, { name: "m.xml", dialect: 5 });
  if (source.format === "tck") throw new Error("not a model of UPPAAL");
  return [...source.diagnostics, ...check(source.tree).diagnostics].map(
    (d) => `${d.severity === "warning" ? "warning " : ""}${d.code}: ${text.slice(d.span.start, d.span.end)}`,
  );
}

describe("labels", () => {
  test.each([
    [
      "all is well",
      message("c") + message("d[n]") + condition("x &gt;= 2 &amp;&amp; n == 1") + update("n = 1, x = 0"),
      [],
    ],
    ["a message that is no channel", message("n"), ["channel-expected: n"]],
    ["a message that changes something", message("d[n = 1]"), ["side-effect: d[n = 1]"]],
    ["a condition that is none", condition("c"), ["not-a-condition: c"]],
    ["a condition that changes something", condition("b = true"), ["side-effect: b = true"]],
    ["an unknown name", condition("k &lt; 2"), ["unknown-identifier: k"]],
    ["an update of a wrong type", update("n = 1.5"), ["incompatible-types: n = 1.5"]],
    ["an update without effect", update("n == 1"), ["warning no-effect: n == 1"]],
    ["what is no expression", message("c +"), ["syntax-error: "]],
    ["nowhere", message("c", "z", "m"), ["no-such-line-source: z"]],
    ["to nowhere", message("c", "l", "z"), ["no-such-line-target: z"]],
    ["on no line", condition("b", "cold", 3, "z"), ["no-such-line-anchor: z"]],
    ["hot in the prechart", condition("b", "hot", 1), ["warning hot-prechart: b"]],
    ["hot behind it", condition("b", "hot", 2), []],
  ])("%s", (_, inside, expected) => expect(faults(model(inside))).toEqual(expected));
});

describe("parameters, declarations and lines", () => {
  const head = "<parameter>int k</parameter><declaration>int own;</declaration>";
  const line = (name: string): string => `<instance id="n"><name>${name}</name></instance>`;
  test("a chart has names of its own", () => {
    const text = model(condition("x &gt;= k &amp;&amp; own == 0"), head).replace("S = L();", "S = L(3);");
    expect(faults(text)).toEqual([]);
    expect(faults(model(condition("own == 0")))).toEqual(["unknown-identifier: own"]);
  });
  test.each([
    ["Later", []],
    ["Q", []],
    ["B", ["line-arguments: B"]],
    ["B(1, 2)", ["too-many-template-arguments: B(1, 2)"]],
    ["B()", ["too-few-template-arguments: B()"]],
    ["n(1)", ["not-a-template: n"]],
    ["A + B", ["not-a-template: A + B"]],
  ])("a line called %s", (name, expected) => expect(faults(model(line(name)))).toEqual(expected));
  test("an existential chart with a prechart", () => {
    expect(faults(model("").replace("Universal", "Existential"))).toEqual(["existential-prechart: <prechart>"]);
  });
});
