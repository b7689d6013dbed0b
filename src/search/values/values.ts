/**
 * What `sup`, `inf` and `bounds` have seen of each of their terms: intervals of values in the states that satisfy the
 * predicate. Extrapolation keeps clocks exact only up to a ceiling; above it only whether there are values is known.
 * Several threads see values apart and put them together in the end, as text.
 */
import { ENDLESS_END, type Engine, type ReachedState, type ValueWatch } from "../../engine/index.ts";
import type { BoundTerm, NetworkQuery } from "../../network/index.ts";
import { neverEnds } from "../../trace/index.ts";
import { dbm, INF, type Zone } from "../../zones/index.ts";
import type { ValueInterval } from "../verdict.ts";
import { Intervals } from "./intervals.ts";

export type BoundQuery = Extract<NetworkQuery, { readonly terms: readonly BoundTerm[] }>;

/** Larger than any end of a zone that the compiled engine stores. */
const FAR = 2 ** 29;

export interface Found {
  readonly values: Intervals;
  /** Values as the zones said them, without regard to the ceiling: others inside these tell nothing new. */
  readonly seen: Intervals;
  /** From here on there are values of which only is known that there are some; Infinity if all are known. */
  openFrom: number;
}

export class Values implements ValueWatch {
  readonly found: readonly Found[];
  private readonly engine: Engine;
  private readonly look: () => void;

  /** `isExact`: zones are stored as they are reached, so they tell by themselves that a clock has no limit. */
  constructor(engine: Engine, query: BoundQuery, ceiling: number, isExact: boolean) {
    this.engine = engine;
    const predicate = query.predicate === undefined ? undefined : engine.predicate(query.predicate, false);
    const found: Found[] = query.terms.map((t) => ({
      values: new Intervals(t.is === "data"),
      seen: new Intervals(t.is === "data"),
      openFrom: Number.POSITIVE_INFINITY,
    }));
    const recorders = query.terms.map((t, i) => recorder(engine, query.kind, t, found[i]!, ceiling, isExact));
    this.found = found;
    this.look = () => {
      const pieces = predicate === undefined ? [engine.zone] : predicate.satisfying(engine.zone);
      if (pieces.length > 0) for (const r of recorders) r(pieces);
    };
  }

  /** Takes down the values of the state at hand. */
  recordHere(): void {
    this.look();
  }

  /** Takes down the values of a state. */
  readonly record = (state: ReachedState): void => {
    this.engine.cells.set(state.cells);
    this.engine.zone = state.zone;
    this.look();
  };

  /** Values of a term that are no news any more. */
  readonly known = (term: number, most: number) => this.found[term]!.seen.all.slice(0, most).map(doubled);

  /** All that was found, for `include`. */
  toText(): string {
    return JSON.stringify(this.found.map(({ values, openFrom }) => ({ values: values.all.map(doubled), openFrom })));
  }

  /** Adds what another has found. */
  include(text: string): void {
    // JSON writes null for an infinite number.
    const others = JSON.parse(text) as { values: { low: number; high: number }[]; openFrom: number | null }[];
    others.forEach(({ values, openFrom }, i) => {
      for (const interval of values) this.found[i]!.values.add(halved(interval));
      this.found[i]!.openFrom = Math.min(this.found[i]!.openFrom, openFrom ?? Number.POSITIVE_INFINITY);
    });
  }
}

/** An interval with its ends doubled, so that strict ones fit between integers. */
function doubled(i: ValueInterval): { readonly low: number; readonly high: number } {
  return {
    low: 2 * i.low + (i.lowStrict ? 1 : 0),
    high: i.high === Number.POSITIVE_INFINITY ? ENDLESS_END : 2 * i.high - (i.highStrict ? 1 : 0),
  };
}

function halved({ low, high }: { readonly low: number; readonly high: number }): ValueInterval {
  const isEndless = high === ENDLESS_END;
  return {
    low: Math.floor(low / 2),
    lowStrict: low % 2 !== 0,
    high: isEndless ? Number.POSITIVE_INFINITY : Math.ceil(high / 2),
    highStrict: isEndless || high % 2 !== 0,
  };
}

export function beyond(low: number): ValueInterval {
  return { low, lowStrict: true, high: Number.POSITIVE_INFINITY, highStrict: true };
}

/** Takes down the values of one term in the pieces of a state that satisfy the predicate. */
function recorder(
  engine: Engine,
  kind: BoundQuery["kind"],
  term: BoundTerm,
  found: Found,
  ceiling: number,
  isExact: boolean,
): (pieces: readonly Zone[]) => void {
  const { dim } = engine;
  if (term.is === "data") {
    const value = engine.value(term.code);
    return () => {
      const v = value();
      const only = { low: v, lowStrict: false, high: v, highStrict: false };
      found.values.add(only);
      found.seen.add(only);
    };
  }
  const clock = engine.clock(term.clock);
  const plus = engine.value(term.plus);
  return (pieces) => {
    const x = clock();
    const offset = plus();
    for (const z of pieces) {
      const b = dbm.bounds(z, 0, dim, x);
      const isEndless = z[x * dim]! >= INF && (isExact || mayStay(engine, z));
      const low = b.low + offset;
      // Without limit only where that is sure: elsewhere the next state must be looked at again.
      const top = b.high < Number.POSITIVE_INFINITY || isEndless ? b.high + offset : Math.max(low, FAR);
      found.seen.add({ low, lowStrict: b.lowStrict, high: top, highStrict: b.highStrict });
      if (isEndless && (b.low < ceiling || (b.low === ceiling && !b.lowStrict))) {
        found.values.add({ low, lowStrict: b.lowStrict, high: Number.POSITIVE_INFINITY, highStrict: true });
        continue;
      }
      // Where values above the ceiling begin is not known: the zone may be extrapolated, and the state with the smallest
      // values taken for this one.
      if (isEndless && kind === "sup") found.values.add(beyond(low));
      if (b.high > ceiling) found.openFrom = Math.min(found.openFrom, ceiling + offset);
      const high = Math.min(b.high, ceiling);
      const highStrict = b.high > ceiling ? false : b.highStrict;
      if (b.low > high || (b.low === high && (b.lowStrict || highStrict))) continue;
      found.values.add({ low, lowStrict: b.lowStrict, high: high + offset, highStrict });
    }
  };
}

/** Whether the state at hand can be kept for ever from anywhere in the zone. */
function mayStay(engine: Engine, z: Zone): boolean {
  const timing = engine.timing();
  return !timing.still && timing.urgent.length === 0 && neverEnds(z, timing, engine.dim);
}
