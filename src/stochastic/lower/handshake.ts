import type { Code, Condition } from "../code.ts";
import type { Edge, Process, Sync } from "../network.ts";
import { all, arithmetic, compare, data, int, some } from "./fold.ts";

/**
 * Handshakes. A sender on a channel that is not broadcast can only move while a partner is ready, so the partners' guards become
 * part of its own. Who they are is settled when it moves: with more than one the run ends in a fault.
 */
export function partners(processes: readonly Process[]): Process[] {
  const receivers = processes.flatMap(({ edges }) =>
    edges.filter(({ sync }) => sync?.direction === "?" && !sync.broadcast),
  );
  return processes.map((process) => ({
    ...process,
    edges: process.edges.map((edge) => {
      const { sync } = edge;
      if (sync === undefined || sync.broadcast || sync.direction === "?") return edge;
      const ready = receivers.flatMap((other) => (other.process === edge.process ? [] : readiness(sync, other)));
      return { ...edge, guard: all([edge.guard, some(ready)]) };
    }),
  }));
}

/** When the other edge can receive: nothing where its channels are others. With a select, any of its values may do. */
function readiness(sync: Sync, other: Edge): Condition[] {
  if (other.sync === undefined) return [];
  const [a, b] = [channelOf(sync), channelOf(other.sync)];
  const same = compare("eq", a, b);
  if (same.op === "const" && same.value === 0) return [];
  const location: Code = { op: "load", is: "int", at: { base: other.process, terms: [] } };
  const at = data(compare("eq", location, int(other.source)));
  const here = all([at, data(same), other.guard]);
  return [
    other.selects.reduceRight<Condition>(
      (inner, { cell, low, high }) => ({ is: "any", cell, low, high, item: inner }),
      here,
    ),
  ];
}

function channelOf({ base, terms }: Sync): Code {
  return terms.reduce<Code>((sum, { index, low, stride, origin }) => {
    const steps = arithmetic("mul", arithmetic("sub", index, int(low), origin), int(stride), origin);
    return arithmetic("add", sum, steps, origin);
  }, int(base));
}
