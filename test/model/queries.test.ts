import { describe, expect, it } from "vitest";
import { checkQuery } from "../../src/model/index.ts";
import { Fragment, parseQuery } from "../../src/syntax/index.ts";
import { modelOf, queryFaults } from "./faults.ts";

const model =
  modelOf(`int n; bool on; clock x, y; double heat; hybrid clock flow; typedef int[0,2] id; int a[3]; typedef scalar[2] who; int per[who];
  struct { int f; } s; broadcast chan go; bool big(int i) { return i > 3; } int poke() { n++; return n; }
  process Cell(const id i, const int size) { clock z; int v, row[3]; chan own; typedef scalar[2] mine; mine m; int get() { return v; } state Idle, Busy; init Idle; trans Idle -> Busy { guard z >= 2; sync go!; }; }
  process Lamp() { clock z; state Off, On; init Off; trans Off -> On { sync go?; }; }
  process Spare() { state A; init A; }
  One = Cell(0, 5); Row(const id k) = Cell(k, 7); system One, Row, Lamp;`);

describe("queries", () => {
  it("are checked against a model without faults", () => {
    expect(model.diagnostics).toEqual([]);
  });

  it.each([
    ["E<> One.Busy and x > 3", []],
    ["A[] forall (k : id) Row(k).Busy imply Row(k).z <= 3", []],
    ["E<> Row(n).v == One.i + One.size", []],
    ["E<> One.get() == 1 && One.row[1] == s.f", []],
    ["A[] One.location == Lamp.location", []],
    ["E<> exists (w : who) per[w] == 1", []],
    ["Lamp.On --> Lamp.Off", []],
    ["A[] not deadlock", []],
    ["E<> x != 3 or not (x < 2)", []],
    ["E<> x - y > 2", []],
    ["sup: n + 1, x, on", []],
    ["inf{Lamp.On}: Lamp.z", []],
    ["bounds{n > 2}: x", []],
    ["E<> One", ["unknown-type: One"]],
    ["E<> x", ["unknown-type: x"]],
    ["E<> go", ["unknown-type: go"]],
    ["E<> One.own", ["unknown-type: One.own"]],
    ["E<> big", ["unknown-type: big"]],
    ["E<> One.Bussy", ["no-such-member: Bussy"]],
    ["E<> Busy", ["unknown-identifier: Busy"]],
    ["E<> Spare.A", ["not-a-structure: Spare"]],
    ["E<> n.v", ["not-a-structure: n"]],
    ["E<> n.location == 1", ["not-a-process: n"]],
    ["E<> Row.Busy", ["not-a-structure: Row"]],
    ["E<> Row[1].Busy", ["not-a-structure: Row"]],
    ["E<> Row(0, 1).Busy", ["too-many-set-arguments: Row(0, 1)"]],
    ["E<> Row().Busy", ["too-few-set-arguments: Row()"]],
    ["E<> Row(x).Busy", ["index-type: x"]],
    ["E<> Lamp().On", ["function-expected: Lamp"]],
    ["E<> big()", ["too-few-arguments: big()"]],
    ["E<> poke() > 2", ["side-effect: poke() > 2"]],
    ["E<> n++ > 2", ["side-effect: n++ > 2"]],
    ["E<> heat > 1", ["query-doubles: heat > 1"]],
    ["E<> flow > 1", ["query-doubles: flow > 1"]],
    ["E<> x > 1.5", ["query-doubles: x > 1.5"]],
    ["A<> deadlock", ["deadlock-place: deadlock"]],
    ["on --> deadlock", ["deadlock-place: deadlock"]],
    ["A[] (on and A<> Lamp.On)", ["nested-path: on and A<> Lamp.On"]],
    ["sup: x < 3", ["clock-expected: x < 3"]],
    ["sup: a", ["clock-expected: a"]],
    ["inf: x - y", ["clock-expected: x - y"]],
    ["sup{x}: n", ["boolean-expected: x"]],
    ["sup: heat", ["clock-expected: heat"]],
    ["A[on U Lamp.On]", ["property-type: A[on U Lamp.On]"]],
    ["E<> on under Best", ["unknown-strategy: Best"]],
    ["E<> One.m == Row(1).m", ["unknown-type: One.m == Row(1).m"]],
  ])("%s", (text, expected) => {
    expect(queryFaults(model, text)).toEqual(expected);
  });

  it.each([
    ["control: A[] on", []],
    ["control: A<> Lamp.On", []],
    ["control: A[on U Lamp.On]", []],
    ["control: A[] (on and A<> Lamp.On)", []],
    ["control: E<> on", ["control-type: E<> on"]],
    ["control_t*(3, 4): A<> Lamp.On", []],
    ["control_t*: A[] on", ["control-time-type: A[] on"]],
    ["control: A<> n", []],
    ["control: A<> One", ["unknown-type: One"]],
    ["{on, x < 3, x >= 2} control: A<> Lamp.On", []],
    ["{x <= 3} control: A<> Lamp.On", ["observation-bound: x <= 3"]],
    ["{x - y < 3} control: A<> Lamp.On", ["observation-difference: x - y < 3"]],
    ["strategy Best = control: A<> Lamp.On", []],
    ["E<> on under Known", []],
    ["strategy Known = control: A<> Lamp.On", ["warning duplicate-strategy: Known"]],
    ['saveStrategy("best.json", Known)', []],
    ["saveStrategy(3, Known)", ["strategy-file: 3"]],
    ["Pr[<=100](<> Lamp.On)", []],
    ["Pr[x<=n](<> Lamp.On)", ["not-computable: n"]],
    ["Pr[n<=100](<> Lamp.On)", ["clock-expected: n"]],
    ["Pr[<=100](<> x)", ["boolean-expected: x"]],
    ["Pr[#<=100]([] on) >= 0.5", []],
    ["Pr[<=100; 20](<> on) >= 0.5", ["explicit-runs: Pr[<=100; 20](<> on) >= 0.5"]],
    ["E[<=100; 20](max: n + x)", []],
    ["E[<=100; 20](mean: n)", ["min-or-max: E[<=100; 20](mean: n)"]],
    ["simulate[<=50; 3] {n, x, s, a} : 2 : Lamp.On", []],
    ["simulate[<=50] {go}", ["integer-or-clock-expected: go"]],
    ["Pr (<>[0,10] ([][0,5] Lamp.On) || on)", []],
    ["minE(n)[<=100] {n} -> {x} : <> Lamp.On", []],
    ["minE(n)[<=100] : [] Lamp.On", ["learning-path: minE(n)[<=100] : [] Lamp.On"]],
    ["sat: Chart", ["no-such-scenario: Chart"]],
    ["sat: Lamp", ["not-a-scenario: Lamp"]],
  ])("%s", (text, expected) => {
    expect(queryFaults(model, text, ["Known"])).toEqual(expected);
  });

  it("say which part of the model a name means", () => {
    const { query } = parseQuery(Fragment.of("E<> Row(2).z > 3 && One.Busy && One.get() > n"));
    if (query === undefined) throw new Error("a query was expected");
    const { symbols } = checkQuery(model, query);
    const found = [...symbols].map(
      ([name, symbol]) => `${name.name} ${symbol.kind}${symbol.kind === "instance" ? ` of ${symbol.of.name}` : ""}`,
    );
    expect(found).toEqual([
      "Row instance of Cell",
      "z variable",
      "One instance of Cell",
      "Busy location",
      "One instance of Cell",
      "get function",
      "n variable",
    ]);
  });

  it("give hints", () => {
    const hint = (text: string) => {
      const { query } = parseQuery(Fragment.of(text));
      return query === undefined ? undefined : checkQuery(model, query).diagnostics[0]!.hint;
    };
    expect(hint("E<> Lamp")).toBe("name a location: 'Lamp.Off'");
    expect(hint("E<> One.busy")).toBe("did you mean 'Busy'?");
    expect(hint("E<> Row[1].Busy")).toBe("members of a process set are written with parentheses");
  });
});

