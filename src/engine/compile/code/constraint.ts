import type { ClockConstraint } from "../../../network/index.ts";
import { type Body, call, type I32, i32 } from "../../wasm/index.ts";
import type { Coder } from "./coder.ts";
import { cellIndex, expression } from "./expression.ts";

/** Clock constraints of the model, evaluated in the state in the cells: on zones, and as bounds. */

/** A constant constraint x - y <= c cannot hold if the zone says y - x < -c. */
export function skipHopeless(c: ClockConstraint, zone: number, e: Coder, f: Body, when: (hopeless: I32) => void): void {
  if (c.unless || c.bound.op !== "const" || !isFixed(c.left) || !isFixed(c.right)) return;
  if (e.zones.listing && !isTold(c)) return;
  const bound = encode(c.bound.value, c.strict);
  const back = f.local("i32", "", i32.load(0, entryAt(e, zone, c.right.base, c.left.base)));
  when(i32.lt_s(i32.sub(i32.add(back, bound), bound & 1 ? 1 : i32.and(back, 1)), 1));
}

/** Whether the constraint tells values of its clock apart, so that it is active, and listed, where it is looked at. */
export function isTold({ left, right, bound }: ClockConstraint): boolean {
  if (bound.op !== "const") return false;
  return right.base === 0 ? bound.value >= 0 : left.base === 0 && bound.value <= 0;
}

export function isFixed(ref: ClockConstraint["left"]): boolean {
  return ref.terms.length === 0 && ref.pointer === undefined && !ref.first;
}

/** The address of entry (x, y), the bound on x - y. */
function entryAt(e: Coder, zone: number, x: number, y: number): number {
  return zone + y * e.plan.rowBytes + 4 * x;
}

function encode(value: number, strict: boolean): number {
  return strict ? 2 * value : 2 * value + 1;
}

/** Intersects a zone with a constraint, in the state at hand; `empty` when nothing is left, `cut` when it may tighten. */
export function constrain(
  c: ClockConstraint,
  zone: number,
  e: Coder,
  f: Body,
  empty: () => void,
  cut: () => void = () => {},
): void {
  const apply = () => {
    const bound = boundOf(c, e, f);
    if (isFixed(c.left) && isFixed(c.right)) {
      if (c.left.base === c.right.base) {
        f.if(i32.lt_s(bound, 1), empty);
        return;
      }
      const tighten = () => {
        cut();
        f.if(i32.eqz(call(e.zones.constrain, zone, c.left.base, c.right.base, bound)), empty);
      };
      // Most constraints hold already: a look at the entry saves the call, where there is one.
      if (e.zones.listing && !isTold(c)) tighten();
      else f.if(i32.gt_s(i32.load(0, entryAt(e, zone, c.left.base, c.right.base)), bound), tighten);
      return;
    }
    cut();
    compared(c, bound, e, f, empty, (x, y) => f.if(i32.eqz(call(e.zones.constrain, zone, x, y, bound)), empty));
  };
  unlessWaived(c, e, f, apply);
}

/** Runs the statements unless a condition on data makes the constraint hold. */
export function unlessWaived({ unless }: ClockConstraint, e: Coder, f: Body, apply: () => void): void {
  if (unless) f.if(i32.eqz(expression(unless, e, f)), apply);
  else apply();
}

/** Runs the statements with the numbers of two clocks; where they are one clock, `never` if its difference to itself is out. */
export function compared(
  { left, right }: ClockConstraint,
  bound: I32,
  e: Coder,
  f: Body,
  never: () => void,
  then: (x: I32, y: I32) => void,
): void {
  const x = f.local("i32", "", cellIndex(left, e, f));
  const y = f.local("i32", "", cellIndex(right, e, f));
  f.if(
    i32.eq(x, y),
    () => f.if(i32.lt_s(bound, 1), never),
    () => then(x, y),
  );
}

/** The encoded bound of a constraint. One that is only known at run time may be too large, which is a fault. */
export function boundOf(c: ClockConstraint, e: Coder, f: Body): I32 {
  if (c.bound.op === "const") return i32.const(encode(c.bound.value, c.strict));
  const value = f.local("i32", "", expression(c.bound, e, f));
  const large = (v: number): string => `clocks are compared with ${v}, beyond what the compiled engine represents`;
  e.raiseIf(f, i32.gt_u(i32.add(value, e.plan.largest), 2 * e.plan.largest), "overflow", c.origin, large, value);
  f.set(value, c.strict ? i32.shl(value, 1) : i32.add(i32.shl(value, 1), 1));
  return value;
}
