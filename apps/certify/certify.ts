/**
 * The checker of certificates: reads a model and a certificate and says whether the claim follows. From the rest of Zonal it uses only
 * the reading and typing of models (`src/syntax`, `src/model`); instantiation, evaluation, zones and semantics are its own, written from
 * docs/semantics.md. It never guesses: what it cannot judge it refuses by name.
 */
import { createHash } from "node:crypto";
import { check } from "../../src/model/index.ts";
import { read } from "../../src/syntax/index.ts";
import { judgeCover } from "./cover.ts";
import { judgeEnds } from "./ends.ts";
import { type Header, readCertificate } from "./format.ts";
import { namesOf } from "./names.ts";
import { Fault, Refuted, Unreadable, Unsupported } from "./outcome.ts";
import { claimOf } from "./query.ts";
import { judgeRun } from "./run.ts";
import { Semantics } from "./semantics.ts";
import { systemOf } from "./system.ts";

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

/** `name` is the model's file name, whose ending says its format. */
export function certify(model: Uint8Array, name: string, certificate: Uint8Array): Judgement {
  let told: Judgement = { result: "unreadable" };
  try {
    const read = readCertificate(certificate);
    const { query, outcome, proof, model: about } = read.header;
    told = { ...told, query, claim: claimText(read.header), outcome, proof };
    if (createHash("sha256").update(model).digest("hex") !== about.sha256)
      throw new Unreadable("the certificate is for another model: the SHA-256 of its text differs");
    return { ...told, result: "proved", judged: judge(model, name, read) };
  } catch (error) {
    return { ...told, ...endingOf(error) };
  }
}

function claimText({ query, outcome, proof, limit }: Header): string {
  if (limit === undefined) return `${query} is ${outcome}`;
  const term = `${query}, term ${limit.term + 1}`;
  if (proof === "run") return `${term}: ${limit.bound} is reached`;
  return `${term}: nothing is beyond ${limit.bound}${limit.strict ? ", nor at it" : ""}`;
}

function judge(bytes: Uint8Array, name: string, certificate: ReturnType<typeof readCertificate>) {
  const source = read(bytes, { name });
  if (source.format === "tck") throw new Unsupported("models in TChecker's format");
  const model = check(source.tree);
  const wrong = [...source.diagnostics, ...model.diagnostics].find((d) => d.severity === "error");
  if (wrong !== undefined) throw new Unreadable(`the model has an error: ${wrong.message}`);
  const system = systemOf(model);
  const claim = claimOf(certificate.header, source.tree, model, system);
  const names = namesOf(certificate.header, system);
  const { proof } = certificate.header;
  if (proof === "run" || proof === "stays") return { ...judgeRun(certificate, claim, system, names) };
  const judged = proof === "ends" ? judgeEnds : judgeCover;
  return { ...judged(certificate, claim, new Semantics(system), names) };
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
