import { LimitReached, wants } from "../../base/index.ts";
import type { InstantiatedStochastic } from "../lower/instantiate.ts";
import type { StatisticalQuery } from "../query.ts";
import type { Batch } from "../sample.ts";
import { samplersOf } from "./runs.ts";
import type { Supply } from "./supply.ts";
import type { Share } from "./threads.ts";
import { batchesFrom, batchesToNumbers } from "./wire.ts";

/**
 * Runs made on other machines, asked for by number in pieces. Pieces come back in any order, perhaps twice, and are taken in
 * the order of run numbers: a run depends on nothing but its seed and number, so the answer is that of one thread, whatever
 * the pieces are. What is made there (`runMaker`) is what is made here.
 */
export interface Elsewhere {
  /** Hands a piece out; `done` hears what came of it. */
  hand(piece: PieceOfRuns, done: (made: MadeRuns) => void): void;
  /** Nothing can go on before the next piece is there. */
  wait(): void;
  /** Nobody wants what is out any more. */
  recall(): void;
}

/** Runs `first` to `first + count - 1`, of a network with room for so many processes of each dynamic template. */
export interface PieceOfRuns {
  readonly first: number;
  readonly count: number;
  readonly pool: number;
}

/** Numbers as `runMaker` makes them, and how long that took; or why there are none. */
export type MadeRuns = { readonly numbers: Float64Array; readonly seconds: number } | { readonly failed: string };

/**
 * Pieces that may be out at the same time, at the start and later, and runs of all these together, whose results wait
 * to be taken.
 */
const FIRST = 8;
const PIECES = 256;
const RUNS = 2 ** 22;
/** The first pieces are of so many batches. */
const BATCHES = 16;
/** Runs of a piece at most: its result is one value in a message. */
const LARGEST = 2 ** 16;
/** Seconds between which a piece is worth its way. */
const SHORT = 0.5;
const LONG = 2;

/**
 * Runs from elsewhere: at first few pieces of what takes some milliseconds, then more, each of what takes about a second there.
 */
export function suppliedFrom(elsewhere: Elsewhere, share: Share, pool: number, paths: number): Supply {
  const end = share.first + share.runs;
  const out: { readonly piece: PieceOfRuns; made?: MadeRuns }[] = [];
  let next = share.first;
  let waiting = 0;
  let size = Math.min(share.size * BATCHES, LARGEST);
  let most = FIRST;
  let isClosed = false;
  const hand = (): void => {
    const piece = { first: next, count: Math.min(size, end - next), pool };
    const entry: (typeof out)[number] = { piece };
    out.push(entry);
    next += piece.count;
    waiting += piece.count;
    elsewhere.hand(piece, (made) => {
      if (isClosed || entry.made !== undefined) return;
      entry.made = made;
      most = Math.min(PIECES, most + 1);
      if ("seconds" in made) size = sizeAfter(piece.count, made.seconds);
    });
  };
  return {
    next() {
      while (next < end && out.length < most && (out.length === 0 || waiting + size <= RUNS)) hand();
      const first = out[0];
      if (first?.made === undefined) {
        elsewhere.wait();
        return undefined;
      }
      out.shift();
      waiting -= first.piece.count;
      if ("failed" in first.made) throw new LimitReached(first.made.failed);
      return checked(batchesFrom(first.made.numbers), first.piece, paths);
    },
    close() {
      isClosed = true;
      elsewhere.recall();
    },
  };
}

function sizeAfter(count: number, seconds: number): number {
  if (seconds < SHORT) return Math.min(LARGEST, count * 2);
  return seconds > LONG ? Math.max(1, Math.floor(count / 2)) : count;
}

/** What comes from outside is what was asked for, or nothing. */
function checked(batches: readonly Batch[], { first, count }: PieceOfRuns, paths: number): readonly Batch[] {
  const isRight = (batch: Batch): boolean =>
    batch.first === first && (batch.fault === undefined ? batch.count === count : batch.count < count);
  if (batches.length !== paths || !batches.every(isRight))
    throw new LimitReached(`what came back are not the runs from ${first} on`);
  return batches;
}

/** Makes the runs of pieces, path behind path, as numbers. */
export function runMaker(
  made: InstantiatedStochastic,
  query: StatisticalQuery,
  seed: number,
): (piece: Pick<PieceOfRuns, "first" | "count">) => Float64Array {
  wants("runMaker", made, "stochastic model");
  wants("runMaker", query, "statistical query");
  const samplers = samplersOf(made.network, query, seed);
  return ({ first, count }) => batchesToNumbers(samplers.map((sampler) => sampler.sample(first, count)));
}
