import { createHash } from "node:crypto";
import { statSync } from "node:fs";
import { dirname, join } from "node:path";
import { createGzip } from "node:zlib";
import {
  type CertificateClaim,
  coverInTurns,
  coverToCertificate,
  endsInTurns,
  endsToCertificate,
  type Limits,
  type Network,
  type NetworkQuery,
  outcomeWords,
  traceToCertificate,
} from "../../src/index.ts";
import type { Answer } from "./answer.ts";
import { Failure } from "./exit.ts";
import { makeFolder, readBytes, writeBytes } from "./files.ts";
import type { Io } from "./io.ts";
import { bytes } from "./progress.ts";
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
  readonly json: object;
}

export interface Place {
  /** A file, or a folder that is there or whose name ends with a slash. */
  readonly path: string;
  readonly several: boolean;
  readonly model: string;
}

export async function certifyAnswer(
  answer: Answer,
  network: Network,
  place: Place,
  limits: Limits,
  io: Io,
): Promise<Certified> {
  const since = io.now();
  const file = fileOf(place, answer.question.number);
  const made = await make(answer, network, place, file, { ...limits, since }, io);
  if (typeof made === "string") return without(made);
  const { proof, states, zones, content } = made;
  try {
    if (dirname(file) !== ".") makeFolder(dirname(file), io);
    writeBytes(file, content, io);
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    return { ...without(error.message), isUnsaved: true };
  }
  const seconds = (io.now() - since) / 1000;
  const size = content.length;
  const counted = zones === undefined ? `${states} states` : `${states} states, ${zones} zones`;
  return {
    isMade: true,
    isUnsaved: false,
    text: `   certificate written to ${file} (${counted}, ${bytes(size)}, ${seconds.toFixed(2)} s)\n`,
    json: {
      file,
      proof,
      states,
      ...(zones === undefined ? {} : { zones }),
      bytes: size,
      seconds: Math.round(seconds * 1000) / 1000,
    },
  };
}

function without(reason: string): Certified {
  return { isMade: false, isUnsaved: false, text: `   no certificate: ${reason}\n`, json: { reason } };
}

interface Made {
  readonly proof: "run" | "unreachable" | "ends";
  readonly states: number;
  readonly zones?: number;
  readonly content: Uint8Array;
}

/** The certificate, or why there is none. */
async function make(
  { question, verdict }: Answer,
  network: Network,
  { model }: Place,
  file: string,
  limits: Limits,
  io: Io,
): Promise<Made | string> {
  const { query } = question;
  if (verdict === undefined || query === undefined) return "there is no answer";
  const { outcome, trace } = verdict;
  if (outcome !== "satisfied" && outcome !== "violated") return `the answer is ${outcomeWords[outcome]}`;
  const sha256 = createHash("sha256").update(readBytes(model, io)).digest("hex");
  const claim: CertificateClaim = { query: question.text, outcome, sha256 };
  const pack = new Pack(/\.jsonl?$/.test(file));
  const write = (line: string): void => pack.write(line);
  const proof = proofOf(query.kind, outcome);
  if (proof === undefined) return `the answer to '${query.kind}' is not certified yet where it is ${outcome}`;
  if (proof === "run") {
    const run = trace && traceToCertificate(trace, network, claim, write);
    if (run === undefined) return `there is no exact run: ${verdict.traceReason ?? trace?.concreteReason}`;
    return { proof, ...run, content: await pack.end() };
  }
  const turns = proof === "ends" ? endsInTurns(network, query, limits) : coverInTurns(network, query, limits);
  let turn = turns.next();
  for (; turn.done !== true; turn = turns.next()) await io.turn?.(false);
  const { value } = turn;
  if (value.kind === "uncovered") return value.reason;
  const counts =
    value.kind === "ends"
      ? endsToCertificate(value, network, claim, write)
      : coverToCertificate(value, network, claim, write);
  return { proof, ...counts, content: await pack.end() };
}

/** Which proof an answer needs; undefined if there is none for it. */
function proofOf(kind: NetworkQuery["kind"], outcome: "satisfied" | "violated"): Made["proof"] | undefined {
  const isSatisfied = outcome === "satisfied";
  if (kind === "E<>" || kind === "A[]") return (kind === "E<>") === isSatisfied ? "run" : "unreachable";
  if (kind === "A<>" || kind === "-->") return isSatisfied ? "ends" : undefined;
  return kind === "E[]" && !isSatisfied ? "ends" : undefined;
}

function fileOf({ path, several }: Place, number: number): string {
  if (/[\\/]$/.test(path) || isFolder(path)) return join(path, `query-${number}.cert`);
  return several ? numbered(path, number) : path;
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
