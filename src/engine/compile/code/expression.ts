import { unreachable } from "../../../base/index.ts";
import type { Address, Argument, Code, IndexTerm } from "../../../network/index.ts";
import { STEP_LIMIT } from "../../fault.ts";
import { type Body, call, type I32, i32, type Local, tee } from "../../wasm/index.ts";
import { moveClock, resetClock, shiftClock } from "./clock.ts";
import type { Coder } from "./coder.ts";
import { binary } from "./operator.ts";

/**
 * Code to WebAssembly, with the meaning of `network/code.ts` and of the interpreter's evaluate.ts. Values are i32; cells
 * are words of memory. What needs a loop or several effects inside an expression becomes a function of its own.
 */
export function expression(code: Code, e: Coder, f: Body): I32 {
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
      return binary(code.op, expression(code.a, e, f), expression(code.b, e, f), code.origin, e, f);
  }
}

/** Runs code for its effect alone. */
export function effect(code: Code, e: Coder, f: Body): void {
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
      resetClock(code, clock, f.local("i32", "", expression(code.value, e, f)), e, f);
      return;
    }
    case "move": {
      const clock = f.local("i32", "", cellIndex(code.clock, e, f));
      const from = f.local("i32", "", cellIndex(code.from, e, f));
      if (code.plus.op === "const" && code.plus.value === 0) moveClock(clock, from, e, f);
      else shiftClock(code, clock, from, f.local("i32", "", expression(code.plus, e, f)), e, f);
      return;
    }
    default:
      f.do(expression(code, e, f));
  }
}

function result(code: Code, e: Coder, f: Body): I32 | number {
  switch (code.op) {
    case "call": {
      const func = callFunction(code, e, f);
      return func!.resultCount > 0 ? i32.load(0, e.plan.at.cells + 4 * func!.result) : 0;
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
export function cellIndex(at: Address, e: Coder, f: Body): I32 {
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
export function offset(term: IndexTerm, e: Coder, f: Body): I32 {
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

function loadCell(at: Address, e: Coder, f: Body): I32 {
  const { cells } = e.plan.at;
  if (at.pointer === undefined && at.terms.length === 0 && !at.first) return i32.load(0, cells + 4 * at.base);
  return i32.load(i32.shl(cellIndex(at, e, f), 2), cells);
}

function storeCell(code: Code & { op: "store" }, e: Coder, f: Body): I32 {
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

/** A value outside its range is a fault, or forbids the transition. */
export function checkRange(
  value: I32,
  low: number,
  high: number,
  origin: IndexTerm["origin"],
  e: Coder,
  f: Body,
): void {
  const whole = low <= -0x80000000 && high >= 0x7fffffff;
  if (whole) return;
  const outside =
    high - low >= 0x7fffffff
      ? i32.or(i32.lt_s(value, low), i32.gt_s(value, high))
      : i32.gt_u(i32.sub(value, low), high - low);
  e.raiseIf(f, outside, "range", origin, (v) => `value ${v} is outside the range ${low} to ${high}`, value);
}

function copyCells(f: Body, k: Local<"i32">, cells: number, to: I32, from: I32, count: number): void {
  // The two may overlap only if they are the same, so the order does not matter.
  f.for(k, 0, count, () => {
    f.do(i32.store(i32.shl(i32.add(to, k), 2), i32.load(i32.shl(i32.add(from, k), 2), cells), cells));
  });
}

function same(code: Code & { op: "same" }, e: Coder, f: Body): I32 {
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

function fold(code: Code & { op: "forall" | "exists" | "sum" }, e: Coder, f: Body): I32 {
  const { cells } = e.plan.at;
  const k = f.local("i32");
  const total = f.local("i32", "", code.op === "forall" ? 1 : 0);
  f.for(k, code.low, code.high + 1, (leave) => {
    f.do(i32.store(0, k, cells + 4 * code.cell));
    const body = expression(code.body, e, f);
    if (code.op === "sum") {
      f.add(total, body);
      return;
    }
    f.if(code.op === "forall" ? i32.eqz(body) : body, () => {
      f.set(total, code.op === "forall" ? 0 : 1);
      f.br(leave);
    });
  });
  return total;
}

function callFunction(code: Code & { op: "call" }, e: Coder, f: Body) {
  for (const arg of code.args) argument(arg, e, f);
  f.call(e.functionOf(code.function, e));
  return e.functions[code.function];
}

function argument(arg: Argument, e: Coder, f: Body): void {
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
export function tick(origin: IndexTerm["origin"], e: Coder, f: Body): void {
  f.add(e.steps, 1);
  e.raiseIf(f, i32.gt_s(e.steps, STEP_LIMIT), "endless", origin, () => `no end after ${STEP_LIMIT} steps`);
}
