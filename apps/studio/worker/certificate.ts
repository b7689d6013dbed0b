import {
  coverInTurns,
  coverToCertificate,
  endsInTurns,
  endsToCertificate,
  instantiateQuery,
  type Limits,
  type Turns,
  traceToCertificate,
  verify,
  whyNotCertified,
} from "../../../src/index.ts";
import { ask, firstError, readyModel } from "./model.ts";
import type { Answer, Certify } from "./protocol.ts";

/** The certificate of an answer, for the checker; or why it has none. It is found by a search of its own, as `zonal verify --certificate` does. */
export function certificateOf(wish: Certify): Answer {
  const lines: string[] = [];
  const why = written(wish, (line) => lines.push(line));
  return why === undefined ? { kind: "certificate", text: lines.join("") } : { kind: "certificate", why };
}

/** Why nothing is written. */
function written({ text, formula, outcome, sha256, settings }: Certify, write: (line: string) => void) {
  const ready = readyModel(text);
  const asked = ask(ready, formula);
  if (typeof asked === "string") return asked;
  if (ready.made === undefined) return `symbolic verification does not take this model: ${ready.refused}`;
  const { network } = ready.made;
  const { query, diagnostics } = instantiateQuery(ready.made, asked, formula);
  if (query === undefined) return firstError(diagnostics, "the query cannot be answered");
  const { kind } = query;
  if (kind === "sup" || kind === "inf" || kind === "bounds") return "of values the command line makes certificates";
  const reason = whyNotCertified(network, query);
  if (reason !== undefined) return reason;
  const { memory, timeout } = settings;
  const limits: Limits = { memory, now: () => performance.now(), ...(timeout === 0 ? {} : { timeout }) };
  const claim = { query: formula, outcome, sha256 };
  const isSatisfied = outcome === "satisfied";
  const isReachability = kind === "E<>" || kind === "A[]";
  if (isReachability ? (kind === "E<>") === isSatisfied : (kind === "E[]") === isSatisfied) {
    const { trace, traceReason } = verify(network, query, { ...limits, trace: "some" });
    const made = trace && kind !== "-->" && traceToCertificate(trace, network, claim, write);
    return made ? undefined : `there is no exact run: ${traceReason ?? trace?.concreteReason ?? "it goes in a loop"}`;
  }
  const found = isReachability
    ? ended(coverInTurns(network, query, limits))
    : ended(endsInTurns(network, query, limits));
  if (found.kind === "uncovered") return found.reason;
  if (found.kind === "ends") endsToCertificate(found, network, claim, write);
  else coverToCertificate(found, network, claim, write);
  return undefined;
}

function ended<Result>(turns: Turns<Result>): Result {
  for (;;) {
    const turn = turns.next();
    if (turn.done === true) return turn.value;
  }
}
