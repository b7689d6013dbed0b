import {
  type Agenda,
  allOf,
  countsOf,
  type Decided,
  type Frontier,
  FrontierAgenda,
  firstOf,
  frontierText,
  Known,
  type Run,
  type RunRecord,
  runStanding,
  type Study,
  type SweepColumns,
  sweepColumns,
  version,
} from "../../../src/index.ts";
import { count } from "../io/count.ts";
import type { Io } from "../io/io.ts";
import { jsonDocument } from "../io/json.ts";
import { exit } from "../process/exit.ts";
import { sha256 } from "../process/machine.ts";
import type { RunJournal } from "./journal.ts";
import type { Done, Hands } from "./pool.ts";
import { SweepProgress } from "./progress.ts";

/**
 * Works off the runs of a study: hands them out, keeps what comes back, and prints rows in the order of the plan as soon as
 * they are known. What was known before is not done again.
 */
export interface WorkOptions {
  readonly json?: true;
  readonly progress?: boolean;
  readonly quiet?: true;
  /** Of the repetitions of a run the first definite answer is enough. */
  readonly first?: true;
}

export class Work {
  private readonly runs: readonly Run[];
  private readonly journal: RunJournal;
  private readonly options: WorkOptions;
  private readonly io: Io;
  private readonly known: Known;
  private readonly progress: SweepProgress;
  private readonly columns: SweepColumns;
  private readonly frontier: FrontierAgenda | undefined;
  private readonly first: (Agenda & Decided) | undefined;
  private readonly before: number;
  private done = 0;
  private failed = 0;
  private printed = 0;

  constructor(study: Study, runs: readonly Run[], journal: RunJournal, options: WorkOptions, io: Io) {
    const { frontier } = study;
    this.runs = runs;
    this.journal = journal;
    this.options = options;
    this.io = io;
    this.known = new Known(journal.records, version);
    this.progress = new SweepProgress(io, options.progress);
    this.columns = sweepColumns(runs);
    if (frontier !== undefined) this.frontier = new FrontierAgenda(runs, journal.records, version, frontier);
    if (options.first) this.first = firstOf(runs, journal.records, version);
    this.before = this.records.length;
    this.done = this.before;
    this.failed = this.records.filter(isUnanswered).length;
  }

  async run(hands: Hands): Promise<void> {
    const agenda: Agenda = this.frontier ?? this.first ?? allOf(this.runs, this.journal.records, version);
    const ended = new Bell();
    this.printHead();
    let going = 0;
    try {
      for (;;) {
        while (hands.isFree && this.io.signal() === undefined) {
          const run = agenda.take();
          if (run === undefined) break;
          going++;
          const known = (done: Done): RunRecord => {
            const record = recordOf(run, done, this.io);
            agenda.learn(record);
            // Whoever did it is given the next while this one goes to the disk.
            ended.ring();
            return record;
          };
          const kept = (): void => {
            going--;
            hands.kept?.(run);
            ended.ring();
          };
          void hands
            .do(run)
            .then((done) => this.keep(known(done)))
            .then(kept)
            .catch((error: unknown) => ended.break(error));
        }
        if (going === 0 || this.io.signal() !== undefined) return;
        if (agenda.isOver === true) return await hands.abandon?.();
        await ended.rung();
        const { done, before, failed } = this;
        const left = agenda.left + hands.waiting;
        this.progress.show({ done, before, failed, left, running: hands.running });
      }
    } finally {
      await this.journal.settled();
      this.progress.clear();
    }
  }

  /** Those that stand for the planned runs, in their order. */
  get records(): readonly RunRecord[] {
    return this.runs.flatMap((run) => this.known.of(run) ?? []);
  }

  get frontiers(): readonly Frontier[] {
    return this.frontier?.frontiers() ?? [];
  }

  private async keep(record: RunRecord): Promise<void> {
    await this.journal.append(record);
    this.known.add(record);
    this.done++;
    if (isUnanswered(record)) this.failed++;
    this.printRows();
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
    const isWanted = this.frontier === undefined && this.first?.isOver !== true;
    const parts = [countsOf(records), missing > 0 ? `${missing} not ${isWanted ? "done" : "needed"}` : ""];
    const before = this.before > 0 ? `${this.before} of them known from ${path}\n` : "";
    const lines = frontiers.map((frontier) => `${this.about(frontier)}${frontierText(frontier)}\n`);
    if (lines.length > 0) io.out(`\n${lines.join("")}`);
    const counts = parts.filter((part) => part !== "").join(", ");
    io.out(`\n${count(runs.length, "run")}: ${counts}\n${before}`);
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
    if (this.first !== undefined) return this.first.undecided === 0 ? exit.ok : exit.inconclusive;
    const isWhole =
      this.frontier === undefined
        ? records.length === this.runs.length
        : this.frontiers.every(({ undecided }) => undecided === undefined);
    return standings.has("inconclusive") || !isWhole ? exit.inconclusive : exit.ok;
  }
}

function recordOf(run: Run, { result, machine }: Done, io: Io): RunRecord {
  return {
    ...run,
    querySha256: sha256(run.query),
    version,
    ...result,
    machine,
    at: io.date().toISOString(),
  };
}

/** Milliseconds between looks at signals and at the terminal. */
const MOMENT = 100;

/** Wakes whoever waits for one of many things, of which none keeps what waits for it. */
class Bell {
  private wake: (() => void) | undefined;
  private isRung = false;
  private broken: { readonly error: unknown } | undefined;

  ring(): void {
    this.isRung = true;
    this.wake?.();
  }

  break(error: unknown): void {
    this.broken ??= { error };
    this.ring();
  }

  /** Soon in any case. Throws what broke it. */
  async rung(): Promise<void> {
    if (!this.isRung)
      await new Promise<void>((done) => {
        const timer = setTimeout(done, MOMENT);
        this.wake = () => {
          clearTimeout(timer);
          done();
        };
      });
    this.isRung = false;
    this.wake = undefined;
    if (this.broken !== undefined) throw this.broken.error;
  }
}

function isUnanswered(record: RunRecord): boolean {
  const standing = runStanding(record);
  return standing === "inconclusive" || standing === "wrong";
}
