import { type Body, call, type F64, f64, type I32, i32 } from "../../engine/index.ts";
import { type Emitter, OUTLET } from "./emitter.ts";
import { drain } from "./imports.ts";

/**
 * What a run tells the host beside its answer: records of numbers, all of one length, which it takes when there is no more room.
 */
export function tell(numbers: readonly (F64 | number)[], e: Emitter, f: Body): void {
  const { outlet, told } = e.at;
  const bytes = 8 * numbers.length;
  const at = f.local("i32", "told", i32.load(0, told));
  for (const [k, number] of numbers.entries()) f.do(f64.store(at, number, outlet + 8 * k));
  const next: I32 = i32.add(at, bytes);
  f.do(i32.store(0, next, told));
  f.if(i32.gt_s(next, OUTLET - bytes), () => f.do(call(e.host.get(drain)!)));
}

/** Forgets what was told of an earlier run. */
export function hush(e: Emitter, f: Body): void {
  f.do(i32.store(0, 0, e.at.told));
}
