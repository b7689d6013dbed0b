import { cpus } from "node:os";
import {
  type Agenda,
  allOf,
  countsOf,
  type Frontier,
  FrontierAgenda,
  frontierText,
  Known,
  type Run,
  type RunRecord,
  type RunResult,
  runStanding,
  type SweepColumns,
  sweepColumns,
  version,
} from "../../src/index.ts";
import { exit } from "./exit.ts";
import type { Io } from "./io.ts";
import { jsonDocument } from "./json.ts";
import type { RunJournal } from "./sweep-journal.ts";
import { Pool } from "./sweep-pool.ts";
import { SweepProgress } from "./sweep-progress.ts";
import type { Prepared } from "./sweep-study.ts";

/**
 * Works off the runs of a study: hands them to the pool, keeps what comes back, and prints rows in the order of the plan as soon as they are
 * known. What was known before is not done again.
 */
export interface WorkOptions {
  readonly threads: number;
  readonly json?: true;
  readonly progress?: boolean;
  readonly quiet?: true;
}

export class Work {
  private readonly runs: readonly Run[];
  private readonly prepared: Prepared;
  private readonly journal: RunJournal;
  private readonly options: WorkOptions;
  private readonly io: Io;
  private readonly known: Known;
  private readonly progress: SweepProgress;
  private readonly columns: SweepColumns;
  private readonly frontier: FrontierAgenda | undefined;
  private readonly before: number;
  private done = 0;
  private failed = 0;
  private printed = 0;

  constructor(prepared: Prepared, runs: readonly Run[], journal: RunJournal, options: WorkOptions, io: Io) {
    const { frontier } = prepared.study;
    this.prepared = prepared;
    this.runs = runs;
    this.journal = journal;
    this.options = options;
    this.io = io;
    this.known = new Known(journal.records, version);
    this.progress = new SweepProgress(io, options.progress);
    this.columns = sweepColumns(runs);
    if (frontier !== undefined) this.frontier = new FrontierAgenda(runs, journal.records, version, frontier);
    this.before = this.records.length;
    this.done = this.before;
    this.failed = this.records.filter(isUnanswered).length;
  }

  async run(): Promise<void> {
    const agenda: Agenda = this.frontier ?? allOf(this.runs, this.journal.records, version);
    const pool = new Pool(Math.min(this.options.threads, this.runs.length), this.prepared.models);
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

  /** Those that stand for the planned runs, in their order. */
  get records(): readonly RunRecord[] {
    return this.runs.flatMap((run) => this.known.of(run) ?? []);
  }

  get frontiers(): readonly Frontier[] {
    return this.frontier?.frontiers() ?? [];
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

  private printHead(): void {
    const { queries, head } = this.columns;
    if (this.options.json || this.options.quiet) return;
    const lines = queries.length > 1 ? queries.map((query, i) => `${i + 1}. ${query}`) : queries;
    this.io.out(`${[...lines, "", head].join("\n")}\n`);
    this.printRows();
  }

  /** Where a frontier is looked for most runs are never done: what is known is printed at the end. */
  private printRows(isEnd = false): void {
    if (this.options.json || this.options.quiet || (this.frontier !== undefined && !isEnd)) return;
    const rows: string[] = [];
    for (; this.printed < this.runs.length; this.printed++) {
      const record = this.known.of(this.runs[this.printed]!);
      if (record === undefined && !isEnd) break;
      if (record !== undefined) rows.push(`${this.columns.row(record)}\n`);
    }
    if (rows.length === 0) return;
    this.progress.clear();
    this.io.out(rows.join(""));
  }

  /** Prints the rest and the summary; the exit code. */
  tell(path: string): number {
    const { records, frontiers, runs, io } = this;
    const code = this.code(records);
    if (this.options.json) {
      const told = records.map((record) => ({ ...record, standing: runStanding(record) }));
      const found = this.frontier === undefined ? {} : { frontiers };
      io.out(jsonDocument("sweep", { exitCode: code, journal: path, planned: runs.length, runs: told, ...found }));
      return code;
    }
    this.printRows(true);
    const missing = runs.length - records.length;
    const parts = [
      countsOf(records),
      missing > 0 ? `${missing} not ${this.frontier === undefined ? "done" : "needed"}` : "",
    ];
    const before = this.before > 0 ? `${this.before} of them known from ${path}\n` : "";
    const lines = frontiers.map((frontier) => `${this.about(frontier)}${frontierText(frontier)}\n`);
    if (lines.length > 0) io.out(`\n${lines.join("")}`);
    const counts = parts.filter((part) => part !== "").join(", ");
    io.out(`\n${runs.length} run${runs.length === 1 ? "" : "s"}: ${counts}\n${before}`);
    return code;
  }

  /** Which query and model a frontier is of, where there are several. */
  private about({ query, model, repetition }: Frontier): string {
    const { queries } = this.columns;
    const several = new Set(this.runs.map((run) => run.model)).size > 1;
    const number = queries.length > 1 ? `query ${queries.indexOf(query) + 1}, ` : "";
    const again = repetition > 1 ? `repetition ${repetition}, ` : "";
    return `${several ? `${model}, ` : ""}${number}${again}`;
  }

  /** What is wrong counts more than what was found otherwise, and that more than what was not found. */
  private code(records: readonly RunRecord[]): number {
    const signal = this.io.signal();
    if (signal !== undefined) return signal === "SIGINT" ? exit.interrupted : exit.terminated;
    const standings = new Set(records.map(runStanding));
    if (standings.has("wrong")) return exit.wrong;
    if (standings.has("otherwise")) return exit.otherwise;
    const isWhole =
      this.frontier === undefined
        ? records.length === this.runs.length
        : this.frontiers.every(({ undecided }) => undecided === undefined);
    return standings.has("inconclusive") || !isWhole ? exit.inconclusive : exit.ok;
  }
}

/** What times are measured on. */
export const machine = `${cpus()[0]?.model.trim() ?? process.arch}, ${cpus().length} cores, ${process.platform}, Node ${process.versions.node}`;

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
