import { createHash } from "node:crypto";
import type {
  Dialect,
  MadeRuns,
  PartEnding,
  PieceOfRuns,
  QuestionPart,
  RunLimits,
  Verdict,
  VerifyOptions,
} from "../../../src/index.ts";
import { unpack } from "./packing.ts";

/**
 * A piece of what `zonal verify --cluster` is asked: a query as a whole, a part of one, or some runs of a statistical one. It is plain data,
 * and says all that its answer depends on but the model, which is known by its hash; so the same piece is the same job.
 */
export interface Piece {
  /** The model's file, for people, and the hash of its bytes. */
  readonly model: string;
  readonly sha256: string;
  readonly dialect?: Dialect;
  /** The query as it is written, or labels of a model in TChecker's format. */
  readonly query?: string;
  readonly labels?: readonly string[];
  readonly limits: RunLimits;
  readonly asks: Asks;
}

export type Asks =
  | { readonly kind: "whole"; readonly wishes: PieceWishes }
  | { readonly kind: "part"; readonly wishes: PieceWishes; readonly part: QuestionPart }
  | { readonly kind: "runs"; readonly runs: PieceOfRuns; readonly seed: number };

export type PieceWishes = Pick<
  VerifyOptions,
  | "order"
  | "seed"
  | "trace"
  | "rounds"
  | "abstraction"
  | "compiled"
  | "symmetry"
  | "forgetCommitted"
  | "reduce"
  | "acceleration"
  | "localTime"
  | "bitstate"
>;

/** What a piece came to, by its kind; or why it came to nothing. */
export type Came =
  | { readonly verdict: Verdict; readonly seconds: number }
  | { readonly ending: PartEnding; readonly seconds: number }
  | { readonly made: MadeRuns }
  | { readonly failed: string };

export function pieceId(piece: Piece): string {
  return `piece-${createHash("sha256").update(JSON.stringify(piece)).digest("hex")}`;
}

/** What stands in a packed text; throws if that is nothing a piece comes to. */
export function unpackCame(packed: string): Came {
  const came = (unpack(packed) ?? {}) as {
    readonly verdict?: Partial<Verdict>;
    readonly ending?: Partial<PartEnding>;
    readonly made?: { readonly numbers?: unknown; readonly seconds?: unknown };
    readonly failed?: unknown;
  };
  const isCame =
    (typeof came.verdict?.outcome === "string" && typeof came.verdict.statistics === "object") ||
    (typeof came.ending?.isProven === "boolean" && typeof came.ending.statistics === "object") ||
    (came.made?.numbers instanceof Float64Array && typeof came.made.seconds === "number") ||
    typeof came.failed === "string";
  if (!isCame) throw new Error("this is not what a piece comes to");
  return came as Came;
}
