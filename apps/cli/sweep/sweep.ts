import { availableParallelism } from "node:os";
import { basename } from "node:path";
import { type Command, Option } from "commander";
import { planRuns } from "../../../src/index.ts";
import type { Io } from "../io/io.ts";
import { exit, exitText, Failure } from "../process/exit.ts";
import { atLeastOne, list, positive, whole } from "../process/numbers.ts";
import type { Verb } from "../process/run.ts";
import { addRunStatistics } from "../verify/statistics-options.ts";
import { checkTargets, type StudyFiles, writeStudyFiles } from "./files.ts";
import { RunJournal } from "./journal.ts";
import { type Hands, Pool } from "./pool.ts";
import { type Prepared, planned, prepare, type StudyOptions, studyOf } from "./study.ts";
import { Work, type WorkOptions } from "./work.ts";

/**
 * `zonal sweep STUDY` or `zonal sweep MODEL... --set N=2..6 -e QUERY`: the same questions for many values of constants, by a
 * pool of threads, with a journal that knows what was done. Started again, it does only what is missing.
 */
interface Options extends StudyOptions, StudyFiles, WorkOptions {
  readonly journal?: string;
  readonly threads?: number;
  readonly cluster?: string;
  readonly ahead?: number;
}

export const sweep: Verb = {
  limits: "own",
  define(command, io, finish) {
    command
      .description(
        "Answer the same queries for many values of a model's constants, and keep what was found in a journal.",
      )
      .argument("<files...>", "a study (.json, .yaml), or models in XML or XTA");
    addStudy(command)
      .option(
        "-j, --journal <file>",
        "the journal; by default NAME.runs.jsonl here, after the study or the first model",
      )
      .option("--threads <n>", "runs at the same time (as many as there are cores)", atLeastOne)
      .option("--cluster <url>", "leave the runs to the workers of this Redis (zonal worker)")
      .option("--ahead <n>", `of these, runs that are handed out at the same time (${AHEAD})`, atLeastOne)
      .option("--first", "of the repetitions of a run the first definite answer is enough, and ends the others")
      .option("--csv <file>", "also write all runs as a table")
      .option("--junit <file>", "also write the results as JUnit XML")
      .option("--html <file>", "also write one page with heat maps, curves of growth and frontiers")
      .option("--json", "print one JSON document (docs/schema/sweep.json)")
      .option("--progress", "show progress even where stderr is no terminal")
      .option("--no-progress", "never show progress")
      .option("-q, --quiet", "print only the summary")
      .addHelpText(
        "after",
        `
VALUES are numbers, true, false, ranges (2..12, 2..12:5 in steps of 5) and lists of these (1,2,8..10). P.k is the constant k of
template P. Every model is checked with every combination before anything runs. Runs that the journal has are not done again.
Without an expectation in the study any definite answer is as expected.

Examples:
  zonal sweep fischer.xml --set N=2..6 -e "A[] not deadlock"
  zonal sweep fischer.xml --set N=2..4 --set P.k=1..20 --frontier P.k --html fischer.html
  zonal sweep study.json --threads 2
  zonal sweep model.xml -e "A[] not deadlock" --bitstate 64 --repetitions 100 --first
  zonal sweep study.json --cluster redis://queue.example.org
${exitText(["ok", "otherwise", "wrong", "inconclusive", "internal", "interrupted", "terminated"])}`,
      )
      .action(async (files: string[], options: Options) => finish(await runStudy(files, options, io)));
  },
};

/** Runs in Redis: enough for some hundred workers, and little to lose. */
const AHEAD = 256;

function addStudy(command: Command): Command {
  command
    .option("--set <name=values>", "let this constant have these values; several make all combinations", list)
    .option("-e, --formula <text>", "ask this query instead of those in the model; may be given several times", list)
    .option("--sample <n>", "only so many of the combinations, chosen at random", atLeastOne)
    .option("--sample-seed <n>", "seed of that choice (1)", whole)
    .option("--frontier <name>", "find the smallest and largest value of this constant that satisfies, by bisection")
    .option("--repetitions <n>", "do each run so often, each time with the next seed (1)", atLeastOne)
    .option("--seed <n>", "seed of random orders and of statistical queries (1)", whole)
    .option("--timeout <seconds>", "give up a run after this time", positive)
    .option("--memory <MiB>", "give up a run when its states need more", positive)
    .option("--max-states <n>", "give up a run when it has stored more states", whole)
    .option(
      "--bitstate <MiB>",
      "search depth first by chance with so large a table of bits; with --first a swarm",
      atLeastOne,
    )
    .addOption(new Option("--order <order>", "search order").choices(["bfs", "dfs", "random"]))
    .addOption(
      new Option("--engine <which>", "compiled code (the default) or the reference interpreter").choices([
        "compile",
        "interpret",
      ]),
    );
  return addRunStatistics(command);
}

async function runStudy(files: readonly string[], options: Options, io: Io): Promise<number> {
  const prepared = prepare(await studyOf(files, options, io), io);
  const name = basename(files[0]!).replace(/\.\w+$/, "");
  const path = options.journal ?? `${name}.runs.jsonl`;
  const inputs = [...files, ...prepared.models.map(({ file }) => file)];
  checkTargets(path, options, inputs);
  if (options.first && prepared.study.frontier !== undefined) throw new Failure("give --first or a frontier, not both");
  const runs = planned(() => planRuns(prepared.study, prepared.planned));
  const journal = RunJournal.open(path);
  let hands: Hands | undefined;
  try {
    hands = await handsOf(prepared, runs.length, options, io);
    const work = new Work(prepared.study, runs, journal, options, io);
    await work.run(hands);
    await hands.close();
    const code = work.tell(path);
    return writeStudyFiles(name, work.records, work.frontiers, runs, options, io) ? code : exit.wrong;
  } finally {
    await hands?.close();
    await journal.close();
  }
}

async function handsOf({ models }: Prepared, most: number, options: Options, io: Io): Promise<Hands> {
  const { threads, cluster, ahead } = options;
  if (cluster === undefined) {
    if (ahead !== undefined) throw new Failure("--ahead needs --cluster");
    const known = new Map(models.map((model) => [model.sha256, model]));
    return new Pool(Math.min(threads ?? availableParallelism(), most), (sha256) => known.get(sha256)!);
  }
  if (threads !== undefined) throw new Failure("--threads is said to each worker of a cluster, not here");
  const { joinCluster } = await import("../cluster/hands.ts");
  return joinCluster(cluster, models, ahead ?? AHEAD, io);
}
