import type { Code, Origin } from "../../../network/index.ts";
import { type Body, type I32, i32, type Local } from "../../wasm/index.ts";
import type { Coder } from "./coder.ts";

/** What updates do to clocks, on the target zone; or what is noted of it, where transitions are only listed. */

/** clock = value; a fault if it is negative or too large. */
export function resetClock(
  { origin }: { readonly origin: Origin },
  clock: I32,
  value: Local<"i32">,
  e: Coder,
  f: Body,
): void {
  e.raiseIf(f, i32.lt_s(value, 0), "negative-clock", origin, (v) => `a clock is set to ${v}`, value);
  const large = (v: number): string => `a clock is set to ${v}, beyond what the compiled engine represents`;
  e.raiseIf(f, i32.gt_s(value, e.plan.largest), "overflow", origin, large, value);
  unlessListed(clock, i32.const(0), value, () => f.call(e.zones.reset, e.plan.at.target, clock, value), e, f);
}

/** clock = from. */
export function moveClock(clock: I32, from: I32, e: Coder, f: Body): void {
  unlessListed(clock, from, i32.const(0), () => f.call(e.zones.move, e.plan.at.target, clock, from), e, f);
}

/**
 * clock = from + plus; a fault if some valuation of the target zone would get a negative clock, which none does by a
 * constant above 0.
 */
export function shiftClock(
  { origin, plus: by }: { readonly origin: Origin; readonly plus: Code },
  clock: I32,
  from: I32,
  plus: Local<"i32">,
  e: Coder,
  f: Body,
): void {
  const { target } = e.plan.at;
  const large = (v: number): string => `a clock is shifted by ${v}, beyond what the compiled engine represents`;
  e.raiseIf(f, i32.gt_u(i32.add(plus, e.plan.largest), 2 * e.plan.largest), "overflow", origin, large, plus);
  const shift = () => {
    if (by.op !== "const" || by.value < 0) {
      if (e.zones.listing) f.call(e.zones.listing.ensure, target, from);
      // Row `from` begins with the bound on 0 - from: its least value, negated and doubled.
      const low = i32.sub(0, i32.shr_s(i32.load(i32.mul(from, e.plan.rowBytes), target), 1));
      const negative = (v: number): string => `clock ${e.plan.network.clocks[v]!.name} would be negative`;
      e.raiseIf(f, i32.lt_s(i32.add(low, plus), 0), "negative-clock", origin, negative, clock);
    }
    f.call(e.zones.shift, target, clock, from, plus);
  };
  unlessListed(clock, from, plus, shift, e, f);
}

/** clock = from + plus on the target zone, by the given statements; or only noted, where transitions are being listed. */
function unlessListed(clock: I32, from: I32, plus: I32, carryOut: () => void, e: Coder, f: Body): void {
  const { notes } = e;
  if (!notes) carryOut();
  else f.if(notes.listing, () => f.call(notes.set, clock, from, plus), carryOut);
}
