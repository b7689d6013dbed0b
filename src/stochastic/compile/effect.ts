import { InternalError } from "../../base/index.ts";
import { type Body, type Expr, f64, type I32, i32, type Local, memory } from "../../engine/index.ts";
import type { Argument, Code } from "../code.ts";
import { fixed, load, type Place, placeOf, store } from "./address.ts";
import { exit, spawn } from "./dynamic.ts";
import { type Emitter, now } from "./emitter.ts";
import { inRange } from "./range.ts";
import { intOf, perform, realOf } from "./value.ts";

/** Code that is written as statements: what changes cells, loops, calls. */
type Effect = Extract<
  Code,
  {
    readonly op:
      | "call"
      | "store"
      | "reset"
      | "copy"
      | "same"
      | "forall"
      | "exists"
      | "sum"
      | "sequence"
      | "spawn"
      | "exit";
  }
>;
/** Writes the statements; yields the value, a local or a constant. */
export function effectOf(code: Code, e: Emitter, f: Body): Expr {
  const effect = code as Effect;
  switch (effect.op) {
    case "store":
      return assign(effect, e, f);
    case "reset": {
      const place = fixed(placeOf(effect.at, e, f), f);
      const given = f.local("f64", "", realOf(effect.value, e, f));
      f.do(store(place, "real", given), store(place, "real", now(e), 1));
      return given;
    }
    case "copy": {
      const to = addressOf(placeOf(effect.to, e, f), f);
      const from = addressOf(placeOf(effect.from, e, f), f);
      f.do(memory.copy(to, from, 8 * effect.count));
      return i32.const(0);
    }
    case "same":
      return same(effect, e, f);
    case "forall":
    case "exists":
    case "sum":
      return quantified(effect, e, f);
    case "sequence": {
      const last = effect.items.at(-1);
      perform(effect.items.slice(0, -1), e, f);
      return last ? e.value(last, f) : i32.const(0);
    }
    case "call":
      return invoke(effect, e, f);
    case "spawn":
      return spawn(effect, e, f);
    case "exit":
      return exit(effect, e, f);
    default:
      throw new InternalError(`'${code.op}' has no effect`);
  }
}

/** The address as a number that stays, whatever comes. */
function addressOf(place: Place, f: Body): I32 {
  return typeof place.at === "number" ? i32.const(place.offset) : f.local("i32", "", i32.add(place.at, place.offset));
}

function assign(code: Effect & { op: "store" }, e: Emitter, f: Body): Expr {
  const place = fixed(placeOf(code.at, e, f), f);
  const given = f.local(code.is === "int" ? "i32" : "f64", "", e.value(code.value, f) as never);
  if (code.is === "int") inRange(given as Local<"i32">, code.low, code.high, f);
  f.do(store(place, code.is, given));
  return given;
}

function same(code: Effect & { op: "same" }, e: Emitter, f: Body): I32 {
  const a = fixed(placeOf(code.a, e, f), f);
  const b = fixed(placeOf(code.b, e, f), f);
  const result = f.local("i32", "", 1);
  for (const [k, is] of code.types.entries()) {
    const [left, right] = [load(a, is, k), load(b, is, k)];
    const equal = is === "int" ? i32.eq(left as I32, right as I32) : f64.eq(left as never, right as never);
    f.set(result, i32.and(result, equal));
  }
  return result;
}

function quantified(code: Effect & { op: "forall" | "exists" | "sum" }, e: Emitter, f: Body): Expr {
  const k = f.local("i32");
  const result = f.local(code.is === "int" ? "i32" : "f64");
  const place: Place = { at: 0, offset: 8 * code.cell };
  f.set(result, (code.op === "forall" ? 1 : 0) as never);
  if (code.low > code.high) return result;
  f.block("quantified", (end) => {
    f.for(k, code.low, code.high + 1, () => {
      f.do(store(place, "int", k));
      const each = e.value(code.body, f);
      if (code.op === "sum")
        f.set(
          result,
          (code.is === "int"
            ? i32.add(result as never, each as I32)
            : f64.add(result as never, each as never)) as never,
        );
      else
        f.if(code.op === "exists" ? (each as I32) : i32.eqz(each as I32), () => {
          f.set(result, (code.op === "exists" ? 1 : 0) as never);
          f.br(end);
        });
    });
  });
  return result;
}

function invoke(code: Effect & { op: "call" }, e: Emitter, f: Body): Expr {
  for (const arg of code.args) pass(arg, e, f);
  if (!e.writeHere(code.function, f)) f.call(e.functionOf(code.function));
  const { result, resultCount } = e.functions[code.function]!;
  if (resultCount === 0) return i32.const(0);
  return f.local(code.is === "int" ? "i32" : "f64", "", load({ at: 0, offset: 8 * result }, code.is) as never);
}

function pass(arg: Argument, e: Emitter, f: Body): void {
  const to: Place = { at: 0, offset: 8 * arg.cell };
  if (arg.kind === "cells") {
    f.do(memory.copy(to.offset, addressOf(placeOf(arg.from, e, f), f), 8 * arg.count));
  } else if (arg.kind === "reference") {
    f.do(store(to, "int", i32.shr_u(addressOf(placeOf(arg.to, e, f), f), 3)));
  } else if (arg.is === "real") {
    f.do(store(to, "real", realOf(arg.value, e, f)));
  } else {
    const given = f.local("i32", "", intOf(arg.value, e, f));
    inRange(given, arg.low, arg.high, f);
    f.do(store(to, "int", given));
  }
}
