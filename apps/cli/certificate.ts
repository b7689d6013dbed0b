import { createHash } from "node:crypto";
import { statSync } from "node:fs";
import { dirname, extname, join } from "node:path";
import { createGzip } from "node:zlib";
import {
  type BoundValue,
  type CertificateClaim,
  type Cover,
  coverInTurns,
  coverToCertificate,
  type Ends,
  endsInTurns,
  endsToCertificate,
  type Limits,
  limitQuery,
  type Network,
  type NetworkQuery,
  outcomeWords,
  type Turns,
  traceToCertificate,
  type Uncovered,
  type Verdict,
  verifyInTurns,
  whyNotCertified,
} from "../../src/index.ts";
import type { Answer } from "./answer.ts";
import { Failure } from "./exit.ts";
import { makeFolder, readBytes, writeBytes } from "./files.ts";
import type { Io } from "./io.ts";
import { bytes } from "./progress.ts";
import type { Question } from "./questions.ts";
import { numbered } from "./tracefile.ts";

/**
 * Certificates for answers (`zonal verify --certificate`): a trace becomes a run, and for what is not reached a search of its own, without
 * what no certificate can state, makes a closed set of states. What cannot be certified is said with its reason.
 */
export interface Certified {
  readonly isMade: boolean;
  /** There is one, and it could not be written. */
  readonly isUnsaved: boolean;
  readonly text: string;
  /** One for each file, or a reason. */
  readonly json: readonly object[];
}

export interface Place {
  /** A file, or a folder that is there or whose name ends with a slash. */
  readonly path: string;
  readonly several: boolean;
  readonly model: string;
}

/** One thing to be proved: about a query, or of a part of it. */
interface Task {
  /** What the name of its file has more. */
  readonly part: string;
  readonly proof: "run" | "unreachable" | "ends" | "stays";
  readonly query: NetworkQuery;
  readonly claim: CertificateClaim;
  /** A run that is known already. */
  readonly known?: Verdict;
}

export async function certifyAnswer(
  { question, verdict }: Answer,
  network: Network,
  place: Place,
  limits: Limits,
  io: Io,
): Promise<Certified> {
  if (question.statistical !== undefined) return without("what runs say is an estimate, and no proof");
  if (verdict === undefined) return without("there is no answer");
  const sha256 = createHash("sha256").update(readBytes(place.model, io)).digest("hex");
  const tasks = tasksOf(question, verdict, sha256);
  if (typeof tasks === "string") return without(tasks);
  const all: Certified[] = [];
  for (const task of tasks) {
    const file = fileOf(place, question.number, task.part);
    all.push(await save(task, network, file, limits, io));
  }
  return {
    isMade: all.every((one) => one.isMade),
    isUnsaved: all.some((one) => one.isUnsaved),
    text: all.map((one) => one.text).join(""),
    json: all.flatMap((one) => one.json),
  };
}

/** What is to be proved for an answer, or why nothing is. */
function tasksOf({ query, text }: Question, verdict: Verdict, sha256: string): readonly Task[] | string {
  const { outcome, values } = verdict;
  if (query === undefined) return "there is no answer";
  if (outcome !== "satisfied" && outcome !== "violated") return `the answer is ${outcomeWords[outcome]}`;
  const claim: CertificateClaim = { query: text, outcome, sha256 };
  if (values !== undefined && (query.kind === "sup" || query.kind === "inf")) {
    const { kind } = query;
    const tasks = values.flatMap((value, term) => limitsOf(query, kind, value, term, claim));
    const isAll = new Set(tasks.map((task) => task.claim.limit?.term)).size === values.length;
    return isAll ? tasks : "a value without a finite limit is not certified yet";
  }
  const proof = proofOf(query.kind, outcome);
  if (proof === undefined) return `the answer to '${query.kind}' is not certified yet where it is ${outcome}`;
  return [{ part: "", proof, query, claim, known: verdict }];
}

/** Which proof an answer needs; undefined if there is none for it. */
function proofOf(kind: NetworkQuery["kind"], outcome: "satisfied" | "violated"): Task["proof"] | undefined {
  const isSatisfied = outcome === "satisfied";
  if (kind === "E<>" || kind === "A[]") return (kind === "E<>") === isSatisfied ? "run" : "unreachable";
  if (kind === "A<>" || kind === "E[]") return (kind === "A<>") === isSatisfied ? "ends" : "stays";
  return kind === "-->" && isSatisfied ? "ends" : undefined;
}

