import { describe, expect, test } from "vitest";
import {
  open,
  parseXml,
  parseXtr,
  rationals,
  showRational,
  type Trace,
  type TraceConstraint,
  traceToChart,
  traceToGantt,
  traceToJson,
  traceToMermaid,
  traceToText,
  traceToUppaalText,
  traceToXml,
  traceToXtr,
} from "../../src/index.ts";

/** Traces in every format: what is printed, and that what can be read back says the same. */
const model = `chan c[2]; broadcast chan go; clock x; int[0,5] n;
process S() {
  clock y;
  state a { x <= 5 }, b, dead;
  init a;
  trans a -> b { select i : int[0,1]; guard x > 1; sync c[i]!; assign x = 0, n = i + 1; },
        b -> a { guard y >= 7; sync go!; assign y = 0; },
        b -> dead { guard n == 1; };
}
process R(const int[0,1] k) { state r, q; init r; trans r -> q { sync c[k]?; }, q -> r { sync go?; }; }
system S, R;
`;
const opened = open(model);
const { network, texts } = opened;

function trace(query: string, kind: "some" | "shortest" | "fastest" = "shortest"): Trace {
  const verdict = opened.verify(query, { trace: kind });
  if (verdict.trace === undefined)
    throw new Error(`no trace: ${verdict.outcome} ${verdict.reason ?? verdict.traceReason ?? ""}`);
  return verdict.trace;
}

describe("text", () => {
  test("synchronisation, select, broadcast, exact delays", () => {
    const text = traceToText(trace("E<> S.a and n == 2"), texts);
    expect(text).toMatch(/^State 0: S\.a R\(0\)\.r R\(1\)\.r\n {2}n = 0\n {2}x = 0, S\.y = 0\n\ndelay /);
    expect(text).toContain(
      "\nc[1]: S: a -> b  { i = 1; x > 1; c[i]!; x = 0, n = i + 1 }\n      R(1): r -> q  { c[k]? }\n",
    );
    expect(text).toContain(
      "\ngo (broadcast): S: b -> a  { y >= 7; go!; y = 0 }\n                R(1): q -> r  { go? }\n",
    );
    expect(text).toMatch(/The goal is reached at time 7\.\n$/);
  });
  test("without the model's text", () => {
    expect(traceToText(trace("E<> S.b"))).toContain("S: a -> b  { i = ");
  });
  test("endings: deadlock, divergence and loop", () => {
    expect(traceToText(trace("A<> n == 5"), texts)).toMatch(/(for ever|Nothing more|goes back to state \d+)/);
    const stuck = open(
      "int n; process P() { state A { n == 0 }, B; init A; trans A -> B { guard n == 1; }; }\nsystem P;\n",
    ).verify("A<> P.B", { trace: "some" });
    expect(traceToText(stuck.trace as Trace)).toContain("time may pass for ever");
    const loop = open(
      "clock x; process P() { state A { x <= 1 }, B; init A; trans A -> A { guard x == 1; assign x = 0; }; }\nsystem P;\n",
    ).verify("A<> P.B", { trace: "some" });
    expect(traceToText(loop.trace as Trace)).toMatch(/The loop begins here[\s\S]*From here it goes back to state \d/);
  });
  test("numbers", () => {
    const { rational } = rationals;
    expect([rational(3), rational(3, 2), rational(7, 3), rational(-1, 4), rational(1, 1024)].map(showRational)).toEqual(
      ["3", "1.5", "7/3", "-0.25", "1/1024"],
    );
  });
});

