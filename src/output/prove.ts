/** Proofs of answers written as certificates: each needs a search of its own, or a trace. */
import { wants } from "../base/index.ts";
import type { Network } from "../network/index.ts";
import {
  coverInTurns,
  endsInTurns,
  type Limits,
  symmetricCoverInTurns,
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
  coverHead,
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
  /** Sets of elements whose permutations a state stands for as well, where there are any. */
  readonly symmetries?: readonly { readonly name: string; readonly elements: number }[];
}

/** Asks a checker whether it takes the symmetries that the first line of a certificate states. */
export type Accepts = (head: string) => boolean;

/**
 * Writes the certificate of a proof line by line, or says why there is none. `known` may be an answer to its query that has a trace. Symmetries are
 * used where `accepts` takes them.
 */
export function* certificateInTurns(
  network: Network,
  obligation: Obligation,
  said: Pick<CertificateClaim, "query" | "outcome" | "sha256">,
  write: (line: string) => void,
  limits: Limits = {},
  known?: Verdict,
  accepts?: Accepts,
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
    case "unreachable":
      return yield* coverToInTurns(network, query, claim, write, limits, accepts);
  }
}

/** Up to symmetries, where there are some that are accepted, and plainly otherwise. */
function* coverToInTurns(
  network: Network,
  query: Obligation["query"],
  claim: CertificateClaim,
  write: (line: string) => void,
  limits: Limits,
  accepts: Accepts | undefined,
): Turns<Written | string> {
  const small = accepts && (yield* symmetricCoverInTurns(network, query, limits));
  if (small?.kind === "cover" && accepts?.(coverHead(small, network, claim)) === true) {
    const { memory } = small.statistics;
    const symmetries = (small.symmetries ?? []).map(({ name, elements }) => ({ name, elements: elements.length }));
    return { ...coverToCertificate(small, network, claim, write), memory, symmetries };
  }
  const cover = yield* coverInTurns(network, query, limits);
  if (cover.kind !== "cover") return cover.reason;
  return { ...coverToCertificate(cover, network, claim, write), memory: cover.statistics.memory };
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
