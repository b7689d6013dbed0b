import { createHash } from "node:crypto";
import {
  Fault,
  Forecaster,
  type JournalOwner,
  LearningForecaster,
  type Network,
  Observer,
  OnlineSession,
  parseEvent,
  type Reply,
  type TimelineEntry,
  timelineToSvg,
  type UnknownRange,
  Unknowns,
  type WindowQuery,
  whyNotRecorded,
  whyNoWindow,
} from "../../../src/index.ts";
import { count } from "../io/count.ts";
import { isFile, same, writeBytes } from "../io/files.ts";
import type { Io } from "../io/io.ts";
import { linesOf } from "../io/stream.ts";
import { type DialectOptions, dialectAsked, dialectOption, oldOption } from "../model/dialect.ts";
import { loadNetwork, printDiagnostics, refused } from "../model/load.ts";
import { questions } from "../model/questions.ts";
import { exit, exitText, Failure, Unheard } from "../process/exit.ts";
import { untilOf } from "../process/limits.ts";
import { commaList, list, positive, whole } from "../process/numbers.ts";
import type { Verb } from "../process/run.ts";
import { JournalFile } from "./journal.ts";
import { learnedText, learnOption, partsText, withLearned } from "./learn.ts";

/** `zonal online MODEL`: follows a running system by its events and answers queries about the next time window. */
interface Options extends DialectOptions {
  readonly window: number;
  readonly query?: readonly string[];
  readonly input: string;
  readonly socket?: string;
  readonly retries: number;
  readonly wait: number;
  readonly observe?: readonly string[];
  readonly learn?: readonly UnknownRange[];
  readonly deadline?: number;
  readonly timeout?: number;
  readonly maxStates: number;
  readonly journal?: string;
  readonly checkpoint: number;
  readonly svg?: string;
  readonly json?: true;
}

export const online: Verb = {
  limits: "own",
  define(command, io, finish) {
    command
      .description("Follow a running system by its events and answer queries about the next time window after each.")
      .argument("<model>", "a model in XML or XTA")
      .requiredOption("--window <t>", "length of the time window, in time units of the model", whole)
      .option("--query <formula>", "a query A[], E<>, A<> or E[]; may be repeated; those of the model by default", list)
      .option("--input <file>", "where events come from, one JSON object a line; '-' is standard input", "-")
      .option("--socket <address>", "read events from HOST:PORT or from the path of a Unix socket instead")
      .option("--retries <n>", "how often to connect again to a socket that vanished", whole, 5)
      .option("--wait <ms>", "how long to wait before that", whole, 1000)
      .option("--observe <channels>", "only these channels are seen; all by default", commaList)
      .option("--learn <range>", "CONSTANT=LOW..HIGH: find its value from the events; may be repeated", learnOption)
      .option("--deadline <ms>", "answer within this time, or 'unknown: deadline'", positive)
      .option("--max-states <n>", "how many possible states are followed at most", whole, 10_000)
      .option("--journal <file>", "keep accepted events on disk before they are answered, and continue from there")
      .option("--checkpoint <n>", "replace the journal by a checkpoint every n events", whole, 1000)
      .option("--svg <file>", "draw the session when it ends: events, corrections, what was foreseen")
      .option("--json", "print one JSON object for each line of the input (docs/schema/online.json)")
      .addOption(dialectOption)
      .addOption(oldOption)
      .addHelpText(
        "after",
        `
An event: {"t": 12, "event": "alarm", "is": {"n": 3}, "set": {"rate": 72}, "clock": {"Pump.p": [0, 2]}, "at": {"Pump": "Idle"}}
docs/guide/online.md tells what each field means.

Example:
  zonal online examples/monitor.xml --window 20 --query 'A[] oxygen >= 85' --input examples/monitor.jsonl
${exitText(["ok", "otherwise", "wrong", "inconclusive", "internal", "interrupted", "terminated"])}`,
      )
      .action(async (model: string, options: Options) => finish(await run(model, options, io)));
  },
};

/** No file that is written may be another one that is named. */
function apart(path: string, { journal, svg, input, socket }: Options): void {
  const read: (readonly [string, string | undefined])[] = [
    ["the model", path],
    ["the input", socket === undefined ? input : undefined],
  ];
  const all = [...read, ["the journal", journal] as const, ["the drawing", svg] as const];
  for (const [j, [what, file]] of all.entries())
    for (const [other, before] of j < read.length ? [] : all.slice(0, j))
      if (file !== undefined && before !== undefined && file !== "-" && before !== "-" && same(file, before))
        throw new Failure(`${file} is ${other}: ${what} needs a file of its own`);
}

/** Bounds of clocks have 30 bits. */
const LONGEST = 2 ** 28;

