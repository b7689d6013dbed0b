import { unreachable } from "../../../base/index.ts";
import type { Address, Argument, BinaryOp, Code, IndexTerm } from "../../../network/index.ts";
import { type Body, call, type Func, type I32, i32, type Local, tee } from "../../wasm/index.ts";
import { type Emitter, STEP_LIMIT } from "../emitter.ts";
import { functionOf } from "./statement.ts";

/**
 * Code to WebAssembly, with the meaning of `network/code.ts` and of the interpreter's evaluate.ts. Values are i32; cells
 * are words of memory. What needs a loop or several effects inside an expression becomes a function of its own.
 */
export function expression(code: Code, e: Emitter, f: Body): I32 {
  switch (code.op) {
    case "const":
      return i32.const(code.value | 0);
    case "load":
      return loadCell(code.at, e, f);
    case "neg":
      return i32.sub(0, expression(code.a, e, f));
    case "not":
      return i32.eqz(expression(code.a, e, f));
    case "abs": {
      const value = f.local("i32");
      return i32.if(i32.lt_s(tee(value, expression(code.a, e, f)), 0), i32.sub(0, value), value);
    }
    case "bool":
      return i32.truth(expression(code.a, e, f));
    case "inv":
      return i32.xor(expression(code.a, e, f), -1);
    case "both":
      return i32.andThen(expression(code.a, e, f), i32.truth(expression(code.b, e, f)));
    case "either":
      return i32.orElse(expression(code.a, e, f), i32.truth(expression(code.b, e, f)));
    case "choose":
      return i32.if(expression(code.condition, e, f), expression(code.yes, e, f), expression(code.no, e, f));
    case "call":
    case "store":
    case "copy":
    case "same":
    case "forall":
    case "exists":
    case "sum":
    case "sequence":
    case "reset":
    case "move":
      return call(e.helper(code.op, (g) => result(code, e, g)));
    default:
      return binary(code.op, code, e, f);
  }
}

/** Runs code for its effect alone. */
export function effect(code: Code, e: Emitter, f: Body): void {
  switch (code.op) {
    case "store":
      storeCell(code, e, f);
      return;
    case "call":
      callFunction(code, e, f);
      return;
    case "copy": {
      const to = f.local("i32", "", cellIndex(code.to, e, f));
      const from = f.local("i32", "", cellIndex(code.from, e, f));
      const { cells } = e.plan.at;
      f.temp("i32", (k) => copyCells(f, k, cells, to, from, code.count));
      return;
    }
    case "sequence":
      for (const item of code.items) effect(item, e, f);
      return;
    case "choose":
      f.if(
        expression(code.condition, e, f),
        () => effect(code.yes, e, f),
        () => effect(code.no, e, f),
      );
      return;
    case "reset": {
      const clock = f.local("i32", "", cellIndex(code.clock, e, f));
      const value = f.local("i32", "", expression(code.value, e, f));
      f.if(i32.lt_s(value, 0), () =>
        f.do(e.raise("negative-clock", code.origin, (v) => `a clock is set to ${v}`, value)),
      );
      f.if(i32.gt_s(value, e.plan.largest), () =>
        f.do(
          e.raise(
            "overflow",
            code.origin,
            (v) => `a clock is set to ${v}, beyond what the compiled engine represents`,
            value,
          ),
        ),
      );
      moveClock(clock, i32.const(0), value, () => f.call(e.zones!.reset, e.plan.at.target, clock, value), e, f);
      return;
    }
    case "move": {
      const clock = f.local("i32", "", cellIndex(code.clock, e, f));
      const from = f.local("i32", "", cellIndex(code.from, e, f));
      if (code.plus.op === "const" && code.plus.value === 0) {
        const move = () => f.call(e.zones!.move, e.plan.at.target, clock, from);
        moveClock(clock, from, i32.const(0), move, e, f);
      } else shiftClock(code, clock, from, e, f);
      return;
    }
    default:
      f.do(expression(code, e, f));
  }
}

/** clock = from + plus; a fault if some valuation of the target zone would get a negative clock. */
function shiftClock(code: Code & { op: "move" }, clock: I32, from: I32, e: Emitter, f: Body): void {
  const { target } = e.plan.at;
  const plus = f.local("i32", "", expression(code.plus, e, f));
  f.if(i32.gt_u(i32.add(plus, e.plan.largest), 2 * e.plan.largest), () =>
    f.do(
      e.raise(
        "overflow",
        code.origin,
        (v) => `a clock is shifted by ${v}, beyond what the compiled engine represents`,
        plus,
      ),
    ),
  );
  const shift = () => {
    // Row `from` begins with the bound on 0 - from: its least value, negated and doubled.
    const low = i32.sub(0, i32.shr_s(i32.load(i32.mul(from, e.plan.rowBytes), target), 1));
    const { clocks } = e.plan.network;
    f.if(i32.lt_s(i32.add(low, plus), 0), () =>
      f.do(e.raise("negative-clock", code.origin, (v) => `clock ${clocks[v].name} would be negative`, clock)),
    );
    f.call(e.zones!.shift, target, clock, from, plus);
  };
  moveClock(clock, from, plus, shift, e, f);
}