describe("what the model does not allow", () => {
  const guarded = modelOf(
    "clock x; broadcast chan b; process P() { state A, B; init A; trans A -> B { guard x > 3; sync b?; }; } system P;",
  );
  const ranked = modelOf("chan a; chan priority a < default; process P() { state A; init A; } system P;");
  const strict = modelOf("clock x; process P() { state A { x < 3 }; init A; } system P;");
  const handshake = modelOf("chan a; process P() { state A; init A; } system P;");

  it.each([
    [guarded, "A[] not deadlock", ["deadlock-model: not deadlock"]],
    [guarded, "A<> P.B", []],
    [ranked, "A[] not deadlock", ["deadlock-model: not deadlock"]],
    [ranked, "E<> P.A", []],
    [ranked, "Pr[<=3](<> P.A)", ["query-priorities: Pr[<=3](<> P.A)"]],
    [strict, "control: A<> P.A", ["control-strict-invariant: control: A<> P.A"]],
    [strict, "A[] P.A", []],
    [handshake, "Pr[<=3](<> P.A)", ["warning query-broadcast: Pr[<=3](<> P.A)"]],
    [handshake, "simulate[<=3] {P.A}", ["warning query-broadcast: simulate[<=3] {P.A}"]],
  ])("%#: %s", (against, text, expected) => {
    expect(queryFaults(against, text as string)).toEqual(expected);
  });
});
