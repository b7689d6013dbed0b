import { describe, expect, it } from "vitest";
import { type Network, networkFromTck } from "../../src/network/index.ts";
import { networkToTck } from "../../src/output/index.ts";
import { parseTck } from "../../src/syntax/index.ts";
import { notInTck, Random, randomSpec, small } from "../agree/random-network.ts";
import { networkOf, type Spec } from "../agree/spec.ts";
import { xtaOf } from "../agree/spec-text.ts";
import { many } from "../many.ts";
import { reachable } from "./reachable.ts";

function load(text: string): Network {
  const { tree, diagnostics } = parseTck(text);
  const result = networkFromTck(tree);
  expect([...diagnostics, ...result.diagnostics]).toEqual([]);
  return result.network;
}

describe("writing TChecker's format", () => {
  it("keeps what is reachable, on random networks", () => {
    let written = 0;
    for (let seed = 1; seed <= many(60); seed++) {
      const spec = randomSpec(new Random(seed), { ...small, locations: 2, clocks: 2, off: notInTck });
      const network = networkOf(spec);
      const { text } = networkToTck(network);
      if (text === undefined) continue;
      written++;
      expect(reachable(load(text)), `seed ${seed}\n${xtaOf(spec)}\n${text}`).toEqual(reachable(network));
    }
    expect(written).toBeGreaterThan(many(30));
  });

  it("writes again what it read", () => {
    const text = `system:two

event:a
event:b
event:tau

int:1:0:3:1:i
int:3:-1:4:0:v
clock:1:x
clock:2:y

process:P
location:P:l{initial: : labels: P.l : invariant: i<2 && x<=3}
location:P:m{urgent: : labels: here,there}
edge:P:l:m:a{provided: i==1 && y[1]-x<(-2) && x<=2 && x>=2 : do: i=(i+1); v[i]=3; v[2]=i; x=0; y[0]=x+1; y[1]=y[0]}
edge:P:m:l:tau

process:Q
location:Q:l{initial: : committed: : labels: Q.l}
edge:Q:l:l:b
edge:Q:l:l:tau

sync:P@a:Q@b?
`;
    const sorted = (s: string) => s.split("\n").sort();
    expect(sorted(networkToTck(load(text), "two").text!)).toEqual(sorted(text));
  });

  const base: Spec = {
    clocks: [{ name: "x", initial: 0 }],
    ints: [{ name: "n", low: 0, high: 3, initial: 0, size: 1 }],
    channels: [{ name: "c", broadcast: false, urgent: false, priority: 1, size: 1 }],
    priorities: false,
    before: [],
    after: [],
    processes: [
      {
        name: "P",
        initial: 0,
        priority: 0,
        locations: [{ name: "A", urgent: false, committed: false, invariant: [] }],
        edges: [
          {
            source: 0,
            target: 0,
            guard: [],
            update: [],
            sync: { channel: 0, direction: "!", index: { k: "int", value: 0 } },
          },
        ],
      },
      {
        name: "Q",
        initial: 0,
        priority: 0,
        locations: [{ name: "A", urgent: false, committed: false, invariant: [] }],
        edges: [
          {
            source: 0,
            target: 0,
            guard: [],
            update: [],
            sync: { channel: 0, direction: "?", index: { k: "int", value: 0 } },
          },
        ],
      },
    ],
  };
  const cases: readonly (readonly [string, Spec, string])[] = [
    ["priorities", { ...base, priorities: true }, "priorities"],
    ["hooks", { ...base, before: [{ k: "reset", clock: 1, value: { k: "int", value: 0 } }] }, "before_update"],
    ["urgent channels", { ...base, channels: [{ ...base.channels[0]!, urgent: true }] }, "the urgent channel 'c[0]'"],
    [
      "clocks that start late",
      { ...base, clocks: [{ name: "x", initial: 2 }] },
      "the clock 'x', which does not start at 0",
    ],
  ];
  it.each(cases)("refuses %s", (_, spec, reason) => {
    const { text, diagnostics } = networkToTck(networkOf(spec));
    expect(text).toBeUndefined();
    expect(diagnostics.map((d) => d.message)).toContain(`this cannot be written in TChecker's format: ${reason}`);
  });

  it("ties an edge without partner to an event that never happens", () => {
    const lonely = { ...base, processes: [base.processes[0]!, { ...base.processes[1]!, edges: [] }] };
    expect(networkToTck(networkOf(lonely)).text).toContain("sync:P@c_0_emit:Q@_never");
  });
});
