import { assert } from "../base/index.ts";
import type { Network, Slot } from "./network.ts";

/**
 * What a cell is. Code addresses slots, constants and scratch alike (network.ts says where which is), so whoever follows code
 * to a cell must reckon with all three; only `slotAt` does not, for those who count through the state.
 */
export function slotOf({ slots }: Network, cell: number): Slot | undefined {
  return cell < 0 ? undefined : slots.at(cell);
}

/** Requires: the cell belongs to the state. */
export function slotAt(network: Network, cell: number): Slot {
  const slot = slotOf(network, cell);
  assert(slot !== undefined, `cell ${cell} is no slot`);
  return slot;
}

/** What a cell holds at the start: for a constant that is what it always holds. Undefined for scratch. */
export function firstValue(network: Network, cell: number): number | undefined {
  return slotOf(network, cell)?.initial ?? network.constants.at(constantIndex(network, cell));
}

/** All that a cell may hold. Undefined for scratch. */
export function cellRange(network: Network, cell: number): { readonly low: number; readonly high: number } | undefined {
  const slot = slotOf(network, cell);
  if (slot !== undefined) return slot;
  const value = firstValue(network, cell);
  return value === undefined ? undefined : { low: value, high: value };
}

/** Behind the end where the cell is no constant. */
function constantIndex({ slots, constants }: Network, cell: number): number {
  return cell < slots.length ? constants.length : cell - slots.length;
}
