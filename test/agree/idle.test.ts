/**
 * Answers with and without clocks that nobody looks at: which clocks these are, and on random networks of every kind of query
 * that the answer is that of the interpreter without any reduction. `SEED=<number> RUNS=1` runs one network again;
 * `RUNS=<number>` runs more.
 */
import { describe, expect, it } from "vitest";
import { idleClocks } from "../../src/analysis/index.ts";
import { withoutIdleClocks } from "../../src/reduce/index.ts";
import { verify } from "../../src/search/index.ts";
import { many } from "../many.ts";
import { model } from "../search/model.ts";
import { engineCase, focus, queryKinds } from "./engines.ts";
import { type Condition, networkOf, queryOf, type Spec, type Update } from "./spec.ts";
import { queryTextOf, xtaOf } from "./spec-text.ts";

const runs = Number(process.env.RUNS ?? many(54));
const first = Number(process.env.SEED ?? 1);

/** Nobody compares or copies the clock, or stops it; those of higher numbers stay as they are. */
function ignoring(spec: Spec, clock: number): Spec {
  const isOther = (c: Condition): boolean => c.k !== "clock" || (c.left !== clock && c.right !== clock);
  const updates = (list: readonly Update[]): Update[] =>
    list.flatMap((u): Update[] => {
      if (u.k === "copy" && u.from === clock) return [];
      if (u.k === "set" || u.clock !== clock) return [u];
      return u.k === "copy" ? [] : [{ ...u, value: { k: "int", value: 2 } }];
    });
  return {
    ...spec,
    before: updates(spec.before),
    after: updates(spec.after),
    processes: spec.processes.map((p) => ({
      ...p,
      locations: p.locations.map((l) => ({
        ...l,
        invariant: l.invariant.filter(isOther),
        ...(l.stopped === undefined ? {} : { stopped: l.stopped.filter((s) => s.clock !== clock) }),
      })),
      edges: p.edges.map((e) => ({ ...e, guard: e.guard.filter(isOther), update: updates(e.update) })),
    })),
  };
}

it("answers are the same on random networks", () => {
  let reduced = 0;
  for (let seed = first; seed < first + runs; seed++) {
    const kind = queryKinds[seed % queryKinds.length]!;
    const found = engineCase(seed, kind, focus[Math.floor(seed / queryKinds.length) % focus.length]!);
    const spec = ignoring(found.spec, 1);
    const [network, query] = [networkOf(spec), queryOf(spec, found.query)];
    const lean = withoutIdleClocks(network, query);
    if (lean === undefined) continue;
    expect(lean.network.clocks.length).toBe(network.clocks.length - idleClocks(network, query).size);
    const limits = { maxStates: 2000, knobs: { ceiling: 32 } };
    const told = `SEED=${seed}\n${xtaOf(spec)}// ${queryTextOf(spec, found.query)}\n`;
    for (const compiled of [false, true]) {
      const options = { ...limits, compiled, reduce: false };
      const [plain, answer] = [verify(network, query, options), verify(lean.network, lean.query, options)];
      if (plain.outcome === "unknown" || answer.outcome === "unknown") continue;
      reduced++;
      expect(answer.outcome, told).toBe(plain.outcome);
      expect(answer.values, told).toEqual(plain.values);
      expect(answer.fault, told).toEqual(plain.fault);
    }
  }
  if (runs >= 90) expect(reduced).toBeGreaterThan(30);
});

describe("which clocks are idle", () => {
  const text = (declarations: string, edges: string, invariant = "") =>
    `clock t, u, v, w[3]; int[0, 2] i; ${declarations}
    process P() { clock x; state A${invariant}, B; init A; trans A -> B { guard x > 1; assign x = 0, t = 0; }${edges}; }
    system P;`;
  const named = (source: string, asked = "E<> P.B"): string[] => {
    const { network, query } = model(source);
    return [...idleClocks(network, query(asked))].map((k) => network.clocks[k]!.name);
  };
  const all = ["t", "u", "v", "w[0]", "w[1]", "w[2]"];
  const but = (...used: string[]) => all.filter((name) => !used.includes(name));

  it.each<readonly [string, string, readonly string[]]>([
    ["those that are only set", text("", ", B -> A { assign u = 3, w[1] = 0; }"), all],
    ["not in a guard", text("", ", B -> A { guard t < 3; }"), but("t")],
    ["not in a guard of a difference", text("", ", B -> A { guard t - u < 3; }"), but("t", "u")],
    ["not in an invariant", text("", "", " { u <= 5 }"), but("u")],
    ["not with a rate", text("", "", " { v' == 0 }"), but("v")],
    ["not when copied, nor the copy", text("", ", B -> A { assign u = v; }"), but("u", "v")],
    ["not an array with a chosen element", text("", ", B -> A { assign w[i] = 0; }"), but("w[0]", "w[1]", "w[2]")],
    ["not where a variable is the value", text("", ", B -> A { assign u = i; }"), but("u")],
    ["not where the value is a fault", text("", ", B -> A { assign u = -1; }"), but("u")],
    ["those set in functions", text("void f() { u = 0; w[2] = 1; }", ", B -> A { assign f(); }"), all],
    ["none by reference", text("void f(clock &c) { c = 0; }", ", B -> A { assign f(u); }"), []],
  ])("%s", (_, source, expected) => expect(named(source)).toEqual(expected));

  it("not in the query", () => {
    const source = text("", "");
    expect(named(source, "A[] t < 3 or w[1] > 2")).toEqual(but("t", "w[1]"));
    expect(named(source, "sup: u")).toEqual(but("u"));
    expect(named(source, "P.B --> v > 2")).toEqual(but("v"));
    expect(named(source, "sup{t > 1}: i")).toEqual(but("t"));
  });

  it("others are found under their new numbers", () => {
    const { network, query } = model(text("", ", B -> A { guard w[i] > 2 && v <= 4; assign w[i] = 0, v = 0; }"));
    for (const [asked, outcome] of [
      ["E<> w[0] > 3 and v <= 4", "satisfied"],
      ["A[] P.B imply P.x >= 0", "satisfied"],
      ["A[] v <= 4", "violated"],
      ["E<> P.B and P.x > 7 and v < 3", "violated"],
      ["P.B --> P.x > 2", "violated"],
    ] as const) {
      const lean = withoutIdleClocks(network, query(asked));
      expect(lean?.network.clocks.length, asked).toBeLessThan(network.clocks.length);
      for (const compiled of [true, false])
        expect(verify(network, query(asked), { compiled }).outcome, asked).toBe(outcome);
      expect(verify(network, query(asked), { compiled: false, reduce: false }).outcome, asked).toBe(outcome);
    }
  });
});
