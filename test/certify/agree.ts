import { deadlocked } from "../../apps/certify/deadlock.ts";
import { layoutOf } from "../../apps/certify/names.ts";
import { Fault as OwnFault } from "../../apps/certify/outcome.ts";
import { Semantics } from "../../apps/certify/semantics.ts";
import { systemOf } from "../../apps/certify/system.ts";
import { without, Zone } from "../../apps/certify/zone.ts";
import { type Engine, Fault, interpret } from "../../src/engine/index.ts";
import { INF } from "../../src/zones/index.ts";
import type { Subject } from "./prove.ts";

/**
 * The checker's semantics against the interpreter's, state by state: from every symbolic state reached within some steps both
 * must come to the same discrete states with the same clock values, by actions and by delays, and see the same deadlocks.
 * Steps come in pieces, which the two may cut differently: their unions are compared.
 */
export function disagreement({ made }: Subject, states: number, hasDeadlock: boolean): string | undefined {
  const { network, model } = made;
  const engine = interpret(network);
  const semantics = new Semantics(systemOf(model));
  const { names } = layoutOf(
    {
      processes: network.processes.map((p) => p.name),
      variables: network.slots.slice(network.processes.length).map((s) => s.name),
      clocks: network.clocks.slice(1).map((c) => c.name),
    },
    semantics.system,
  );
  const own = (cells: ArrayLike<number>): number[] => {
    const values: number[] = [];
    names.cells.forEach((at, k) => {
      values[at] = cells[k]!;
    });
    return values;
  };
  const zoneOf = (matrix: Int32Array): Zone => {
    const { n } = semantics;
    const z = Zone.zero(n);
    for (let k = 0; k < n * n; k++) {
      const at = names.clocks[Math.floor(k / n)]! * n + names.clocks[k % n]!;
      z.bounds[at] = matrix[k]! >= INF ? Infinity : matrix[k]!;
    }
    return z;
  };
  const isThere = engine.initial();
  const first = semantics.initial();
  if (isThere !== (first !== undefined)) return "the initial state";
  if (!isThere || first === undefined) return undefined;
  const pending: { cells: Int32Array; zone: Int32Array }[] = [];
  const delayed = (found: Reached, start: Zone): string | undefined => {
    const theirs: Zone[] = [];
    engine.elapse(() => {
      theirs.push(zoneOf(engine.zone));
      if (seen.size < states && !seen.has(keyOf(engine))) {
        seen.add(keyOf(engine));
        pending.push({ cells: engine.cells.slice(0, engine.size), zone: engine.zone.slice() });
      }
      return false;
    });
    semantics.load(own(engine.cells));
    return isSame(semantics.elapse(start), theirs) ? undefined : `delays after ${found}`;
  };
  type Reached = string;
  const seen = new Set<string>();
  const begun = delayed("the start", first);
  if (begun !== undefined) return begun;
  for (let at = pending.pop(); at !== undefined; at = pending.pop()) {
    const load = (): void => {
      engine.cells.set(at!.cells);
      engine.zone = at!.zone.slice();
    };
    load();
    semantics.load(own(at.cells));
    const here = own(at.cells).join();
    const [theirs, mine] = [new Map<string, Zone[]>(), new Map<string, Zone[]>()];
    const zone = zoneOf(at.zone);
    const wrong: string[] = [];
    const [a, b] = [
      faulty(() =>
        engine.successors(() => {
          add(theirs, own(engine.cells).join(), zoneOf(engine.zone));
          const copy = engine.zone.slice();
          const difference = delayed(`a step from ${here}`, zoneOf(copy));
          if (difference !== undefined) wrong.push(difference);
          semantics.load(own(at!.cells));
          return false;
        }),
      ),
      faulty(() => semantics.successors(zone, { reached: (z) => add(mine, semantics.save().join(), z) })),
    ];
    if (a !== b) return `faults from ${here}: ${a} against ${b}`;
    if (a) return undefined;
    if (wrong[0] !== undefined) return wrong[0];
    for (const key of new Set([...theirs.keys(), ...mine.keys()]))
      if (!isSame(mine.get(key) ?? [], theirs.get(key) ?? [])) return `from ${here} to ${key}`;
    if (!hasDeadlock) continue;
    load();
    semantics.load(own(at.cells));
    if (!isSame(deadlocked(zone, semantics), engine.deadlocked(at.zone).map(zoneOf))) return `deadlocks of ${here}`;
  }
  return undefined;
}

function keyOf({ cells, zone, size }: Engine): string {
  return `${cells.subarray(0, size).join()};${zone.join()}`;
}

function add(map: Map<string, Zone[]>, key: string, zone: Zone): void {
  const known = map.get(key);
  if (known === undefined) map.set(key, [zone.copy()]);
  else known.push(zone.copy());
}

function isSame(a: readonly Zone[], b: readonly Zone[]): boolean {
  return without(a, b).length === 0 && without(b, a).length === 0;
}

function faulty(run: () => void): boolean {
  try {
    run();
    return false;
  } catch (error) {
    if (error instanceof Fault || error instanceof OwnFault) return true;
    throw error;
  }
}
