/**
 * The network and query without idle clocks (`analysis/influence/idle.ts`): zones have a row and a column less for each, and
 * every answer is the same. Cells, edges and functions keep their numbers.
 */
import { idleClocks, isPlainClock } from "../analysis/index.ts";
import { type Clock, type Code, type Network, type NetworkQuery, Renumbering } from "../network/index.ts";
import { Kept } from "./kept.ts";

const kept = new Kept();

class Dropping extends Renumbering {
  private readonly idle: ReadonlySet<number>;

  constructor(idle: ReadonlySet<number>, numbers: readonly number[]) {
    const same = (old: number): number => old;
    super({ cell: same, channel: same, function: same, clock: (old) => numbers[old]! });
    this.idle = idle;
  }

  override code(c: Code): Code {
    return c.op === "reset" && isPlainClock(c.clock) && this.idle.has(c.clock.base) ? c.value : super.code(c);
  }
}

/** The network and query without idle clocks; undefined if there are none. */
export function withoutIdleClocks<Query extends NetworkQuery>(
  network: Network,
  query: Query,
): { readonly network: Network; readonly query: Query } | undefined {
  const idle = idleClocks(network, query);
  if (idle.size === 0) return undefined;
  const clocks: Clock[] = [];
  const numbers = network.clocks.map((clock, x) => (idle.has(x) ? 0 : clocks.push(clock) - 1));
  const dropping = new Dropping(idle, numbers);
  const few = kept.of(network, [...idle].join(), () => without(network, clocks, dropping));
  return { network: few, query: dropping.query(query) };
}

function without(network: Network, clocks: readonly Clock[], dropping: Dropping): Network {
  return {
    ...network,
    clocks,
    processes: network.processes.map((p) => ({
      ...p,
      locations: p.locations.map((l) => ({ ...l, invariant: dropping.invariant(l.invariant) })),
      edges: p.edges.map((e) => dropping.edge(e)),
    })),
    functions: network.functions.map((f) => dropping.function(f)),
    beforeUpdate: dropping.codes(network.beforeUpdate),
    afterUpdate: dropping.codes(network.afterUpdate),
  };
}
