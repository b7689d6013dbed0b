import { mathematics, nowhere } from "../base/index.ts";
import * as is from "./class.ts";
import type { Func, TypeName, Variable } from "./model.ts";
import { Scope } from "./scope.ts";
import type { Type } from "./type.ts";

/**
 * What every model finds declared: constants and type names (T3) and the 61 built-in functions (3.6). Functions are
 * described by the classes of their arguments and the type of their result; `value` is there when it can be folded, from the
 * one table of mathematical functions in `base`.
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

/** How many numbers the random functions take; what they draw is not known here. */
const random: Readonly<Record<string, number>> = {
  random: 1,
  random_poisson: 1,
  random_arcsine: 2,
  random_beta: 2,
  random_gamma: 2,
  random_normal: 2,
  random_weibull: 2,
  random_tri: 3,
};

const builtins = new Map<string, Builtin>();

function add(name: string, params: readonly ("number" | "integral")[], result: Type, value: Builtin["value"]): void {
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
    random: name in random,
    ...(value === undefined ? {} : { value }),
  });
}

const results = { double: is.double, int: is.int, bool: is.bool };
for (const [name, { params, result, value }] of mathematics) add(name, params, results[result], value);
for (const [name, count] of Object.entries(random))
  add(name, Array<"number">(count).fill("number"), is.double, undefined);

export function builtin(name: string): Builtin | undefined {
  return builtins.get(name);
}
