/** Proofs of answers written as certificates: each needs a search of its own, or a trace. */
import { wants } from "../base/index.ts";
import type { Network } from "../network/index.ts";
import {
  type Cover,
  coverInTurns,
  endsInTurns,
  exchangeable,
  hasSimulation,
  type Limits,
  type Matters,
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
  endsHead,
  endsToCertificate,
  head as headOf,
  line,
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
  /** Processes that are left out, where there are any. */
  readonly leftOut?: readonly string[];
  /** How many variables are dead in some locations, where there are any. */
  readonly dead?: number;
}

/** What whoever is going to check a certificate says of its first line. */
export interface CertificateChecker {
  /** Whether it takes what is stated there of bounds, symmetries, live variables and processes that are left out. */
  readonly accepts: (head: string) => boolean;
  /** What may be stated of the last two, for what is claimed there; of processes only where wished. */
  readonly matters: (head: string, mayLeaveOut: boolean) => Matters;
}

/** Limits, and which reductions are not wished. */
export type CertificateWishes = Limits & { readonly symmetry?: boolean; readonly reduce?: boolean };

/**
 * Writes the certificate of a proof line by line, or says why there is none. `known` may be an answer to its query that has a
 * trace. Symmetries, dead variables and processes without use are made use of where the checker takes them.
 */
export function* certificateInTurns(
  network: Network,
  obligation: Obligation,
  said: Pick<CertificateClaim, "query" | "outcome" | "sha256">,
  write: (line: string) => void,
  limits: CertificateWishes = {},
  known?: Verdict,
  checker?: CertificateChecker,
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
    case "ends":
      return yield* endsToInTurns(network, query, claim, write, limits, checker);
    case "unreachable":
      return yield* coverToInTurns(network, query, claim, write, limits, checker);
  }
}

/**
 * Up to symmetries, where there are some that are accepted, and plainly otherwise; what of the model does not matter is left out.
 */
function* coverToInTurns(
  network: Network,
  query: Obligation["query"],
  claim: CertificateClaim,
  write: (line: string) => void,
  { symmetry, reduce, ...limits }: CertificateWishes,
  checker: CertificateChecker | undefined,
): Turns<Written | string> {
  const isTaken = (cover: Cover): boolean => checker?.accepts(coverHead(cover, network, claim)) === true;
  // Zones that are compared as they are tell all clocks apart, also those of a process that is left out.
  const head = line({ ...headOf(network, claim), proof: "unreachable" });
  const matters = reduce === false ? {} : (checker?.matters(head, hasSimulation(network, query)) ?? {});
  const isWished = checker !== undefined && symmetry !== false;
  const small = isWished ? yield* symmetricCoverInTurns(network, query, limits, matters) : undefined;
  if (small?.kind === "cover" && isTaken(small)) return written(small, network, claim, write);
  const cover = yield* coverInTurns(network, query, limits, matters);
  if (cover.kind === "cover" && (cover.matters === undefined || isTaken(cover)))
    return written(cover, network, claim, write);
  // A process that is left out no longer holds others back: then it may be needed.
  const plain = yield* coverInTurns(network, query, limits);
  return plain.kind === "cover" ? written(plain, network, claim, write) : plain.reason;
}

/** The same for ranks; of the model nothing else is left out. */
function* endsToInTurns(
  network: Network,
  query: Obligation["query"],
  claim: CertificateClaim,
  write: (line: string) => void,
  { symmetry, reduce: _, ...limits }: CertificateWishes,
  checker: CertificateChecker | undefined,
): Turns<Written | string> {
  const sets = checker === undefined || symmetry === false ? [] : exchangeable(network, query);
  const isTaken = sets.length > 0 && checker?.accepts(endsHead(sets, network, claim)) === true;
  const small = isTaken ? yield* endsInTurns(network, query, limits, sets) : undefined;
  const ends = small?.kind === "ends" ? small : yield* endsInTurns(network, query, limits);
  if (ends.kind !== "ends") return ends.reason;
  const symmetries = ends.symmetries.map(({ name, elements }) => ({ name, elements: elements.length }));
  return { ...endsToCertificate(ends, network, claim, write), symmetries };
}

function written(cover: Cover, network: Network, claim: CertificateClaim, write: (line: string) => void): Written {
  const { statistics, symmetries = [], matters } = cover;
  const leftOut = (matters?.still ?? []).map((process) => network.processes[process]!.name);
  const dead = matters?.live && network.slots.length - network.processes.length - matters.live.everywhere.length;
  return {
    ...coverToCertificate(cover, network, claim, write),
    memory: statistics.memory,
    symmetries: symmetries.map(({ name, elements }) => ({ name, elements: elements.length })),
    ...(leftOut.length > 0 && { leftOut }),
    ...(dead && { dead }),
  };
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
