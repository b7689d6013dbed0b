/**
 * Checking a certificate as it comes in: reads the model, then the certificate part by part, and says whether the claim
 * follows. It knows neither files nor threads, so that it runs anywhere; `certify.ts` brings them. From the rest of Zonal it
 * uses only the reading and typing of models (`src/syntax`, `src/model`); instantiation, evaluation, zones and semantics are
 * its own, written from docs/semantics.md. It never guesses: what it cannot judge it refuses by name.
 */
import { check } from "../../src/model/index.ts";
import { read, selectProcesses } from "../../src/syntax/index.ts";
import { judgeApart } from "./apart.ts";
import { judgeEnds } from "./ends.ts";
import type { Header, Refines } from "./format.ts";
import { demandMeaning } from "./interface.ts";
import { Lines } from "./lines.ts";
import { Needs } from "./live.ts";
import { Memory } from "./memory.ts";
import { type Layout, layoutOf, type Names, sideBySide } from "./names.ts";
import { Fault, Refuted, Unreadable, Unsupported } from "./outcome.ts";
import { judgePairs } from "./pairs.ts";
import { Product } from "./product.ts";
import { type Claim, claimOf } from "./query.ts";
import { type Certificate, certificateOf, type Parcel, parcelOf, Reading } from "./reading.ts";
import { claimText } from "./report.ts";
import { judgeRun, statesOf } from "./run.ts";
import { Semantics } from "./semantics.ts";
import { Share } from "./share.ts";
import { judgeStaying } from "./staying.ts";
import { withStill } from "./still.ts";
import { type System, systemOf } from "./system.ts";
import { judgeTaken } from "./taken.ts";
import { judgeUnreachable } from "./unreachable.ts";

export interface Judgement {
  /** `refused`: the claim does not follow. `unreadable`: no certificate for this model. `unsupported`: not judged. */
  readonly result: "proved" | "refused" | "unreadable" | "unsupported";
  readonly query?: string;
  /** What is claimed about the query, in words. */
  readonly claim?: string;
  readonly outcome?: "satisfied" | "violated";
  readonly proof?: Header["proof"];
  /** How many elements of each set may be permuted in the proof, where there are any. */
  readonly permuted?: readonly number[];
  /** Processes that are left out of the proof, and how many variables are dead in some locations, where there are any. */
  readonly leftOut?: readonly string[];
  readonly dead?: number;
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
  /** The model of the specification, where a refinement is claimed and it is another one. */
  readonly specification?: Omit<Subject, "specification">;
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