async function run(path: string, options: Options, given: Io): Promise<number> {
  if (options.input === "-" && options.socket === undefined && path === "-")
    throw new Failure("standard input cannot be both the model and the events");
  if (options.input !== "-" && options.socket === undefined && !isFile(options.input))
    throw new Failure(`${options.input}: there is no such file`);
  apart(path, options);
  if (options.window > LONGEST) throw new Failure(`--window can be at most ${LONGEST}`);
  if (options.checkpoint < 1) throw new Failure("--checkpoint must be at least 1");
  const ready = given.watch.within(
    () => withLearned(loadNetwork(path, options, given), options.learn ?? [], options.maxStates),
    untilOf(options.timeout, given.watch.since),
  );
  const wrong = refused(ready.diagnostics, ready.place, given);
  const { network, made } = ready;
  if (network === undefined || made === undefined) {
    if (wrong === undefined) throw new Failure("on-line verification needs a model of UPPAAL");
    return wrong;
  }
  const stops = whyNotRecorded(network);
  if (stops !== undefined) throw new Failure(`this model cannot be followed: ${stops}`, { code: exit.inconclusive });
  const queries = asked(questions(ready, made, network, { formulas: options.query }, given), options, given);
  const [io, release] = withSignals(given);
  // It looks itself for signals, and so ends with what was accepted.
  io.watch.stage("following the events", true);
  try {
    const unknowns = options.learn === undefined ? undefined : new Unknowns(network, options.learn);
    return await follow(started(network, unknowns, options), queries, ready.source.text, options, io);
  } finally {
    release();
  }
}

