import {
  type Network,
  outcomeOf,
  type Together,
  type Turns,
  type Verdict,
  type VerifyOptions,
  verifyInTurns,
} from "../../src/index.ts";
import { exit } from "./exit.ts";
import type { Io } from "./io.ts";
import { isOutOfMemory } from "./memory.ts";
import type { Question } from "./questions.ts";

/**
 * One answer: the verdict, whether it is as expected, and how long it took. A query that is wrong has no verdict; one of
 * a kind that is not supported has the verdict `unknown` with the reason.
 */
export interface Answer {
  readonly question: Question;
  readonly verdict?: Verdict;
  /** `otherwise`: not what was expected, or not satisfied where nothing is expected. */
  readonly standing: "expected" | "otherwise" | "inconclusive" | "wrong";
  readonly seconds: number;
}

const nothing = { explored: 0, stored: 0, transitions: 0, waiting: 0, memory: 0 };

export function ask(network: Network, question: Question, options: VerifyOptions, io: Io): Answer {
  const turns = askInTurns(network, question, options, io);
  for (;;) {
    const turn = turns.next();
    if (turn.done === true) return turn.value;
  }
}

/**
 * The same, with moments for signals in between. The last question of a run may take as many as it likes. Questions of one
 * run may share searches.
 */
export async function askAndHear(
  network: Network,
  question: Question,
  options: VerifyOptions,
  io: Io,
  isLast: boolean,
  together?: Together,
): Promise<Answer> {
  const turns = askInTurns(network, question, options, io, together);
  // The search for a fastest trace, after the one for an answer, goes in one turn.
  const mayStay = isLast && options.trace !== "fastest";
  for (;;) {
    const turn = turns.next();
    if (turn.done === true) return turn.value;
    const moment = io.turn?.(mayStay);
    if (moment !== undefined) await moment;
  }
}

function* askInTurns(
  network: Network,
  question: Question,
  options: VerifyOptions,
  io: Io,
  together?: Together,
): Turns<Answer> {
  const started = io.now();
  const verdict =
    io.signal() === undefined
      ? yield* answer(network, question, options, together)
      : unknown(question, "not asked, since the run was interrupted");
  return {
    question,
    ...(verdict === undefined ? {} : { verdict }),
    standing: stand(question, verdict),
    seconds: (io.now() - started) / 1000,
  };
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

function stand({ expect, kind }: Question, verdict: Verdict | undefined): Answer["standing"] {
  const wanted = expect?.outcome;
  if (verdict === undefined || verdict.outcome === "fault") return wanted === "error" ? "expected" : "wrong";
  const outcome = outcomeOf(verdict);
  if (outcome === undefined) return "inconclusive";
  if (wanted !== undefined && wanted !== outcome)
    return outcome.startsWith("maybe") || wanted.startsWith("maybe") ? "inconclusive" : "otherwise";
  if (wanted === undefined && outcome !== "success") return outcome === "failure" ? "otherwise" : "inconclusive";
  return expect?.value === undefined || valueIs(Number(expect.value), kind, verdict) ? "expected" : "otherwise";
}

/** Whether the one value of a sup or inf query is the expected one. Values of other queries are not compared. */
function valueIs(wanted: number, kind: Question["kind"], { values }: Verdict): boolean {
  if (Number.isNaN(wanted) || values?.length !== 1 || (kind !== "sup" && kind !== "inf")) return true;
  const { intervals } = values[0];
  const found = kind === "sup" ? intervals.at(-1)?.high : intervals[0]?.low;
  return found === wanted;
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
      : has("inconclusive")
        ? exit.inconclusive
        : exit.ok;
}
