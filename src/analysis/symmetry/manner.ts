/**
 * How code writes: one constant, a count by one constant, or otherwise. What writes one and the same cell in one of the first
 * two manners may do so in any order (`rounds.ts`, `order.ts`). A count whose value is used (`v[i] = n++`) is read: what it
 * is tells the order.
 */
import type { Address, Code } from "../../network/index.ts";

/** How something is written: by one constant, counted on by one constant, or otherwise. */
export type Manner = string;
export const OTHER: Manner = "other";

/** A part whose value is used, one whose value nobody uses, or what a count adds to. */
export type Role = "value" | "statement" | "count";

export function mannerOf(code: Code & { op: "store" }, role: Role): Manner {
  const { value, at } = code;
  if (value.op === "const") return `=${value.value}`;
  if (role === "value") return OTHER;
  if ((value.op === "add" || value.op === "sub") && value.b.op === "const" && value.a.op === "load")
    if (sameCell(value.a.at, at)) return `${value.op}${value.b.value}`;
  return OTHER;
}

function sameCell(a: Address, b: Address): boolean {
  return a.base === b.base && a.terms.length === 0 && b.terms.length === 0 && !a.pointer && !b.pointer;
}

/** Calls `visit` for all parts. */
export function eachPart(code: Code, visit: (part: Code, role: Role) => void, role: Role): void {
  visit(code, role);
  const inValue = (part: Code): void => eachPart(part, visit, "value");
  const inAddress = (at: Address) => {
    if (at.first) inValue(at.first);
    for (const t of at.terms) inValue(t.index);
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
      return inValue(code.a);
    case "choose":
      inValue(code.condition);
      for (const part of [code.yes, code.no]) eachPart(part, visit, used(role));
      return;
    case "call":
      for (const arg of code.args) {
        if (arg.kind === "value") inValue(arg.value);
        else inAddress(arg.kind === "cells" ? arg.from : arg.to);
      }
      return;
    case "store": {
      inAddress(code.at);
      const { value } = code;
      if ((value.op === "add" || value.op === "sub") && mannerOf(code, role) !== OTHER) {
        eachPart(value.a, visit, "count");
        inValue(value.b);
      } else inValue(value);
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
      return inValue(code.body);
    case "sequence":
      code.items.forEach((item, k) => eachPart(item, visit, k < code.items.length - 1 ? "statement" : used(role)));
      return;
    case "reset":
      inAddress(code.clock);
      return inValue(code.value);
    case "move":
      inAddress(code.clock);
      inAddress(code.from);
      return inValue(code.plus);
    default:
      // `n++;` may be written as the new value less 1.
      eachPart(code.a, visit, (code.op === "add" || code.op === "sub") && code.b.op === "const" ? used(role) : "value");
      inValue(code.b);
  }
}

/** Of a part that yields the value of the whole. */
function used(role: Role): Role {
  return role === "statement" ? "statement" : "value";
}
