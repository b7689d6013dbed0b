import type { BinaryOp, Origin } from "../../../network/index.ts";
import { type Body, call, type Func, type I32, i32, tee } from "../../wasm/index.ts";
import type { Emitter } from "../emitter.ts";

/** Operators on two values, with the meaning of `network/code.ts`; those that need more than an instruction are functions. */

const simple = {
  add: i32.add,
  sub: i32.sub,
  mul: i32.mul,
  and: i32.and,
  or: i32.or,
  xor: i32.xor,
  lt: i32.lt_s,
  le: i32.le_s,
  ge: i32.ge_s,
  gt: i32.gt_s,
  eq: i32.eq,
  ne: i32.ne,
} as const satisfies Partial<Record<BinaryOp, (a: I32, b: I32) => I32>>;

/** The value of an operator on two values. */
export function binary(op: BinaryOp, a: I32, b: I32, origin: Origin, e: Emitter, f: Body): I32 {
  switch (op) {
    case "div":
    case "mod": {
      const message = op === "div" ? "division by zero" : "remainder of a division by zero";
      return call(
        e.shared(op, divider(e)),
        a,
        b,
        e.site("division", origin, () => message),
      );
    }
    case "shl":
    case "shr":
      return call(
        e.shared(op, shifter(e)),
        a,
        b,
        e.site("shift", origin, (v) => `shift by the negative count ${v}`),
      );
    case "min":
    case "max": {
      const left = f.local("i32");
      const right = f.local("i32");
      const test = i32.lt_s(tee(left, a), tee(right, b));
      return op === "min" ? i32.if(test, left, right) : i32.if(test, right, left);
    }
    case "pow":
      return call(e.shared("pow", power(e)), a, b, 0);
    default:
      return simple[op](a, b);
  }
}

type Shared = (e: Emitter) => (name: string) => Func<readonly ["i32", "i32", "i32"], "i32">;

/** Division and remainder that truncate; by zero is the given fault. -2^31 / -1 traps in WebAssembly and wraps here. */
const divider: Shared = (e) => (name) =>
  e.module.func(name, ["a: i32", "b: i32", "fault: i32"], "i32", (f, a, b, fault) => {
    f.if(i32.eqz(b), () => f.do(call(e.fault, fault, 0)));
    f.if(i32.eq(b, -1), () => f.return(name === "div" ? i32.sub(0, a) : 0));
    return name === "div" ? i32.div_s(a, b) : i32.rem_s(a, b);
  });

/** Shifts, where a negative count is the given fault. */
const shifter: Shared = (e) => (name) =>
  e.module.func(name, ["a: i32", "b: i32", "fault: i32"], "i32", (f, a, b, fault) => {
    f.if(i32.lt_s(b, 0), () => f.do(call(e.fault, fault, b)));
    return name === "shl" ? i32.shl(a, b) : i32.shr_s(a, b);
  });

/** Whole powers, wrapping; a negative exponent truncates towards zero. */
const power: Shared = (e) => (name) =>
  e.module.func(name, ["base: i32", "exponent: i32", "unused: i32"], "i32", (f, base, exponent) => {
    f.if(i32.lt_s(exponent, 0), () => {
      f.if(i32.eq(base, 1), () => f.return(1));
      f.if(i32.eq(base, -1), () => f.return(i32.if(i32.and(exponent, 1), -1, 1)));
      f.return(0);
    });
    const product = f.local("i32", "product", 1);
    f.while(i32.gt_s(exponent, 0), () => {
      f.if(i32.and(exponent, 1), () => f.set(product, i32.mul(product, base)));
      f.set(base, i32.mul(base, base));
      f.set(exponent, i32.shr_u(exponent, 1));
    });
    return product;
  });
