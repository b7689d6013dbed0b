import { describe, expect, it } from "vitest";
import { labelQuery, type Network, networkFromTck, unknownLabels } from "../../src/network/index.ts";
import { parseTck } from "../../src/syntax/index.ts";

function load(text: string): { network: Network; codes: readonly string[] } {
  const { tree, diagnostics } = parseTck(text);
  const result = networkFromTck(tree);
  return { network: result.network, codes: [...diagnostics, ...result.diagnostics].map((d) => d.code) };
}

const two = `system:two
process:P
process:Q
event:a
event:b
event:tau
clock:1:x
clock:2:y
int:1:0:3:1:i
int:3:-1:4:0:v
location:P:l{initial: : invariant: x<=3 && i<2}
location:P:m{labels: here, there : urgent:}
location:Q:l{initial: : committed:}
edge:P:l:m:a{provided: i==1 && x-y[1]>2 && x==2 : do: i=i+1; v[i]=3; v[2]=i; x=0; y[0]=x+1; y[1]=y[0]}
edge:P:m:l:tau
edge:Q:l:l:b
edge:Q:l:l:a
sync:P@a:Q@b?`;

describe("a network from TChecker's format", () => {
  it("lays out locations, integers and clocks", () => {
    const { network, codes } = load(two);
    expect(codes).toEqual([]);
    expect(network.slots.map((s) => [s.name, s.low, s.high, s.initial])).toEqual([
      ["P", 0, 1, 0],
      ["Q", 0, 0, 0],
      ["i", 0, 3, 1],
      ["v[0]", -1, 4, 0],
      ["v[1]", -1, 4, 0],
      ["v[2]", -1, 4, 0],
    ]);
    expect(network.clocks.map((c) => c.name)).toEqual(["0", "x", "y[0]", "y[1]"]);
    expect(network).toMatchObject({ cells: 6, hasPriorities: false });
    const [l, m] = network.processes[0]!.locations;
    expect([l!.urgent, m!.urgent, network.processes[1]!.locations[0]!.committed]).toEqual([false, true, true]);
    expect(m!.labels).toEqual(["here", "there"]);
  });

  it("splits guards into data and clock constraints", () => {
    const { network } = load(two);
    const clock = (base: number) => ({ base, terms: [] });
    expect(network.processes[0]!.locations[0]!.invariant.clocks).toMatchObject([
      { left: clock(1), right: clock(0), strict: false, bound: { op: "const", value: 3 } },
    ]);
    expect(network.processes[0]!.locations[0]!.invariant.data).toMatchObject([
      { op: "lt", a: { op: "load", at: { base: 2 } } },
    ]);
    const guard = network.processes[0]!.edges[0]!.guard;
    expect(guard.data).toMatchObject([{ op: "eq" }]);
    expect(guard.clocks).toMatchObject([
      { left: clock(3), right: clock(1), strict: true, bound: { value: -2 } },
      { left: clock(1), right: clock(0), strict: false, bound: { value: 2 } },
      { left: clock(0), right: clock(1), strict: false, bound: { value: -2 } },
    ]);
  });

  it("makes stores with ranges, checked indices, resets and moves", () => {
    const { network } = load(two);
    expect(network.processes[0]!.edges[0]!.update).toMatchObject([
      { op: "store", at: { base: 2, terms: [] }, low: 0, high: 3, value: { op: "add" } },
      { op: "store", at: { base: 3, terms: [{ low: 0, size: 3, stride: 1 }] }, low: -1, high: 4 },
      { op: "store", at: { base: 5, terms: [] } },
      { op: "reset", clock: { base: 1 }, value: { op: "const", value: 0 } },
      { op: "move", clock: { base: 2 }, from: { base: 1 }, plus: { op: "const", value: 1 } },
      { op: "move", clock: { base: 3 }, from: { base: 2 }, plus: { op: "const", value: 0 } },
    ]);
  });

  it("takes events that stand in no vector with their process as internal", () => {
    const { network } = load(two);
    expect(network.vectors).toEqual([
      {
        parts: [
          { process: 0, event: 0, weak: false },
          { process: 1, event: 1, weak: true },
        ],
      },
    ]);
    expect(
      network.processes.map((p) => p.edges.map((e) => (e.sync?.kind === "event" ? e.sync.name : "internal"))),
    ).toEqual([
      ["a", "internal"],
      ["b", "internal"],
    ]);
    expect(network.processes.flatMap((p) => p.edges.map((e) => e.id))).toEqual([0, 1, 2, 3]);
  });

  it("makes a function of statements with branches and loops, locals in scratch cells", () => {
    const { network, codes } = load(`system:s
process:P
event:t
int:1:0:9:0:i
location:P:a{initial:}
edge:P:a:a:t{do: local k=2; local w[3]; while k>0 do i=i+k; k=k-1 end; if i>5 then i=0 end}
edge:P:a:a:t{do: local z; i=z}`);
    expect(codes).toEqual([]);
    expect(network.cells).toBe(2 + 4);
    expect(network.functions).toHaveLength(1);
    expect(network.functions[0]!.body.map((s) => s.do)).toEqual(["code", "code", "code", "code", "loop", "if"]);
    expect(network.processes[0]!.edges[0]!.update).toMatchObject([{ op: "call", function: 0, args: [] }]);
    expect(network.processes[0]!.edges[1]!.update).toMatchObject([
      { op: "store", at: { base: 2 } },
      { op: "store", at: { base: 1 }, value: { op: "load", at: { base: 2 } } },
    ]);
  });

  it("starts several initial locations by one joint step", () => {
    const { network } = load(
      "system:s\nprocess:P\nprocess:Q\nevent:t\nlocation:P:a{initial:}\nlocation:P:b{initial:}\nlocation:Q:c{initial:}\n",
    );
    expect(network.processes.map((p) => p.locations[p.initial]!.name)).toEqual([".start", ".start"]);
    expect(network.processes.map((p) => p.locations[p.initial]!.committed)).toEqual([true, true]);
    expect(network.processes.map((p) => p.edges.map((e) => p.locations[e.target]!.name))).toEqual([["a", "b"], ["c"]]);
    expect(network.vectors).toHaveLength(1);
    expect(network.slots.map((s) => s.high)).toEqual([2, 1]);
  });

  const head =
    "system:s\nprocess:P\nprocess:Q\nevent:t\nclock:1:x\nclock:2:y\nint:1:0:9:0:i\nint:2:0:9:0:v\nlocation:P:a{initial:}\nlocation:Q:a{initial:}\n";
  const faults: readonly (readonly [string, string])[] = [
    ["location:P:a", "tck-duplicate"],
    ["clock:1:i", "tck-duplicate"],
    ["process:P", "tck-duplicate"],
    ["event:t", "tck-duplicate"],
    ["process:R", "tck-initial"],
    ["location:R:a", "tck-name"],
    ["edge:P:a:z:t", "tck-name"],
    ["edge:P:a:a:u", "tck-name"],
    ["edge:P:a:a:t{provided: n==1}", "tck-name"],
    ["edge:P:a:a:t{provided: x!=1}", "tck-type"],
    ["edge:P:a:a:t{provided: !x<1}", "tck-type"],
    ["edge:P:a:a:t{provided: v==1}", "tck-type"],
    ["edge:P:a:a:t{do: i=x}", "tck-type"],
    ["edge:P:a:a:t{do: i=(1<2)}", "tck-type"],
    ["edge:P:a:a:t{do: x=y[0]-1}", "tck-type"],
    ["edge:P:a:a:t{do: if x<2 then i=0 end}", "tck-type"],
    ["edge:P:a:a:t{do: local i}", "tck-duplicate"],
    ["edge:P:a:a:t{do: local w[i]}", "tck-type"],
    ["sync:P@t", "tck-sync"],
    ["sync:P@t:P@t", "tck-sync"],
    ["sync:P@t:Q@u", "tck-name"],
  ];
  it.each(faults)("reports %s", (line, code) => {
    expect(load(head + line).codes).toEqual([code]);
  });
});

describe("the label query", () => {
  it("asks for all labels at once", () => {
    const { network } = load(two);
    expect(labelQuery(network, ["here"])).toMatchObject({
      kind: "E<>",
      formula: { is: "data", code: { op: "eq", a: { at: { base: 0 } }, b: { value: 1 } } },
    });
    expect(labelQuery(network, [])).toMatchObject({ formula: { code: { op: "const", value: 0 } } });
    expect(labelQuery(network, ["here", "nowhere"])).toMatchObject({ formula: { is: "data" } });
    expect(unknownLabels(network, ["here", "nowhere"])).toEqual(["nowhere"]);
  });
});
