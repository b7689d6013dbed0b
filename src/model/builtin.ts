import { nowhere } from "../base/index.ts";
import * as is from "./class.ts";
import type { Func, TypeName, Variable } from "./model.ts";
import { Scope } from "./scope.ts";
import type { Type } from "./type.ts";

/**
 * What every model finds declared: constants and type names (T3) and the 61 built-in functions (3.6). Functions are
 * described by the classes of their arguments and the type of their result; `value` is there when it can be folded.
 */
export interface Builtin {
  readonly func: Func;
  readonly params: readonly ("number" | "integral")[];
  readonly random: boolean;
  readonly value?: (...args: number[]) => number;
}

const scope = new Scope();

function constant(name: string, type: Type, value: number): void {
  const variable: Variable = {
    kind: "variable",
    name,
    type,
    role: "builtin",
    constant: true,
    meta: false,
    reference: false,
    value,
    span: nowhere,
  };
  scope.set(name, variable);
}

function rangeType(name: string, low: number, high: number): void {
  const symbol: TypeName = {
    kind: "typename",
    name,
    type: { kind: "int", low: { value: low }, high: { value: high } },
    span: nowhere,
  };
  scope.set(name, symbol);
}

for (const [name, value] of Object.entries({
  INT8_MIN: -128,
  INT8_MAX: 127,
  UINT8_MAX: 255,
  INT16_MIN: -32768,
  INT16_MAX: 32767,
  UINT16_MAX: 65535,
  INT32_MIN: -2147483648,
  INT32_MAX: 2147483647,
}))
  constant(name, is.int, value);
rangeType("int8_t", -128, 127);
rangeType("uint8_t", 0, 255);
rangeType("int16_t", -32768, 32767);
rangeType("uint16_t", 0, 65535);
rangeType("int32_t", -2147483648, 2147483647);
for (const [name, value] of Object.entries({
  FLT_MIN: 2 ** -126,
  FLT_MAX: (2 - 2 ** -23) * 2 ** 127,
  DBL_MIN: 2 ** -1022,
  DBL_MAX: Number.MAX_VALUE,
  M_PI: Math.PI,
  M_PI_2: Math.PI / 2,
  M_PI_4: Math.PI / 4,
  M_E: Math.E,
  M_LOG2E: Math.LOG2E,
  M_LOG10E: Math.LOG10E,
  M_LN2: Math.LN2,
  M_LN10: Math.LN10,
  M_1_PI: 1 / Math.PI,
  M_2_PI: 2 / Math.PI,
  M_2_SQRTPI: 2 / Math.sqrt(Math.PI),
  M_SQRT2: Math.SQRT2,
  M_SQRT1_2: Math.SQRT1_2,
}))
  constant(name, is.double, value);

/** Names predeclared in models: they stand in the same scope as the model's own globals. */
export function predeclared(): Iterable<[string, Variable | TypeName]> {
  return scope.visible() as Iterable<[string, Variable | TypeName]>;
}

type Fold = (...args: number[]) => number;
const one: Readonly<Record<string, Fold | undefined>> = {
  fabs: Math.abs,
  exp: Math.exp,
  exp2: (x) => 2 ** x,
  expm1: Math.expm1,
  ln: Math.log,
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
  erf: undefined,
  erfc: undefined,
  tgamma: undefined,
  lgamma: undefined,
  ceil: Math.ceil,
  floor: Math.floor,
  trunc: Math.trunc,
  round: (x) => Math.sign(x) * Math.round(Math.abs(x)),
  logb: (x) => (x === 0 ? -Infinity : exponent(x)),
  random: undefined,
  random_poisson: undefined,
};
const two: Readonly<Record<string, Fold | undefined>> = {
  fmod: (x, y) => x % y,
  fmax: Math.max,
  fmin: Math.min,
  fdim: (x, y) => (x > y ? x - y : 0),
  pow: Math.pow,
  hypot: Math.hypot,
  atan2: Math.atan2,
  nextafter: undefined,
  copysign: (x, y) => Math.abs(x) * (y < 0 || Object.is(y, -0) ? -1 : 1),
  random_arcsine: undefined,
  random_beta: undefined,
  random_gamma: undefined,
  random_normal: undefined,
  random_weibull: undefined,
};
const three: Readonly<Record<string, Fold | undefined>> = { fma: (x, y, z) => x * y + z, random_tri: undefined };
const toBool: Readonly<Record<string, Fold>> = {
  isfinite: (x) => Number(Number.isFinite(x)),
  isinf: (x) => Number(Math.abs(x) === Infinity),
  isnan: (x) => Number(Number.isNaN(x)),
  isnormal: (x) => Number(Number.isFinite(x) && Math.abs(x) >= 2 ** -1022),
  signbit: (x) => Number(x < 0 || Object.is(x, -0)),
  isunordered: (x) => Number(Number.isNaN(x)),
};

/** The exponent of a double as a power of two, as C's logb; exact also next to powers of two. */
function exponent(x: number): number {
  let e = Math.floor(Math.log2(Math.abs(x)));
  if (2 ** e > Math.abs(x)) e--;
  if (2 ** (e + 1) <= Math.abs(x)) e++;
  return e;
}

const builtins = new Map<string, Builtin>();

function add(name: string, params: readonly ("number" | "integral")[], result: Type, value: Fold | undefined): void {
  const parameters = params.map(
    (kind, i): Variable => ({
      kind: "variable",
      name: `x${i + 1}`,
      type: kind === "number" ? is.double : is.int,
      role: "argument",
      constant: false,
      meta: false,
      reference: false,
      span: nowhere,
    }),
  );
  builtins.set(name, {
    func: {
      kind: "function",
      name,
      result,
      parameters,
      builtin: true,
      reads: new Set(),
      writes: new Set(),
      span: nowhere,
    },
    params,
    random: name.startsWith("random"),
    ...(value === undefined ? {} : { value }),
  });
}

for (const [name, value] of Object.entries(one)) add(name, ["number"], is.double, value);
for (const [name, value] of Object.entries(two)) add(name, ["number", "number"], is.double, value);
for (const [name, value] of Object.entries(three)) add(name, ["number", "number", "number"], is.double, value);
for (const [name, value] of Object.entries(toBool)) add(name, ["number"], is.bool, value);
add("ldexp", ["number", "integral"], is.double, (x, n) => x * 2 ** n);
add("abs", ["integral"], is.int, (x) => Math.abs(x) | 0);
add("fpclassify", ["integral"], is.int, undefined);
add("ilogb", ["number"], is.int, (x) => exponent(x) | 0);
add("fint", ["number"], is.int, (x) => Math.trunc(x) | 0);

export function builtin(name: string): Builtin | undefined {
  return builtins.get(name);
}
