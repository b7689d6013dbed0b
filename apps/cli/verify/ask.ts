import type { CertificateWishes, Limits, Network, Together, VerifyOptions } from "../../../src/index.ts";
import type { PieceWishes } from "../cluster/piece.ts";
import type { Io } from "../io/io.ts";
import { Progress } from "../io/progress.ts";
import type { Question } from "../model/questions.ts";
import { threads } from "../threads/crew.ts";
import { Accelerated } from "./accelerated.ts";
import { type Answer, askAndHear, type Moments } from "./answer.ts";
import type { Place } from "./certificate.ts";
import type { Options } from "./options.ts";
import { traceFormat } from "./tracefile.ts";

/** How `zonal verify` puts one symbolic query, and has its answer certified: the options of the command as wishes and limits. */

/** Asks a symbolic query, as the command line wishes. */
export function* askOne(
  network: Network,
  question: Question,
  options: Options,
  io: Io,
  by: Accelerated | Together | undefined,
  since: number,
  isLast: boolean,
  places: Pick<VerifyOptions, "keeper" | "spill"> = {},
): Moments<Answer> {
  const progress = new Progress(io, options.progress);
  const limits: VerifyOptions = {
    ...wishesOf(options),
    now: () => io.now(),
    since,
    isCancelled: () => io.signal() !== undefined,
    progress: progress.listener,
    ...places,
    ...(options.threads > 1 ? { crew: threads(options.threads, io.err) } : {}),
    ...limitsOf(options),
  };
  const answer =
    by instanceof Accelerated ? by.ask(question, limits) : yield* askAndHear(network, question, limits, io, isLast, by);
  progress.clear();
  return answer;
}

/** The wishes of the command line that are plain data: whoever is told of them wishes the same. */
export function wishesOf(options: Options): PieceWishes {
  return {
    order: options.order,
    seed: options.seed,
    trace: options.trace ?? (options.traceFile === undefined && options.certificate === undefined ? "none" : "some"),
    rounds: tellsRounds(options),
    abstraction: options.abstraction,
    compiled: options.engine === "compile",
    symmetry: options.symmetry,
    forgetCommitted: options.forgetCommitted,
    reduce: options.reduce,
    acceleration: options.acceleration ? undefined : false,
    localTime: options.localTime && options.localTime === "on",
    ...(options.bitstate === undefined ? {} : { bitstate: options.bitstate * 2 ** 20 }),
  };
}

/** UPPAAL's formats and certificates have no words for rounds that are told once. */
function tellsRounds({ traceFile, certificate }: Options): boolean {
  const format = traceFile === undefined ? undefined : traceFormat(traceFile);
  return certificate === undefined && format !== ".xtr" && format !== ".xml";
}

function limitsOf({ timeout, memory, maxStates }: Options): Limits {
  return {
    ...(timeout === undefined ? {} : { timeout: timeout * 1000 }),
    ...(memory === undefined ? {} : { memory: memory * 2 ** 20 }),
    ...(maxStates === undefined ? {} : { maxStates }),
  };
}

/** The answer with its certificate. */
export async function certified(
  answer: Answer,
  network: Network,
  place: Place,
  options: Options,
  io: Io,
): Promise<Answer> {
  const { certifyAnswer } = await import("./certificate.ts");
  const progress = new Progress(io, options.progress);
  const wishes: CertificateWishes = {
    ...limitsOf(options),
    ...(options.symmetry === false && { symmetry: false }),
    ...(options.reduce === false && { reduce: false }),
    now: () => io.now(),
    isCancelled: () => io.signal() !== undefined,
    progress: progress.listener,
  };
  const certificate = await certifyAnswer(answer, network, place, wishes, io);
  progress.clear();
  return { ...answer, certificate };
}