function started(network: Network, unknowns: Unknowns | undefined, options: Options): Observer {
  const { observe, maxStates } = options;
  const channels = new Set(network.channels.flatMap(({ name }) => [name, name.replace(/\[.*/, "")]));
  const unheard = observe?.find((name) => !channels.has(name));
  if (unheard !== undefined) throw new Failure(`--observe: there is no channel '${unheard}'`);
  try {
    return new Observer(network, { observe, maxStates, unknowns });
  } catch (error) {
    if (error instanceof Fault) throw new Failure(`the model fails in its first state: ${error.message}`);
    throw error;
  }
}

function asked(all: ReturnType<typeof questions>, options: Options, io: Io): WindowQuery[] {
  return all.flatMap(({ query, text, diagnostics, place }) => {
    if (query === undefined) {
      printDiagnostics(diagnostics, place, io);
      if (options.query !== undefined) throw new Failure(`the query '${text}' cannot be asked`);
      return [];
    }
    const why = whyNoWindow(query);
    if (why === undefined && "formula" in query) return [query];
    if (options.query !== undefined) throw new Failure(`${text}: ${why}`);
    io.err(`left out: ${text}: ${why}\n`);
    return [];
  });
}

/** SIGINT and SIGTERM end the stream, not the process: what was accepted is answered. */
function withSignals(io: Io): readonly [Io, () => void] {
  let caught: "SIGINT" | "SIGTERM" | undefined;
  const note = (name: NodeJS.Signals) => {
    caught = name === "SIGINT" ? "SIGINT" : "SIGTERM";
  };
  process.once("SIGINT", note).once("SIGTERM", note);
  const release = (): void => void process.removeListener("SIGINT", note).removeListener("SIGTERM", note);
  return [{ ...io, signal: () => caught ?? io.signal() }, release];
}

async function follow(
  observer: Observer,
  queries: readonly WindowQuery[],
  model: string,
  options: Options,
  io: Io,
): Promise<number> {
  if (observer.states.length === 0) throw new Failure("there is no initial state: an invariant forbids it");
  const plain = new Forecaster(observer.network, queries, { window: options.window, now: io.now });
  const { unknowns } = observer;
  const forecaster = unknowns === undefined ? plain : new LearningForecaster(plain, unknowns);
  const opened =
    options.journal === undefined
      ? undefined
      : JournalFile.open(options.journal, owner(model, queries, options, io), options.checkpoint, observer);
  let line = 0;
  const session = new OnlineSession(observer, forecaster, {
    now: io.now,
    deadline: options.deadline,
    accept: (event) => opened?.journal.append(event, line, () => observer.checkpoint()),
  });
  const tally = new Tally(queries);
  const drawn: TimelineEntry[] = [];
  const say = (reply: Reply, extra: object = {}): void => {
    tally.note(reply);
    io.out(options.json ? `${JSON.stringify({ ...reply, line, ...extra })}\n` : text(reply, line));
    if (io.isUnheard?.()) throw new Unheard();
  };
  if (opened?.resumed === true) {
    // The last answer may have been lost with the process that gave it.
    line = opened.line;
    io.err(`continued after ${observer.accepted} events, at time ${observer.t}\n`);
    say(session.answer(), { again: true });
    line = 0;
  }
  const skip = options.input === "-" || options.socket !== undefined ? 0 : (opened?.line ?? 0);
  const stream = linesOf(
    {
      ...options,
      lost: (reason) => {
        tally.lost++;
        io.err(`the socket vanished: ${reason}\n`);
      },
    },
    io,
  );
  try {
    for await (const next of stream) {
      line++;
      if (line <= skip || next.trim() === "") continue;
      const began = io.now();
      const reply = await session.push(next);
      say(reply);
      tally.times.push(io.now() - began);
      if (options.svg !== undefined) draw(drawn, reply, next);
    }
  } finally {
    await session.close();
    opened?.journal.close();
    if (options.svg !== undefined) writeBytes(options.svg, timelineToSvg(drawn, options.window), io);
    io.err(tally.summary(session));
  }
  return tally.code(session, io);
}

/** A picture holds no more replies than can be told apart. */
const DRAWN = 200;

function draw(drawn: TimelineEntry[], reply: Reply, line: string): void {
  const event = parseEvent(line);
  drawn.push({ reply, event: typeof event === "string" ? undefined : event.event });
  if (drawn.length > DRAWN) drawn.shift();
}

/** What a journal belongs to. */
function owner(model: string, queries: readonly WindowQuery[], options: Options, io: Io): JournalOwner {
  const hash = (text: string): string => createHash("sha256").update(text).digest("hex");
  const learned = options.learn === undefined ? [] : [options.learn];
  // The same text may mean something else in another dialect.
  const { dialect = false } = dialectAsked(options, io);
  const asked = [queries.map((q) => q.text), options.window, options.observe ?? null, dialect, ...learned];
  const ranges = options.learn?.map(({ name, low, high }) => `${name}=${low}..${high}`).join(" --learn ");
  return {
    model: hash(model),
    asked: hash(JSON.stringify(asked)),
    ...(ranges === undefined ? {} : { learned: ranges }),
  };
}

function text(reply: Reply, line: number): string {
  if (reply.kind === "refused") return `line ${line}: refused (${reply.why}): ${reply.reason}\n`;
  const head = `t=${reply.t}: ${count(reply.states, "possible state")}${reply.late === true ? ", late" : ""}`;
  const off = (reply.corrections ?? []).filter((c) => c.low !== c.value || c.high !== c.value);
  return [
    head,
    ...off.map(
      (c) => `  ${c.name}: ${c.low}${c.low === c.high ? "" : `..${c.high}`} by the model, ${c.value} measured`,
    ),
    ...learnedText(reply),
    ...reply.forecasts.map(
      (f) =>
        `  ${f.query}: ${f.outcome}${f.after === undefined ? "" : ` after ${f.after}`}${f.parts === undefined ? "" : partsText(f.parts)}${f.reason === undefined ? "" : `: ${f.reason}`}`,
    ),
  ]
    .join("\n")
    .concat("\n");
}

/** Counts for the end. Times are kept up to a number, so that memory stays flat. */
class Tally {
  lost = 0;
  readonly times = new Times();
  private answers = 0;
  private warned = 0;
  private unknown = 0;
  private readonly universal: readonly boolean[];

  constructor(queries: readonly WindowQuery[]) {
    this.universal = queries.map((q) => q.kind === "A[]" || q.kind === "A<>");
  }

  note(reply: Reply): void {
    if (reply.kind !== "answer") return;
    this.answers++;
    if (reply.forecasts.some((f, i) => this.universal[i] && f.outcome === "violated")) this.warned++;
    if (reply.forecasts.some((f) => f.outcome === "unknown" || f.outcome === "fault")) this.unknown++;
  }

  summary(session: OnlineSession): string {
    const counts = Object.entries(session.refused).flatMap(([kind, n]) => (n === 0 ? [] : [`${n} ${kind}`]));
    const refusals = counts.length === 0 ? "none refused" : `refused: ${counts.join(", ")}`;
    const lost = this.lost === 0 ? "" : `; the socket vanished ${this.lost} times`;
    const late = this.unknown === 0 ? "" : `; ${this.unknown} not decided`;
    const times =
      this.times.length === 0
        ? ""
        : `; ms per event: p50 ${this.times.at(0.5).toFixed(2)}, p99 ${this.times.at(0.99).toFixed(2)}`;
    return `${this.answers} events answered, ${this.warned} with a warning; ${refusals}${late}${lost}${times}\n`;
  }

  code(session: OnlineSession, io: Io): number {
    const signal = io.signal();
    if (signal !== undefined) return signal === "SIGINT" ? exit.interrupted : exit.terminated;
    if (this.warned > 0 || session.refused.unexplained > 0) return exit.otherwise;
    const { limit, fault } = session.refused;
    return this.unknown + limit + fault > 0 ? exit.inconclusive : exit.ok;
  }
}

/** The last ten thousand times. */
class Times {
  private readonly ring = new Float64Array(10_000);
  private count = 0;

  get length(): number {
    return Math.min(this.count, this.ring.length);
  }

  push(time: number): void {
    this.ring[this.count++ % this.ring.length] = time;
  }

  at(part: number): number {
    const sorted = this.ring.slice(0, this.length).sort();
    return sorted[Math.min(sorted.length - 1, Math.floor(part * sorted.length))]!;
  }
}
