import { wants } from "../base/index.ts";
import type { ConstantValue } from "../transform/index.ts";

/**
 * Values of one constant as they are written: `4`, `true`, `0.5`, a range `2..12`, one with steps `2..12:5` (2, 7, 12), and
 * lists of these with commas. Each value is there once, in the order in which it was written first.
 */
const most = 100_000;

/** The values, or why the text means none. */
export function parseValues(text: string): readonly ConstantValue[] | { readonly refused: string } {
  wants("parseValues", text, "text");
  const found = new Set<ConstantValue>();
  for (const part of text.split(",").map((word) => word.trim())) {
    const values = partOf(part);
    if (typeof values === "string") return { refused: values };
    for (const value of values) found.add(value);
    if (found.size > most) return { refused: `these are more than ${most} values` };
  }
  return [...found];
}

const number = /^[+-]?(\d+(\.\d*)?|\.\d+)([eE][+-]?\d+)?$/;

function partOf(part: string): readonly ConstantValue[] | string {
  if (part === "true" || part === "false") return [part === "true"];
  if (number.test(part)) return [Number(part)];
  const range = /^(.+?)\.\.(.+?)(?::(.+))?$/.exec(part);
  const [low, high, step] = [range?.[1], range?.[2], range?.[3] ?? "1"].map((word) => word?.trim() ?? "");
  if (![low, high, step].every((word) => number.test(word!)))
    return `'${part}' is no value: a number, true, false, or a range such as 2..12 or 2..12:2`;
  return steps(Number(low), Number(high), Number(step));
}

function steps(low: number, high: number, step: number): readonly number[] | string {
  if (step <= 0) return "the step of a range must be above 0";
  if (low > high) return `the range ${low}..${high} is empty`;
  const count = Math.floor((high - low) / step + 1e-9) + 1;
  if (count > most) return `the range ${low}..${high} has more than ${most} values`;
  // Sums of decimals are not those people mean: 0.1 + 0.2.
  return Array.from({ length: count }, (_, i) => Number((low + i * step).toPrecision(12)));
}
