/** Zones from text, for tables of cases: `x>=1, y-x<2, z==3` over the clocks x, y, z. */
import { dbm, le, lt, type Zone } from "../../src/zones/index.ts";

export const NAMES = ["0", "x", "y", "z"];

export function parseZone(text: string, dim: number): Zone {
  const z = dbm.newUniversal(dim);
  for (const part of text.split(",").map((s) => s.trim())) {
    if (part === "" || part === "true") continue;
    const match = /^([a-z])(?:-([a-z]))?(<=|>=|==|<|>)(-?\d+|[a-z])$/.exec(part);
    if (match === null) throw new Error(`not a constraint: ${part}`);
    const [, left, right, operator, last] = match;
    const isClock = /^[a-z]$/.test(last!);
    const a = NAMES.indexOf(left!);
    const b = right !== undefined ? NAMES.indexOf(right) : isClock ? NAMES.indexOf(last!) : 0;
    const c = isClock ? 0 : Number(last);
    const ok =
      (operator!.startsWith(">") || dbm.constrain(z, 0, dim, a, b, operator === "<" ? lt(c) : le(c))) &&
      (operator!.startsWith("<") || dbm.constrain(z, 0, dim, b, a, operator === ">" ? lt(0 - c) : le(0 - c)));
    if (!ok) return z;
  }
  return z;
}
