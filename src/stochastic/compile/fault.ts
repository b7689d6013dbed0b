import type { Code, Condition } from "../code.ts";
import { needsStatements, partsOf } from "./value.ts";

/**
 * Whether evaluating something can be a fault. Where it cannot, nobody can tell whether it was evaluated, and what does not
 * matter need not be.
 */
const known = new WeakMap<Code, boolean>();

function canFault(code: Code): boolean {
  const found = known.get(code) ?? (ofItself(code) || partsOf(code).some(canFault));
  known.set(code, found);
  return found;
}

function ofItself(code: Code): boolean {
  if (needsStatements(code) || code.op === "toInt" || code.op === "random") return true;
  if ("at" in code) return code.at.terms.length > 0;
  if (!("b" in code) || code.is === "real") return false;
  if (code.op === "div" || code.op === "mod") return code.b.op !== "const" || code.b.value === 0;
  return code.op === "shl" || code.op === "shr" || code.op === "pow";
}

export function conditionCanFault(condition: Condition): boolean {
  switch (condition.is) {
    case "data":
      return canFault(condition.code);
    case "clock":
      return condition.clock.terms.length > 0 || condition.clock.first !== undefined || canFault(condition.bound);
    case "line":
      return canFault(condition.value) || canFault(condition.slope);
    case "curve":
      return canFault(condition.value);
    case "any":
      return conditionCanFault(condition.item);
    default:
      return condition.items.some(conditionCanFault);
  }
}
