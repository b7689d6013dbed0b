/**
 * How code writes: one constant, a count by one constant, or otherwise. What writes one and the same cell in one of the first two manners may
 * do so in any order (`rounds.ts`, `order.ts`).
 */
import type { Address, Code } from "../../network/index.ts";

/** How something is written: by one constant, counted on by one constant, or otherwise. */
export type Manner = string;
export const OTHER: Manner = "other";

export function mannerOf(code: Code & { op: "store" }): Manner {
  const { value, at } = code;
  if (value.op === "const") return `=${value.value}`;
  if ((value.op === "add" || value.op === "sub") && value.b.op === "const" && value.a.op === "load")
    if (sameCell(value.a.at, at)) return `${value.op}${value.b.value}`;
  return OTHER;
}

function sameCell(a: Address, b: Address): boolean {
  return a.base === b.base && a.terms.length === 0 && b.terms.length === 0 && !a.pointer && !b.pointer;
}

/** Calls `visit` for all parts; `isCount` tells the read of `n = n + 1`. */
export function eachPart(code: Code, visit: (part: Code, isCount: boolean) => void, isCount = false): void {
  visit(code, isCount);
  const inAddress = (at: Address) => {
    if (at.first) eachPart(at.first, visit);
    for (const t of at.terms) eachPart(t.index, visit);
  };
  switch (code.op) {
    case "const":
      return;
    case "load":
      return inAddress(code.at);
    case "neg":
    case "not":
    case "abs":
    case "bool":
    case "inv":
      return eachPart(code.a, visit);
    case "choose":
      for (const part of [code.condition, code.yes, code.no]) eachPart(part, visit);
      return;
    case "call":
      for (const arg of code.args) {
        if (arg.kind === "value") eachPart(arg.value, visit);
        else inAddress(arg.kind === "cells" ? arg.from : arg.to);
      }
      return;
    case "store": {
      inAddress(code.at);
      const { value } = code;
      if ((value.op === "add" || value.op === "sub") && mannerOf(code) !== OTHER) {
        eachPart(value.a, visit, true);
        eachPart(value.b, visit);
      } else eachPart(value, visit);
      return;
    }
    case "copy":
      inAddress(code.to);
      return inAddress(code.from);
    case "same":
      inAddress(code.a);
      return inAddress(code.b);
    case "forall":
    case "exists":
    case "sum":
      return eachPart(code.body, visit);
    case "sequence":
      for (const item of code.items) eachPart(item, visit);
      return;
    case "reset":
      inAddress(code.clock);
      return eachPart(code.value, visit);
    case "move":
      inAddress(code.clock);
      inAddress(code.from);
      return eachPart(code.plus, visit);
    default:
      eachPart(code.a, visit);
      eachPart(code.b, visit);
  }
}
