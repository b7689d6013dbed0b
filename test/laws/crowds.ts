/**
 * Two rings at a time (see `rings.ts`), each with a clock of its own, that may meet at their exits, and an environment that
 * changes what both read: by itself, over an urgent channel, or with a broadcast that somebody may receive on a ring.
 */

import fc from "fast-check";
import { answeredBy } from "../../src/search/index.ts";
import { accelerated } from "../transform/accelerating.ts";
import { marksText, type Ring, rings } from "./rings.ts";

interface Crowd {
  readonly first: Ring;
  readonly second: Ring;
  readonly period: number;
  readonly way: "alone" | "urgent" | "broadcast";
  /** Who receives the broadcast: nobody, a ring, or one that has left its ring. */
  readonly hears: "nobody" | "ring" | "outside";
  readonly meet: boolean;
  readonly committed: boolean;
  readonly in: number;
}

export const crowds: fc.Arbitrary<Crowd> = fc.record({
  first: rings,
  second: rings,
  period: fc.integer({ min: 2, max: 14 }),
  way: fc.constantFrom("alone" as const, "urgent" as const, "broadcast" as const),
  hears: fc.constantFrom("nobody" as const, "ring" as const, "outside" as const),
  meet: fc.boolean(),
  committed: fc.boolean(),
  in: fc.integer({ min: 0, max: 1 }),
});

export const questions = fc.array(
  fc.record({
    first: fc.nat(3),
    second: fc.nat(3),
    low: fc.integer({ min: 0, max: 30 }),
    also: fc.constantFrom("true", "y1 == 0", "y1 == 0 and y2 == 0", "Env.T", "in == 0", "y1 - y2 > 1", "y2 > 2"),
  }),
  { minLength: 4, maxLength: 4 },
);

type Question = typeof questions extends fc.Arbitrary<(infer T)[]> ? T : never;

export function crowdText(c: Crowd): string {
  const sync = c.way === "urgent" ? "sync hurry!;" : c.way === "broadcast" ? "sync tell!;" : "";
  const kind = c.committed ? "commit M;" : "";
  return `int[0,1] in = ${c.in}; clock y1, y2, z, w; chan meet; urgent chan hurry; broadcast chan tell;
${process("P1", "y1", c.first, c, "!")}
${process("P2", "y2", c.second, c, "?")}
process H() { state A; init A; trans A -> A { sync hurry?; }; }
process Env() { state S { w <= ${c.period} }, M, T; ${kind} init S;
  trans S -> M { guard w >= ${c.period}; assign w = 0; }, M -> T { ${sync} assign in = 1 - in; }, T -> S { guard w >= 2; assign w = 0; }; }
system P1, P2, H, Env;
`;
}

function process(name: string, y: string, r: Ring, c: Crowd, direction: "!" | "?"): string {
  const n = r.invariants.length;
  const states = r.invariants.map(
    ([most, strict], i) => `L${i} { ${y} ${strict ? "<" : "<="} ${most + (strict ? 1 : 0)} }`,
  );
  const edges = r.edges.map((e, i) => {
    const guards = [
      ...(e.guard > 0 ? [`${y} ${e.strict ? ">" : ">="} ${e.guard}`] : []),
      ...(e.reads ? ["in == 0"] : []),
    ];
    return `L${i} -> L${(i + 1) % n} { ${guards.length === 0 ? "" : `guard ${guards.join(" && ")};`} ${e.reset || i === n - 1 ? `assign ${y} = 0;` : ""} }`;
  });
  edges.push(`L${r.exitAt} -> Out { guard z >= ${r.exit}; ${c.meet ? `sync meet${direction};` : ""} }`);
  if (r.back) edges.push(`Out -> L0 { assign ${y} = 0; }`);
  if (c.hears !== "nobody" && direction === "?") {
    const from = c.hears === "ring" ? `L${r.exitAt}` : "Out";
    edges.push(`${from} -> Out { sync tell?; }`);
  }
  return `process ${name}() { state ${states.join(", ")}, Out; ${marksText(r)} init L0; trans ${edges.join(", ")}; }`;
}

/** Where accelerations differ from the original; otherwise how many traces were turned into those of the original. */
export function crowdKeeps(c: Crowd, asked: readonly Question[]): number | string {
  const text = crowdText(c);
  const exact = (["append", "compress", "replace"] as const).map((shape) => accelerated(text, { shape }));
  const [pair] = exact;
  const looser = accelerated(text, { approximate: true });
  const place = (r: Ring, k: number): string => (k >= r.invariants.length ? "Out" : `L${k}`);
  let traces = 0;
  for (const q of asked) {
    const where = `P1.${place(c.first, q.first)} and P2.${place(c.second, q.second)}`;
    const query = `E<> ${where} and ${q.low} < z and z < ${q.low + 1} and ${q.also}`;
    const original = pair!.original(query);
    const differs = (what: string, outcome: string): string =>
      `${what}: ${outcome}, not ${original}: ${query}\n${text}`;
    for (const e of exact) {
      const changed = e.changed(query);
      if (changed !== original) return differs(e.result.appended.map((a) => a.shape).join(), changed);
    }
    const { outcome, trace, traceReason, ...told } = pair!.jumped(query);
    const jumps = answeredBy(told)?.cycles;
    if (outcome !== original) return differs("jumps", outcome);
    if (pair!.jumps > 0 && outcome === "satisfied") {
      // Without the number of jumps, the trace of the original was found by searching that instead.
      if (trace?.concrete !== true || jumps !== pair!.jumps) return differs("no trace of its own", traceReason ?? "");
      traces++;
    }
    if (original === "satisfied" && looser.changed(query) !== original) return differs("over-approximation", "lost");
  }
  return traces;
}
