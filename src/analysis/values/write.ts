/** Everything that code ever writes to cells: assignments, arguments, results, selects and bound variables. */
import type { Address, Code, Network, NetworkQuery } from "../../network/index.ts";
import { eachCode, eachStep } from "../code/walk.ts";
import type { Interval } from "./interval.ts";

export type Write =
  | {
      readonly kind: "value";
      readonly at: Address;
      readonly value: Code | Interval;
      readonly low: number;
      readonly high: number;
    }
  | { readonly kind: "pointer"; readonly at: Address; readonly to: Address }
  | { readonly kind: "block"; readonly to: Address; readonly from: Address; readonly count: number };

const anything = { low: -(2 ** 31), high: 2 ** 31 - 1 };

function cell(base: number): Address {
  return { base, terms: [] };
}

export function gatherWrites(network: Network, query?: NetworkQuery): readonly Write[] {
  const writes: Write[] = [];
  const fixed = (at: number, low: number, high: number) =>
    writes.push({ kind: "value", at: cell(at), value: { low, high }, low, high });
  for (const p of network.processes) {
    for (const e of p.edges) for (const s of e.selects) fixed(s.cell, s.low, s.high);
  }
  eachCode(network, query, (code) => {
    switch (code.op) {
      case "store":
        writes.push({ kind: "value", at: code.at, value: code.value, low: code.low, high: code.high });
        break;
      case "copy":
        writes.push({ kind: "block", to: code.to, from: code.from, count: code.count });
        break;
      case "forall":
      case "exists":
      case "sum":
        fixed(code.cell, code.low, code.high);
        break;
      case "call":
        for (const a of code.args) {
          if (a.kind === "value")
            writes.push({ kind: "value", at: cell(a.cell), value: a.value, low: a.low, high: a.high });
          else if (a.kind === "cells") writes.push({ kind: "block", to: cell(a.cell), from: a.from, count: a.count });
          else writes.push({ kind: "pointer", at: cell(a.cell), to: a.to });
        }
        break;
    }
  });
  for (const f of [...network.functions, ...(query?.functions ?? [])]) {
    eachStep(f.body, (step) => {
      if (step.do === "range") fixed(step.cell, step.low, step.high);
      else if (step.do === "return") {
        if (step.from !== undefined)
          writes.push({ kind: "block", to: cell(f.result), from: step.from, count: f.resultCount });
        else if (step.value !== undefined) {
          const { low = anything.low, high = anything.high } = step;
          writes.push({ kind: "value", at: cell(f.result), value: step.value, low, high });
        }
      }
    });
  }
  return writes;
}
