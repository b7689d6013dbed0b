import type { Emitter } from "../emitter.ts";
import { comesInPieces, urgentHasClocks } from "../support.ts";
import { guardTable, piecesFunctions } from "../zones/pieces.ts";
import { priorityFunctions } from "../zones/priority.ts";
import { ratesFunctions } from "../zones/stopwatch.ts";
import { stillFunction } from "./arrival.ts";

/** Gives a module what the language asks of it for this network, in any kind of search; `isSplit` by differences of clocks. */
export function equip(e: Emitter, isSplit: boolean): void {
  const { module } = e;
  const { network } = e.plan;
  const isCut = comesInPieces(network);
  if (isCut || isSplit) e.pieces = piecesFunctions(e);
  if (network.hasPriorities) e.priorities = priorityFunctions(e);
  if (isCut) e.guards = guardTable(network, e);
  if (urgentHasClocks(network))
    e.urgency = { count: module.global("i32", "urgent_count"), first: module.global("i32", "urgent_first") };
  e.still = stillFunction(e);
  e.rates = ratesFunctions(e);
}
