import { type Diagnostic, type EdgeTexts, type Network, Together } from "../../../src/index.ts";
import { writeBytes } from "../io/files.ts";
import type { Io } from "../io/io.ts";
import { jsonDiagnostic, jsonDocument } from "../io/json.ts";
import type { Ready } from "../model/load.ts";
import type { Question } from "../model/questions.ts";
import { exit } from "../process/exit.ts";
import { untilOf } from "../process/limits.ts";
import { Accelerated } from "./accelerated.ts";
import { type Answer, exitOf, type Moments } from "./answer.ts";
import { askOne } from "./ask.ts";
import { type Keeping, keepingOf } from "./checkpoint.ts";
import type { Afar } from "./cluster.ts";
import type { Estimates } from "./estimates.ts";
import type { Options } from "./options.ts";
import { circumstances, dependencies, modelJson } from "./record.ts";
import { type ResultFiles, resultFiles } from "./resultfiles.ts";
import { answerJson, answerText, type Entry, finding } from "./results.ts";
import { Saver } from "./saver.ts";
import { SpillFolder } from "./spill.ts";
import { stuckLines } from "./stuck.ts";
import { numbered, traceFormat, traceText } from "./tracefile.ts";

/**
 * One run of `zonal verify`, and all that it has to do with: what answers its questions, how an answer is told as soon as it
 * is there, and what is printed and written once all are. `verify.ts` asks once, `watch.ts` round after round.
 */
export interface Run {
  readonly path: string;
  readonly loaded: Ready;
  readonly network: Network;
  readonly asked: readonly Question[];
  readonly options: Options;
  readonly io: Io;
  /** What answers several symbolic queries, if anything does. */
  readonly together: Accelerated | Together | undefined;
  readonly statistics: Estimates | undefined;
  readonly keeping: Keeping | undefined;
  readonly spill: SpillFolder | undefined;
  readonly saver: Saver;
}

/** What answers the questions of one run. */
export function begin(
  path: string,
  loaded: Ready,
  asked: readonly Question[],
  options: Options,
  io: Io,
  statistics: Estimates | undefined,
): Run {
  const network = loaded.network as Network;
  const { accelerate, timeout } = options;
  const accelerated =
    accelerate === undefined
      ? undefined
      : io.watch.within(
          () => new Accelerated(loaded, accelerate === true ? "exact" : accelerate, io),
          untilOf(timeout, io.watch.since),
        );
  const together = accelerated ?? togetherOf(network, asked, options);
  const keeping = keepingOf(options, loaded, asked, dependencies(options), io);
  const spill = options.spill === undefined ? undefined : new SpillFolder(options.spill);
  return { path, loaded, network, asked, options, io, together, statistics, keeping, spill, saver: new Saver(io) };
}

/** What answers statistical queries, if there are any: only then it is loaded. */
export function estimatesFor(
  loaded: Ready,
  asked: readonly Question[],
  options: Options,
  io: Io,
  afar?: Afar,
): Promise<Estimates> | undefined {
  if (!asked.some(isByRuns)) return undefined;
  return import("./estimates.ts").then(({ Estimates }) => new Estimates(loaded, options, io, afar));
}

function togetherOf(network: Network, asked: readonly Question[], options: Options): Together | undefined {
  const { share, localTime, bitstate, spill } = options;
  const isWished = localTime === "on" || bitstate !== undefined || spill !== undefined;
  if (!share || isWished || asked.length <= 1 || network === undefined) return undefined;
  const queries = asked.flatMap((q) => q.query ?? []);
  return new Together(network, queries);
}

/** Only what takes long is to be awaited: a short command is watched over once as long as nothing is. */
export function answerTo(question: Question, run: Run): Answer | Promise<Answer> {
  const moments = askFor(question, run);
  const moment = moments.next();
  return moment.done === true ? moment.value : later(moments, moment.value);
}

async function later(moments: Moments<Answer>, first: Promise<void>): Promise<Answer> {
  await first;
  let moment = moments.next();
  for (; moment.done !== true; moment = moments.next()) await moment.value;
  return moment.value;
}

