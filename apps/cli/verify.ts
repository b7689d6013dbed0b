import { Option } from "commander";
import { type Diagnostic, type EdgeTexts, listing, type Network, type Order, Together } from "../../src/index.ts";
import { Accelerated, type Kind } from "./accelerated.ts";
import { type Answer, exitOf, type Moments, unanswered } from "./answer.ts";
import { addCheckpoint, type CheckpointOptions, checkCheckpoint, type Keeping, keepingOf } from "./checkpoint.ts";
import { checkCluster } from "./cluster-options.ts";
import { type DialectOptions, dialectOption, oldOption } from "./dialect.ts";
import type { Estimates } from "./estimates.ts";
import { exit, exitText, Failure } from "./exit.ts";
import { protect, writeBytes } from "./files.ts";
import type { Io } from "./io.ts";
import { jsonDiagnostic, jsonDocument } from "./json.ts";
import { untilOf } from "./limits.ts";
import { printDiagnostics, type Ready } from "./load.ts";
import { atLeastOne, commaList, list, positive, whole, wholeList } from "./numbers.ts";
import type { Question } from "./questions.ts";
import { REASON, type ResultFiles, resultFiles } from "./resultfiles.ts";
import { answerJson, answerText, type Entry, entryOf, finding } from "./results.ts";
import type { Verb } from "./run.ts";
import { Saver } from "./saver.ts";
import { checkSpill, SpillFolder } from "./spill.ts";
import { addStatistics, checkStatistics, type StatisticsOptions } from "./statistics-options.ts";
import { stuckLines } from "./stuck.ts";
import { numbered, traceFormat, traceFormats, traceText } from "./tracefile.ts";
import { askOne, certified } from "./verify-ask.ts";
import type { Afar } from "./verify-cluster.ts";
import { load } from "./verify-load.ts";
import { circumstances, dependencies, modelJson } from "./verify-record.ts";

/** `zonal verify MODEL [QUERIES]`: answers queries, compares them with what is expected, writes traces. */
export interface Options extends DialectOptions, StatisticsOptions, CheckpointOptions {
  readonly query?: readonly number[];
  readonly formula?: readonly string[];
  readonly label?: readonly string[];
  readonly trace?: "some" | "shortest" | "fastest";
  readonly traceFile?: string;
  readonly certificate?: string;
  readonly order?: Order;
  readonly seed: number;
  readonly timeout?: number;
  readonly memory?: number;
  readonly maxStates?: number;
  readonly abstraction?: "simulation" | "extra";
  readonly engine: "interpret" | "compile";
  readonly reduce?: boolean;
  readonly symmetry: boolean;
  readonly forgetCommitted?: true;
  readonly share: boolean;
  readonly accelerate?: Kind | true;
  readonly acceleration: boolean;
  readonly localTime?: "on" | "off";
  readonly bitstate?: number;
  readonly spill?: string;
  readonly cluster?: string;
  readonly emit?: "wat";
  readonly threads: number;
  readonly json?: true;
  readonly junit?: string;
  readonly sarif?: string;
  readonly statistics?: true;
  readonly why?: true;
  readonly progress?: boolean;
  readonly quiet?: true;
  readonly watch?: true;
}

