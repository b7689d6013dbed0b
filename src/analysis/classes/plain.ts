/**
 * Plain variables: those that code names one by one. What an index, a reference, or a copy of a whole array or struct can
 * reach is none, nor is a meta variable.
 */
import type { Address, Code, Network, NetworkQuery } from "../../network/index.ts";
import { slotAt } from "../../network/index.ts";
import { eachCode, eachStep } from "../code/walk.ts";
import type { Ranges } from "../values/range.ts";
import { isDirect } from "./looks.ts";

export function plainVariables(
  network: Network,
  query: NetworkQuery | undefined,
  ranges: Ranges,
): (cell: number) => boolean {
  const { processes, slots } = network;
  const plain = new Uint8Array(slots.length);
  for (let cell = processes.length; cell < slots.length; cell++) plain[cell] = slotAt(network, cell).meta ? 0 : 1;
  const reached = (at: Address, count: number): void => {
    for (const cell of ranges.addresses(at)) plain.fill(0, Math.max(0, cell), Math.max(0, cell + count));
  };
  const visit = (code: Code): void => {
    if (code.op === "load" || code.op === "store") {
      if (!isDirect(code.at)) reached(code.at, 1);
    } else if (code.op === "copy") {
      reached(code.to, code.count);
      reached(code.from, code.count);
    } else if (code.op === "same") {
      reached(code.a, code.count);
      reached(code.b, code.count);
    } else if (code.op === "call") {
      for (const a of code.args) {
        if (a.kind === "cells") reached(a.from, a.count);
        else if (a.kind === "reference" && a.clocks !== true) reached(a.to, 1);
      }
    }
  };
  eachCode(network, query, visit);
  for (const { body, resultCount } of [...network.functions, ...(query?.functions ?? [])])
    eachStep(body, (s) => {
      if (s.do === "return" && s.from !== undefined) reached(s.from, resultCount);
    });
  return (cell) => plain[cell] === 1;
}
