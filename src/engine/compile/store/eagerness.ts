import { type I32, i32 } from "../../wasm/index.ts";

/**
 * The adaptive order's rule: once there is something to count, more than three of five states were expanded in vain. From
 * then on what covers an expanded state goes first. The same for the host, which counts over threads or memories.
 */
const [LEAST, OF, WASTED] = [1000, 5, 3];

export function isEager(expanded: number, wasted: number): boolean {
  return expanded > LEAST && wasted * OF > expanded * WASTED;
}

export function isEagerCode(expanded: I32, wasted: I32): I32 {
  return i32.and(i32.gt_u(expanded, LEAST), i32.gt_u(i32.mul(wasted, OF), i32.mul(expanded, WASTED)));
}
