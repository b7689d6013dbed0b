/**
 * `verify`: the verdict of one query on one network. The question is made smaller, put to the roads of its class
 * (`strategy.ts`), and the ending of their race becomes the verdict: limits are `unknown`, faults of the model
 * `fault`, over-approximations "maybe".
 */

import { clockBounds, formulasOf, mentionsDeadlock } from "../analysis/index.ts";
import { wants } from "../base/index.ts";
import { TooLarge } from "../engine/index.ts";
import type { Network, NetworkQuery } from "../network/index.ts";
import { isUntraced, reportFault, type Trace, type Untraced } from "../trace/index.ts";
import { fastest } from "./fastest/fastest.ts";
import { counting, Meter } from "./limits.ts";
import type { VerifyOptions } from "./options.ts";
import { type FormulaQuery, type LivenessQuery, Question } from "./question.ts";
import { race } from "./race.ts";
import type { Ending, Raced, Side, Witness } from "./road.ts";
import { type Reduced, reduced, roadsFor } from "./strategy.ts";
import { reportSymmetry } from "./symmetry.ts";
import { finish, type Turns } from "./turns.ts";
import type { Outcome, Verdict } from "./verdict.ts";
import { traceOfState, traceOfStay } from "./witness.ts";

export function verify(network: Network, query: NetworkQuery, options: VerifyOptions = {}): Verdict {
  wants("verify", network, "network");
  wants("verify", query, "query");
  return finish(verifyInTurns(network, query, options));
}

/** The same, so that others have their turn during a long search. */
export function* verifyInTurns(network: Network, query: NetworkQuery, asked: VerifyOptions = {}): Turns<Verdict> {
  wants("verifyInTurns", network, "network");
  wants("verifyInTurns", query, "query");
  return (yield* answer(new Question(network, query, counting(asked)))).verdict;
}

interface Answered {
  readonly verdict: Verdict;
  readonly ending: Ending;
}

/** `beside`: roads that somebody else has begun, whose answer counts as one to this question. */
export function* answer(question: Question, beside: readonly Side[] = []): Turns<Answered> {
  try {
    return yield* answerOnce(question, beside);
  } catch (error) {
    if (!(error instanceof TooLarge) || question.options.compiled === false) throw error;
    // What is too large for compiled code is interpreted.
    return yield* answerOnce(question.wishing({ compiled: false }), beside);
  }
}

function* answerOnce(question: Question, beside: readonly Side[]): Turns<Answered> {
  const smaller = reduced(question);
  const raced = yield* race(smaller.question, roadsFor(smaller.question), beside);
  const verdict = verdictOf(smaller, raced);
  const isWhole = smaller.by.every((name) => name === "idle clocks");
  if (verdict.outcome !== "fault" || isWhole) return { verdict, ending: raced.ending };
  // A fault is told with the whole state it occurs in, if there is time to find it.
  const unkept = question.wishing({ keeper: undefined });
  const again = yield* race(unkept, roadsFor(unkept), beside);
  const whole = verdictOf({ question, by: [] }, again);
  return whole.outcome === "fault" ? { verdict: whole, ending: again.ending } : { verdict, ending: raced.ending };
}

/** What the ending of a race says of the question as it was asked. */
export function verdictOf({ question, by }: Reduced, { ending, roads }: Raced): Verdict {
  const { network, query, options } = question;
  const symmetry =
    ending.statistics.symmetry ?? reportSymmetry(network, query, options, { unused: "the search did without" });
  const statistics = { ...ending.statistics, ...(symmetry === undefined ? {} : { symmetry }) };
  const reductions = by.length === 0 ? {} : { reductions: by };
  const told = { query: query.text, statistics, roads, ...reductions };
  switch (ending.kind) {
    case "fault": {
      const fault = reportFault(ending.fault, network, question.live);
      return { ...told, outcome: "fault", reason: ending.fault.message, fault };
    }
    case "limit":
    case "gave up":
      return { ...told, outcome: "unknown", reason: ending.reason };
    case "answer":
      return { ...told, ...outcomeOf(question, ending), ...traceFor(question, ending.witness) };
  }
}

type Answer = Extract<Ending, { kind: "answer" }>;

function outcomeOf(
  question: Question,
  { witness, values, statistics }: Answer,
): Pick<Verdict, "outcome" | "reason" | "values"> {
  const { engine } = question;
  if (values !== undefined) {
    const unknown = values.find((v) => v.unknown !== undefined)?.unknown;
    if (unknown !== undefined) return { outcome: "unknown", reason: unknown, values };
    return { ...emptiness(question, statistics.stored), ...judge(true, engine.approximate), values };
  }
  const { kind } = question.query;
  const isFound = witness !== undefined;
  const isSatisfied = kind === "E<>" || kind === "E[]" ? isFound : !isFound;
  // Deadlocks of an over-approximation are not those of the model: no answer about paths is sure then.
  const isUnsure = engine.approximate && (isFound || question.class === "liveness" || missesDeadlocks(question));
  return { ...emptiness(question, statistics.stored), ...judge(isSatisfied, isUnsure) };
}

/** Says where nothing was reached because there is nothing to start from. */
function emptiness({ engine }: Question, stored: number): { reason?: string } {
  if (stored > 0 || engine.initial()) return {};
  return { reason: "there is no initial state: an invariant forbids it" };
}

/**
 * Whether deadlocks may go unseen where clocks are stopped. Time predecessors are over-approximated then; they are exact as
 * long as no difference of a running and a standing clock is compared (see `downExcept`).
 */
function missesDeadlocks({ network, query }: Question): boolean {
  if (!formulasOf(query).some(mentionsDeadlock)) return false;
  const { triples, unlisted } = clockBounds(network, { query, symmetric: true }).diagonals;
  return triples.length > 0 || unlisted !== undefined;
}

function traceFor(question: Question, witness: Witness | undefined): Pick<Verdict, "trace" | "traceReason"> {
  if (witness === undefined || !question.isTraced) return {};
  const meter = new Meter(question.options);
  if (witness.kind === "stay") return traced(traceOfStay(question as Question<LivenessQuery>, witness, meter));
  if (question.options.trace === "fastest") return traced(fastest(question as Question<FormulaQuery>, meter));
  if (witness.trace !== undefined) return { trace: witness.trace };
  if (witness.pathless !== undefined) return { traceReason: witness.pathless };
  return traced(traceOfState(question as Question<FormulaQuery>, witness, meter));
}

function traced(made: Trace | Untraced): Pick<Verdict, "trace" | "traceReason"> {
  return isUntraced(made) ? { traceReason: made.reason } : { trace: made };
}

/** The outcome, softened where the search saw more than there is. */
function judge(satisfied: boolean, approximate: boolean): { outcome: Outcome; reason?: string } {
  if (!approximate) return { outcome: satisfied ? "satisfied" : "violated" };
  return {
    outcome: satisfied ? "maybe_satisfied" : "maybe_violated",
    reason: "stopped clocks are over-approximated",
  };
}
