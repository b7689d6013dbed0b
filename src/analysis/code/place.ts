/** Where code points: the cells that an address may name, and the place in the model that code comes from. */
import type { Address, Code, Origin } from "../../network/index.ts";

/** Regions of more cells than this are not followed; their cells are numbers that stay where they are. */
const LARGEST = 65536;

/** All cells that an address without a reference may name; undefined if they are too many. */
export function region({ base, terms }: Address): readonly number[] | undefined {
  let all = [base];
  for (const { size, stride } of terms) {
    if (all.length * size > LARGEST) return undefined;
    all = all.flatMap((cell) => Array.from({ length: size }, (_, j) => cell + j * stride));
  }
  return all;
}

/** A place inside a piece of code, for messages. */
export function originOf(code: Code): Origin | undefined {
  if ("origin" in code) return code.origin;
  if ("a" in code && "op" in code.a) return originOf(code.a);
  if (code.op === "choose") return originOf(code.condition);
  if (code.op === "load") return code.at.terms[0]?.origin;
  if (code.op === "forall" || code.op === "exists" || code.op === "sum") return originOf(code.body);
  return code.op === "sequence" && code.items[0] !== undefined ? originOf(code.items[0]) : undefined;
}
