/** Turning an element on: `(x + c) % n`, which means the same for all elements if they are turned round in their ring. */
import type { Code } from "../../network/index.ts";

/** What is added to an element at most: more might leave the integers. */
const MOST_ADDED = 2 ** 30;

/** `(x + c) % n` with c > 0 and n > 0: x turned on. */
export function turnOf(code: Code): { readonly of: Code; readonly plus: number; readonly size: number } | undefined {
  if (code.op !== "mod" || code.b.op !== "const" || code.b.value <= 0) return undefined;
  let plus = 0;
  let of = code.a;
  for (;;) {
    if ((of.op === "add" || of.op === "sub") && of.b.op === "const") {
      plus += of.op === "add" ? of.b.value : -of.b.value;
      of = of.a;
    } else if (of.op === "add" && of.a.op === "const") {
      plus += of.a.value;
      of = of.b;
    } else break;
  }
  return of.op === "load" && plus > 0 && plus <= MOST_ADDED ? { of, plus, size: code.b.value } : undefined;
}