describe("UPPAAL's formats", () => {
  test("text", () => {
    const text = traceToUppaalText(trace("E<> S.b and n == 2"), texts);
    expect(text).toContain("State:\n( S.a R(0).r R(1).r )\nn=0 x=0 S.y=0 #depth=0\n\nDelay: ");
    expect(text).toContain(
      "Transitions:\n  S.a->S.b { x > 1, c[i]!, x = 0, n = i + 1 }\n  R(1).r->R(1).q { 1, c[k]?, 1 }\n",
    );
    expect(traceToUppaalText(trace("E<> S.b"), texts, { symbolic: true })).toContain("x <= 5");
    const later = traceToUppaalText(trace("E<> S.b"), texts, { numbered: false });
    expect(later).toContain("State:\n( S.a R(0).r R(1).r )\nn=0 x=0 S.y=0\n\nDelay: ");
    expect(later).toContain("\nTransition:\n  S.a->S.b ");
  });
  test("text: a stopped clock stands still during a delay", () => {
    const shown = open(
      "clock x, y; process P() { state A { x' == 0 && y <= 5 }, B; init A; trans A -> B { guard y >= 3; }; }\nsystem P;\n",
    ).verify("E<> P.B && x == 1", { trace: "some" });
    const text = traceToUppaalText(shown.trace as Trace);
    expect(text).toContain("Delay: 3\n\nState:\n( P.A )\nx=0 y=3 #depth=0\n");
    expect(text).toContain("Delay: 1\n\nState:\n( P.B )\nx=1 y=4 #depth=1\n");
  });
  test("xtr: what is written is read back", () => {
    if (network === undefined) throw new Error("no network");
    const shown = trace("E<> S.a and n == 2");
    const read = parseXtr(traceToXtr(shown, network));
    expect(read?.states.map(({ locations, variables }) => ({ locations, variables }))).toEqual(
      shown.states.map(({ locations, variables }) => ({ locations, variables })),
    );
    // What is not below zero is written, too, where no other bound implies it.
    const isWritten = ({ left, bound }: TraceConstraint) => left !== 0 || bound !== 0;
    expect(read?.states.map((s) => s.bounds.filter(isWritten))).toEqual(shown.states.map((s) => s.zone));
    expect(read?.states[0]?.bounds[0]).toEqual({ left: 0, right: 1, strict: false, bound: 0 });
    expect(read?.transitions).toEqual([
      [
        { process: 0, edge: 0, selects: [1] },
        { process: 2, edge: 0, selects: [] },
      ],
      [
        { process: 0, edge: 1, selects: [] },
        { process: 2, edge: 1, selects: [] },
      ],
    ]);
  });
  test("xtr: UPPAAL's layout, and the older one that counts edges from 1", () => {
    const read = parseXtr("0 0 \n.\n0 1 -9\n.\n1 0 36\n.\n.\n5 -3 \n.\n1 0 \n.\n.\n5 -3 \n.\n1 2 ; 0 4 7 ; .\n.\n");
    expect(read?.states[0]).toEqual({
      locations: [0, 0],
      bounds: [
        { left: 0, right: 1, strict: true, bound: -5 },
        { left: 1, right: 0, strict: false, bound: 18 },
      ],
      variables: [5, -3],
    });
    expect(read?.transitions).toEqual([
      [
        { process: 1, edge: 2, selects: [] },
        { process: 0, edge: 4, selects: [7] },
      ],
    ]);
    expect(parseXtr("0 .\n.\n.\n1 .\n.\n.\n0 1 .\n.\n")?.transitions).toEqual([[{ process: 0, edge: 0, selects: [] }]]);
    for (const text of ["", "hello", "0 .\n.", "<trace/>"]) expect(parseXtr(text)).toBeUndefined();
    const [state, next] = ["0 .\n.\n.\n", "1 .\n.\n.\n"];
    const damaged = {
      "a bound without its number": `0 .\n1 0 .\n.\n.\n.\n`,
      "a bound with a number more": `0 .\n1 0 4 4 .\n.\n.\n.\n`,
      "a part in a state": `0 ; .\n.\n.\n.\n`,
      "a part without its edge": `${state}${next}0 ; .\n.\n`,
      "a part that does not end": `${state}${next}0 1 ; 1 0 .\n.\n`,
      "an old part without its edge": `${state}${next}0 1 1 .\n.\n`,
    };
    for (const [what, text] of Object.entries(damaged)) expect(parseXtr(text), what).toBeUndefined();
  });
  test("XML: well-formed, with every part named", () => {
    if (network === undefined) throw new Error("no network");
    const text = traceToXml(trace("E<> S.b and n == 2"), network, texts);
    // It is XML, though no model: that is all our reader finds wrong with it.
    expect(parseXml(text).diagnostics.map((d) => d.code)).toEqual(["missing-nta"]);
    expect(text).toContain('<trace initial_node="State1" trace_options="symbolic">');
    expect(text).toContain('<clock name="y" id="S.y"/>');
    expect(text).toContain(
      '<edge id="S.Edge1" from="S.a" to="S.b"><guard>x &gt; 1</guard><sync>c[i]!</sync><update>x = 0, n = i + 1</update></edge>',
    );
    expect(text).toContain('<clockbound clock1="sys.x" clock2="sys.#t(0)" bound="5" comp="&lt;="/>');
    expect(text).toContain('<transition from="State1" to="State2" edges="S.Edge1 R(1).Edge1 "/>');
  });
});