export const verify: Verb = {
  limits: "own",
  define(command, io, finish) {
    command
      .description(
        "Answer the queries of a model: E<>, A[], E[], A<>, -->, deadlock, sup, inf, bounds; by runs: Pr, E, simulate.",
      )
      .argument("<model>", "a model in XML, XTA or .tck; '-' is standard input")
      .argument("[queries]", "a file of queries; without it those in the model, or in MODEL.q beside it")
      .option("-e, --formula <text>", "ask this query instead; may be given several times", list)
      .option("--query <n>", "ask only query n, counted from 1; several as 1,3", wholeList)
      .option(
        "--label <names>",
        "for .tck: ask whether a state with all these labels is reachable; without it all states are explored",
        commaList,
      )
      .addOption(
        new Option("-t, --trace <kind>", "find a trace for each answer that has one").choices([
          "some",
          "shortest",
          "fastest",
        ]),
      )
      .option("--trace-file <file>", `write the trace there; the ending is the format: ${traceFormats.join(" ")}`)
      .option(
        "--certificate <place>",
        "write a certificate of each answer to this file or folder, for 'zonal certify'; plain JSON if it ends in .jsonl",
      )
      .addOption(
        new Option(
          "--order <order>",
          "search order; by default breadth first that catches up with states expanded in vain",
        ).choices(["bfs", "dfs", "random"]),
      )
      .option("--seed <n>", "seed of the random order, and of the runs of statistical queries", whole, 1)
      .option("--timeout <seconds>", "give up a query after this time", positive)
      .option(
        "--memory <MiB>",
        "give up a query when its states need more; above 4096 several memories are used",
        positive,
      )
      .option("--max-states <n>", "give up a query when it has stored more states", whole)
      .addOption(new Option("--abstraction <kind>", "how zones are compared").choices(["simulation", "extra"]))
      .addOption(
        new Option("--engine <which>", "compiled code where it can answer, or always the reference interpreter")
          .choices(["compile", "interpret"])
          .default("compile"),
      )
      .option(
        "--no-reduce",
        "tell states apart even where they differ only in dead variables, and leave no process out",
      )
      .option("--forget-committed", "do not keep states with a committed location: less memory, perhaps more time")
      .option("--no-share", "one search for each query, also where several have the same state space")
      .option("--no-symmetry", "do not use that scalars, or integers that only name processes, are interchangeable")
      .addOption(
        new Option(
          "--accelerate [kind]",
          "jump over rounds of busy waiting from the start, not only where a search is long; 'approximate' also where that is not exact",
        ).choices(["exact", "approximate"]),
      )
      .option("--no-acceleration", "never jump over rounds of busy waiting")
      .addOption(
        new Option(
          "--local-time <when>",
          "let processes that rarely meet have times of their own (reachability): from the start, or never; by default where a search is long and it pays",
        ).choices(["on", "off"]),
      )
      .option(
        "--bitstate <MiB>",
        "search depth first with so large a table of bits: finds deep errors, proves nothing",
        positive,
      )
      .option(
        "--spill <folder>",
        "let states that do not fit into --memory (2048 MiB) wait in this folder (reachability, one thread)",
      )
      .addOption(
        new Option("--emit <what>", "print the code compiled for the first query instead of answering").choices([
          "wat",
        ]),
      )
      .option(
        "--threads <n>",
        "search with so many threads; liveness, --order dfs and random, and what is interpreted use one, and say so",
        atLeastOne,
        1,
      )
      .option(
        "--cluster <url>",
        "leave the queries, their parts and the runs of statistical ones to the workers of this Redis (zonal worker)",
      )
      .option("--statistics", "print states, transitions, memory and time of each query")
      .option("--why", "print which road answered each query, and why the others did not")
      .option("--json", "print one JSON document (docs/schema/verify.json)")
      .option("--junit <file>", "also write the results as JUnit XML")
      .option("--sarif <file>", "also write what is wrong as SARIF")
      .option("--progress", "show progress even where stderr is no terminal")
      .option("--no-progress", "never show progress")
      .addOption(dialectOption)
      .addOption(oldOption);
    addStatistics(addCheckpoint(command))
      .option("-q, --quiet", "print only answers that are not as expected")
      .option("--watch", "stay, and ask again what a change of the files can affect, last failed first")
      .addHelpText(
        "after",
        `
Without an expectation (<expect> in XML, EXPECT: in a query file) a query is expected to be satisfied.
Statistical queries are answered by random runs: the same seed gives the same answer, with any number of threads.

Examples:
  zonal verify model.xml
  zonal verify model.xta queries.q --timeout 60 --junit results.xml
  zonal verify model.xml -e "A[] not deadlock" --trace shortest
  zonal verify model.xml --watch
  zonal verify model.xml --query 2 --checkpoint night.ck || zonal verify model.xml --query 2 --resume night.ck
  zonal verify model.xml -e "A[] not deadlock" --certificate proof.cert && zonal certify model.xml proof.cert
  zonal verify model.xml queries.q --cluster redis://queue.example.org
  zonal verify model.xml -e "Pr[<=100](<> P.done)" --epsilon 0.01 --seed 7 --plot done.html
${exitText(["ok", "otherwise", "wrong", "inconclusive", "internal", "interrupted", "terminated"])}`,
      )
      .action(async (model: string, file: string | undefined, options: Options) => {
        const run = options.watch ? (await import("./verify-watch.ts")).watchModel : verifyModel;
        finish(await run(model, file, options, io));
      });
  },
};

async function verifyModel(path: string, file: string | undefined, given: Options, io: Io): Promise<number> {
  checkOptions(path, file, given);
  // Workers have a query each, and share no search.
  const options = given.cluster === undefined ? given : { ...given, share: false };
  const { loaded, asked } = load(path, file, options, io);
  if (typeof asked === "number") return asked;
  const until = untilOf(options.timeout, io.watch.since);
  if (options.emit !== undefined) return io.watch.within(() => emit(loaded.network as Network, asked, io), until);
  if (!options.json) printDiagnostics(toldOf(loaded), loaded.place, io, 20);
  tellAsked(loaded, asked, options, io);
  if (options.cluster === undefined) return answerAll(path, loaded, asked, options, io);
  const { joinAfar } = await import("./verify-cluster.ts");
  const afar = await joinAfar(options.cluster, loaded, asked, options, io);
  try {
    return await answerAll(path, loaded, asked, options, io, afar);
  } finally {
    await afar.close();
  }
}

