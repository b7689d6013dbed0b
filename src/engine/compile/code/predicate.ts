import { unreachable } from "../../../base/index.ts";
import type { ClockConstraint, Code, Formula } from "../../../network/index.ts";
import { type Func, type Global, i32 } from "../../wasm/index.ts";
import type { Emitter } from "../emitter.ts";
import { costOf } from "../store/queue.ts";
import { constrain } from "./edge.ts";
import { expression } from "./expression.ts";

/** One way for a formula to hold: conditions on data, constraints on clocks, perhaps a deadlock, all together. */
export interface Term {
  readonly data: readonly Code[];
  readonly clocks: readonly ClockConstraint[];
  readonly deadlock?: boolean;
}

const MAX_TERMS = 5000;

/** A formula, or its negation, as a disjunction of terms; undefined if it asks for no deadlock, or has too many. */
export function termsOf(formula: Formula, negated: boolean): Term[] | undefined {
  switch (formula.is) {
    case "data":
      return [{ data: [negated ? { op: "not", a: formula.code } : formula.code], clocks: [] }];
    case "clock":
      return clockTerms(formula.constraint, negated);
    case "deadlock":
      return negated ? undefined : [{ data: [], clocks: [], deadlock: true }];
    case "not":
      return termsOf(formula.a, !negated);
    case "and":
    case "or": {
      const parts = formula.items.map((item) => termsOf(item, negated));
      if (!parts.every((part) => part !== undefined)) return undefined;
      const isOr = (formula.is === "or") !== negated;
      return isOr ? limited(parts.flat()) : product(parts);
    }
    default:
      return unreachable(formula);
  }
}

/** A condition on data alone without which a formula, or its negation, cannot hold. */
export function dataOf(formula: Formula, negated: boolean): Code {
  switch (formula.is) {
    case "data":
      return negated ? { op: "not", a: formula.code } : formula.code;
    case "clock":
    case "deadlock":
      return { op: "const", value: 1 };
    case "not":
      return dataOf(formula.a, !negated);
    case "and":
    case "or": {
      const isOr = (formula.is === "or") !== negated;
      const start: Code = { op: "const", value: isOr ? 0 : 1 };
      return formula.items.reduce<Code>(
        (a, item) => ({ op: isOr ? "either" : "both", a, b: dataOf(item, negated) }),
        start,
      );
    }
    default:
      return unreachable(formula);
  }
}

function clockTerms(c: ClockConstraint, negated: boolean): Term[] {
  const { unless, ...plain } = c;
  if (!negated)
    return unless
      ? [
          { data: [unless], clocks: [] },
          { data: [], clocks: [plain] },
        ]
      : [{ data: [], clocks: [plain] }];
  const opposite: ClockConstraint = {
    left: c.right,
    right: c.left,
    strict: !c.strict,
    bound: { op: "neg", a: c.bound },
    origin: c.origin,
  };
  return [{ data: unless ? [{ op: "not", a: unless }] : [], clocks: [opposite] }];
}

function product(parts: readonly Term[][]): Term[] | undefined {
  let all: Term[] | undefined = [{ data: [], clocks: [] }];
  for (const part of parts) {
    all = limited(all.flatMap((a) => part.map((b) => join(a, b))));
    if (!all) return undefined;
  }
  return all;
}

function join(a: Term, b: Term): Term {
  const deadlock = a.deadlock || b.deadlock ? { deadlock: true } : {};
  return { data: [...a.data, ...b.data], clocks: [...a.clocks, ...b.clocks], ...deadlock };
}

function limited(terms: Term[]): Term[] | undefined {
  return terms.length > MAX_TERMS ? undefined : terms;
}

/** The soonest goal so far: where the lower bound of a clock that only measures time is least; see `costOf`. */
export interface Soonest {
  readonly cost: Global<"i32">;
  /** Its node, 0 if there is none. */
  readonly node: Global<"i32">;
  /** Looks at a new node, with its state in the cells and the target zone. */
  readonly look: Func<readonly ["i32"], "void">;
}

export function soonestFunction(terms: readonly Term[], measure: number, e: Emitter): Soonest {
  const { target, scratch } = e.plan.at;
  const cost = e.module.global("i32", "goal_cost");
  const best = e.module.global("i32", "goal_node");
  const look = e.module.func("soonest", ["n: i32"], "void", (f, n) => {
    for (const term of terms) {
      f.block("next", (next) => {
        for (const data of term.data) f.brUnless(next, expression(data, e, f));
        f.call(e.zones!.copy, scratch, target);
        for (const clock of term.clocks) constrain(clock, scratch, e, f, () => f.br(next));
        f.brIf(next, i32.andThen(best, i32.ge_s(costOf(scratch, measure, e), cost)));
        f.set(best, n);
        f.set(cost, costOf(scratch, measure, e));
      });
    }
  });
  return { cost, node: best, look };
}

/** Whether some valuation of the target zone, with the data in the cells, satisfies one of the terms. */
export function predicateFunction(name: string, terms: readonly Term[], e: Emitter): Func<readonly [], "i32"> {
  const { target, scratch } = e.plan.at;
  return e.module.func(name, [], "i32", (f) => {
    for (const term of terms) {
      f.block("next", (next) => {
        for (const data of term.data) f.brUnless(next, expression(data, e, f));
        if (term.clocks.length > 0) {
          f.call(e.zones!.copy, scratch, target);
          for (const clock of term.clocks) constrain(clock, scratch, e, f, () => f.br(next));
        }
        f.return(1);
      });
    }
    return i32.const(0);
  });
}
