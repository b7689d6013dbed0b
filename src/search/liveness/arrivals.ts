/**
 * Arriving in a state on a path that stays inside a formula: the delays during which it holds at every instant, and whether
 * a path can end there, by a delay for ever or by a deadlock.
 */
import type { Engine, Predicate } from "../../engine/index.ts";
import { elapse, neverEnds } from "../../trace/index.ts";
import { type Federation, federation, INF, type Zone } from "../../zones/index.ts";

export class Arrivals {
  private readonly engine: Engine;
  private readonly never: Predicate;
  private readonly settle: (zone: Zone) => boolean;
  private readonly hasUrgentChannels: boolean;

  /** `settle` takes what is reached with all its delays; true if it has a deadlock. */
  constructor(engine: Engine, never: Predicate, settle: (zone: Zone) => boolean) {
    this.engine = engine;
    this.never = never;
    this.settle = settle;
    this.hasUrgentChannels = engine.network.channels.some((c) => c.urgent);
  }

  /** Settles what is reached from the zones of `entry`, which may be changed, or tells how a path can end there. */
  arrive(entry: Federation): "deadlock" | "divergence" | undefined {
    const { engine, never } = this;
    if (never.onlyData && !this.hasUrgentChannels) {
      if (never.holds(engine.zone)) return undefined;
      for (const z of entry) {
        const ending = this.delay(z);
        if (ending !== undefined) return ending;
      }
      return undefined;
    }
    const { dim } = engine;
    const timing = engine.timing();
    if (timing.invariant === undefined) return undefined;
    const avoid = never.satisfying(timing.invariant).map((z) => z.slice());
    const start = federation.subtract(entry, avoid, dim);
    const { all: reached, passing } = elapse(start, timing, avoid, dim);
    if (passing.some((z) => neverEnds(z, timing, dim))) return "divergence";
    for (const z of reached) if (this.settle(z)) return "deadlock";
    return undefined;
  }

  /** The same where only invariants bound delays, and the formula does not change with time. */
  private delay(entry: Zone): "deadlock" | "divergence" | undefined {
    const { engine } = this;
    const { dim } = engine;
    let ending: "deadlock" | "divergence" | undefined;
    engine.zone = entry;
    engine.elapse(() => {
      const { zone } = engine;
      if (isUnbounded(zone, dim) || engine.approximate) {
        const timing = engine.timing();
        if (!timing.still && neverEnds(zone, timing, dim)) ending = "divergence";
      }
      if (ending === undefined && this.settle(zone)) ending = "deadlock";
      return ending !== undefined;
    });
    return ending;
  }
}

function isUnbounded(z: Zone, dim: number): boolean {
  for (let x = 1; x < dim; x++) if (z[x * dim]! < INF) return false;
  return true;
}