function askFor(
  question: Question,
  { network, asked, options, io, together, statistics, keeping, spill }: Run,
): Moments<Answer> {
  // What was done before the first question counts for it.
  const since = question === asked[0] ? io.watch.since : io.now();
  const isLast = question === asked.at(-1);
  const isAlone = isLast && options.certificate === undefined;
  return statistics !== undefined && isByRuns(question)
    ? statistics.ask(question, since, isLast)
    : askOne(network, question, options, io, together, since, isAlone, { keeper: keeping, spill });
}

/** Prints an answer as soon as there is one, and tells it to whoever may end the run. */
export function tell(answer: Answer, entry: Entry | undefined, { loaded, network, options, io }: Run): void {
  const { place, texts, source } = loaded;
  const json = options.json && answerJson(answer, texts, options.trace !== undefined);
  const news = { kind: "answered", json, entry } as const;
  if (options.json || (options.quiet && answer.standing === "expected")) io.watch.tell?.(news);
  else {
    const trace = options.trace !== undefined && options.traceFile === undefined;
    const ending = trace ? stuckLines(network, source.text, answer) : [];
    const wanted = { statistics: options.statistics === true, why: options.why === true, trace, ending };
    const text = answerText(answer, place, texts, wanted, io);
    // Told once it can be printed: whoever ends the run now need not tell it again.
    io.watch.tell?.(news);
    io.out(text);
  }
  if (answer.certificate !== undefined && !options.json && !options.quiet) io.out(answer.certificate.text);
}

/** Writes the trace of an answer, if one is wanted. */
export function saveTrace(answer: Answer, { network, loaded, options, asked, io, saver }: Run): void {
  saver.save(() => writeTrace(answer, network, loaded.texts, options, asked.length > 1, io));
}

function writeTrace(
  answer: Answer,
  network: Network,
  texts: EdgeTexts,
  options: Options,
  several: boolean,
  io: Io,
): void {
  const { verdict, question } = answer;
  if (options.traceFile === undefined) return;
  if (verdict?.traceReason !== undefined) io.err(`no trace is written: ${verdict.traceReason}\n`);
  if (verdict?.trace === undefined) return;
  const path = several && options.traceFile !== "-" ? numbered(options.traceFile, question.number) : options.traceFile;
  writeBytes(path, traceText(verdict.trace, traceFormat(options.traceFile), network, texts, question.text), io);
  if (!options.json && !options.quiet) io.out(`   trace written to ${path}\n`);
}

/** Prints and writes what is about all answers. */
export function finishRun(answers: readonly Answer[], entries: readonly Entry[], run: Run): number {
  const { loaded, options, io, saver } = run;
  run.spill?.close();
  const { place, texts } = loaded;
  const code = saver.hasFailed ? exit.wrong : exitOf(answers, io);
  if (options.json) {
    const queries = answers.map((answer) => answerJson(answer, texts, options.trace !== undefined));
    const diagnostics = toldOf(loaded).map((d) => jsonDiagnostic(d, place));
    const about = { model: modelJson(loaded), ...circumstances(options), ...run.keeping?.json() };
    io.out(jsonDocument("verify", { ...about, exitCode: code, diagnostics, queries }));
  }
  for (const { path, text } of resultFiles(filesOf(options, loaded), entries))
    saver.save(() => writeBytes(path, text, io));
  return saver.hasFailed ? exit.wrong : code;
}

/** Of a model that only runs can take, what symbolic verification would refuse is not told. */
export function toldOf({ diagnostics, refused }: Ready): readonly Diagnostic[] {
  return diagnostics.filter((d) => !refused?.includes(d));
}

export function hasFiles({ junit, sarif }: Options): boolean {
  return junit !== undefined || sarif !== undefined;
}

export function filesOf({ junit, sarif }: Options, { place, diagnostics }: Ready): ResultFiles {
  return { junit, sarif, model: place.name, findings: diagnostics.map((d) => finding(d, place)) };
}

function isByRuns({ statistical }: Question): boolean {
  return statistical !== undefined;
}
