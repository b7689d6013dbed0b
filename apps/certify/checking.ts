/**
 * Checking a certificate as it comes in: reads the model, then the certificate part by part, and says whether the claim follows. It knows
 * neither files nor threads, so that it runs anywhere; `certify.ts` brings them. From the rest of Zonal it uses only the reading and
 * typing of models (`src/syntax`, `src/model`); instantiation, evaluation, zones and semantics are its own, written from
 * docs/semantics.md. It never guesses: what it cannot judge it refuses by name.
 */
import { check } from "../../src/model/index.ts";
import { read } from "../../src/syntax/index.ts";
import { judgeCover } from "./cover.ts";
import { judgeEnds } from "./ends.ts";
import type { Header } from "./format.ts";
import { Lines } from "./lines.ts";
import { namesOf } from "./names.ts";
import { Fault, Refuted, Unreadable, Unsupported } from "./outcome.ts";
import { type Claim, claimOf } from "./query.ts";
import { type Certificate, certificateOf, type Parcel, parcelOf, Reading } from "./reading.ts";
import { claimText } from "./report.ts";
import { judgeRun } from "./run.ts";
import { Semantics } from "./semantics.ts";
import { Share } from "./share.ts";
import { judgeStaying } from "./staying.ts";
import { type System, systemOf } from "./system.ts";
import { judgeTaken } from "./taken.ts";

export interface Judgement {
  /** `refused`: the claim does not follow. `unreadable`: no certificate for this model. `unsupported`: not judged. */
  readonly result: "proved" | "refused" | "unreadable" | "unsupported";
  readonly query?: string;
  /** What is claimed about the query, in words. */
  readonly claim?: string;
  readonly outcome?: "satisfied" | "violated";
  readonly proof?: Header["proof"];
  /** What was judged: members (discrete states) and zones, steps between them, or states of a run. */
  readonly judged?: Readonly<Record<string, number>>;
  readonly reason?: string;
  readonly member?: number;
  readonly step?: string;
}

export interface Subject {
  /** The bytes of the model's file, and its name, whose ending says its format. */
  readonly model: Uint8Array;
  readonly name: string;
  /** Of these bytes, in hexadecimal digits. */
  readonly sha256: string;
}

export class Checking {
  private readonly subject: Subject;
  private readonly lines: Lines;
  private readonly reading: Reading;
  private prepared: Prepared | undefined;
  private certificate: Certificate | undefined;
  private told: Judgement = { result: "unreadable" };
  /** How it ended, if it did before anything was judged. */
  private ended: Judgement | undefined;

  constructor(subject: Subject) {
    this.subject = subject;
    this.reading = new Reading((header) => this.prepare(header));
    this.lines = new Lines((line) => this.reading.line(line));
  }

  /** Takes the next bytes of the certificate, which is not compressed. False if no more are wanted. */
  add(bytes: Uint8Array): boolean {
    return this.unlessEnded(() => this.lines.add(bytes));
  }

  /** After the last bytes: whether there is something to be judged. */
  isReady(): boolean {
    return this.unlessEnded(() => {
      this.lines.end();
      this.certificate = this.reading.done();
    });
  }

  /** Ends it, since what should come cannot be read. */
  fail(reason: string): void {
    this.ended ??= { ...this.told, result: "unreadable", reason };
  }

  /** Requires: it was asked whether it is ready. With a share of the work this is what follows from that share. */
  judge(share = new Share()): Judgement {
    return this.ended ?? judged(this.told, this.certificate!, this.prepared!, share);
  }

  /** How many members can be judged apart from each other. Requires: it is ready. */
  get size(): number {
    const { members, ranked } = this.certificate!;
    return members.size + ranked.size;
  }

  /** What other threads need to judge their share. Requires: it is ready. */
  parcel(): Parcel {
    return parcelOf(this.certificate!);
  }

  private prepare(header: Header): System {
    this.told = toldOf(header);
    if (this.subject.sha256 !== header.model.sha256)
      throw new Unreadable("the certificate is for another model: the SHA-256 of its text differs");
    this.prepared = prepare(this.subject, header);
    return this.prepared.system;
  }

  private unlessEnded(run: () => void): boolean {
    if (this.ended !== undefined) return false;
    try {
      run();
      return true;
    } catch (error) {
      this.ended = { ...this.told, ...endingOf(error) };
      return false;
    }
  }
}

/** Judges a share of a certificate that was read elsewhere. */
export function judgeParcel(subject: Subject, parcel: Parcel, share: Share): Judgement {
  const prepared = prepare(subject, parcel.header);
  return judged(toldOf(parcel.header), certificateOf(parcel, prepared.system), prepared, share);
}

interface Prepared {
  readonly system: System;
  readonly claim: Claim;
}

function prepare({ model: bytes, name }: Subject, header: Header): Prepared {
  const source = read(bytes, { name });
  if (source.format === "tck") throw new Unsupported("models in TChecker's format");
  const model = check(source.tree);
  const wrong = [...source.diagnostics, ...model.diagnostics].find((d) => d.severity === "error");
  if (wrong !== undefined) throw new Unreadable(`the model has an error: ${wrong.message}`);
  const system = systemOf(model);
  return { system, claim: claimOf(header, source.tree, model, system) };
}

function judged(told: Judgement, certificate: Certificate, { system, claim }: Prepared, share: Share): Judgement {
  try {
    const names = namesOf(certificate.header, system);
    return { ...told, result: "proved", judged: { ...judge(certificate, claim, system, names, share) } };
  } catch (error) {
    return { ...told, ...endingOf(error) };
  }
}

function judge(
  certificate: Certificate,
  claim: Claim,
  system: System,
  names: ReturnType<typeof namesOf>,
  share: Share,
): object {
  const { proof } = certificate.header;
  if (proof === "run" || proof === "stays") return judgeRun(certificate, claim, system, names, share);
  if (proof === "taken") return judgeTaken(certificate, claim, system, names);
  if (proof === "way") return judgeStaying(certificate, claim, new Semantics(system), names);
  if (proof === "ends") return judgeEnds(certificate, claim, new Semantics(system), share);
  return judgeCover(certificate, claim, new Semantics(system), names, share);
}

function toldOf(header: Header): Judgement {
  const { query, outcome, proof } = header;
  return { result: "unreadable", query, claim: claimText(header), outcome, proof };
}

function endingOf(error: unknown): Judgement {
  if (error instanceof Refuted) {
    const { message: reason, member, step } = error;
    return {
      result: "refused",
      reason,
      ...(member === undefined ? {} : { member }),
      ...(step === undefined ? {} : { step }),
    };
  }
  if (error instanceof Fault) return { result: "refused", reason: `the model faults: ${error.message}` };
  if (error instanceof Unreadable) return { result: "unreadable", reason: error.message };
  if (error instanceof Unsupported) return { result: "unsupported", reason: `not judged: ${error.message}` };
  throw error;
}
