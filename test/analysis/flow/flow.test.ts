import { describe, expect, it } from "vitest";
import { observe } from "../../../src/analysis/flow/observe.ts";
import { NetworkUses, SEVERAL } from "../../../src/analysis/flow/uses.ts";
import { flowsOf } from "../../../src/analysis/influence/looks.ts";
import type { Network } from "../../../src/network/index.ts";
import { model } from "../../search/model.ts";

const one = (declarations: string, trans: string, states = "A, B"): string =>
  `${declarations} process P() { state ${states}; init A; trans ${trans}; } system P;`;

function namer(network: Network, uses: NetworkUses): (elements: Iterable<number>) => string {
  return (elements) =>
    [...elements]
      .sort((a, b) => a - b)
      .map((x) => {
        const clock = uses.elements.clockOf(x);
        return clock === undefined ? network.slots.at(x)!.name : network.clocks[clock]!.name;
      })
      .join("+");
}

describe("which values before decide each value after", () => {
  /** `n<-m+k` for what is written, `=3` where it is known, and `fault m` for what decides whether something goes wrong. */
  const check = (declarations: string, update: string, expected: string): void => {
    const all = `int[0,9] n, m, k; int[0,9] a[3]; bool f; clock x, y; ${declarations}`;
    const free = "A -> A { select s : int[0,9]; assign n = s, m = s, k = s, a[0] = s, a[1] = s, a[2] = s, f = s > 1; }";
    const { network } = model(one(all, `${free}, A -> B { assign ${update}; }`));
    const uses = new NetworkUses(network);
    const names = namer(network, uses);
    const flow = uses.flows[1]!;
    const text = [...flow.writes].map(([to, from]) => {
      const known = flow.settled.get(to);
      return `${names([to])}<-${names(from)}${known === undefined ? "" : `=${known}`}`;
    });
    if (flow.direct.size > 0) text.push(`fault ${names(flow.direct)}`);
    expect(text.join(" "), update).toBe(expected);
  };
  it.each([
    ["", "n = 3", "n<-=3"],
    ["", "n = m", "n<-m"],
    ["", "n = m, k = n", "n<-m k<-m"],
    ["", "n = n", "n<-n"],
    ["", "n = m + 1", "n<-m fault m"],
    ["", "n = m, n = 2", "n<-=2"],
    ["", "n = f ? m : k", "n<-m+k+f"],
    ["", "a[1] = m", "a[1]<-m"],
    ["", "a[k] = m", "a[0]<-m+k+a[0] a[1]<-m+k+a[1] a[2]<-m+k+a[2] fault k"],
    ["", "a[m % 3] = 1", "a[0]<-m+a[0] a[1]<-m+a[1] a[2]<-m+a[2]"],
    ["", "n = a[2]", "n<-a[2]"],
    ["", "n = m / (k + 1)", "n<-m+k"],
    ["", "n = m / k", "n<-m+k fault m+k"],
    ["", "x = 0", "x<-=0"],
    ["", "x = m", "x<-m"],
    ["", "x = y", "x<-y"],
    ["", "f = f && m > 2", "f<-m+f"],
    ["void g() { if (f) n = m; }", "g()", "n<-n+m+f"],
    ["void g() { if (f) n = m; else n = k; }", "g()", "n<-m+k+f"],
    ["void g() { if (f) return; n = m; }", "g()", "n<-n+m+f"],
    ["int g(int v) { return v + 1; }", "n = g(m)", "n<-m fault m"],
    ["int g(int v) { return v; }", "n = g(m)", "n<-m"],
    ["void g(int[0,9] &to) { to = m; }", "g(k)", "k<-m"],
    ["void g() { for (i : int[0,2]) a[i] = m; }", "g()", "a[0]<-m a[1]<-m a[2]<-m"],
    ["void g() { assert(m < 5); }", "g()", "fault m"],
    ["void g() { while (f) n = m; }", "g()", "n<-n+m+f fault f"],
    ["", "n = sum (i : int[0,2]) a[i]", "n<-a[0]+a[1]+a[2] fault a[0]+a[1]+a[2]"],
  ])("%s %s", check);
});

