import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { networkToIf, type Opened, open, type Trace, traceToXtr, traceWithTime } from "../../src/index.ts";
import { type Model, readIf, readXtr, type Step } from "./if-reader.ts";

/** The intermediate format names what an `.xtr` counts: read by a reader of its own, the two tell the very trace. */
const examples = fileURLToPath(new URL("../../examples", import.meta.url));

function ifOf(opened: Opened, time: boolean): Model {
  return readIf(ifText(opened, time));
}

function ifText(opened: Opened, time: boolean): string {
  return networkToIf(opened.network!, opened.model!.tree, { time });
}

/** Every step follows from the one before, and names, values and edges are those of the trace. */
function compare(steps: readonly Step[], model: Model, trace: Trace, { texts }: Opened): void {
  expect(model.clocks.slice(1)).toEqual(trace.clocks);
  expect(model.variables.map((v) => v.name)).toEqual(trace.variables);
  expect(model.processes.map((p) => p.name)).toEqual(trace.processes.map((p) => p.name));
  expect(steps).toHaveLength(trace.states.length);
  expect(steps[0]!.places).toEqual(model.processes.map((p) => p.initial));
  expect(steps[0]!.values).toEqual(model.initial);
  steps.forEach(({ places, values, taken }, i) => {
    const state = trace.states[i]!;
    expect(places.map((cell) => model.names.get(cell))).toEqual(
      state.locations.map((l, p) => trace.processes[p]!.locations[l]),
    );
    expect(values).toEqual(state.variables);
    values.forEach((value, v) => {
      expect(value).toBeGreaterThanOrEqual(model.variables[v]!.low);
      expect(value).toBeLessThanOrEqual(model.variables[v]!.high);
    });
    if (i === 0) return;
    const at = [...steps[i - 1]!.places];
    // Of an edge through branch points the last part comes first.
    for (const { process, edge } of taken.toReversed()) {
      expect(edge.source).toBe(at[process]);
      at[process] = edge.target;
    }
    expect(at).toEqual(places);
    const parts = trace.transitions[i - 1]!.parts.flatMap((part) => [
      ...(part.branches ?? []).map((branch) => branch.origin).toReversed(),
      part.origin,
    ]);
    expect(taken.map(({ edge }) => edge.labels)).toEqual(
      parts.map(texts).map((text) => [text?.guard || "1", text?.sync || "0", text?.update || "1"]),
    );
    expect(taken.flatMap((part) => part.selects)).toHaveLength(
      trace.transitions[i - 1]!.parts.flatMap((part) => part.selects).length,
    );
  });
}

function compareAll(opened: Opened, query: string): boolean {
  const { trace } = opened.verify(query, { trace: "some" });
  if (trace === undefined) return false;
  const timed = traceWithTime(opened.network!, trace);
  if (typeof timed === "string") throw new Error(timed);
  for (const [time, shown] of [
    [true, timed],
    [false, trace],
  ] as const) {
    const model = ifOf(opened, time);
    compare(readXtr(traceToXtr(shown, opened.network!), model), model, shown, opened);
  }
  return true;
}

describe("every trace of an example", () => {
  let traces = 0;
  test.each(readdirSync(examples).filter((name) => name.endsWith(".xml")))("%s", (name) => {
    const opened = open(readFileSync(join(examples, name), "utf8"), { name });
    const queries = opened.model!.tree.queries.map((entry) => entry.text.trim());
    for (const query of queries) if (compareAll(opened, query)) traces++;
    ifOf(opened, true);
  });
  test("there are traces", () => void expect(traces).toBeGreaterThan(10));
});

const branching = `<?xml version="1.0" encoding="utf-8"?><nta><declaration>
broadcast chan go, stop; clock x; meta int[-3,3] m = 1; bool done;</declaration>
<template><name>A</name><declaration>clock y; int[0,9] n = 4;</declaration>
<location id="id0"><name>Wait</name><label kind="invariant">y &lt;= 5 &amp;&amp; x &lt;= 9</label></location>
<location id="id1"><committed/></location><location id="id2"><name>End</name><urgent/></location>
<branchpoint id="id3"/><branchpoint id="id4"/><init ref="id0"/>
<transition><source ref="id3"/><target ref="id2"/><label kind="assignment">n = 0</label></transition>
<transition><source ref="id4"/><target ref="id1"/><label kind="synchronisation">go!</label><label kind="assignment">done = true</label></transition>
<transition><source ref="id1"/><target ref="id2"/><label kind="select">k : int[2,3]</label><label kind="guard">k == 3</label></transition>
<transition><source ref="id0"/><target ref="id3"/><label kind="guard">y &gt; 2</label></transition>
<transition><source ref="id3"/><target ref="id4"/></transition></template>
<template><name>B</name><parameter>const int[0,1] i</parameter><location id="id5"><name>L</name></location>
<location id="id6"><name>M</name></location><init ref="id5"/>
<transition><source ref="id5"/><target ref="id6"/><label kind="synchronisation">(i == 0 ? go : stop)?</label></transition>
<transition><source ref="id6"/><target ref="id5"/></transition></template>
<system>system A, B;</system></nta>`;

describe("the intermediate format", () => {
  const opened = open(branching, { name: "branching.xml" });

  test("every arrow is one edge: through branch points, with selects, with either of two channels", () => {
    const model = ifOf(opened, true);
    const [a, b] = model.processes;
    expect(a!.locations.map((cell) => model.names.get(cell))).toEqual(["Wait", "_id1", "End"]);
    expect(a!.edges.map((e) => [e.source, e.target].map((cell) => model.names.get(cell)))).toEqual([
      ["_branch0", "End"],
      ["_branch1", "_id1"],
      ["_id1", "End"],
      ["Wait", "_branch0"],
      ["_branch0", "_branch1"],
    ]);
    expect(b!.edges).toHaveLength(2);
    expect(model.processes.map((p) => p.name)).toEqual(["A", "B(0)", "B(1)"]);
    expect(compareAll(opened, "E<> A.End && done && B(0).M")).toBe(true);
    expect(compareAll(opened, "E<> A.End && !done")).toBe(true);
  });

  test("lines", () => {
    const text = ifText(opened, true);
    expect(text).toMatch(/^layout\n#.*\n#.*\n0:clock:0:#t\(0\)\n1:clock:1:#time\n2:clock:2:x\n3:clock:3:A\.y\n/);
    expect(text).toContain(":meta:-3:3:1:0:m\n");
    expect(text).toContain(":var:0:9:4:2:A.n\n");
    expect(text).toContain(":location:committed:_id1\n");
    expect(text).toContain(":location:urgent:End\n");
    expect(text).toMatch(/\n\d+:::y <= 5 && x <= 9\n/);
    expect(ifText(opened, false)).toContain("\n0:clock:0:t(0)\n1:clock:1:x\n2:clock:2:A.y\n");
  });

  test("the reader takes nothing that does not fit", () => {
    const text = ifText(opened, true);
    const trace = opened.verify("E<> A.End && done", { trace: "some" }).trace!;
    const untimed = traceToXtr(trace, opened.network!);
    expect(() => readXtr(untimed.replace(/^0 0 0 /, "0 0 "), readIf(text))).toThrow("numbers");
    expect(() => readXtr(untimed.replace(/; \.\n\.\n$/, "; 0 9 ; .\n.\n"), readIf(text))).toThrow("no edge");
    expect(() => readIf(text.replace("\nprocesses\n", "\n\nprocesses\n"))).toThrow("sections");
    expect(() => readIf(text.replace("1:clock:1", "1:clock:2"))).toThrow("clock 1");
  });
});
