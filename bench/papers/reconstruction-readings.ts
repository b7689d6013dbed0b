/**
 * Readings of Rinast et al., sections IV and V-C, that are not taken: which constraints are recorded, how urgency is, and what
 * a constraint reads and writes. Each is tried on the same runs as (a), and its result compared with the recorded zone.
 */
import {
  Chains,
  type Effect,
  effectOf,
  type Network,
  RecordedRun,
  seeded,
  type Transformation,
  transformationsLeadTo,
} from "../../src/index.ts";

type Zone = Int32Array;
type Constraint = Extract<Transformation, { readonly kind: "constrain" }>;

interface Reading {
  readonly urgency: "clock" | "one";
  /** Whether constraints that cut nothing off, and urgency that does nothing, are recorded. */
  readonly all: boolean;
  readonly effect: (t: Constraint, dim: number, before: Zone, after: Zone) => Effect;
}

/** As printed: all entries read, all written. */
const printed: Reading["effect"] = (_t, dim) => {
  const entries = Array.from({ length: dim * dim }, (_, e) => e).filter((e) => Math.floor(e / dim) !== e % dim);
  return { reads: entries, writes: entries };
};

/** Only the entry that the constraint names. */
const own: Reading["effect"] = ({ left, right }, dim) => {
  const entry = left * dim + right;
  return { reads: [entry], writes: [entry] };
};

/** Writes what became smaller, and reads what that was computed from: with the old value, or without. */
const changed =
  (self: boolean): Reading["effect"] =>
  ({ left, right }, dim, before, after) => {
    const reads = new Set<number>();
    const writes: number[] = [];
    for (let e = 0; e < dim * dim; e++) {
      if (before[e] === after[e]) continue;
      const [i, j] = [Math.floor(e / dim), e % dim];
      writes.push(e);
      if (self) reads.add(e);
      if (i !== left) reads.add(i * dim + left);
      if (j !== right) reads.add(right * dim + j);
    }
    return { reads, writes };
  };

export const readings: Readonly<Record<string, Reading>> = {
  "(a)": { urgency: "one", all: true, effect: effectOf },
  "urgency as a clock": { urgency: "clock", all: true, effect: effectOf },
  "all written": { urgency: "one", all: true, effect: printed },
  "all written, only cuts": { urgency: "one", all: false, effect: printed },
  "all written, only cuts, clock": { urgency: "clock", all: false, effect: printed },
  "own entry": { urgency: "one", all: true, effect: own },
  "own entry, only cuts, clock": { urgency: "clock", all: false, effect: own },
  "changed from changed": { urgency: "one", all: true, effect: changed(true) },
  "changed from others": { urgency: "one", all: true, effect: changed(false) },
};

/** The reduction by each reading, and the number of runs in which it does not lead to the recorded zone. */
export function compared(network: Network, length: number, times: number, seed: number): string[] {
  return Object.values(readings).map((reading) => {
    let [before, after, wrong] = [0, 0, 0];
    for (let i = 0; i < times; i++) {
      const dim = network.clocks.length + (reading.urgency === "clock" ? 1 : 0);
      const chains = new Chains<Transformation>(dim * dim);
      const run = new RecordedRun(
        network,
        (t, old, now) => {
          if (!reading.all && t.kind !== "up" && t.kind !== "reset" && old.every((b, e) => b === now[e])) return;
          before++;
          const effect = t.kind === "constrain" ? reading.effect(t, dim, old, now) : effectOf(t, dim, old, now);
          chains.apply(t, effect);
        },
        { urgency: reading.urgency },
      );
      const random = seeded(seed + i);
      for (let step = 0; step < length; step++) {
        const options = run.options();
        if (options.length === 0) break;
        run.take(options[Math.floor(random() * options.length)]!);
      }
      after += chains.length;
      if (!transformationsLeadTo(run.start, dim, chains.kept(), run.zone)) wrong++;
    }
    return `${(100 * (1 - after / before)).toFixed(1)}% (${wrong})`;
  });
}