describe("what the parts of a network use", () => {
  const text = `int[0,9] n, m, k; chan c[2]; clock x, y;
    process P() { state A { x <= n }, B; init A; trans A -> B { guard m > 2 && y > 1; sync c[k]!; assign n = m; }, A -> A { select s : int[0,9]; assign m = s; }; }
    process Q() { state A; init A; trans A -> A { select s : int[0,1]; sync c[s]?; assign k = s; }; } system P, Q;`;
  const { network } = model(text);
  const uses = new NetworkUses(network);
  const names = namer(network, uses);

  it("guards, channels and invariants", () => {
    expect([
      names(uses.guards[0]!),
      names(uses.channels[0]!),
      names(uses.invariants[0]![0]!),
      names(uses.invariants[0]![1]!),
    ]).toEqual(["m+y", "k", "n+x", ""]);
  });

  it("who writes, who sends, who receives", () => {
    const writers = [...uses.writers].map(([x, edges]) => `${names([x])}:${edges.map((e) => e.id)}`);
    expect(writers.sort()).toEqual(["k:2", "m:1", "n:0"]);
    expect([uses.senders.map((l) => l.map((e) => e.id)), uses.receivers.map((l) => l.map((e) => e.id))]).toEqual([
      [[0]],
      [[2]],
    ]);
  });

  it("whom an element belongs to", () => {
    const users = [...uses.users].map(([x, p]) => `${names([x])}:${p === SEVERAL ? "several" : p}`);
    expect(users.sort()).toEqual(["k:several", "m:0", "n:0", "x:0", "y:0"]);
  });

  it("cells of a large array that is indexed by a variable are one element", () => {
    const large = new NetworkUses(
      model(one("int[0,9] a[100], b[3]; int[0,99] k;", "A -> B { assign a[k] = 1, b[k % 3] = 2; }")).network,
    );
    const cells = [1, 2, 100, 101, 102];
    expect(cells.map((c) => large.elements.ofCell(c))).toEqual([1, 1, 1, 101, 102]);
    expect([
      large.elements.size(1),
      large.elements.size(101),
      large.elements.isKept(104),
      large.elements.isKept(105),
    ]).toEqual([100, 1, true, false]);
  });
});

describe("what a query looks at", () => {
  /** `n` everywhere, `n@P:A,B` only while P is there. */
  const check = (query: string, expected: string): void => {
    const m = model(
      `int[0,9] n, k; clock x; process P() { int[0,9] own; state A, B, C; init A; trans A -> B { guard own > 1; assign own = n; }, B -> C { }, A -> A { select s : int[0,9]; assign n = s, k = s; }; } system P;`,
    );
    const uses = new NetworkUses(m.network);
    const names = namer(m.network, uses);
    const asked = m.query(query);
    const seen = observe(m.network, asked, flowsOf(uses, asked), (x) => {
      const user = uses.users.get(x);
      return user === SEVERAL ? undefined : user;
    });
    const text = seen.map(({ element, process, locations }) => {
      if (process === undefined) return names([element]);
      const p = m.network.processes[process]!;
      return `${names([element])}@${p.name}:${locations!.map((l) => p.locations[l]!.name)}`;
    });
    expect(text.join(" "), query).toBe(expected);
  };
  it.each([
    ["A[] true", ""],
    ["E<> n > 3", "n"],
    ["E<> P.B", ""],
    ["E<> P.B && n > 3", "n@P:B"],
    ["A[] P.B imply n > 3", "n@P:B"],
    ["A[] (P.B or P.C) imply n > k", "n@P:B,C k@P:B,C"],
    ["E<> P.B || n > 3", "n@P:A,C"],
    ["E<> !(P.B && x < 3)", "x@P:B"],
    ["A[] not deadlock", ""],
    ["sup{P.C}: n", "n@P:C"],
    ["sup: n, x", "n x"],
    ["E<> P.A && 3 / n > 1", "n@P:A"],
    ["E<> 3 / n > 1 && P.A", "n"],
  ])("%s", check);
});
