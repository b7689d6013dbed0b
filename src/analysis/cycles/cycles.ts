/**
 * The simple cycles of a process: sequences of edges that come back to where they began and visit no location twice.
 * (Hendriks and Larsen, Definition 3.1, ask only for distinct edges, but their Definition 3.10 copies locations, and so
 * needs distinct ones.) Johnson's algorithm (1975), without recursion. There may be exponentially many: after `limit`
 * cycles the search stops and `complete` is false. Edges that run in parallel make cycles of their own.
 */
import { append, smallest } from "../../base/index.ts";
import type { Edge, Process } from "../../network/index.ts";

interface Cycles {
  readonly cycles: readonly (readonly Edge[])[];
  /** False when there are more than the limit. */
  readonly complete: boolean;
}

export function simpleCycles(process: Pick<Process, "locations" | "edges">, limit = 1000): Cycles {
  const out: Edge[][] = process.locations.map(() => []);
  for (const e of process.edges) out[e.source]!.push(e);
  const cycles: Edge[][] = [];
  const pending = components(
    out,
    process.locations.map((l) => l.index),
  );
  while (pending.length > 0) {
    const component = pending.pop()!;
    const start = smallest(component);
    if (!circuits(out, new Set(component), start, cycles, limit)) return { cycles, complete: false };
    append(
      pending,
      components(
        out,
        component.filter((v) => v !== start),
      ),
    );
  }
  return { cycles, complete: true };
}

/** The circuits through `start` inside a component; false when the limit is hit. */
function circuits(
  out: readonly (readonly Edge[])[],
  inside: ReadonlySet<number>,
  start: number,
  cycles: Edge[][],
  limit: number,
): boolean {
  const path: Edge[] = [];
  const blocked = new Set([start]);
  const waits = new Map<number, Set<number>>();
  const unblock = (first: number): void => {
    const todo = [first];
    while (todo.length > 0) {
      const v = todo.pop()!;
      if (!blocked.delete(v)) continue;
      append(todo, waits.get(v) ?? []);
      waits.delete(v);
    }
  };
  const frames = [{ at: start, next: 0, closed: false }];
  for (let frame = frames.at(-1); frame !== undefined; frame = frames.at(-1)) {
    if (frame.next < out[frame.at]!.length) {
      const edge = out[frame.at]![frame.next++]!;
      if (!inside.has(edge.target)) continue;
      if (edge.target === start) {
        if (cycles.length >= limit) return false;
        cycles.push([...path, edge]);
        frame.closed = true;
      } else if (!blocked.has(edge.target)) {
        blocked.add(edge.target);
        path.push(edge);
        frames.push({ at: edge.target, next: 0, closed: false });
      }
      continue;
    }
    frames.pop();
    path.pop();
    if (frame.closed) {
      unblock(frame.at);
      const parent = frames.at(-1);
      if (parent !== undefined) parent.closed = true;
    } else
      for (const { target } of out[frame.at]!)
        if (inside.has(target)) waits.set(target, (waits.get(target) ?? new Set()).add(frame.at));
  }
  return true;
}

/** The strongly connected components of some locations that hold a cycle (Tarjan 1972). */
function components(out: readonly (readonly Edge[])[], of: readonly number[]): number[][] {
  const inside = new Set(of);
  const number = new Map<number, number>();
  const low = new Map<number, number>();
  const open: number[] = [];
  const isOpen = new Set<number>();
  const found: number[][] = [];
  for (const root of of) {
    if (number.has(root)) continue;
    const frames = [{ at: root, next: 0 }];
    for (let frame = frames.at(-1); frame !== undefined; frame = frames.at(-1)) {
      const v = frame.at;
      if (!number.has(v)) {
        number.set(v, number.size);
        low.set(v, number.get(v)!);
        open.push(v);
        isOpen.add(v);
      }
      if (frame.next < out[v]!.length) {
        const { target } = out[v]![frame.next++]!;
        if (!inside.has(target)) continue;
        if (!number.has(target)) frames.push({ at: target, next: 0 });
        else if (isOpen.has(target)) low.set(v, Math.min(low.get(v)!, number.get(target)!));
        continue;
      }
      frames.pop();
      const parent = frames.at(-1)?.at;
      if (parent !== undefined) low.set(parent, Math.min(low.get(parent)!, low.get(v)!));
      if (low.get(v) !== number.get(v)) continue;
      const component = open.splice(open.indexOf(v));
      for (const w of component) isOpen.delete(w);
      if (component.length > 1 || out[v]!.some((e) => e.target === v)) found.push(component);
    }
  }
  return found;
}