async function answerAll(
  path: string,
  loaded: Ready,
  asked: readonly Question[],
  options: Options,
  io: Io,
  afar?: Afar,
): Promise<number> {
  const until = untilOf(options.timeout, io.watch.since);
  const estimates = estimatesFor(loaded, asked, options, io, afar);
  const run = begin(path, loaded, asked, options, io, estimates && (await estimates));
  const { statistics, saver } = run;
  const { run: shown } = options;
  if (statistics !== undefined && shown !== undefined)
    return io.watch.within(() => statistics.replay(asked, shown), until);
  if (shown !== undefined) throw new Failure("--run shows a run of a statistical query, and none is asked");
  const answers: Answer[] = [];
  const entries: Entry[] = [];
  for (const question of asked) {
    const { certificate } = options;
    const given = afar?.takes(question) ? afar.answer(question) : answerTo(question, run);
    const found = given instanceof Promise ? await given : given;
    const answer = certificate === undefined ? found : await proved(found, certificate, run);
    const entry = hasFiles(options) ? entryOf(answer, loaded.place, io) : undefined;
    answers.push(answer);
    if (entry !== undefined) entries.push(entry);
    tell(answer, entry, run);
    saveTrace(answer, run);
    run.keeping?.finish(answer, run);
    if (statistics !== undefined) saver.save(() => statistics.write(answer, asked.length > 1));
  }
  if (statistics !== undefined) {
    saver.save(() => statistics.page(answers));
    saver.save(() => statistics.store(answers));
  }
  return finishRun(answers, entries, run);
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

/** All that one run of the command has to do with. */
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

function togetherOf(network: Network, asked: readonly Question[], options: Options): Together | undefined {
  const { share, localTime, bitstate, spill } = options;
  const isWished = localTime === "on" || bitstate !== undefined || spill !== undefined;
  if (!share || isWished || asked.length <= 1 || network === undefined) return undefined;
  const queries = asked.flatMap((q) => q.query ?? []);
  return new Together(network, queries);
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

/** An answer with its certificate, or why there is none. */
async function proved(found: Answer, file: string, run: Run): Promise<Answer> {
  const { path, network, asked, options, io, saver } = run;
  const answer = await certified(found, network, { path: file, several: asked.length > 1, model: path }, options, io);
  if (answer.certificate?.isUnsaved) saver.hasFailed = true;
  return answer;
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

/** What is to be told if the run is ended from outside. */
function tellAsked(loaded: Ready, asked: readonly Question[], options: Options, io: Io): void {
  if (io.watch.tell === undefined) return;
  const { diagnostics, place, texts } = loaded;
  const questions = asked.map((question) => {
    const answer = unanswered(question, "");
    const line = `${question.number}. ${question.text}: unknown`;
    return {
      line,
      ...(options.json ? { json: answerJson(answer, texts, false) } : {}),
      ...(hasFiles(options) ? { entry: entryOf(unanswered(question, REASON), place, io) } : {}),
    };
  });
  const files = hasFiles(options) ? { files: filesOf(options, loaded) } : {};
  if (!options.json) return io.watch.tell({ kind: "asked", run: { questions, ...files } });
  const about = { model: modelJson(loaded), ...circumstances(options) };
  const document = { ...about, diagnostics: diagnostics.map((d) => jsonDiagnostic(d, place)) };
  io.watch.tell({ kind: "asked", run: { questions, document, ...files } });
}

function hasFiles({ junit, sarif }: Options): boolean {
  return junit !== undefined || sarif !== undefined;
}

function filesOf({ junit, sarif }: Options, { place, diagnostics }: Ready): ResultFiles {
  return { junit, sarif, model: place.name, findings: diagnostics.map((d) => finding(d, place)) };
}

function isByRuns({ statistical }: Question): boolean {
  return statistical !== undefined;
}

function emit(network: Network, asked: readonly Question[], io: Io): number {
  const query = asked.find((question) => question.query !== undefined)?.query;
  if (query === undefined) throw new Failure("there is no query without errors to compile");
  const made = listing(network, query);
  if ("reason" in made) throw new Failure(`this query is not compiled: ${made.reason}`);
  io.out(made.wat);
  return exit.ok;
}

export function checkOptions(path: string, file: string | undefined, options: Options): void {
  if (options.accelerate !== undefined && options.bitstate !== undefined)
    throw new Failure("give --accelerate or --bitstate, not both");
  if (path === "-" && file === "-") throw new Failure("standard input can be read only once");
  if (file !== undefined && options.formula !== undefined)
    throw new Failure("give a file of queries or --formula, not both");
  if (options.traceFile !== undefined) traceFormat(options.traceFile);
  if (options.certificate !== undefined && (path === "-" || options.certificate === "-"))
    throw new Failure("a certificate is about a model in a file, and is written to a file or folder");
  if (options.accelerate !== undefined && !options.acceleration)
    throw new Failure("give --accelerate or --no-acceleration, not both");
  checkCheckpoint(options);
  checkSpill(options);
  checkCluster(options);
  const inputs = [path, ...(file === undefined ? [] : [file])];
  checkStatistics(options);
  for (const target of [
    options.traceFile,
    options.certificate,
    options.checkpoint,
    options.junit,
    options.sarif,
    options.plot,
    options.trajectories,
  ])
    if (target !== undefined) protect(target, inputs);
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
