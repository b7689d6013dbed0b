/**
 * The smallest state by all orders of the elements that are tied, where these are few. The compiled engine does the same
 * (`engine/compile/loop/orders.ts`).
 */
import type { Arrangement } from "./arrange.ts";

/** Orders of tied elements that are tried one by one. */
export const MOST_ORDERS = 24;

/**
 * All orders of the elements within blocks, by exchanges of neighbours (Knuth, The Art of Computer Programming 4A,
 * 7.2.1.2, Algorithm P, one block after the other): the smallest state stays. False if there are too many.
 */
export function tryOrders(state: Arrangement, block: readonly boolean[]): boolean {
  const { size } = state;
  let orders = 1;
  for (let i = 1, run = 1; i < size; i++) {
    run = block[i - 1] ? run + 1 : 1;
    orders *= run;
    if (orders > MOST_ORDERS) return false;
  }
  state.save();
  // Element i of the walk has passed count[i] of the elements before it in its block, and goes on up or down.
  const count = new Int32Array(size);
  const up = new Int32Array(size).fill(1);
  for (;;) {
    let i = size - 1;
    let shift = 0;
    for (; i > 0; i--) {
      if (!block[i - 1]) {
        shift = 0;
        continue;
      }
      const rank = rankOf(i, block);
      const next = count[i]! + up[i]!;
      if (next >= 0 && next <= rank) {
        // It stands count[i] places before where it began, behind those that have gone all the way.
        const at = i - count[i]! + shift;
        state.exchange(up[i]! > 0 ? at - 1 : at);
        count[i] = next;
        break;
      }
      if (next > rank) shift++;
      up[i] = -up[i]!;
    }
    if (i === 0) break;
    if (state.compare() < 0) state.save();
  }
  state.restore();
  return true;
}

/** How many elements stand before i in its block. */
function rankOf(i: number, block: readonly boolean[]): number {
  let k = i;
  while (k > 0 && block[k - 1]) k--;
  return i - k;
}