describe("drawings", () => {
  test("Mermaid", () => {
    const text = traceToMermaid(trace("E<> S.a and n == 2"));
    expect(text).toMatch(/^sequenceDiagram\n {2}participant P0 as S\n/);
    expect(text).toContain("  P0->>P2: c[1]\n");
    expect(text).toContain("  Note over P0,P2: delay ");
  });
  test("the chart is XML and draws each synchronisation", () => {
    const text = traceToChart(trace("E<> S.a and n == 2"));
    expect(parseXml(text).diagnostics.map((d) => d.code)).toEqual(["missing-nta"]);
    expect(text.match(/marker-end/g)).toHaveLength(2);
  });
  test("the chart tells delays and times, step by step", () => {
    const found = trace("E<> S.a and n == 2");
    const text = traceToChart(found);
    expect(text.match(/data-step="\d+"/g)).toEqual(['data-step="0"', 'data-step="1"', 'data-step="2"']);
    expect(text.match(/>(\+|at )[\d.]+</g)).toEqual([">+2<", ">at 2<", ">+5<", ">at 7<"]);
    // A column that is left out takes its arrow along.
    expect(traceToChart(found, { processes: [0, 1] }).match(/marker-end/g)).toBeNull();
  });
  test("the Gantt chart has a bar per stay and tells the values", () => {
    const found = trace("E<> S.a and n == 2");
    const text = traceToGantt(found)!;
    expect(parseXml(text).diagnostics.map((d) => d.code)).toEqual(["missing-nta"]);
    expect(text).toContain("<title>S: a\nstep 0, at 0 for 2\nn = 0\nx = 0\nS.y = 0</title>");
    expect(text).toContain("<title>S: b\nstep 1, at 2 for 5\nn = 2\nx = 0\nS.y = 2</title>");
    expect(text).toContain("<title>step 1 c[1] by S, R(1), at 2</title>");
    expect(traceToGantt(found, { processes: [1] })).not.toContain("S: a");
    const { delay: _, ...rest } = found.states[0]!;
    expect(traceToGantt({ ...found, states: [rest, ...found.states.slice(1)] })).toBeUndefined();
  });
});

test("JSON has names, exact times and labels", () => {
  expect(traceToJson(trace("E<> S.b and n == 2"), texts)).toMatchObject({
    clocks: ["x", "S.y"],
    variables: ["n"],
    ending: "goal",
    states: [
      { locations: ["a", "r", "r"], variables: [0], clocks: ["0", "0"] },
      { locations: ["b", "r", "q"], variables: [2] },
    ],
    transitions: [
      {
        channel: "c[1]",
        broadcast: false,
        edges: [{ process: "S", source: "a", target: "b", select: { i: 1 }, guard: "x > 1" }, { process: "R(1)" }],
      },
    ],
  });
});
