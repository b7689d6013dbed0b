import type { BinaryOp } from "../syntax/index.ts";
import * as is from "./class.ts";
import type { Relation } from "./relate.ts";
import type { Type } from "./type.ts";

/**
 * The result type of a binary operator, or undefined when no rule applies (docs/compatibility.md TY1, which is UPPAAL's own
 * table, quirks included: `n - x` is a double, `x != y` a boolean).
 */
export function binaryType(relation: Relation, op: BinaryOp, a: Type, b: Type): Type | undefined {
  switch (op) {
    case "+":
      return sum(a, b) ?? arithmetic(a, b);
    case "-":
      return minus(a, b) ?? arithmetic(a, b);
    case "*":
    case "/":
    case "**":
    case "<?":
    case ">?":
      return arithmetic(a, b);
    case "%":
    case "&":
    case "|":
    case "^":
    case "<<":
    case ">>":
      return both(is.isIntegral, a, b) ? is.int : undefined;
    case "<":
    case "<=":
      return comparison(a, b, is.isBound);
    case ">":
    case ">=":
      return comparison(a, b, is.isInteger);
    case "==":
      return equality(relation, a, b);
    case "!=":
      return inequality(relation, a, b);
    case "&&":
      return conjunction(a, b);
    case "||":
      return disjunction(a, b);
    // UPPAAL rewrites `a imply b` to `!a || b` while parsing.
    case "imply": {
      const left = negation(a);
      return left === undefined ? undefined : disjunction(left, b);
    }
    case "xor":
      return both(is.isIntegral, a, b) ? is.bool : undefined;
  }
}

function both(test: (t: Type) => boolean, a: Type, b: Type): boolean {
  return test(a) && test(b);
}

function either(first: (t: Type) => boolean, second: (t: Type) => boolean, a: Type, b: Type): boolean {
  return (first(a) && second(b)) || (second(a) && first(b));
}

function arithmetic(a: Type, b: Type): Type | undefined {
  if (both(is.isIntegral, a, b)) return is.int;
  return both(is.isNumber, a, b) ? is.double : undefined;
}

function sum(a: Type, b: Type): Type | undefined {
  if (either(is.isInteger, is.isClock, a, b)) return is.clock;
  return either(is.isInteger, is.isDifference, a, b) ? is.difference : undefined;
}

function minus(a: Type, b: Type): Type | undefined {
  if (is.isClock(a) && is.isInteger(b)) return is.clock;
  if (both(is.isClock, a, b) || either(is.isInteger, is.isDifference, a, b)) return is.difference;
  return undefined;
}

function comparison(a: Type, b: Type, bound: (t: Type) => boolean): Type | undefined {
  if (both(is.isIntegral, a, b)) return is.bool;
  if (both(is.isClock, a, b) || either(is.isClock, bound, a, b) || either(is.isDifference, bound, a, b))
    return is.invariant;
  if (either(is.isClock, is.isNumber, a, b)) return is.guard;
  return both(is.isNumber, a, b) ? is.bool : undefined;
}

function equality(relation: Relation, a: Type, b: Type): Type | undefined {
  if (either(is.isClock, is.isNumber, a, b) || either(is.isDifference, is.isNumber, a, b)) return is.guard;
  if (relation.comparable(a, b)) return is.bool;
  if (either((t) => t.kind === "derivative", is.isNumber, a, b)) return is.rate;
  return both(is.isNumber, a, b) ? is.bool : undefined;
}

function inequality(relation: Relation, a: Type, b: Type): Type | undefined {
  if (relation.comparable(a, b)) return is.bool;
  if (both(is.isClock, a, b) || either(is.isClock, is.isInteger, a, b) || either(is.isDifference, is.isInteger, a, b)) {
    return is.constraint;
  }
  return both(is.isNumber, a, b) ? is.bool : undefined;
}

export function negation(a: Type): Type | undefined {
  if (is.isIntegral(a)) return is.bool;
  return is.isConstraint(a) ? is.constraint : undefined;
}

function conjunction(a: Type, b: Type): Type | undefined {
  if (both(is.isIntegral, a, b)) return is.bool;
  if (both(is.isInvariant, a, b)) return is.invariant;
  if (both(is.isInvariantOrRate, a, b)) return is.rate;
  if (both(is.isGuard, a, b)) return is.guard;
  if (both(is.isConstraint, a, b)) return is.constraint;
  return both(is.isFormula, a, b) ? is.formula : undefined;
}

function disjunction(a: Type, b: Type): Type | undefined {
  if (both(is.isIntegral, a, b)) return is.bool;
  if (either(is.isIntegral, is.isInvariant, a, b)) return is.invariant;
  if (either(is.isIntegral, is.isInvariantOrRate, a, b)) return is.rate;
  if (either(is.isIntegral, is.isGuard, a, b)) return is.guard;
  return both(is.isConstraint, a, b) ? is.constraint : undefined;
}

/** The type of `c ? a : b`, or undefined when the branches do not go together. */
export function conditionalType(relation: Relation, a: Type, b: Type): Type | undefined {
  const type = commonType(relation, a, b);
  if (type === undefined) return undefined;
  const fits = relation.assignable(type, a) && relation.assignable(type, b);
  return fits || relation.equivalent(a, b) ? type : undefined;
}

function commonType(relation: Relation, a: Type, b: Type): Type | undefined {
  if (a.kind === "struct") return a;
  if (b.kind === "struct") return b;
  if (is.isClock(a) !== is.isClock(b)) return is.double;
  if (relation.assignable(a, b)) return a;
  return relation.assignable(b, a) ? b : undefined;
}

/** The type of a quantified expression by the class of its body. */
export function quantifiedType(quantifier: "forall" | "exists" | "sum" | "foreach", body: Type): Type | undefined {
  switch (quantifier) {
    case "forall":
      if (is.isIntegral(body)) return is.bool;
      return is.isConstraint(body) || body.kind === "rate" ? body : undefined;
    case "exists":
      if (is.isIntegral(body)) return is.bool;
      return is.isConstraint(body) ? is.constraint : undefined;
    case "sum":
      if (is.isIntegral(body)) return is.int;
      return is.isNumber(body) ? is.double : undefined;
    case "foreach":
      return is.int;
  }
}
