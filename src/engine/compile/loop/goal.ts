import type { Network, NetworkQuery } from "../../../network/index.ts";
import { type Global, i32 } from "../../wasm/index.ts";
import type { Coder } from "../code/coder.ts";
import { isDelicate } from "../code/delicate.ts";
import { cutTo, eachTerm, predicateFunction } from "../code/predicate.ts";
import { dataOf, type Term, termsOf } from "../code/terms.ts";
import type { ActionOn, Question } from "../emitter.ts";
import { costOf } from "../zones/zone.ts";

/**
 * What a search for a state asks of the states it comes to. What cannot be listed as terms (no deadlock, or too many ways)
 * the host decides, in every state whose data do not say no; so it does for deadlocks.
 */
export interface Goals {
  readonly plain: readonly Term[];
  /** What the data say where a deadlock is asked for; and where the host is to be asked. */
  readonly dead: readonly Term[];
  readonly asked: readonly Term[];
}

export function goalsOf(network: Network, query: NetworkQuery | undefined): Goals {
  if (query?.kind !== "E<>" && query?.kind !== "A[]") return { plain: [], dead: [], asked: [] };
  const isNegated = query.kind === "A[]";
  // The data may say nothing before the host has looked.
  if (isDelicate(query.formula, isNegated, network)) return { plain: [], dead: [], asked: [{ data: [], clocks: [] }] };
  const terms = termsOf(query.formula, isNegated);
  if (!terms) return { plain: [], dead: [], asked: [{ data: [dataOf(query.formula, isNegated)], clocks: [] }] };
  const dead = terms.filter((term) => term.deadlock).map(({ data }) => ({ data, clocks: [] }));
  return { plain: terms.filter((term) => !term.deadlock), dead, asked: [] };
}

export interface GoalFunctions {
  /** Of the state in the cells and the target zone: whether it is a goal. */
  readonly isGoal: Question | undefined;
  /** Of the state in the cells: whether the host is to look at it, if it may deadlock, or in any case. */
  readonly mayDeadlock: Question | undefined;
  readonly mayHold: Question | undefined;
}

export function goalFunctions({ plain, dead, asked }: Goals, e: Coder): GoalFunctions {
  const test = (name: string, terms: readonly Term[]): Question | undefined =>
    terms.length > 0 ? predicateFunction(name, terms, e) : undefined;
  return { isGoal: test("goal", plain), mayDeadlock: test("may_deadlock", dead), mayHold: test("may_hold", asked) };
}

/** The soonest goal so far: where the lower bound of a clock that only measures time is least; see `costOf`. */
export interface Soonest {
  readonly cost: Global<"i32">;
  /** Its node, 0 if there is none. */
  readonly node: Global<"i32">;
  /** Looks at a new node, with its state in the cells and the target zone. */
  readonly look: ActionOn;
}

export function soonestFunction(terms: readonly Term[], measure: number, e: Coder): Soonest {
  const { target, scratch } = e.plan.at;
  const cost = e.module.global("i32", "goal_cost");
  const best = e.module.global("i32", "goal_node");
  const look = e.module.func("soonest", ["n: i32"], "void", (f, n) => {
    eachTerm(terms, e, f, (term, next) => {
      f.call(e.zones.copy, scratch, target);
      cutTo(term, scratch, e, f, next);
      f.brIf(next, i32.andThen(best, i32.ge_s(costOf(scratch, measure, e), cost)));
      f.set(best, n);
      f.set(cost, costOf(scratch, measure, e));
    });
  });
  return { cost, node: best, look };
}
