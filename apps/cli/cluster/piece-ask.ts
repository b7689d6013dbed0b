import {
  askPartInTurns,
  instantiateStatistical,
  instantiateStochastic,
  type NetworkQuery,
  runMaker,
  type VerifyOptions,
} from "../../../src/index.ts";
import type { Io } from "../io/io.ts";
import { loadNetwork, type Ready } from "../model/load.ts";
import { type Question, questions } from "../model/questions.ts";
import { Failure } from "../process/exit.ts";
import { untilOf } from "../process/limits.ts";
import { isOutOfMemory } from "../process/memory.ts";
import type { SweepModel } from "../sweep/run.ts";
import { ask } from "../verify/answer.ts";
import { pack } from "./packing.ts";
import type { Asks, Came, Piece } from "./piece.ts";

/**
 * What a thread of a worker does with a piece: reads the model that it was sent, asks, and packs what it came to. It reads no file. Whatever
 * goes wrong is what came of the piece.
 */
export function askPiece(piece: Piece, models: ReadonlyMap<string, SweepModel>, io: Io): string {
  return pack(came(piece, models, io));
}

function came(piece: Piece, models: ReadonlyMap<string, SweepModel>, io: Io): Came {
  try {
    const { asks } = piece;
    return asks.kind === "runs" ? madeRuns(piece, asks, models, io) : searched(piece, asks, models, io);
  } catch (error) {
    if (error instanceof Failure) return { failed: error.message };
    if (isOutOfMemory(error)) return { failed: "there is not enough memory" };
    return { failed: `internal error: ${error instanceof Error ? error.message : String(error)}` };
  }
}

function searched(
  piece: Piece,
  asks: Exclude<Asks, { readonly kind: "runs" }>,
  models: ReadonlyMap<string, SweepModel>,
  io: Io,
): Came {
  const { network, question } = opened(piece, models, io);
  const { query } = question;
  if (network === undefined || query === undefined) throw wrong(question);
  const since = io.now();
  const { timeout, memory, maxStates } = piece.limits;
  const options: VerifyOptions = {
    ...asks.wishes,
    ...(timeout === undefined ? {} : { timeout: timeout * 1000 }),
    ...(memory === undefined ? {} : { memory: memory * 2 ** 20 }),
    ...(maxStates === undefined ? {} : { maxStates }),
    now: () => io.now(),
    since,
  };
  const seconds = (): number => (io.now() - since) / 1000;
  if (asks.kind === "whole") {
    const { verdict } = ask(network, question, options, io);
    if (verdict === undefined) throw wrong(question);
    return { verdict, seconds: seconds() };
  }
  const turns = askPartInTurns(network, query as NetworkQuery, asks.part, options);
  const ending = io.watch.within(
    () => {
      for (;;) {
        const turn = turns.next();
        if (turn.done === true) return turn.value;
      }
    },
    untilOf(timeout, since),
  );
  return { ending, seconds: seconds() };
}

function wrong({ diagnostics }: Question): Failure {
  return new Failure(diagnostics.find(({ severity }) => severity === "error")?.message ?? "the query is wrong");
}

/** What belongs to the last model, to the last query and to the last runs is kept for the next piece, which is often of the same. */
let lastModel: { readonly key: string; readonly ready: Ready } | undefined;
let lastQuestion: { readonly key: string; readonly question: Question } | undefined;
let lastRuns: { readonly key: string; readonly make: ReturnType<typeof runMaker> } | undefined;

function opened(
  { sha256, dialect, query, labels }: Piece,
  models: ReadonlyMap<string, SweepModel>,
  io: Io,
): Ready & { readonly question: Question } {
  const key = JSON.stringify([sha256, dialect]);
  if (lastModel?.key !== key) {
    const bytes = models.get(sha256)?.bytes;
    if (bytes === undefined) throw new Failure("the model was not sent");
    lastModel = { key, ready: loadNetwork("-", { dialect, quiet: true }, { ...io, env: {}, input: () => bytes }) };
    lastQuestion = undefined;
  }
  const { ready } = lastModel;
  const asked = JSON.stringify([query, labels]);
  if (lastQuestion?.key !== asked) {
    const only = query === undefined ? { labels } : { formulas: [query] };
    const [question] = questions(ready, ready.made, ready.network, { ...only, statistics: true }, io);
    if (question === undefined) throw new Failure("there is no query");
    lastQuestion = { key: asked, question };
  }
  return { ...ready, question: lastQuestion.question };
}

function madeRuns(
  piece: Piece,
  { runs, seed }: Extract<Asks, { readonly kind: "runs" }>,
  models: ReadonlyMap<string, SweepModel>,
  io: Io,
): Came {
  const since = io.now();
  const { sha256, dialect, query } = piece;
  const key = JSON.stringify([sha256, dialect, query, runs.pool, seed]);
  if (lastRuns?.key !== key) {
    const { model, question } = opened(piece, models, io);
    const made = model && instantiateStochastic(model, { pool: runs.pool }).made;
    if (made === undefined || question.statistical === undefined) throw wrong(question);
    const lowered = instantiateStatistical(made, question.statistical, question.text);
    if (lowered.query === undefined) throw wrong({ ...question, diagnostics: lowered.diagnostics });
    lastRuns = { key, make: runMaker(made, lowered.query, seed) };
  }
  const numbers = lastRuns.make(runs);
  return { made: { numbers, seconds: (io.now() - since) / 1000 } };
}