  private prepare(header: Header): Layout {
    this.told = toldOf(header);
    this.prepared = prepare(this.subject, header);
    return this.prepared.layout;
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
  return judged(toldOf(parcel.header), certificateOf(parcel, prepared.layout), prepared, share);
}

/** A model made ready for a claim about it: what the states of a certificate are, and how it is judged. */
interface Prepared {
  readonly layout: Layout;
  readonly judge: (certificate: Certificate, share: Share) => object;
}

function prepare(subject: Subject, header: Header): Prepared {
  demandText(subject, header.model.sha256, "model");
  const { refines } = header;
  if ((header.proof === "refines" || header.proof === "apart") !== (refines !== undefined))
    throw new Unreadable("a proof of refinement needs an interface, and nothing else has one");
  if ((header.live ?? header.still) !== undefined && header.proof !== "unreachable")
    throw new Unreadable("only a closed set may be stated up to dead variables and processes that are left out");
  if (header.symmetries !== undefined && header.proof !== "unreachable" && header.proof !== "ends")
    throw new Unreadable("only a closed set or one with ranks may be stated up to symmetries");
  if (refines !== undefined) return prepareRefinement(subject, header, refines);
  const { claim, system, layout } = prepareQuery(subject, header);
  return { layout, judge: (certificate, share) => judge(certificate, claim, system, layout.names, share) };
}

/** What a claim about a query is about. */
export function prepareQuery(subject: Subject, header: Header) {
  const { tree, model } = modelOf(subject);
  const whole = systemOf(model);
  const { still = [], live } = header;
  if (still.some((process) => whole.processes[process] === undefined))
    throw new Unreadable("the certificate leaves out a process that the model does not have");
  const system = still.length === 0 ? whole : withStill(whole, new Set(still));
  const layout = layoutOf(header, system);
  const settle = live && Needs.stated(live, layout.names, system).settle;
  return { system, claim: claimOf(header, tree, model, system), layout: { ...layout, ...(settle && { settle }) } };
}

/** 10.1: two systems side by side, each with the processes that are named. */
function prepareRefinement(subject: Subject, header: Header, refines: Refines): Prepared {
  const { specification: named } = refines;
  const isHeld = header.proof === "refines";
  if (header.query !== "refinement" || header.outcome !== (isHeld ? "satisfied" : "violated"))
    throw new Unreadable("a refinement is claimed in other words than 'refinement' and how it is answered");
  // Where a file is given for the specification the claim is about that one, also if both have processes of these names.
  const other = subject.specification ?? (named.sha256 === subject.sha256 ? subject : undefined);
  if (other === undefined) throw new Unreadable("the specification is another model: name its file, too");
  demandText(other, named.sha256, "specification");
  const implementation = systemOf(modelOf(subject, refines.implementation).model);
  const first = layoutOf(header, implementation);
  const beside = new Memory(implementation.memory);
  const specification = systemOf(modelOf(other, named.process).model, beside);
  const layout = sideBySide(first, layoutOf(named, specification, first.clocks));
  return {
    layout,
    judge: ({ members, run }, share) => {
      demandMeaning(implementation, specification, refines);
      if (isHeld) return judgePairs(members, new Product(implementation, specification, refines), share);
      const { states, scale } = statesOf(run, layout.names);
      return judgeApart(states, new Product(implementation, specification, refines, scale));
    },
  };
}

function demandText({ sha256 }: Omit<Subject, "specification">, wanted: string, what: string): void {
  if (sha256 !== wanted)
    throw new Unreadable(`the certificate is for another ${what}: the SHA-256 of its text differs`);
}

/** A model as it is, or with these processes instead of those of its system line. */
function modelOf({ model: bytes, name }: Omit<Subject, "specification">, wanted: readonly string[] = []) {
  const source = read(bytes, { name });
  if (source.format === "tck") throw new Unsupported("models in TChecker's format");
  const { tree, unknown } = wanted.length === 0 ? { ...source, unknown: [] } : selectProcesses(source.tree, wanted);
  if (tree === undefined) throw new Unreadable(`the model has no process ${unknown.join(", ")}`);
  const model = check(tree);
  const wrong = [...source.diagnostics, ...model.diagnostics].find((d) => d.severity === "error");
  if (wrong !== undefined) throw new Unreadable(`the model has an error: ${wrong.message}`);
  return { tree, model };
}

function judged(told: Judgement, certificate: Certificate, { judge: run }: Prepared, share: Share): Judgement {
  try {
    return { ...told, result: "proved", judged: { ...run(certificate, share) } };
  } catch (error) {
    return { ...told, ...endingOf(error) };
  }
}

function judge(certificate: Certificate, claim: Claim, system: System, names: Names, share: Share): object {
  const { proof } = certificate.header;
  if (proof === "run" || proof === "stays") return judgeRun(certificate, claim, system, names, share);
  if (proof === "taken") return judgeTaken(certificate, claim, system, names);
  if (proof === "way") return judgeStaying(certificate, claim, new Semantics(system), names);
  if (proof === "ends") return judgeEnds(certificate, claim, new Semantics(system), names, share);
  return judgeUnreachable(certificate, claim, new Semantics(system), names, share);
}

function toldOf(header: Header): Judgement {
  const { query, outcome, proof, symmetries, still = [], live, processes, variables } = header;
  const permuted = symmetries && { permuted: symmetries.map(({ elements }) => elements.length) };
  const leftOut = still.length > 0 && { leftOut: still.map((process) => `${processes[process]}`) };
  const dead = live && live.everywhere.length < variables.length && { dead: variables.length - live.everywhere.length };
  return { result: "unreadable", query, claim: claimText(header), outcome, proof, ...permuted, ...leftOut, ...dead };
}

export function endingOf(error: unknown): Judgement {
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
  // Chains of a query may be longer than what calls of this machine hold.
  if (error instanceof RangeError && /call stack/.test(error.message))
    return { result: "unsupported", reason: "not judged: it is nested too deeply" };
  throw error;
}
