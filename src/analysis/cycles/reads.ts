/** What guards read: spans of cells, or anything, where that is not known. */
import type { Address, Code, Edge, Network, Step } from "../../network/index.ts";
import { eachCodeOf } from "../code/walk.ts";

interface Reads {
  readonly cells: readonly (readonly [number, number])[];
  readonly anything: boolean;
}

/** What the conditions on data of these edges read. */
export function readsOf(network: Network, edges: readonly Edge[]): Reads {
  return readsOfCode(
    network.functions,
    edges.flatMap((e) => e.guard.data),
  );
}

export function readsOfCode(functions: Network["functions"], list: readonly Code[]): Reads {
  const cells: (readonly [number, number])[] = [];
  let anything = false;
  const read = (a: Address, count = 1): void => {
    if (a.pointer !== undefined) anything = true;
    const [low, high] = spanOf(a);
    cells.push([low, high + count - 1]);
  };
  const seen = new Set<number>();
  const visit = (code: Code): void => {
    if (code.op === "load") read(code.at);
    else if (code.op === "same") {
      read(code.a, code.count);
      read(code.b, code.count);
    } else if (code.op === "copy") read(code.from, code.count);
    else if (code.op === "call") {
      for (const a of code.args) if (a.kind === "cells") read(a.from, a.count);
      if (code.args.some((a) => a.kind === "reference")) anything = true;
      if (seen.has(code.function)) return;
      seen.add(code.function);
      const { body } = functions[code.function]!;
      // Results that are whole structs are read without code: then nothing is known.
      if (hasStructResult(body)) anything = true;
      eachCodeOf(body, visit);
    }
  };
  eachCodeOf(list.map(step), visit);
  return { cells, anything };
}

function hasStructResult(body: readonly Step[]): boolean {
  return body.some((s) =>
    s.do === "return"
      ? s.from !== undefined
      : s.do === "if"
        ? hasStructResult(s.yes) || hasStructResult(s.no)
        : (s.do === "loop" || s.do === "range") && hasStructResult(s.body),
  );
}

export function step(code: Code): Step {
  return { do: "code", code };
}

export function spanOf(a: { readonly base: number; readonly terms: Address["terms"] }): readonly [number, number] {
  let [low, high] = [a.base, a.base];
  for (const t of a.terms) {
    const reach = (t.size - 1) * t.stride;
    if (reach >= 0) high += reach;
    else low += reach;
  }
  return [low, high];
}

export function covers(spans: readonly (readonly [number, number])[], low: number, high: number): boolean {
  return spans.some(([from, to]) => from <= high && low <= to);
}

/** Whether a cell may be among what is read. */
export function readsCell({ cells, anything }: Reads, cell: number): boolean {
  return anything || covers(cells, cell, cell);
}
