import { availableParallelism, cpus } from "node:os";
import { basename } from "node:path";
import { type Command, Option } from "commander";
import {
  allOf,
  Known,
  planRuns,
  type Run,
  type RunRecord,
  type RunResult,
  runOutcomeWords,
  runStanding,
  type SweepColumns,
  sweepColumns,
  version,
} from "../../src/index.ts";
import { exit, exitText } from "./exit.ts";
import { protect } from "./files.ts";
import type { Io } from "./io.ts";
import { jsonDocument } from "./json.ts";
import { atLeastOne, list, positive, whole } from "./numbers.ts";
import type { Verb } from "./run.ts";
import { addRunStatistics } from "./statistics-options.ts";
import { RunJournal } from "./sweep-journal.ts";
import { Pool } from "./sweep-pool.ts";
import { SweepProgress } from "./sweep-progress.ts";
import { type Prepared, prepare, type StudyOptions, studyOf } from "./sweep-study.ts";

/**
 * `zonal sweep STUDY` or `zonal sweep MODEL... --set N=2..6 -e QUERY`: the same questions for many values of constants, by a pool of threads,
 * with a journal that knows what was done. Started again, it does only what is missing.
 */
interface Options extends StudyOptions {
  readonly journal?: string;
  readonly threads: number;
  readonly json?: true;
  readonly progress?: boolean;
  readonly quiet?: true;
}