/** clock = from + plus on the target zone, by the given statements; or only noted, where transitions are being listed. */
function moveClock(clock: I32, from: I32, plus: I32, carryOut: () => void, e: Emitter, f: Body): void {
  const { priorities } = e;
  if (!priorities) carryOut();
  else f.if(priorities.listing, () => f.call(priorities.set, clock, from, plus), carryOut);
}

function result(code: Code, e: Emitter, f: Body): I32 | number {
  switch (code.op) {
    case "call": {
      const func = callFunction(code, e, f);
      return func.resultCount > 0 ? i32.load(0, e.plan.at.cells + 4 * func.result) : 0;
    }
    case "store":
      return storeCell(code, e, f);
    case "sequence": {
      for (const item of code.items.slice(0, -1)) effect(item, e, f);
      const last = code.items.at(-1);
      return last === undefined ? 0 : expression(last, e, f);
    }
    case "same":
      return same(code, e, f);
    case "forall":
    case "exists":
    case "sum":
      return fold(code, e, f);
    case "reset":
      effect(code, e, f);
      return expression(code.value, e, f);
    default:
      effect(code, e, f);
      return 0;
  }
}

// ---------------------------------------------------------------- cells

/** The number of a cell or clock. */
export function cellIndex(at: Address, e: Emitter, f: Body): I32 {
  let index: I32 = i32.const(at.base);
  if (at.first) {
    const first = at.first;
    const run = e.helper("first", (g) => {
      effect(first, e, g);
      return at.base;
    });
    index = call(run);
  }
  if (at.pointer !== undefined) index = i32.add(index, i32.load(0, e.plan.at.cells + 4 * at.pointer));
  for (const term of at.terms) index = i32.add(index, offset(term, e, f));
  return index;
}

/** `(index - low) * stride`, checked. One unsigned comparison tests both ends. */
export function offset(term: IndexTerm, e: Emitter, f: Body): I32 {
  const shifted = f.local("i32");
  const value = tee(shifted, i32.sub(expression(term.index, e, f), term.low));
  const { low, size, origin } = term;
  const bad = e.raise(
    "index",
    origin,
    (v) => `index ${v} is outside ${low} to ${low + size - 1}`,
    i32.add(shifted, low),
  );
  return i32.if(i32.ge_u(value, size), bad, i32.mul(shifted, term.stride));
}

function loadCell(at: Address, e: Emitter, f: Body): I32 {
  const { cells } = e.plan.at;
  if (at.pointer === undefined && at.terms.length === 0 && !at.first) return i32.load(0, cells + 4 * at.base);
  return i32.load(i32.shl(cellIndex(at, e, f), 2), cells);
}

function storeCell(code: Code & { op: "store" }, e: Emitter, f: Body): I32 {
  const { cells } = e.plan.at;
  const { at, low, high, origin } = code;
  const isFixed = at.pointer === undefined && at.terms.length === 0 && !at.first;
  const index = isFixed ? i32.const(at.base) : f.local("i32", "", cellIndex(at, e, f));
  const value = f.local("i32", "", expression(code.value, e, f));
  checkRange(value, low, high, origin, e, f);
  if (isFixed) f.do(i32.store(0, value, cells + 4 * at.base));
  else f.do(i32.store(i32.shl(index, 2), value, cells));
  return value;
}

function checkRange(value: I32, low: number, high: number, origin: IndexTerm["origin"], e: Emitter, f: Body): void {
  const whole = low <= -0x80000000 && high >= 0x7fffffff;
  if (whole) return;
  const outside =
    high - low >= 0x7fffffff
      ? i32.or(i32.lt_s(value, low), i32.gt_s(value, high))
      : i32.gt_u(i32.sub(value, low), high - low);
  f.if(outside, () => {
    if (e.plan.network.outOfRange === "disable") f.set(e.disabled, 1);
    else f.do(e.raise("range", origin, (v) => `value ${v} is outside the range ${low} to ${high}`, value));
  });
}

export { checkRange };

function copyCells(f: Body, k: Local<"i32">, cells: number, to: I32, from: I32, count: number): void {
  // The two may overlap only if they are the same, so the order does not matter.
  f.for(k, 0, count, () => {
    f.do(i32.store(i32.shl(i32.add(to, k), 2), i32.load(i32.shl(i32.add(from, k), 2), cells), cells));
  });
}

