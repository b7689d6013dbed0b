import {
  type Estimate,
  type Network,
  type Standing,
  type Statistics,
  standingOf,
  type Together,
  type Turns,
  type Verdict,
  type VerifyOptions,
  verifyInTurns,
} from "../../../src/index.ts";
import type { Io } from "../io/io.ts";
import type { Question } from "../model/questions.ts";
import { exit } from "../process/exit.ts";
import { GRACE, GRACE_TO_WRITE, untilOf } from "../process/limits.ts";
import { isOutOfMemory } from "../process/memory.ts";
import { Exceeded, type Until } from "../process/watch.ts";
import type { Certified } from "./certificate.ts";

/**
 * One answer: the verdict, whether it is as expected, and how long it took. A query that is wrong has no verdict; one of
 * a kind that is not supported has the verdict `unknown` with the reason.
 */
export interface Answer {
  readonly question: Question;
  readonly verdict?: Verdict;
  /** Of a statistical query: what its runs say. The verdict tells the rest. */
  readonly estimate?: Estimate;
  /** The estimate as lines and as JSON: made where estimates are, which only they need to load. */
  readonly told?: { readonly lines: readonly string[]; readonly json: object };
  /** The certificate that was written for it, or why there is none. */
  readonly certificate?: Certified;
  /** `otherwise`: not what was expected, or not satisfied where nothing is expected. */
  readonly standing: Standing;
  readonly seconds: number;
  /** It was given before a change that cannot affect it (`--watch`). */
  readonly kept?: true;
}

const nothing = { explored: 0, stored: 0, transitions: 0, waiting: 0, memory: 0 };

export function ask(network: Network, question: Question, options: VerifyOptions, io: Io): Answer {
  const turns = askInTurns(network, question, options, io);
  const until = endOf(options, io);
  for (;;) {
    const turn = next(turns, until, io, (reason) => unanswered(question, reason));
    if (turn.done === true) return turn.value;
  }
}

/** Yields moments that are to be awaited, in which signals are heard; what needs none is over at once, under one watch. */
export type Moments<T> = Generator<Promise<void>, T, void>;

/**
 * The same, with moments for signals in between. The last question of a run may take as many as it likes. Questions of one
 * run may share searches.
 */
export function askAndHear(
  network: Network,
  question: Question,
  options: VerifyOptions,
  io: Io,
  isLast: boolean,
  together?: Together,
): Moments<Answer> {
  const turns = askInTurns(network, question, options, io, together);
  // The search for a fastest trace, after the one for an answer, goes in one turn.
  const mayStay = isLast && options.trace !== "fastest";
  return hear(turns, options, io, mayStay, (reason) => unanswered(question, reason));
}

/** Lets a question have its turns; one turn that does not end in time is the last, and what is said then is `ended`. */
export function* hear(
  turns: Generator<unknown, Answer, void>,
  options: Pick<VerifyOptions, "timeout" | "since" | "keeper">,
  io: Io,
  mayStay: boolean,
  ended: (reason: string) => Answer,
): Moments<Answer> {
  const until = endOf(options, io);
  for (;;) {
    const turn = next(turns, until, io, ended);
    if (turn.done === true) return turn.value;
    const moment = io.turn?.(mayStay);
    if (moment !== undefined) yield moment;
  }
}

function endOf(
  { timeout, since, keeper }: Pick<VerifyOptions, "timeout" | "since" | "keeper">,
  io: Io,
): Until | undefined {
  const grace = keeper === undefined ? GRACE : GRACE_TO_WRITE;
  return untilOf(timeout === undefined ? undefined : timeout / 1000, since ?? io.now(), grace);
}

/** Milliseconds of turns that are watched over together: a watch costs as much as the shortest turns. */
const STRETCH = 25;

/** Some turns; one that does not end in time is the last. */
function next(
  turns: Generator<unknown, Answer, void>,
  until: Until | undefined,
  io: Io,
  ended: (reason: string) => Answer,
): IteratorResult<unknown, Answer> {
  try {
    return io.watch.within(() => {
      const end = io.now() + STRETCH;
      for (;;) {
        const turn = turns.next();
        if (turn.done === true || io.now() >= end || io.isWaiting?.()) return turn;
      }
    }, until);
  } catch (error) {
    if (!(error instanceof Exceeded)) throw error;
    return { done: true, value: ended(error.message) };
  }
}

export function unanswered(question: Question, reason: string): Answer {
  return { question, verdict: unknown(question, reason), standing: "inconclusive", seconds: 0 };
}

function* askInTurns(
  network: Network,
  question: Question,
  given: VerifyOptions,
  io: Io,
  together?: Together,
): Turns<Answer> {
  const { watch } = io;
  const started = io.now();
  const why = whyNotAsked(io);
  if (why !== undefined) return unanswered(question, `not asked, since ${why}`);
  watch.stage(`preparing query ${question.number}`);
  const progress = (statistics: Statistics): void => {
    watch.stage(`answering query ${question.number}`, true);
    given.progress?.(statistics);
  };
  const verdict = yield* answer(network, question, { ...given, progress }, together);
  return {
    question,
    ...(verdict === undefined ? {} : { verdict }),
    standing: stand(question, verdict),
    seconds: (io.now() - started) / 1000,
  };
}

/** What was ended by force may have left things half made. */
export function whyNotAsked(io: Io): string | undefined {
  return io.signal() !== undefined ? "the run was interrupted" : io.watch.ended();
}

function* answer(
  network: Network,
  question: Question,
  options: VerifyOptions,
  together: Together | undefined,
): Turns<Verdict | undefined> {
  const { query, diagnostics } = question;
  if (query === undefined) {
    const refused = diagnostics.find((d) => d.code === "query-kind");
    return refused === undefined ? undefined : unknown(question, refused.message);
  }
  try {
    return yield* together === undefined ? verifyInTurns(network, query, options) : together.answer(query, options);
  } catch (error) {
    if (isOutOfMemory(error)) return unknown(question, "there is not enough memory");
    throw error;
  }
}

function unknown({ text }: Question, reason: string): Verdict {
  return { query: text, outcome: "unknown", reason, statistics: nothing };
}

export function stand({ expect, kind }: Question, verdict: Verdict | undefined): Standing {
  return standingOf(expect, kind, verdict);
}

/** The exit code of a run: the worst that happened, where a definite answer is worse than none. */
export function exitOf(answers: readonly Answer[], io: Io): number {
  const signal = io.signal();
  if (signal !== undefined) return signal === "SIGINT" ? exit.interrupted : exit.terminated;
  const has = (standing: Answer["standing"]): boolean => answers.some((a) => a.standing === standing);
  return has("wrong")
    ? exit.wrong
    : has("otherwise")
      ? exit.otherwise
      : has("inconclusive") || answers.some((a) => a.certificate?.isMade === false)
        ? exit.inconclusive
        : exit.ok;
}
