/**
 * Clock constraints: evaluated in the state at hand into triples (x, y, bound), meaning x - y < or <= c, in a growing
 * buffer. Zones, points and federations then use the same triples.
 */
import type { ClockConstraint } from "../../network/index.ts";
import { MAX_CONSTANT } from "../../zones/index.ts";
import { Fault } from "../fault.ts";
import { type Closures, constantAddress, type Evaluate } from "./closures.ts";

/** A growing list of triples. `count` is the number of triples. */
export class Triples {
  data = new Int32Array(96);
  count = 0;

  push(x: number, y: number, bound: number): void {
    const at = this.count * 3;
    if (at + 3 > this.data.length) {
      const larger = new Int32Array(this.data.length * 2);
      larger.set(this.data);
      this.data = larger;
    }
    this.data[at] = x;
    this.data[at + 1] = y;
    this.data[at + 2] = bound;
    this.count++;
  }
}

/** Appends the constraint's triple, if it says anything. Returns false if it cannot be satisfied at all (0 < 0). */
export type Constraint = (out: Triples) => boolean;

export function constraint(c: ClockConstraint, compiler: Closures): Constraint {
  const { strict, origin } = c;
  const x = constantAddress(c.left);
  const y = constantAddress(c.right);
  if (c.unless === undefined && c.bound.op === "const" && x !== undefined && y !== undefined) {
    const bound = encode(c.bound.value, c);
    if (x === y) return () => bound >= 1;
    return (out) => {
      out.push(x, y, bound);
      return true;
    };
  }
  const unless: Evaluate | undefined = c.unless && compiler.code(c.unless);
  const left = compiler.address(c.left);
  const right = compiler.address(c.right);
  const value = compiler.code(c.bound);
  return (out) => {
    if (unless !== undefined && unless() !== 0) return true;
    const a = left();
    const b = right();
    const bound = encode(value(), { strict, origin });
    if (a === b) return bound >= 1;
    out.push(a, b, bound);
    return true;
  };
}

function encode(value: number, c: Pick<ClockConstraint, "strict" | "origin">): number {
  if (value > MAX_CONSTANT || value < -MAX_CONSTANT) {
    throw new Fault(
      "overflow",
      c.origin,
      `clocks cannot be compared with ${Math.abs(value)}: constants go up to ${MAX_CONSTANT}`,
    );
  }
  return c.strict ? 2 * value : 2 * value + 1;
}
