/**
 * Which states need not be kept: UPPAAL's conservative space reduction. A state in which a process is committed is left at
 * once, so it can be forgotten after it was expanded; if it is reached again it is expanded again. The search still ends
 * if every endless run through committed states meets one that is kept. Such a run leaves committed locations of some
 * process infinitely often, and all that process does on the way is to leave committed locations or to synchronise; so
 * committed locations that lie on a cycle of such edges are kept.
 */
import type { Network, Process } from "../../network/index.ts";

/** Of a location: not committed, committed and to be forgotten, committed and to be kept. */
export const ordinary = 0;
export const passing = 1;
const staying = 2;

/** For each process the kinds of its locations. A state may go if one is `passing` and none `staying`. */
export function passingLocations(network: Network): readonly Uint8Array[] | undefined {
  const kinds = network.processes.map(kindsOf);
  return kinds.some((of) => of.includes(passing)) ? kinds : undefined;
}

/** Whether a state may be forgotten. Undefined if none may. */
export function forgettable(network: Network): ((cells: Int32Array) => boolean) | undefined {
  const kinds = passingLocations(network);
  if (kinds === undefined) return undefined;
  const owners = kinds.flatMap((of, p) => (of.some((kind) => kind !== ordinary) ? [p] : []));
  return (cells) => {
    let passes = false;
    for (const p of owners) {
      const kind = kinds[p]![cells[p]!];
      if (kind === staying) return false;
      if (kind === passing) passes = true;
    }
    return passes;
  };
}

function kindsOf({ locations, edges }: Process): Uint8Array {
  const steps = edges.filter((edge) => edge.sync !== undefined || locations[edge.source]!.committed);
  const cyclic = onCycles(
    locations.length,
    steps.map((edge) => [edge.source, edge.target]),
  );
  return Uint8Array.from(locations, ({ committed }, l) => (!committed ? ordinary : cyclic[l] ? staying : passing));
}

/** What is left when nodes without a way in or a way out go one after the other: all cycles, and what lies between them. */
function onCycles(size: number, steps: readonly (readonly [from: number, to: number])[]): readonly boolean[] {
  const left = new Array<boolean>(size).fill(true);
  for (const [here, there] of [
    [0, 1],
    [1, 0],
  ] as const) {
    const count = new Int32Array(size);
    const into: number[][] = Array.from({ length: size }, () => []);
    for (const step of steps) {
      if (!left[step[0]] || !left[step[1]]) continue;
      count[step[here]]!++;
      into[step[there]]!.push(step[here]);
    }
    const going: number[] = [];
    for (let n = 0; n < size; n++) if (left[n] && count[n] === 0) going.push(n);
    for (let n = going.pop(); n !== undefined; n = going.pop()) {
      left[n] = false;
      for (const other of into[n]!) if (--count[other]! === 0) going.push(other);
    }
  }
  return left;
}
