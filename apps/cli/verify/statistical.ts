import {
  type Diagnostic,
  type Estimate,
  type EstimateOptions,
  estimateInTurns,
  estimateToJson,
  estimateToText,
  estimateToUppaal,
  type FaultReport,
  hasErrors,
  holdsValue,
  type InstantiatedStochastic,
  type Interim,
  InternalError,
  instantiateStatistical,
  instantiateStochastic,
  type Model,
  type Replay,
  type RunFault,
  replayRun,
  type StatisticalQuery,
  UsageError,
  type Verdict,
} from "../../../src/index.ts";
import type { Io } from "../io/io.ts";
import type { Question } from "../model/questions.ts";
import type { Place } from "../model/report.ts";
import { Failure } from "../process/exit.ts";
import { isOutOfMemory } from "../process/memory.ts";
import { type Answer, hear, type Moments, stand, unanswered, whyNotAsked } from "./answer.ts";

/**
 * Statistical queries for `zonal verify` and `verifyta`: the model made ready for runs once, each query estimated in turns,
 * and an answer like that of any other query, with what the runs say. A run that is ended by force leaves what it had learned
 * until then. Loaded only where such a query is asked.
 */
export class Statistical {
  private readonly model: Model;
  private readonly place: Place;
  private ready: { readonly made?: InstantiatedStochastic; readonly diagnostics: readonly Diagnostic[] } | undefined;

  /** `place`: of the model. */
  constructor(model: Model, place: Place) {
    this.model = model;
    this.place = place;
  }

  /** `told` hears between turns how far it has come. */
  ask(
    question: Question,
    options: EstimateOptions,
    io: Io,
    isLast: boolean,
    told: (progress: Interim["progress"]) => void,
  ): Moments<Answer> {
    const started = io.now();
    let interim: Interim | undefined;
    const answered = (estimate: Estimate): Answer => ({
      ...answerOf(question, estimate, interim?.progress().steps ?? 0),
      seconds: (io.now() - started) / 1000,
    });
    const ended = (reason: string): Answer =>
      interim === undefined ? unanswered(question, reason) : answered(interim.stop(reason));
    const turns = this.turns(question, options, io, answered, (now) => {
      interim = now;
      told(now.progress);
    });
    return hear(turns, options, io, isLast, ended);
  }

  /** The lines of UPPAAL's verifyta. */
  uppaal(estimate: Estimate, version: "5" | "4.1"): readonly string[] {
    return estimateToUppaal(estimate, version);
  }

  /** One run again, or why there is none. */
  replay(question: Question, run: number, options: EstimateOptions, io: Io): Replay | Answer {
    io.watch.stage(`preparing query ${question.number}`);
    const prepared = this.prepare(question);
    if ("standing" in prepared) return prepared;
    io.watch.stage(`making run ${run} of query ${question.number}`);
    return replayRun(prepared.made, prepared.query, run, options);
  }

  private *turns(
    question: Question,
    options: EstimateOptions,
    io: Io,
    answered: (estimate: Estimate) => Answer,
    learn: (interim: Interim) => void,
  ): Generator<unknown, Answer, void> {
    const why = whyNotAsked(io);
    if (why !== undefined) return unanswered(question, `not asked, since ${why}`);
    io.watch.stage(`preparing query ${question.number}`);
    const prepared = this.prepare(question);
    if ("standing" in prepared) return prepared;
    yield;
    io.watch.stage(`answering query ${question.number}`, true);
    try {
      const turns = estimateInTurns(prepared.made, prepared.query, options);
      for (;;) {
        const turn = turns.next();
        if (turn.done === true) return answered(turn.value);
        learn(turn.value);
        yield;
      }
    } catch (error) {
      if (error instanceof UsageError) throw new Failure(error.message);
      if (isOutOfMemory(error)) return unanswered(question, "there is not enough memory");
      throw error;
    }
  }

  /** The query over the cells of the network; an answer where it or the model is refused. */
  private prepare(question: Question): Prepared | Answer {
    const { statistical, text } = question;
    this.ready ??= instantiateStochastic(this.model);
    const { made, diagnostics } = this.ready;
    if (made === undefined || hasErrors(diagnostics)) return wrong({ ...question, place: this.place }, diagnostics);
    if (statistical === undefined) throw new InternalError("only statistical queries are estimated");
    const lowered = instantiateStatistical(made, statistical, text);
    if (lowered.query !== undefined) return { made, query: lowered.query };
    const refused = lowered.diagnostics.find(({ code }) => code === "query-kind");
    return refused === undefined ? wrong(question, lowered.diagnostics) : unanswered(question, refused.message);
  }
}

interface Prepared {
  readonly made: InstantiatedStochastic;
  readonly query: StatisticalQuery;
}

function wrong(question: Question, diagnostics: readonly Diagnostic[]): Answer {
  const asked = { ...question, diagnostics: [...question.diagnostics, ...diagnostics] };
  return { question: asked, standing: stand(asked, undefined), seconds: 0 };
}

/** The verdict says what every verdict says; the rest stands in the estimate. */
function answerOf(question: Question, estimate: Estimate, steps: number): Omit<Answer, "seconds"> {
  const { outcome, reason, fault } = estimate;
  const verdict: Verdict = {
    query: question.text,
    outcome,
    ...(reason === undefined ? {} : { reason }),
    ...(fault === undefined ? {} : { fault: faultOf(fault, question) }),
    statistics: { explored: 0, stored: 0, transitions: steps, waiting: 0, memory: 0 },
  };
  const told = { lines: estimateToText(estimate), json: estimateToJson(estimate) };
  return { question, verdict, estimate, told, standing: standOf(question, verdict, estimate) };
}

function faultOf({ code, message, origin, state, run, time }: RunFault, { span }: Question): FaultReport {
  const place = origin ?? { ...span, file: "query" as const };
  return { kind: code, message: `${message} (run ${run}, time ${Number(time.toPrecision(6))})`, origin: place, state };
}

/** As of every query; a value that is expected must lie in the interval. */
function standOf(question: Question, verdict: Verdict, estimate: Estimate): Answer["standing"] {
  const standing = stand(question, verdict);
  const wanted = question.expect?.value;
  if (standing !== "expected" || wanted === undefined) return standing;
  return holdsValue(estimate, wanted) === false ? "otherwise" : standing;
}
