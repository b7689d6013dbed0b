import type { Io } from "../io/io.ts";
import { jsonDocument } from "../io/json.ts";
import { printDiagnostics } from "../model/load.ts";
import { signalCode } from "../process/ears.ts";
import { Failure, Unheard } from "../process/exit.ts";
import { newWatch } from "../process/watch.ts";
import type { Answer } from "./answer.ts";
import { Changes } from "./changes.ts";
import { KeptAnswers, keyOf } from "./kept.ts";
import { load } from "./load.ts";
import { checkOptions, type Options } from "./options.ts";
import { answerTo, begin, estimatesFor, finishRun, type Run, saveTrace, tell, toldOf } from "./run.ts";

/**
 * `zonal verify --watch`: answers the queries, waits for the model or the query file to change, and answers them again, round
 * after round, until it is interrupted. Only what the change can affect is asked (`kept.ts`), last failed first; the rest is
 * shown as it was, and marked. A file that is wrong or away is told, and the watch goes on. A change during a round ends it
 * for the next one.
 */
export async function watchModel(path: string, file: string | undefined, options: Options, io: Io): Promise<number> {
  checkOptions(path, file, options);
  checkWatch(path, file, options);
  const beside = file ?? (options.formula === undefined ? path.replace(/\.\w+$/, ".q") : path);
  const changes = new Changes([...new Set([path, beside])], io);
  const kept = new KeptAnswers();
  let changed: readonly string[] | undefined = [];
  for (let number = 1; changed !== undefined; number++) {
    const round = new Round(number, changed, changes, options, io);
    try {
      await answerRound(path, file, round, kept);
    } catch (error) {
      // At the start it is the command line that is wrong; later an editor may have left a file so for a moment.
      if (!(error instanceof Failure) || number === 1) throw error;
      round.fail(error, path);
    }
    if (io.signal() !== undefined) break;
    if (io.isUnheard?.()) throw new Unheard();
    if (number === 1 && !options.json) io.err(`watching ${path}; Ctrl-C ends\n`);
    io.watch.stage("waiting for a change", true);
    changed = await changes.next();
  }
  return signalCode(io.signal() ?? "SIGINT");
}

/** What a round has of the world: its own clock for limits, and an end when the next round is due. */
class Round {
  readonly io: Io;
  /** The same for what is done when all is answered, which no change ends. */
  readonly ending: Io;
  readonly options: Options;
  private asked = { asked: 0, kept: 0 };
  private readonly number: number;
  private readonly changed: readonly string[];
  private readonly real: Io;

  constructor(number: number, changed: readonly string[], changes: Changes, options: Options, real: Io) {
    this.number = number;
    this.changed = changed;
    this.options = options;
    this.real = real;
    const own = newWatch(() => real.now(), real.now());
    const stage = (what: string, isSearch?: boolean): void => {
      own.stage(what, isSearch);
      real.watch.stage(what, isSearch);
    };
    let isOver = false;
    const signal = () => {
      isOver ||= changes.isDue;
      return real.signal() ?? (isOver ? "SIGINT" : undefined);
    };
    const out = options.json ? (text: string | Uint8Array) => this.line(String(text)) : real.out;
    this.io = { ...real, watch: { ...own, stage }, signal, out };
    this.ending = { ...this.io, signal: real.signal };
  }

  /** Says what is asked and why. */
  head(asked: number, all: number): void {
    this.asked = { asked, kept: all - asked };
    if (this.number === 1 || this.options.json || this.options.quiet) return;
    this.real.out(`\n${this.changed.join(", ")} changed; ${asked} of ${all} asked again\n`);
  }

  /** A file that cannot be read, or asks nothing. */
  fail({ message, code, hint }: Failure, path: string): void {
    if (this.options.json) {
      const model = { file: path, format: /\.(xml|tck)$/.exec(path)?.[1] ?? "xta" };
      const nothing = { exitCode: code, diagnostics: [], queries: [] };
      this.io.out(jsonDocument("verify", { model, failure: message, ...nothing }));
    } else this.real.err(`error: ${message}\n${hint === undefined ? "" : `hint: ${hint}\n`}`);
  }

  /** A document of its own for each round, on one line. */
  private line(document: string): void {
    const watch = { round: this.number, changed: this.changed, ...this.asked };
    this.real.out(`${JSON.stringify({ ...JSON.parse(document), watch })}\n`);
  }
}

async function answerRound(path: string, file: string | undefined, round: Round, kept: KeptAnswers): Promise<void> {
  const { io, options } = round;
  const { loaded, asked } = load(path, file, options, io);
  if (typeof asked === "number") return;
  if (!options.json) printDiagnostics(toldOf(loaded), loaded.place, io, 20);
  io.watch.stage("looking what the change can affect");
  const keys = new Map(asked.map((question) => [question, keyOf(question, loaded)]));
  const old = asked.flatMap((question) => kept.find(question, keys.get(question)) ?? []);
  const open = asked.filter((question) => !old.some((answer) => answer.question === question));
  round.head(open.length, asked.length);
  const run = begin(path, loaded, open, options, io, await estimatesFor(loaded, open, options, io));
  const found: Answer[] = [];
  for (const question of kept.order(open)) {
    const answer = await answerTo(question, run);
    // What was ended by the next change is no answer.
    if (io.signal() !== undefined) break;
    found.push(answer);
    tell(answer, undefined, run);
    saveTrace(answer, run);
  }
  const answers = [...found, ...old];
  kept.remember(answers.map((answer) => ({ answer, key: keys.get(answer.question) })));
  if (found.length === open.length) finish(answers, old, { ...run, asked, io: round.ending });
}

/** The rest of what a round prints. */
function finish(answers: readonly Answer[], old: readonly Answer[], run: Run): void {
  const quiet: Run = { ...run, options: { ...run.options, statistics: undefined, why: undefined } };
  for (const answer of old) tell(answer, undefined, quiet);
  const inOrder = answers.toSorted((a, b) => run.asked.indexOf(a.question) - run.asked.indexOf(b.question));
  finishRun(inOrder, [], run);
}

/** What is about one run alone. */
const once = [
  "emit",
  "run",
  "certificate",
  "checkpoint",
  "resume",
  "accelerate",
  "spill",
  "junit",
  "sarif",
  "plot",
  "trajectories",
  "results",
] as const satisfies readonly (keyof Options)[];

function checkWatch(path: string, file: string | undefined, options: Options): void {
  if (path === "-" || file === "-") throw new Failure("--watch waits for files to change, and standard input cannot");
  for (const name of once)
    if (options[name] !== undefined) throw new Failure(`give --watch or --${name}, not both: it is about one run`);
}
