import { type Body, type Expr, type F64, f64, type I32 } from "../../engine/index.ts";
import type { Address, Code } from "../code.ts";
import type { Emitter } from "./emitter.ts";

/**
 * Values of code as expressions. An expression is computed where it is put; what cannot be one is written as statements before
 * it. So where a later operand needs statements, the earlier ones are put into locals first.
 */

/** The value of code that yields an integer. */
export function intOf(code: Code, e: Emitter, f: Body): I32 {
  return e.value(code, f) as I32;
}

export function realOf(code: Code, e: Emitter, f: Body): F64 {
  return e.value(code, f) as F64;
}

/** The value of code as a real, whatever it yields. */
export function reading(code: Code, e: Emitter, f: Body): F64 {
  return code.is === "int" ? f64.convert_i32_s(intOf(code, e, f)) : realOf(code, e, f);
}

/** Runs code for its effect alone. */
export function perform(codes: readonly Code[], e: Emitter, f: Body): void {
  for (const code of codes) f.do(e.value(code, f));
}

/** Values of several codes, computed from left to right. */
export function values(codes: readonly Code[], e: Emitter, f: Body): Expr[] {
  const lastStatement = codes.findLastIndex((code) => needsStatements(code));
  return codes.map((code, k) => {
    const one = e.value(code, f);
    if (k >= lastStatement || code.op === "const") return one;
    return f.local(code.is === "int" ? "i32" : "f64", "", one as never);
  });
}

const effects = ["call", "store", "reset", "copy", "same", "forall", "exists", "sum", "sequence", "spawn", "exit"];
const known = new WeakMap<Code, boolean>();

/** Whether the value of this code is made by statements. */
export function needsStatements(code: Code): boolean {
  const found = known.get(code) ?? (effects.includes(code.op) || partsOf(code).some(needsStatements));
  known.set(code, found);
  return found;
}

/** The codes in code that has no effect of its own. */
export function partsOf(code: Code): readonly Code[] {
  if ("at" in code) return inAddress(code.at);
  if ("b" in code && "origin" in code) return [code.a, code.b];
  if ("of" in code || code.op === "both" || code.op === "either") return [code.a, code.b];
  if ("a" in code && "is" in code.a) return [code.a];
  if (code.op === "choose") return [code.condition, code.yes, code.no];
  return code.op === "math" || code.op === "random" ? code.args : [];
}

function inAddress({ terms, first }: Address): Code[] {
  return [...(first ? [first] : []), ...terms.map(({ index }) => index)];
}