export const sweep: Verb = {
  limits: "own",
  define(command, io, finish) {
    command
      .description(
        "Answer the same queries for many values of a model's constants, and keep what was found in a journal.",
      )
      .argument("<files...>", "a study (.json), or models in XML or XTA");
    addStudy(command)
      .option(
        "-j, --journal <file>",
        "the journal; by default NAME.runs.jsonl here, after the study or the first model",
      )
      .option("--threads <n>", "runs at the same time", atLeastOne, availableParallelism())
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
  zonal sweep study.json --threads 2
${exitText(["ok", "otherwise", "wrong", "inconclusive", "internal", "interrupted", "terminated"])}`,
      )
      .action(async (files: string[], options: Options) => finish(await runStudy(files, options, io)));
  },
};

function addStudy(command: Command): Command {
  command
    .option("--set <name=values>", "let this constant have these values; several make all combinations", list)
    .option("-e, --formula <text>", "ask this query instead of those in the model; may be given several times", list)
    .option("--sample <n>", "only so many of the combinations, chosen at random", atLeastOne)
    .option("--sample-seed <n>", "seed of that choice (1)", whole)
    .option("--repetitions <n>", "do each run so often, each time with the next seed (1)", atLeastOne)
    .option("--seed <n>", "seed of random orders and of statistical queries (1)", whole)
    .option("--timeout <seconds>", "give up a run after this time", positive)
    .option("--memory <MiB>", "give up a run when its states need more", positive)
    .option("--max-states <n>", "give up a run when it has stored more states", whole)
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
  const prepared = prepare(studyOf(files, options, io), io);
  const path = options.journal ?? `${basename(files[0]!).replace(/\.\w+$/, "")}.runs.jsonl`;
  protect(path, [...files, ...prepared.models.map(({ file }) => file)]);
  const runs = planRuns(prepared.study, prepared.planned);
  const journal = RunJournal.open(path);
  try {
    const work = new Work(prepared, runs, journal, options, io);
    await work.run();
    return work.tell(path);
  } finally {
    journal.close();
  }
}

/** Works off a plan: hands runs to the pool, keeps what comes back, prints rows in the order of the plan as soon as they are known. */
class Work {
  private readonly runs: readonly Run[];
  private readonly prepared: Prepared;
  private readonly journal: RunJournal;
  private readonly options: Options;
  private readonly io: Io;
  private readonly known: Known;
  private readonly progress: SweepProgress;
  private readonly columns: SweepColumns;
  private readonly before: number;
  private done = 0;
  private failed = 0;
  private printed = 0;

  constructor(prepared: Prepared, runs: readonly Run[], journal: RunJournal, options: Options, io: Io) {
    this.prepared = prepared;
    this.runs = runs;
    this.journal = journal;
    this.options = options;
    this.io = io;
    this.known = new Known(journal.records, version);
    this.progress = new SweepProgress(io, options.progress);
    this.columns = sweepColumns(runs);
    const records = this.records();
    this.before = records.length;
    this.done = records.length;
    this.failed = records.filter(isUnanswered).length;
  }

  async run(): Promise<void> {
    const agenda = allOf(this.runs, this.journal.records, version);
    const pool = new Pool(Math.min(this.options.threads, Math.max(1, agenda.left)), this.prepared.models);
    const going = new Set<Promise<void>>();
    this.printHead();
    try {
      for (;;) {
        while (pool.isFree && this.io.signal() === undefined) {
          const run = agenda.take();
          if (run === undefined) break;
          const job = pool.do(run).then((result) => {
            going.delete(job);
            agenda.learn(this.keep(run, result));
          });
          going.add(job);
        }
        if (going.size === 0 || this.io.signal() !== undefined) return;
        await Promise.race([...going, moment()]);
        const { done, before, failed } = this;
        this.progress.show({ done, before, failed, left: agenda.left, running: pool.running });
      }
    } finally {
      this.progress.clear();
      pool.close();
    }
  }

  private keep(run: Run, result: RunResult): RunRecord {
    const record: RunRecord = { ...run, version, ...result, machine, at: this.io.date().toISOString() };
    this.journal.append(record);
    this.known.add(record);
    this.done++;
    if (isUnanswered(record)) this.failed++;
    this.printRows();
    return record;
  }

  private records(): readonly RunRecord[] {
    return this.runs.flatMap((run) => this.known.of(run) ?? []);
  }

  private printHead(): void {
    const { queries, head } = this.columns;
    if (this.options.json || this.options.quiet) return;
    const lines = queries.length > 1 ? queries.map((query, i) => `${i + 1}. ${query}`) : queries;
    this.io.out(`${[...lines, "", head].join("\n")}\n`);
    this.printRows();
  }

  private printRows(): void {
    if (this.options.json || this.options.quiet) return;
    const rows: string[] = [];
    for (; this.printed < this.runs.length; this.printed++) {
      const record = this.known.of(this.runs[this.printed]!);
      if (record === undefined) break;
      rows.push(`${this.columns.row(record)}\n`);
    }
    if (rows.length === 0) return;
    this.progress.clear();
    this.io.out(rows.join(""));
  }

  /** Prints the summary; the exit code. */
  tell(path: string): number {
    const records = this.records();
    const code = codeOf(records, this.runs.length, this.io);
    if (this.options.json) {
      const runs = records.map((record) => ({ ...record, standing: runStanding(record) }));
      this.io.out(jsonDocument("sweep", { exitCode: code, journal: path, planned: this.runs.length, runs }));
      return code;
    }
    const counts = new Map<string, number>();
    for (const { outcome } of records) counts.set(outcome, (counts.get(outcome) ?? 0) + 1);
    const parts = [...counts].map(([outcome, n]) => `${n} ${runOutcomeWords(outcome as RunRecord["outcome"])}`);
    const missing = this.runs.length - records.length;
    if (missing > 0) parts.push(`${missing} not done`);
    const before = this.before > 0 ? `; ${this.before} were known from ${path}` : "";
    this.io.out(`\n${this.runs.length} run${this.runs.length === 1 ? "" : "s"}: ${parts.join(", ")}${before}\n`);
    return code;
  }
}

const machine = `${cpus()[0]?.model.trim() ?? process.arch}, ${cpus().length} cores, ${process.platform}, Node ${process.versions.node}`;

/** Milliseconds between looks at signals and at the terminal. */
function moment(): Promise<void> {
  return new Promise((done) => {
    setTimeout(done, 100).unref();
  });
}

function isUnanswered(record: RunRecord): boolean {
  const standing = runStanding(record);
  return standing === "inconclusive" || standing === "wrong";
}

/** What is wrong counts more than what was found otherwise, and that more than what was not found. */
function codeOf(records: readonly RunRecord[], planned: number, io: Io): number {
  const signal = io.signal();
  if (signal !== undefined) return signal === "SIGINT" ? exit.interrupted : exit.terminated;
  const standings = new Set(records.map(runStanding));
  if (standings.has("wrong")) return exit.wrong;
  if (standings.has("otherwise")) return exit.otherwise;
  return standings.has("inconclusive") || records.length < planned ? exit.inconclusive : exit.ok;
}
