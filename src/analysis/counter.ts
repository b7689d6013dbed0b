/**
 * Variables that processes only count up and down by constants, and that nothing reads otherwise: nothing depends on their
 * values but whether they stay in range. That they do is shown by following each process alone through its locations, as if
 * every guard held: what it has added so far is bounded, and the sum of all bounds is in range.
 */
import type { Code, Edge, Network, NetworkQuery, Process } from "../network/index.ts";
import { region } from "./kinds.ts";
import { eachCode } from "./walk.ts";

/** Pairs of a location and a count that are looked at. */
const MOST_STATES = 1000;

/** What an update adds to a variable: `x = x + c`, `x = x - c`. */
function stepOf(
  code: Code,
): { readonly cell: number; readonly by: number; readonly code: Code & { op: "store" } } | undefined {
  if (code.op !== "store" || code.at.terms.length > 0 || code.at.pointer !== undefined) return undefined;
  const { value } = code;
  if ((value.op !== "add" && value.op !== "sub") || value.b.op !== "const" || value.a.op !== "load") return undefined;
  const { base, terms, pointer } = value.a.at;
  if (base !== code.at.base || terms.length > 0 || pointer !== undefined) return undefined;
  return { cell: base, by: value.op === "add" ? value.b.value : -value.b.value, code };
}

export function countersOf(network: Network, query: NetworkQuery): ReadonlySet<number> {
  const steps = network.processes.flatMap((p) => p.edges.flatMap((e) => e.update.flatMap((c) => stepOf(c) ?? [])));
  if (steps.length === 0) return new Set();
  // Each such step loads and stores once; whatever else touches the cell is too much.
  const uses = new Map<number, number>();
  const use = (cell: number, by: number) => uses.set(cell, (uses.get(cell) ?? 0) + by);
  let unknown = false;
  eachCode(network, query, (code) => {
    const all =
      code.op === "load" || code.op === "store"
        ? [{ at: code.at, count: 1 }]
        : code.op === "copy"
          ? [code.from, code.to].map((at) => ({ at, count: code.count }))
          : code.op === "same"
            ? [code.a, code.b].map((at) => ({ at, count: code.count }))
            : [];
    if (code.op === "call" && code.args.some((arg) => arg.kind !== "value")) unknown = true;
    for (const { at, count } of all) {
      const cells = at.pointer === undefined ? region(at) : [];
      if (cells === undefined) unknown = true;
      else for (const cell of cells) for (let k = 0; k < count; k++) use(cell + k, 1);
    }
  });
  if (unknown || network.functions.some((f) => f.resultCount > 1)) return new Set();
  for (const { cell } of steps) use(cell, -2);
  const found = new Set(steps.map((s) => s.cell).filter((cell) => uses.get(cell) === 0));
  for (const cell of found) if (!staysInRange(network, cell)) found.delete(cell);
  return found;
}

function staysInRange(network: Network, cell: number): boolean {
  let [low, high] = [network.slots[cell].initial, network.slots[cell].initial];
  let [least, most] = [network.slots[cell].low, network.slots[cell].high];
  for (const process of network.processes) {
    const added = range(
      process,
      (e) =>
        e.update.reduce((sum, code) => {
          const step = stepOf(code);
          if (step?.cell !== cell) return sum;
          least = Math.max(least, step.code.low);
          most = Math.min(most, step.code.high);
          return sum + step.by;
        }, 0),
      (e) => e.update.reduce((sum, code) => (stepOf(code)?.cell === cell ? sum + Math.abs(stepOf(code)!.by) : sum), 0),
    );
    if (added === undefined) return false;
    low += added.low;
    high += added.high;
  }
  return low >= least && high <= most;
}

/** The least and the largest sum along paths, with what the parts of one update may add on the way; undefined if unbounded. */
function range(
  { initial, edges }: Process,
  by: (e: Edge) => number,
  within: (e: Edge) => number,
): { readonly low: number; readonly high: number } | undefined {
  const sums = edges.map(by);
  const parts = edges.map(within);
  if (parts.every((n) => n === 0)) return { low: 0, high: 0 };
  const seen = new Set([`${initial} 0`]);
  const waiting = [{ at: initial, sum: 0 }];
  let [low, high] = [0, 0];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    for (const [k, e] of edges.entries()) {
      if (e.source !== next.at) continue;
      const sum = next.sum + sums[k];
      low = Math.min(low, next.sum - parts[k]);
      high = Math.max(high, next.sum + parts[k]);
      const key = `${e.target} ${sum}`;
      if (seen.has(key)) continue;
      if (seen.size >= MOST_STATES) return undefined;
      seen.add(key);
      waiting.push({ at: e.target, sum });
    }
  }
  return { low, high };
}
