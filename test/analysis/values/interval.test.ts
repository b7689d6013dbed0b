import { expect, it } from "vitest";
import { Ranges } from "../../../src/analysis/index.ts";
import { model } from "../../search/model.ts";

/**
 * All values of an expression, where a is in -3..5, b in 0..2, c in 2..4, z is 0 and big in 0..2^30; each interval holds every
 * result by the rules of the language, and no value that an interval cannot avoid is missing.
 */
const { network, query } = model(`int[-3,5] a; int[0,2] b; int[2,4] c = 2; int z; int[0,1073741824] big;
  process P() { state S; init S; trans
    S -> S { select i : int[-3,5]; assign a = i; }, S -> S { select i : int[0,2]; assign b = i, c = i + 2; },
    S -> S { select i : int[0,1073741824]; assign big = i; }; }
  system P;`);

function check(expression: string, expected: string): void {
  const asked = query(`sup: ${expression}`);
  if (!("terms" in asked) || asked.terms[0]?.is !== "data") throw new Error(expression);
  const { low, high } = new Ranges(network, asked).of(asked.terms[0].code);
  expect(`${low}..${high}`, expression).toBe(expected);
}

it.each([
  ["a + b", "-3..7"],
  ["a - b", "-5..5"],
  ["a * c", "-12..20"],
  ["a * a", "-15..25"],
  ["-a", "-5..3"],
  ["a / c", "-1..2"],
  ["c / a", "-4..4"],
  ["a % c", "-3..3"],
  ["c % 3", "0..2"],
  ["a <? b", "-3..2"],
  ["a >? b", "0..5"],
  ["abs(a)", "0..5"],
  ["abs(c)", "2..4"],
  ["c << b", "2..16"],
  ["a << b", "-2147483648..2147483647"],
  ["c >> b", "0..4"],
  ["a >> b", "-3..5"],
  ["b & c", "0..2"],
  ["b | c", "0..7"],
  ["b ^ c", "0..7"],
  ["a & c", "-2147483648..2147483647"],
  ["c ** b", "0..16"],
  ["big + big", "-2147483648..2147483647"],
  ["a > 5", "0..0"],
  ["a >= -3", "1..1"],
  ["a < 5", "0..1"],
  ["a <= 5", "1..1"],
  ["c == 5", "0..0"],
  ["c != 5", "1..1"],
  ["z == 0", "1..1"],
  ["!c", "0..0"],
  ["!z", "1..1"],
  ["!a", "0..1"],
  ["z && a", "0..0"],
  ["c && c", "1..1"],
  ["a && c", "0..1"],
  ["c || a", "1..1"],
  ["z || z", "0..0"],
  ["z || a", "0..1"],
  ["a > 0 ? b : c", "0..4"],
  ["sum (i : int[1,3]) a", "-9..15"],
  ["forall (i : int[1,3]) a > i", "0..1"],
])("%s is in %s", check);
