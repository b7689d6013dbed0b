import {
  type CertificateChecker,
  certificateInTurns,
  instantiateQuery,
  type Limits,
  obligationsOf,
} from "../../../src/index.ts";
import { acceptsHead, mattersTo } from "../../certify/advice.ts";
import { ask, firstError, readyModel } from "./model.ts";
import type { Answer, Certify } from "./protocol.ts";

/**
 * The certificates of an answer, for the checker; or why it has none. They are found by searches of their own, as
 * `zonal verify --certificate` does.
 */
export function certificatesOf(wish: Certify): Answer {
  const made = written(wish);
  return typeof made === "string" ? { kind: "certificates", why: made } : { kind: "certificates", texts: made };
}

function written({ text, formula, verdict, sha256, settings }: Certify): readonly string[] | string {
  const ready = readyModel(text);
  const asked = ask(ready, formula);
  if (typeof asked === "string") return asked;
  if (ready.made === undefined) return `symbolic verification does not take this model: ${ready.refused}`;
  const { query, diagnostics } = instantiateQuery(ready.made, asked, formula);
  if (query === undefined) return firstError(diagnostics, "the query cannot be answered");
  const { outcome } = verdict;
  const all = obligationsOf(query, verdict);
  if (typeof all === "string") return all;
  if (outcome !== "satisfied" && outcome !== "violated") return "there is no answer";
  const { memory, timeout } = settings;
  const limits: Limits = { memory, now: () => performance.now(), ...(timeout === 0 ? {} : { timeout }) };
  const subject = { model: new TextEncoder().encode(text), name: "model.xml", sha256 };
  const checker: CertificateChecker = {
    accepts: (head) => acceptsHead(subject, head),
    matters: (head, mayLeaveOut) => mattersTo(subject, head, mayLeaveOut),
  };
  const texts: string[] = [];
  for (const one of all) {
    const lines: string[] = [];
    const claim = { query: formula, outcome, sha256 };
    const known = one.query === query ? verdict : undefined;
    const write = (line: string) => void lines.push(line);
    const turns = certificateInTurns(ready.made.network, one, claim, write, limits, known, checker);
    let turn = turns.next();
    while (turn.done !== true) turn = turns.next();
    if (typeof turn.value === "string") return turn.value;
    texts.push(lines.join(""));
  }
  return texts;
}