/** That nothing is beyond a limit, and, where it is reached, a run to it. What has no limit has no such proof. */
function limitsOf(
  query: NetworkQuery,
  kind: "sup" | "inf",
  { intervals }: BoundValue,
  term: number,
  given: CertificateClaim,
): readonly Task[] {
  const interval = kind === "sup" ? intervals.at(-1) : intervals[0];
  if (interval === undefined) return [];
  const bound = kind === "sup" ? interval.high : interval.low;
  if (!Number.isFinite(bound)) return [];
  const limit = { term, bound, strict: kind === "sup" ? interval.highStrict : interval.lowStrict };
  const claim = { ...given, limit };
  const name = `-${term + 1}`;
  const beyond: Task = {
    part: `${name}-bound`,
    proof: "unreachable",
    query: limitQuery(query, limit, "beyond"),
    claim,
  };
  if (limit.strict) return [beyond];
  return [beyond, { part: `${name}-reached`, proof: "run", query: limitQuery(query, limit, "at"), claim }];
}

/** Makes a certificate and writes it. */
async function save(task: Task, network: Network, file: string, limits: Limits, io: Io): Promise<Certified> {
  const since = io.now();
  const pack = new Pack(/\.jsonl?$/.test(file));
  const made = await make(task, network, pack, { ...limits, since }, io);
  if (typeof made === "string") return without(made);
  const content = await pack.end();
  try {
    if (dirname(file) !== ".") makeFolder(dirname(file), io);
    writeBytes(file, content, io);
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    return { ...without(error.message), isUnsaved: true };
  }
  const { states, zones } = made;
  const seconds = (io.now() - since) / 1000;
  const counted = [count(states, "state"), ...(zones === undefined ? [] : [count(zones, "zone")])].join(", ");
  const told = { file, proof: task.proof, ...made, bytes: content.length, seconds: Math.round(seconds * 1000) / 1000 };
  return {
    isMade: true,
    isUnsaved: false,
    text: `   certificate written to ${file} (${counted}, ${bytes(content.length)}, ${seconds.toFixed(2)} s)\n`,
    json: [told],
  };
}

function count(number: number, what: string): string {
  return `${number} ${what}${number === 1 ? "" : "s"}`;
}

function without(reason: string): Certified {
  return { isMade: false, isUnsaved: false, text: `   no certificate: ${reason}\n`, json: [{ reason }] };
}

/** Writes the certificate; how many states and zones it has, or why there is none. */
async function make(
  { proof, query, claim, known }: Task,
  network: Network,
  pack: Pack,
  limits: Limits,
  io: Io,
): Promise<{ readonly states: number; readonly zones?: number } | string> {
  const reasonNot = whyNotCertified(network, query);
  if (reasonNot !== undefined) return reasonNot;
  const write = (line: string): void => pack.write(line);
  if (proof === "run" || proof === "stays") {
    const { trace, traceReason, reason } =
      known ?? (await turned(verifyInTurns(network, query, { ...limits, trace: "some" }), io));
    const run = trace && traceToCertificate(trace, network, claim, write);
    const why = trace?.ending === "loop" ? "it goes in a loop, and its times do not repeat" : trace?.concreteReason;
    return run ?? `there is no exact run: ${traceReason ?? why ?? reason}`;
  }
  const value = await turned<Ends | Cover | Uncovered>(
    proof === "ends" ? endsInTurns(network, query, limits) : coverInTurns(network, query, limits),
    io,
  );
  if (value.kind === "uncovered") return value.reason;
  if (value.kind === "ends") return endsToCertificate(value, network, claim, write);
  return coverToCertificate(value, network, claim, write);
}

async function turned<Result>(turns: Turns<Result>, io: Io): Promise<Result> {
  for (;;) {
    const turn = turns.next();
    if (turn.done === true) return turn.value;
    await io.turn?.(false);
  }
}

function fileOf({ path, several }: Place, number: number, part: string): string {
  if (/[\\/]$/.test(path) || isFolder(path)) return join(path, `query-${number}${part}.cert`);
  const ending = extname(path);
  const stem = part === "" ? path : `${path.slice(0, path.length - ending.length)}${part}${ending}`;
  return several ? numbered(stem, number) : stem;
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
}

/** Lines, compressed as they come unless they are to be read by people. */
class Pack {
  private readonly parts: Uint8Array[] = [];
  private readonly gzip: ReturnType<typeof createGzip> | undefined;
  private waiting: string[] = [];
  private size = 0;

  constructor(isPlain: boolean) {
    if (isPlain) return;
    this.gzip = createGzip();
    this.gzip.on("data", (part: Uint8Array) => this.parts.push(part));
  }

  write(line: string): void {
    this.waiting.push(line);
    this.size += line.length;
    if (this.size > 1 << 20) this.flush();
  }

  private flush(): void {
    const text = Buffer.from(this.waiting.join(""));
    if (this.gzip === undefined) this.parts.push(text);
    else this.gzip.write(text);
    this.waiting = [];
    this.size = 0;
  }

  async end(): Promise<Uint8Array> {
    this.flush();
    const { gzip } = this;
    if (gzip !== undefined) {
      const ended = new Promise((resolve, reject) => gzip.once("end", resolve).once("error", reject));
      gzip.end();
      await ended;
    }
    return Buffer.concat(this.parts);
  }
}
