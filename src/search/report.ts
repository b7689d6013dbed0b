/** Who answered a question, and what became of the other ways: names and words, for verdicts. */

export type RoadName = MainName | SideName;
export type MainName = "threads" | "memories" | "compiled" | "interpreted" | "checkpointed" | "bitstate" | "spilled";
export type SideName = "local" | "forays" | "proofs" | "jumps" | "cones";

/** Why threads refuse where nobody asked for them. */
export const ONE_THREAD = "one thread was asked for";

export type ReductionName = "bystanders" | "idle clocks" | "numbers";

/** A part of the network in which a part of the query was proven. */
export interface ConeReport {
  readonly processes: readonly string[];
  readonly stored: number;
}

export interface BitReport {
  readonly bytes: number;
  readonly full: number;
  readonly missed: number;
  readonly dropped: number;
  readonly deepest: number;
}

/** Bytes of the store, those that were written to the disk, and those that were read back; in how many parts. */
interface SpillReport {
  readonly parts: number;
  readonly bytes: number;
  readonly written: number;
  readonly read: number;
}

/** What a road tells about its answer. */
export interface RoadDetail {
  /** Cycles that were jumped over. */
  readonly cycles?: number;
  /** These in words, and of cycles that count, or that several processes go together, why others were not. */
  readonly jumped?: readonly string[];
  readonly kept?: readonly string[];
  /** The cones that proved it. */
  readonly cones?: readonly ConeReport[];
  /** Of a bit-state search: how full its table became, how many states it has probably missed, the longest way it went. */
  readonly bits?: BitReport;
  /** Of a search that did not fit into memory. */
  readonly spill?: SpillReport;
  /** States of a proof. */
  readonly states?: number;
  /** Why it searched with one thread although more were wanted. */
  readonly alone?: string;
}

/** What became of a road. */
export interface RoadReport extends RoadDetail {
  readonly road: RoadName;
  readonly what: "answered" | "refused" | "gave up" | "not due" | "tried" | "ended";
  /** Why it refused or gave up. */
  readonly why?: string;
}

/** The road that gave the answer, or came to an end without one. */
export function answeredBy({ roads = [] }: { readonly roads?: readonly RoadReport[] }): RoadReport | undefined {
  return roads.find(({ what }) => what === "answered" || what === "ended");
}
