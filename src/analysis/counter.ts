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
  const { initial, low, high } = network.slots[cell];
  let [least, most] = [initial, initial];
  let [from, to] = [low, high];
  for (const process of network.processes) {
    const added = range(process, (e) =>
      e.update.flatMap((code) => {
        const step = stepOf(code);
        if (step?.cell !== cell) return [];
        from = Math.max(from, step.code.low);
        to = Math.min(to, step.code.high);
        return [step.by];
      }),
    );
    if (added === undefined) return false;
    least += added.low;
    most += added.high;
  }
  return least >= from && most <= to;
}

/** The least and the largest sum along paths, amid updates too; undefined if there are too many. */
function range(
  { initial, edges }: Process,
  by: (e: Edge) => readonly number[],
): { readonly low: number; readonly high: number } | undefined {
  const steps = edges.map(by);
  let [low, high] = [0, 0];
  if (steps.every((list) => list.length === 0)) return { low, high };
  const seen = new Set([`${initial} 0`]);
  const waiting = [{ at: initial, sum: 0 }];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    for (const [k, e] of edges.entries()) {
      if (e.source !== next.at) continue;
      let { sum } = next;
      for (const step of steps[k]) {
        sum += step;
        low = Math.min(low, sum);
        high = Math.max(high, sum);
      }
      const key = `${e.target} ${sum}`;
      if (seen.has(key)) continue;
      if (seen.size >= MOST_STATES) return undefined;
      seen.add(key);
      waiting.push({ at: e.target, sum });
    }
  }
  return { low, high };
}
