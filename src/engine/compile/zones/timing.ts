import type { I32 } from "../../wasm/index.ts";
import type { Coder } from "../code/coder.ts";
import type { Question } from "../emitter.ts";
import { comesInPieces, urgentHasClocks } from "../support.ts";
import { guardTable, type Pieces, piecesFunctions } from "./pieces.ts";
import { type Priorities, priorityFunctions } from "./priority.ts";
import { type Rates, ratesFunctions } from "./stopwatch.ts";
import { stillFunction, type Urgency } from "./urgency.ts";

/**
 * The third stage of a module: what the language asks of it for this network, in any kind of search. Whatever a network has
 * no use for is undefined.
 */
export interface Timed extends Coder {
  /** Stacks of zones: where steps or delays may come in pieces, or zones are split. */
  readonly pieces: Pieces | undefined;
  readonly cuts: Cuts | undefined;
  /** Whether time stands still in the state in the cells; undefined if it never does. */
  readonly still: Question | undefined;
  /** How clocks are stopped. */
  readonly rates: Rates | undefined;
}

/** Where guards forbid something, so that steps or delays may come in pieces. */
export interface Cuts {
  readonly pieces: Pieces;
  /** Pushes the clock guards of an instance. */
  readonly guards: (instance: I32) => I32;
  /** Where transitions have priorities. */
  readonly priorities: Priorities | undefined;
  /** Where urgent synchronisations have clock guards. */
  readonly urgency: Urgency | undefined;
}

/** `isSplit`: zones are split by differences of clocks. */
export function timed(e: Coder, isSplit: boolean): Timed {
  const { network } = e.plan;
  const isCut = comesInPieces(network);
  const pieces = isCut || isSplit ? piecesFunctions(e) : undefined;
  if (!pieces || !isCut)
    return { ...e, pieces, cuts: undefined, still: stillFunction(e, undefined), rates: ratesFunctions(e) };
  const priorities = network.hasPriorities ? priorityFunctions(pieces, e) : undefined;
  const coder = { ...e, notes: priorities };
  const guards = guardTable(pieces, coder);
  const urgency = urgentHasClocks(network) ? urgencyGlobals(e) : undefined;
  const still = stillFunction(coder, urgency && { pieces, guards, urgency });
  return { ...coder, pieces, cuts: { pieces, guards, priorities, urgency }, still, rates: ratesFunctions(coder) };
}

function urgencyGlobals({ module }: Coder): Urgency {
  return { count: module.global("i32", "urgent_count"), first: module.global("i32", "urgent_first") };
}
