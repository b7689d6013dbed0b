import { eachPart, formulasOf } from "../../../analysis/index.ts";
import {
  type Address,
  type Code,
  cellRange,
  type Formula,
  isDataOnly,
  type Network,
  type NetworkQuery,
} from "../../../network/index.ts";

/**
 * Formulas that terms must not stand for (`terms.ts`). A term brings together what stands apart in the formula, so that code
 * is evaluated that the formula would not come to: in `i == N || (a[i] == 1 && x >= 1)` the index is out of range only where it
 * does not matter (semantics, 7.2). So conditions on data that may be faults are left to the host where they stand among
 * conditions on clocks in more than one conjunction.
 */
export function isDelicate(formula: Formula, negated: boolean, network: Network): boolean {
  return !isDataOnly(formula) && !isConjunction(formula, negated) && mayFault(formula, network);
}

/** Whether one of the query's state formulas is such a one. */
export function asksDelicately(query: NetworkQuery, network: Network): boolean {
  return formulasOf(query).some((formula) => isDelicate(formula, query.kind === "A[]", network));
}

function isConjunction(formula: Formula, negated: boolean): boolean {
  switch (formula.is) {
    case "not":
      return isConjunction(formula.a, !negated);
    case "and":
    case "or":
      return (
        (formula.is === "and") !== negated && formula.items.every((item) => item.is === "clock" || isDataOnly(item))
      );
    default:
      return true;
  }
}

function mayFault(formula: Formula, network: Network): boolean {
  /** Ranges of the variables that quantifiers bind. */
  const bound = new Map<number, { readonly low: number; readonly high: number }>();
  const rangeOf = (code: Code): { readonly low: number; readonly high: number } | undefined => {
    if (code.op === "const") return { low: code.value, high: code.value };
    if (code.op !== "load" || !isPlain(code.at) || code.at.terms.length > 0) return undefined;
    return bound.get(code.at.base) ?? cellRange(network, code.at.base);
  };
  const mayLeave = (at: Address): boolean =>
    !isPlain(at) ||
    at.terms.some(({ index, low, size }) => {
      const range = rangeOf(index);
      return range === undefined || range.low < low || range.high >= low + size;
    });
  let found = false;
  eachPart(formula, (part) => {
    if (part.op === "forall" || part.op === "exists" || part.op === "sum") bound.set(part.cell, part);
    found ||= mayFaultByItself(part, mayLeave);
  });
  return found;
}

function isPlain({ pointer, first }: Address): boolean {
  return pointer === undefined && first === undefined;
}

function mayFaultByItself(code: Code, mayLeave: (at: Address) => boolean): boolean {
  switch (code.op) {
    case "load":
      return mayLeave(code.at);
    case "same":
      return mayLeave(code.a) || mayLeave(code.b);
    case "div":
    case "mod":
      return code.b.op !== "const" || code.b.value === 0;
    case "shl":
    case "shr":
    case "pow":
      return code.b.op !== "const" || code.b.value < 0;
    case "call":
    case "store":
    case "copy":
    case "reset":
    case "move":
      return true;
    default:
      return false;
  }
}