function same(code: Code & { op: "same" }, e: Emitter, f: Body): I32 {
  const { cells } = e.plan.at;
  const a = f.local("i32", "", cellIndex(code.a, e, f));
  const b = f.local("i32", "", cellIndex(code.b, e, f));
  const k = f.local("i32");
  const equal = f.local("i32", "", 1);
  f.for(k, 0, code.count, (leave) => {
    const left = i32.load(i32.shl(i32.add(a, k), 2), cells);
    const right = i32.load(i32.shl(i32.add(b, k), 2), cells);
    f.if(i32.ne(left, right), () => {
      f.set(equal, 0);
      f.br(leave);
    });
  });
  return equal;
}

// ---------------------------------------------------------------- loops and calls

function fold(code: Code & { op: "forall" | "exists" | "sum" }, e: Emitter, f: Body): I32 {
  const { cells } = e.plan.at;
  const k = f.local("i32");
  const total = f.local("i32", "", code.op === "forall" ? 1 : 0);
  f.for(k, code.low, code.high + 1, (leave) => {
    f.do(i32.store(0, k, cells + 4 * code.cell));
    const body = expression(code.body, e, f);
    if (code.op === "sum") {
      f.set(total, i32.add(total, body));
      return;
    }
    f.if(code.op === "forall" ? i32.eqz(body) : body, () => {
      f.set(total, code.op === "forall" ? 0 : 1);
      f.br(leave);
    });
  });
  return total;
}

function callFunction(code: Code & { op: "call" }, e: Emitter, f: Body) {
  for (const arg of code.args) argument(arg, e, f);
  f.call(functionOf(code.function, e));
  return e.functions[code.function];
}

function argument(arg: Argument, e: Emitter, f: Body): void {
  const { cells } = e.plan.at;
  switch (arg.kind) {
    case "value": {
      const value = f.local("i32", "", expression(arg.value, e, f));
      checkRange(value, arg.low, arg.high, arg.origin, e, f);
      f.do(i32.store(0, value, cells + 4 * arg.cell));
      return;
    }
    case "cells": {
      const from = f.local("i32", "", cellIndex(arg.from, e, f));
      f.temp("i32", (k) => copyCells(f, k, cells, i32.const(arg.cell), from, arg.count));
      return;
    }
    case "reference":
      f.do(i32.store(0, cellIndex(arg.to, e, f), cells + 4 * arg.cell));
      return;
    default:
      unreachable(arg);
  }
}

/** Counts a round of a loop; too many are a fault. */
export function tick(origin: IndexTerm["origin"], e: Emitter, f: Body): void {
  f.set(e.steps, i32.add(e.steps, 1));
  f.if(i32.gt_s(e.steps, STEP_LIMIT), () => f.do(e.raise("endless", origin, () => `no end after ${STEP_LIMIT} steps`)));
}

// ---------------------------------------------------------------- operators

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

function binary(op: BinaryOp, code: Extract<Code, { op: BinaryOp }>, e: Emitter, f: Body): I32 {
  const a = expression(code.a, e, f);
  const b = expression(code.b, e, f);
  switch (op) {
    case "div":
    case "mod": {
      e.faults.push({
        kind: "division",
        origin: code.origin,
        message: () => (op === "div" ? "division by zero" : "remainder of a division by zero"),
      });
      return call(e.shared(op, divider), a, b, e.faults.length - 1);
    }
    case "shl":
    case "shr": {
      e.faults.push({ kind: "shift", origin: code.origin, message: (v) => `shift by the negative count ${v}` });
      return call(e.shared(op, shifter), a, b, e.faults.length - 1);
    }
    case "min":
    case "max": {
      const left = f.local("i32");
      const right = f.local("i32");
      const test = i32.lt_s(tee(left, a), tee(right, b));
      return op === "min" ? i32.if(test, left, right) : i32.if(test, right, left);
    }
    case "pow":
      return call(e.shared("pow", power), a, b, 0);
    default:
      return simple[op](a, b);
  }
}

type Shared = (e: Emitter, name: string) => Func<readonly ["i32", "i32", "i32"], "i32">;

/** Division and remainder that truncate; by zero is the given fault. -2^31 / -1 traps in WebAssembly and wraps here. */
const divider: Shared = (e, name) =>
  e.module.func(name, ["a: i32", "b: i32", "fault: i32"], "i32", (f, a, b, fault) => {
    f.if(i32.eqz(b), () => f.do(call(e.fault, fault, 0)));
    f.if(i32.eq(b, -1), () => f.return(name === "div" ? i32.sub(0, a) : 0));
    return name === "div" ? i32.div_s(a, b) : i32.rem_s(a, b);
  });

/** Shifts, where a negative count is the given fault. */
const shifter: Shared = (e, name) =>
  e.module.func(name, ["a: i32", "b: i32", "fault: i32"], "i32", (f, a, b, fault) => {
    f.if(i32.lt_s(b, 0), () => f.do(call(e.fault, fault, b)));
    return name === "shl" ? i32.shl(a, b) : i32.shr_s(a, b);
  });

/** Whole powers, wrapping; a negative exponent truncates towards zero. */
const power: Shared = (e, name) =>
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
