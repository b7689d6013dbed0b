import { listing, type Network } from "../../../src/index.ts";
import type { Io } from "../io/io.ts";
import { jsonDiagnostic } from "../io/json.ts";
import { printDiagnostics, type Ready } from "../model/load.ts";
import type { Question } from "../model/questions.ts";
import { exit, Failure } from "../process/exit.ts";
import { untilOf } from "../process/limits.ts";
import type { Verb } from "../process/run.ts";
import { type Answer, unanswered } from "./answer.ts";
import { certified } from "./ask.ts";
import type { Afar } from "./cluster.ts";
import { load } from "./load.ts";
import { checkOptions, describeVerify, type Options } from "./options.ts";
import { circumstances, modelJson } from "./record.ts";
import { REASON } from "./resultfiles.ts";
import { answerJson, type Entry, entryOf } from "./results.ts";
import {
  answerTo,
  begin,
  estimatesFor,
  filesOf,
  finishRun,
  hasFiles,
  type Run,
  saveTrace,
  tell,
  toldOf,
} from "./run.ts";

/** `zonal verify MODEL [QUERIES]`: answers queries, compares them with what is expected, writes traces. */
export const verify: Verb = {
  limits: "own",
  define(command, io, finish) {
    describeVerify(command).action(async (model: string, file: string | undefined, options: Options) => {
      const run = options.watch ? (await import("./watch.ts")).watchModel : verifyModel;
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
  if (asked.every(({ statistical }) => statistical === undefined)) tellUndrawn(options, io);
  tellAsked(loaded, asked, options, io);
  if (options.cluster === undefined) return answerAll(path, loaded, asked, options, io);
  const { joinAfar } = await import("./cluster.ts");
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

/** An answer with its certificate, or why there is none. */
async function proved(found: Answer, file: string, run: Run): Promise<Answer> {
  const { path, network, asked, options, io, saver } = run;
  const answer = await certified(found, network, { path: file, several: asked.length > 1, model: path }, options, io);
  if (answer.certificate?.isUnsaved) saver.hasFailed = true;
  return answer;
}

/** Files that only statistical queries fill. */
function tellUndrawn({ plot, trajectories, results }: Options, io: Io): void {
  for (const target of [plot, trajectories, results])
    if (target !== undefined) io.err(`warning: ${target} is not written: no statistical query is asked\n`);
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

function emit(network: Network, asked: readonly Question[], io: Io): number {
  const query = asked.find((question) => question.query !== undefined)?.query;
  if (query === undefined) throw new Failure("there is no query without errors to compile");
  const made = listing(network, query);
  if ("reason" in made) throw new Failure(`this query is not compiled: ${made.reason}`);
  io.out(made.wat);
  return exit.ok;
}
