import { type Body, type I32, i32 } from "../../engine/index.ts";
import { trapIf } from "./emitter.ts";

const [LEAST, MOST] = [-0x80000000, 0x7fffffff];

/** Leaves the run to the reference engine where an integer is outside its range, which is a fault. */
export function inRange(given: I32, low: number, high: number, f: Body): void {
  if (low <= LEAST && high >= MOST) return;
  const [least, most] = [Math.max(low, LEAST), Math.min(high, MOST)];
  trapIf(least > most ? i32.const(1) : i32.gt_u(i32.sub(given, least), most - least), f);
}
