/**
 * Variables that processes only count up and down by constants, and that nothing reads otherwise: nothing depends on their
 * values but whether they stay in range. That they do is shown by following each process alone through its locations, as if
 * every guard held: what it has added so far is bounded, and the sum of all bounds is in range.
 */
import {
  type Address,
  type Code,
  type Edge,
  type Network,
  type NetworkQuery,
  type Process,
  slotOf,
} from "../../network/index.ts";
import { region } from "../code/place.ts";
import { eachCode, eachQueryCode, eachStep } from "../code/walk.ts";
import { usesOf } from "../flow/uses.ts";
import type { Interval } from "../values/interval.ts";

/** Pairs of a location and a count that are looked at. */
const MOST_STATES = 1000;

/**
 * What an update adds to a variable: `x = x + c`, `x = x - c`, where c may be anything that has no effect and cannot go wrong.
 */
interface Step {
  readonly cell: number;
  readonly low: number;
  readonly high: number;
  readonly code: Code & { op: "store" };
}

function stepOf(code: Code, network: Network): Step | undefined {
  if (code.op !== "store" || code.at.terms.length > 0 || code.at.pointer !== undefined) return undefined;
  const { value } = code;
  if ((value.op !== "add" && value.op !== "sub") || value.a.op !== "load") return undefined;
  const { base, terms, pointer, first } = value.a.at;
  if (base !== code.at.base || terms.length > 0 || (pointer ?? first ?? code.at.first) !== undefined) return undefined;
  const by = amountOf(value.b, network);
  if (by === undefined) return undefined;
  return value.op === "add" ? { cell: base, ...by, code } : { cell: base, low: -by.high, high: -by.low, code };
}

function amountOf(code: Code, network: Network): Interval | undefined {
  if (code.op === "const") return { low: code.value, high: code.value };
  const flows = usesOf(network).code;
  const { end, faulty } = flows.apart(() => {
    flows.value(code);
  });
  if (faulty || end === undefined || end.sources.size > 0) return undefined;
  const { low, high } = flows.interval(code);
  return low <= high ? { low, high } : undefined;
}

export function countersOf(network: Network, query: NetworkQuery): ReadonlySet<number> {
  const steps = network.processes.flatMap((p) =>
    p.edges.flatMap((e) => e.update.flatMap((c) => stepOf(c, network) ?? [])),
  );
  const uses = steps.length === 0 ? undefined : usesIn(network, query);
  if (uses === undefined) return new Set();
  // Each such step loads and stores once; whatever else touches the cell is too much.
  for (const { cell } of steps) uses.set(cell, (uses.get(cell) ?? 0) - 2);
  const found = new Set(steps.map((s) => s.cell).filter((cell) => uses.get(cell) === 0));
  for (const cell of found) if (!staysInRange(network, cell)) found.delete(cell);
  return found;
}

/** How often code touches each cell; undefined if that is not known. */
function usesIn(network: Network, query: NetworkQuery): Map<number, number> | undefined {
  const uses = new Map<number, number>();
  const { ranges } = usesOf(network).possible;
  let unknown = false;
  const use = (at: Address, count = 1): void => {
    const cells = at.pointer === undefined ? region(at) : ranges.addresses(at);
    if (cells === undefined) unknown = true;
    else for (const cell of cells) for (let k = 0; k < count; k++) uses.set(cell + k, (uses.get(cell + k) ?? 0) + 1);
  };
  eachCode(network, query, (code) => {
    if (code.op === "load" || code.op === "store") use(code.at);
    else if (code.op === "copy") for (const at of [code.from, code.to]) use(at, code.count);
    else if (code.op === "same") for (const at of [code.a, code.b]) use(at, code.count);
    else if (code.op === "call") for (const arg of code.args) if (arg.kind === "cells") use(arg.from, arg.count);
  });
  for (const { body, resultCount } of [...network.functions, ...query.functions])
    eachStep(body, (step) => {
      if (step.do === "return" && step.from !== undefined) use(step.from, resultCount);
    });
  // Ranges know what references in the network name, not those of the query.
  eachQueryCode(query, (code) => {
    if (code.op === "call" && code.args.some((arg) => arg.kind === "reference")) unknown = true;
  });
  return unknown ? undefined : uses;
}

function staysInRange(network: Network, cell: number): boolean {
  const slot = slotOf(network, cell);
  if (slot === undefined) return false;
  const { initial, low, high } = slot;
  let [least, most] = [initial, initial];
  let [from, to] = [low, high];
  for (const process of network.processes) {
    const added = range(process, (e) =>
      e.update.flatMap((code) => {
        const step = stepOf(code, network);
        if (step?.cell !== cell) return [];
        from = Math.max(from, step.code.low);
        to = Math.min(to, step.code.high);
        return [step];
      }),
    );
    if (added === undefined) return false;
    least += added.low;
    most += added.high;
  }
  return least >= from && most <= to;
}

/** The least and the largest sum along paths, amid updates too; undefined if there are too many. */
function range({ initial, edges }: Process, by: (e: Edge) => readonly Interval[]): Interval | undefined {
  const steps = edges.map(by);
  let [low, high] = [0, 0];
  if (steps.every((list) => list.length === 0)) return { low, high };
  const seen = new Set([`${initial} 0 0`]);
  const waiting = [{ at: initial, least: 0, most: 0 }];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    for (const [k, e] of edges.entries()) {
      if (e.source !== next.at) continue;
      let { least, most } = next;
      for (const step of steps[k]!) {
        least += step.low;
        most += step.high;
        low = Math.min(low, least);
        high = Math.max(high, most);
      }
      const key = `${e.target} ${least} ${most}`;
      if (seen.has(key)) continue;
      if (seen.size >= MOST_STATES) return undefined;
      seen.add(key);
      waiting.push({ at: e.target, least, most });
    }
  }
  return { low, high };
}
