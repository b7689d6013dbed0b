/**
 * State formulas of queries (docs/semantics.md 7.2): the part of a zone that satisfies one, in the state at hand. Negations
 * go down to the atoms, where a bound on clocks turns round. Conditions on data come before those on clocks.
 */
import { type Binary, type Expr, printExpr, someExpr } from "../../src/syntax/index.ts";
import { comparison, type Limit } from "./constraint.ts";
import { deadlocked } from "./deadlock.ts";
import { code, mentionsClock, value } from "./expression.ts";
import { Unsupported } from "./outcome.ts";
import { binder } from "./quantified.ts";
import type { Context } from "./scope.ts";
import type { Semantics } from "./semantics.ts";
import { without, type Zone } from "./zone.ts";

export type Part = (zones: readonly Zone[]) => readonly Zone[];

interface Asked {
  readonly semantics: Semantics;
  readonly context: Context;
  /** Is told every bound that is applied. */
  readonly seen?: (limit: Limit) => void;
}

export function mentionsDeadlock(expr: Expr): boolean {
  return someExpr(expr, (part) => part.kind === "deadlock");
}

export function satisfying(expr: Expr, isNegated: boolean, asked: Asked): Part {
  const { semantics, context } = asked;
  const { memory } = semantics.system;
  const inner = (part: Expr, negated = isNegated): Part => satisfying(part, negated, asked);
  if (!isAboutClocks(expr, context)) {
    const test = value(expr, context);
    return (zones) => {
      memory.begin();
      return (test() !== 0) !== isNegated ? zones : [];
    };
  }
  switch (expr.kind) {
    case "deadlock":
      return (zones) => {
        const dead = zones.flatMap((z) => deadlocked(z, semantics));
        return isNegated ? without(zones, dead) : dead;
      };
    case "unary":
      if (expr.op === "!") return inner(expr.operand, !isNegated);
      break;
    case "conditional": {
      const yes = joined([inner(expr.condition, false), inner(expr.yes)], true);
      const no = joined([inner(expr.condition, true), inner(expr.no)], true);
      return joined([yes, no], false);
    }
    case "quantified":
      if (expr.quantifier === "forall" || expr.quantifier === "exists") {
        const { each, inner: bound } = binder(expr, context, code);
        const body = satisfying(expr.body, isNegated, { ...asked, context: bound });
        return repeated(each, body, (expr.quantifier === "forall") !== isNegated);
      }
      break;
    case "binary":
      return connective(expr, isNegated, asked);
    default:
  }
  throw new Unsupported(`clocks in '${printExpr(expr)}'`);
}

function connective(expr: Binary, isNegated: boolean, asked: Asked): Part {
  const { context } = asked;
  const inner = (part: Expr, negated = isNegated): Part => satisfying(part, negated, asked);
  switch (expr.op) {
    case "&&":
    case "||": {
      const all = (expr.op === "&&") !== isNegated;
      const [left, right] = [expr.left, expr.right];
      const isFirst = !isAboutClocks(left, context) || isAboutClocks(right, context);
      return joined(
        (isFirst ? [left, right] : [right, left]).map((part) => inner(part)),
        all,
      );
    }
    case "imply":
      return joined([inner(expr.left, !isNegated), inner(expr.right)], isNegated);
    case "!=":
      return atom({ ...expr, op: "==" }, !isNegated, asked);
    default:
      return atom(expr, isNegated, asked);
  }
}

/** All of the parts, one after the other, or any of them. */
function joined(parts: readonly Part[], all: boolean): Part {
  if (all) return (zones) => parts.reduce((rest, part) => (rest.length === 0 ? rest : part(rest)), zones);
  return (zones) => {
    const found: Zone[] = [];
    for (const part of parts) {
      const more = part(zones);
      // What holds everywhere leaves nothing to be asked.
      if (more === zones) return zones;
      found.push(...more);
    }
    return found;
  };
}

function repeated(each: (stops: () => boolean) => boolean, body: Part, all: boolean): Part {
  return (zones) => {
    let rest = zones;
    const found: Zone[] = [];
    each(() => {
      if (all) rest = body(rest);
      else found.push(...body(zones));
      return rest.length === 0;
    });
    return all ? rest : found;
  };
}

function atom(expr: Binary, isNegated: boolean, { context, semantics, seen }: Asked): Part {
  const limits = comparison(expr, context);
  const apply = (zones: readonly Zone[], limit: Limit): Zone[] => {
    seen?.(limit);
    return zones.flatMap((zone) => {
      const z = zone.copy();
      return z.constrain(limit.left, limit.right, limit.bound * semantics.scale, limit.strict) ? [z] : [];
    });
  };
  return (zones) => {
    semantics.system.memory.begin();
    const given = limits();
    if (!isNegated) return given.reduce<readonly Zone[]>(apply, zones);
    return given.flatMap((l) => apply(zones, turned(l)));
  };
}

function turned({ left, right, bound, strict }: Limit): Limit {
  return { left: right, right: left, bound: -bound, strict: strict === 1 ? 0 : 1 };
}

function isAboutClocks(expr: Expr, context: Context): boolean {
  return mentionsDeadlock(expr) || mentionsClock(expr, context);
}
