import { InternalError } from "../../base/index.ts";
import { type Body, call, type Expr, type F64, f64, type I32, i32, tee } from "../../engine/index.ts";
import type { Arithmetic, Bitwise, Code, Relation } from "../code.ts";
import { clockValue, load, placeOf } from "./address.ts";
import { effectOf } from "./effect.ts";
import type { Emitter } from "./emitter.ts";
import { power, remainder, wholePower } from "./imports.ts";
import { intOf, needsStatements, realOf, values } from "./value.ts";

/** Code to WebAssembly, with the meaning of `code.ts` and of the interpreter's evaluate.ts: integers are i32, reals f64. */
export function value(code: Code, e: Emitter, f: Body): Expr {
  switch (code.op) {
    case "const":
      return code.is === "int" ? i32.const(code.value | 0) : f64.const(code.value);
    case "load":
      return load(placeOf(code.at, e, f), code.is);
    case "clock":
      return clockValue(code.at, e, f);
    case "rate":
      return load(placeOf(code.at, e, f), "real", 2);
    case "toReal":
      return f64.convert_i32_s(intOf(code.a, e, f));
    case "toInt":
      return i32.trunc_f64_s(realOf(code.a, e, f));
    case "neg":
      return code.is === "int" ? i32.sub(0, intOf(code.a, e, f)) : f64.neg(realOf(code.a, e, f));
    case "not":
      return i32.eqz(intOf(code.a, e, f));
    case "bool":
      return i32.truth(intOf(code.a, e, f));
    case "abs": {
      const a = f.local("i32");
      return i32.if(i32.lt_s(tee(a, intOf(code.a, e, f)), 0), i32.sub(0, a), a);
    }
    case "both":
    case "either":
      return connective(code, e, f);
    case "choose":
      return choice(code, e, f);
    case "math":
      return imported(`math ${code.name}`, code.args, e, f);
    case "random":
      return imported(`random ${code.name}`, code.args, e, f);
    case "add":
    case "sub":
    case "mul":
    case "div":
    case "mod":
    case "pow":
    case "min":
    case "max":
    case "shl":
    case "shr":
    case "and":
    case "or":
    case "xor":
      return arithmetic(code, e, f);
    case "lt":
    case "le":
    case "ge":
    case "gt":
    case "eq":
    case "ne":
      return comparison(code, e, f);
    default:
      return effectOf(code, e, f);
  }
}

function connective(code: Code & { op: "both" | "either" }, e: Emitter, f: Body): I32 {
  const both = code.op === "both";
  if (!needsStatements(code.b)) {
    const [a, b] = [intOf(code.a, e, f), i32.truth(intOf(code.b, e, f))];
    return both ? i32.andThen(a, b) : i32.orElse(a, b);
  }
  const result = f.local("i32", "", i32.truth(intOf(code.a, e, f)));
  f.if(both ? result : i32.eqz(result), () => f.set(result, i32.truth(intOf(code.b, e, f))));
  return result;
}

function choice(code: Code & { op: "choose" }, e: Emitter, f: Body): Expr {
  const test = intOf(code.condition, e, f);
  const type = code.is === "int" ? "i32" : "f64";
  if (!needsStatements(code.yes) && !needsStatements(code.no)) {
    const [yes, no] = [e.value(code.yes, f), e.value(code.no, f)];
    return code.is === "int" ? i32.if(test, yes as I32, no as I32) : f64.if(test, yes as F64, no as F64);
  }
  const result = f.local(type);
  f.if(
    test,
    () => f.set(result, e.value(code.yes, f) as never),
    () => f.set(result, e.value(code.no, f) as never),
  );
  return result;
}

function imported(key: string, args: readonly Code[], e: Emitter, f: Body): Expr {
  const func = e.host.get(key);
  if (func === undefined) throw new InternalError(`'${key}' is not imported`);
  return call(func, ...(values(args, e, f) as never[]));
}

const relations = {
  int: { lt: i32.lt_s, le: i32.le_s, ge: i32.ge_s, gt: i32.gt_s, eq: i32.eq, ne: i32.ne },
  real: { lt: f64.lt, le: f64.le, ge: f64.ge, gt: f64.gt, eq: f64.eq, ne: f64.ne },
} as const;

function comparison(code: Code & { op: Relation }, e: Emitter, f: Body): I32 {
  const [a, b] = values([code.a, code.b], e, f);
  return code.of === "int" ? relations.int[code.op](a as I32, b as I32) : relations.real[code.op](a as F64, b as F64);
}

type Operation = Code & { op: Arithmetic | Bitwise };

function arithmetic(code: Operation, e: Emitter, f: Body): Expr {
  if (code.is === "real" && (code.op === "mod" || code.op === "pow"))
    return imported(code.op === "mod" ? remainder : power, [code.a, code.b], e, f);
  if (code.is === "int" && code.op === "pow") return imported(wholePower, [code.a, code.b], e, f);
  const [a, b] = values([code.a, code.b], e, f);
  return code.is === "real" ? ofReals(code.op, a as F64, b as F64) : ofInts(code, a as I32, b as I32, e, f);
}

function ofReals(op: Arithmetic | Bitwise, a: F64, b: F64): F64 {
  switch (op) {
    case "add":
    case "sub":
    case "mul":
    case "div":
    case "min":
    case "max":
      return f64[op](a, b);
    default:
      throw new InternalError(`'${op}' of reals`);
  }
}

function ofInts({ op, b: right }: Operation, a: I32, b: I32, e: Emitter, f: Body): I32 {
  switch (op) {
    case "div":
    case "mod": {
      if (right.op === "const" && right.value !== 0 && right.value !== -1)
        return op === "div" ? i32.div_s(a, b) : i32.rem_s(a, b);
      return call(divider(op, e), a, b);
    }
    case "shl":
    case "shr": {
      const by = f.local("i32");
      // The left side is computed before the right one, and the shift is one of 0 to 31.
      const checked = i32.if(i32.lt_u(tee(by, b), 32), by, call(e.trap));
      return op === "shl" ? i32.shl(a, checked) : i32.shr_s(a, checked);
    }
    case "min":
    case "max": {
      const [left, other] = [f.local("i32"), f.local("i32")];
      const test = i32.lt_s(tee(left, a), tee(other, b));
      return op === "min" ? i32.if(test, left, other) : i32.if(test, other, left);
    }
    case "pow":
      throw new InternalError("powers are the host's");
    default:
      return i32[op](a, b);
  }
}

/** Division and remainder that truncate. -2^31 / -1 traps in WebAssembly and wraps here. */
function divider(op: "div" | "mod", e: Emitter) {
  return e.shared(
    op,
    () => e.module.declare(op, ["a: i32", "b: i32"], "i32"),
    (func) =>
      e.module.define(func, (f, a, b) => {
        f.if(i32.eq(b, -1), () => f.return(op === "div" ? i32.sub(0, a) : 0));
        return op === "div" ? i32.div_s(a, b) : i32.rem_s(a, b);
      }),
  );
}
