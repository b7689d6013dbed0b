/** Proofs of answers written as certificates: each needs a search of its own, or a trace. */
import { wants } from "../base/index.ts";
import type { Network } from "../network/index.ts";
import {
  coverInTurns,
  endsInTurns,
  type Limits,
  type Turns,
  takenInTurns,
  type Verdict,
  verifyInTurns,
  whyNotCertified,
  withoutMeta,
} from "../search/index.ts";
import { stayingWay } from "../trace/index.ts";
import {
  type CertificateClaim,
  coverToCertificate,
  endsToCertificate,
  traceToCertificate,
  wayToCertificate,
} from "./certificate.ts";
import type { Obligation } from "./obligations.ts";

/** How many states and zones were written. */
export interface Written {
  readonly states: number;
  readonly zones?: number;
  /** Bytes in which the search kept them. */
  readonly memory?: number;
}

/** Writes the certificate of a proof line by line, or says why there is none. `known` may be an answer to its query that has a trace. */
export function* certificateInTurns(
  network: Network,
  obligation: Obligation,
  said: Pick<CertificateClaim, "query" | "outcome" | "sha256">,
  write: (line: string) => void,
  limits: Limits = {},
  known?: Verdict,
): Turns<Written | string> {
  wants("certificateInTurns", network, "network");
  const { kind, query, limit, values } = obligation;
  const reason = whyNotCertified(network, query);
  if (reason !== undefined) return reason;
  const claim = { ...said, ...(limit && { limit }), ...(values && { values }) };
  switch (kind) {
    case "run":
    case "stays":
      return yield* runInTurns(network, query, claim, write, limits, known);
    case "taken": {
      const way = yield* takenInTurns(network, query, (limit ?? values)!, limits);
      return way.kind === "way" ? wayToCertificate(way, network, claim, write) : way.reason;
    }
    case "ends": {
      const ends = yield* endsInTurns(network, query, limits);
      return ends.kind === "ends" ? endsToCertificate(ends, network, claim, write) : ends.reason;
    }
    case "unreachable": {
      const cover = yield* coverInTurns(network, query, limits);
      if (cover.kind !== "cover") return cover.reason;
      return { ...coverToCertificate(cover, network, claim, write), memory: cover.statistics.memory };
    }
  }
}

/** A trace as it is, or, if it goes in a loop or begins to stay on its way, the way that it goes. */
function* runInTurns(
  network: Network,
  query: Obligation["query"],
  claim: CertificateClaim,
  write: (line: string) => void,
  limits: Limits,
  known: Verdict | undefined,
): Turns<Written | string> {
  const { trace, traceReason, reason } =
    known?.trace === undefined ? yield* verifyInTurns(network, query, { ...limits, trace: "some" }) : known;
  if (trace === undefined) return `there is no run: ${traceReason ?? reason}`;
  if (trace.ending !== "loop" && query.kind !== "-->")
    return traceToCertificate(trace, network, claim, write) ?? `there is no exact run: ${trace.concreteReason}`;
  let way = stayingWay(network, query, trace);
  if (way === undefined) {
    // What was taken for one state may be two: a search that tells all of them apart finds a loop that is one.
    const plain = { ...limits, trace: "some", reduce: false, symmetry: false, acceleration: false } as const;
    const { trace: other } = yield* verifyInTurns(withoutMeta(network), query, plain);
    way = other && stayingWay(network, query, other);
  }
  return way === undefined
    ? "its loop does not come back to the same state"
    : wayToCertificate(way, network, claim, write);
}
