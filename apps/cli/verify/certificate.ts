import { createHash } from "node:crypto";
import { statSync } from "node:fs";
import { extname, join } from "node:path";
import { gzipSync } from "node:zlib";
import {
  type CertificateClaim,
  type CertificateWishes,
  certificateInTurns,
  type Limits,
  type Network,
  obligationsOf,
  type Turns,
  type Written,
} from "../../../src/index.ts";
import { count } from "../io/count.ts";
import { makeFolder, readBytes, writeBytes } from "../io/files.ts";
import type { Io } from "../io/io.ts";
import { bytes } from "../io/progress.ts";
import { Failure } from "../process/exit.ts";
import type { Answer } from "./answer.ts";
import { numbered } from "./tracefile.ts";

/**
 * Certificates for answers (`zonal verify --certificate`): a trace becomes a run, and for what is not reached a search of its
 * own, without what no certificate can state, makes a closed set of states, up to symmetries that the checker takes. What
 * cannot be certified is said with its reason.
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

export async function certifyAnswer(
  { question, verdict }: Answer,
  network: Network,
  place: Place,
  limits: CertificateWishes,
  io: Io,
): Promise<Certified> {
  if (question.statistical !== undefined) return without("what runs say is an estimate, and no proof");
  if (verdict === undefined) return without("there is no answer");
  const model = readBytes(place.model, io);
  const sha256 = createHash("sha256").update(model).digest("hex");
  if (question.query === undefined) return without("there is no answer");
  const proofs = obligationsOf(question.query, verdict);
  if (typeof proofs === "string") return without(proofs);
  const claim = { query: question.text, outcome: verdict.outcome as CertificateClaim["outcome"], sha256 };
  const all: Certified[] = [];
  // The checker says which reductions it can follow.
  const checker = (await import("../../certify/certify.ts")).advice(model, place.model);
  for (const proof of proofs) {
    const file = fileOf(place, question.number, proof.part);
    const known = proof.query === question.query ? verdict : undefined;
    const make = (write: (line: string) => void, within: Limits): Turns<Written | string> =>
      certificateInTurns(network, proof, claim, write, { ...limits, ...within }, known, checker);
    // A folder that is named is made; that of a file must be there, as for every other file.
    const folder = /[\\/]$/.test(place.path) ? place.path : undefined;
    all.push(await save(make, proof.kind, file, folder, limits, io));
  }
  return {
    isMade: all.every((one) => one.isMade),
    isUnsaved: all.some((one) => one.isUnsaved),
    text: all.map((one) => one.text).join(""),
    json: all.flatMap((one) => one.json),
  };
}

/** Makes a certificate and writes it. */
export async function save(
  make: (write: (line: string) => void, limits: Limits) => Turns<Written | string>,
  proof: string,
  file: string,
  folder: string | undefined,
  limits: Limits,
  io: Io,
): Promise<Certified> {
  const since = io.now();
  const pack = new Pack(/\.jsonl?$/.test(file));
  let found = since;
  const write = (line: string): void => {
    // The first line comes when the search is done.
    if (found === since) found = io.now();
    pack.write(line);
  };
  const made = await turned(make(write, { ...limits, since }), io);
  if (typeof made === "string") return without(made);
  const content = pack.end();
  try {
    if (folder !== undefined) makeFolder(folder, io);
    writeBytes(file, content, io);
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    return { ...without(error.message), isUnsaved: true };
  }
  const { states, zones, memory, symmetries } = made;
  const seconds = (io.now() - since) / 1000;
  const search = (found - since) / 1000;
  const counted = [count(states, "state"), ...(zones === undefined ? [] : [count(zones, "zone")])].join(", ");
  const kept = memory === undefined ? "" : `in ${bytes(memory)} `;
  const size = `${bytes(content.length)}${symmetries === undefined ? "" : `, found ${kept}${howOf(made)}`}`;
  const [rounded, searched] = [seconds, search].map((time) => Math.round(time * 1000) / 1000);
  const told = { file, proof, ...made, bytes: content.length, seconds: rounded, search: searched };
  return {
    isMade: true,
    isUnsaved: false,
    text: `   certificate written to ${file} (${counted}, ${size}, search ${search.toFixed(2)} s, in all ${seconds.toFixed(2)} s)\n`,
    json: [told],
  };
}

/** By which reductions it was found. */
function howOf({ symmetries = [], leftOut, dead }: Written): string {
  const by = symmetries.map(({ name, elements }) => `permutations of ${elements} elements of ${name}`).join(" and ");
  const all = [
    ...(by === "" ? [] : [`up to ${by}`]),
    ...(leftOut === undefined ? [] : [`without ${leftOut.join(", ")}`]),
    ...(dead === undefined ? [] : [`with ${count(dead, "variable")} only where live`]),
  ];
  return all.length === 0 ? "without reductions" : `${all.join(", ")}, without other reductions`;
}

function without(reason: string): Certified {
  return { isMade: false, isUnsaved: false, text: `   no certificate: ${reason}\n`, json: [{ reason }] };
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

/** Lines, compressed as they come unless they are to be read by people: a file of several parts, one behind the other. */
class Pack {
  private readonly parts: Uint8Array[] = [];
  private readonly isPlain: boolean;
  private waiting: string[] = [];
  private size = 0;

  constructor(isPlain: boolean) {
    this.isPlain = isPlain;
  }

  write(line: string): void {
    this.waiting.push(line);
    this.size += line.length;
    if (this.size > PART) this.flush();
  }

  private flush(): void {
    const text = Buffer.from(this.waiting.join(""));
    this.parts.push(this.isPlain ? text : gzipSync(text));
    this.waiting = [];
    this.size = 0;
  }

  end(): Uint8Array {
    if (this.size > 0) this.flush();
    return Buffer.concat(this.parts);
  }
}

/** Characters that are compressed together. */
const PART = 1 << 22;
