import * as double from "./double.ts";
import { erf, erfc } from "./erf.ts";
import { exp } from "./exp.ts";
import { fma } from "./fma.ts";
import { lgamma, tgamma } from "./gamma.ts";
import { ln } from "./ln.ts";

/**
 * The mathematical functions of the modelling language, by name: what they take and give, and what they compute, as C does with
 * doubles. Truth values are 1 and 0. `ln`, `exp`, the gamma and error functions and all that only rounds are ours and the
 * same bit for bit in every engine; the roots are so by the standard; the others are the host's. The random functions are in
 * `statistics`: they are no functions of numbers.
 */
interface Mathematical {
  readonly params: readonly ("number" | "integral")[];
  readonly result: "double" | "int" | "bool";
  readonly value: (...args: number[]) => number;
}

type Value = Mathematical["value"];

const one: Readonly<Record<string, Value>> = {
  fabs: Math.abs,
  exp,
  exp2: (x) => 2 ** x,
  expm1: Math.expm1,
  ln,
  log: Math.log10,
  log10: Math.log10,
  log2: Math.log2,
  log1p: Math.log1p,
  sqrt: Math.sqrt,
  cbrt: Math.cbrt,
  sin: Math.sin,
  cos: Math.cos,
  tan: Math.tan,
  asin: Math.asin,
  acos: Math.acos,
  atan: Math.atan,
  sinh: Math.sinh,
  cosh: Math.cosh,
  tanh: Math.tanh,
  asinh: Math.asinh,
  acosh: Math.acosh,
  atanh: Math.atanh,
  erf,
  erfc,
  tgamma,
  lgamma,
  ceil: Math.ceil,
  floor: Math.floor,
  trunc: Math.trunc,
  round: double.round,
  logb: double.logb,
};
const two: Readonly<Record<string, Value>> = {
  fmod: (x, y) => x % y,
  fmax: double.fmax,
  fmin: double.fmin,
  fdim: double.fdim,
  pow: double.pow,
  hypot: Math.hypot,
  atan2: Math.atan2,
  nextafter: double.nextafter,
  copysign: double.copysign,
};
const toBool: Readonly<Record<string, Value>> = {
  isfinite: (x) => Number(Number.isFinite(x)),
  isinf: (x) => Number(Math.abs(x) === Number.POSITIVE_INFINITY),
  isnan: (x) => Number(Number.isNaN(x)),
  isnormal: (x) => Number(double.fpclassify(x) === 4),
  signbit: (x) => Number(double.signbit(x)),
  isunordered: (x) => Number(Number.isNaN(x)),
};

function like(
  functions: Readonly<Record<string, Value>>,
  params: Mathematical["params"],
  result: Mathematical["result"],
): [string, Mathematical][] {
  return Object.entries(functions).map(([name, value]) => [name, { params, result, value }]);
}

export const mathematics: ReadonlyMap<string, Mathematical> = new Map([
  ...like(one, ["number"], "double"),
  ...like(two, ["number", "number"], "double"),
  ...like({ fma }, ["number", "number", "number"], "double"),
  ...like({ ldexp: double.ldexp }, ["number", "integral"], "double"),
  ...like(toBool, ["number"], "bool"),
  ...like({ abs: (x) => Math.abs(x) | 0, fpclassify: double.fpclassify }, ["integral"], "int"),
  ...like({ ilogb: double.ilogb, fint: (x) => Math.trunc(x) | 0 }, ["number"], "int"),
]);
