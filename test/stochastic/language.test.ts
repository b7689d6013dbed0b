import { describe, expect, test } from "vitest";
import { trajectory } from "../../src/stochastic/index.ts";
import { type Case, exactly } from "./exact.ts";
import { prepare } from "./sample.ts";

/** What expressions, statements and functions are worth in runs: numbers by the C library's rules, draws by their moments. */

/** The value that a committed edge gives a variable. */
function computed(declarations: string, update: string, value: string): number {
  const model = `${declarations} process P() { state A, B; commit A; init A; trans A -> B { assign ${update}; }; } system P;`;
  const { network, query } = prepare(model, `simulate[<=0; 1] { ${value} }`);
  if (query.kind !== "simulate") throw new Error("a simulation");
  const { points, fault } = trajectory(network, query, { seed: 1n, query: 0 }, 0);
  if (fault) throw new Error(fault.message);
  return points.at(-1)?.values[0] ?? Number.NaN;
}

/** C's functions where JavaScript has none: values from tables. */
const functions: readonly (readonly [expression: string, value: number])[] = [
  ["abs(-7)", 7],
  ["fabs(-2.5)", 2.5],
  ["fmod(-7.5, 2.0)", -1.5],
  ["fma(2.0, 3.0, 4.0)", 10],
  ["fmax(2.0, -3.0)", 2],
  ["fmin(2.0, -3.0)", -3],
  ["fdim(5.0, 3.0)", 2],
  ["fdim(3.0, 5.0)", 0],
  ["exp(1.5)", Math.exp(1.5)],
  ["exp2(5.0)", 32],
  ["expm1(0.00001)", Math.expm1(0.00001)],
  ["ln(10.0)", Math.LN10],
  ["log(1000.0)", 3],
  ["log10(0.01)", -2],
  ["log2(8.0)", 3],
  ["log1p(0.00001)", Math.log1p(0.00001)],
  ["pow(2.0, 0.5)", Math.SQRT2],
  ["pow(3, 4)", 81],
  ["sqrt(2.0)", Math.SQRT2],
  ["cbrt(-27.0)", -3],
  ["hypot(3.0, 4.0)", 5],
  ["sin(1.0)", Math.sin(1)],
  ["cos(1.0)", Math.cos(1)],
  ["tan(1.0)", Math.tan(1)],
  ["asin(0.5)", Math.PI / 6],
  ["acos(0.5)", Math.PI / 3],
  ["atan(1.0)", Math.PI / 4],
  ["atan2(1.0, -1.0)", (3 * Math.PI) / 4],
  ["sinh(1.0)", Math.sinh(1)],
  ["cosh(1.0)", Math.cosh(1)],
  ["tanh(1.0)", Math.tanh(1)],
  ["asinh(1.0)", Math.asinh(1)],
  ["acosh(2.0)", Math.acosh(2)],
  ["atanh(0.5)", Math.atanh(0.5)],
  ["erf(0.5)", 0.5204998778130465],
  ["erfc(2.0)", 0.004677734981047266],
  ["tgamma(5.0)", 24],
  ["lgamma(0.5)", 0.5723649429247001],
  ["ceil(-1.5)", -1],
  ["floor(-1.5)", -2],
  ["trunc(-1.5)", -1],
  ["round(-2.5)", -3],
  ["fint(3.99)", 3],
  ["ldexp(0.75, 4)", 12],
  ["ilogb(10.0)", 3],
  ["logb(10.0)", 3],
  ["nextafter(1.0, 2.0)", 1 + 2 ** -52],
  ["copysign(3.0, -1.0)", -3],
  ["signbit(-1.0)", 1],
  ["isfinite(1.0)", 1],
  ["isnan(sqrt(-1.0))", 1],
  ["isinf(1.0 / 0.0)", 1],
  ["isnormal(1.0)", 1],
  ["M_PI", Math.PI],
  ["7 / 2", 3],
  ["-7 / 2", -3],
  ["-7 % 3", -1],
  ["7 / 2.0", 3.5],
  ["2 ** 10", 1024],
  ["2.0 ** 0.5", Math.SQRT2],
  ["-17 >> 2", -5],
  ["3 << 4", 48],
  ["(6 & 3) + 10 * (6 | 3) + 100 * (6 ^ 3)", 2 + 70 + 500],
  ["3 <? -4", -4],
  ["3 >? 4.5", 4.5],
  ["5 == true", 0],
  ["(2147483647 + 1) / 65536", -32768],
  ["65536 * 65537", 65536],
  ["sum (i : int[1,4]) i * i", 30],
  ["forall (i : int[1,4]) i < 4", 0],
  ["exists (i : int[1,4]) i == 4", 1],
  ["true ? 1 : 2.5", 1],
  ["0.1 + 0.2", 0.1 + 0.2],
  ["1e308 * 10.0 > DBL_MAX", 1],
];

describe("numbers", () => {
  test.each(functions)("%s in an update", (expression, value) => {
    // What varies is computed when the run is made, and not before.
    const varied = expression.replace(/(\d+\.\d+)/, "($1 * one)");
    expect(computed("double v; double one = 1.0;", `v = ${varied}`, "v")).toBeCloseTo(value, 12);
    expect(computed("int v;", "v = 1", `0.0 + (${expression})`)).toBeCloseTo(value, 12);
  });
});

const programs: readonly (readonly [shows: string, declarations: string, update: string, value: string, is: number])[] =
  [
    [
      "a loop over an array that is passed by reference",
      "int a[4] = {3, 1, 4, 1}; void sort(int& b[4]) { int i, j, t; for (i = 0; i < 3; i++) for (j = 0; j < 3 - i; j++) if (b[j] > b[j + 1]) { t = b[j]; b[j] = b[j + 1]; b[j + 1] = t; } }",
      "sort(a)",
      "a[0] + 10 * a[1] + 100 * a[2] + 1000 * a[3]",
      4311,
    ],
    [
      "an array by value is a copy",
      "int a[2] = {1, 2}; int f(int b[2]) { b[0] = 7; return b[0] + b[1]; } int r;",
      "r = f(a)",
      "10 * r + a[0]",
      91,
    ],
    [
      "a struct that is returned, and compared as a whole",
      "typedef struct { int x; double y; } S; S s, t; S f(int n) { S r = {1, 2.5}; r.x += n; return r; }",
      "s = f(2), t = s",
      "s.x + s.y + 100 * (s.x == t.x && s.y == t.y)",
      105.5,
    ],
    [
      "while and do, and a return out of a loop",
      "int f(int n) { int k = 0; do { k += 2; } while (k < n); while (true) { if (k % 5 == 0) return k; k++; } return 0; } int r;",
      "r = f(7)",
      "r",
      10,
    ],
    [
      "iteration over a range, with a local array",
      "typedef int[0,4] id_t; int f() { int b[id_t]; int s = 0; for (i : id_t) b[i] = i * i; for (i : id_t) s += b[i]; return s; } int r;",
      "r = f()",
      "r",
      30,
    ],
    ["updates one after the other", "int a, b; double c;", "a = 3, b = a++ * 2, c = a + b / 4.0", "c", 5.5],
    ["a multidimensional array", "int a[2][3]; ", "a[1][2] = 5, a[0][1] = 7", "a[1][2] * 10 + a[0][1] + a[1][1]", 57],
    ["a conditional place", "int a, b; bool p = true;", "(p ? a : b) = 4", "10 * a + b", 40],
    [
      "a function of doubles by reference",
      "double d = 2.0; void f(double& x, const double y) { x = x * y; }",
      "f(d, 1.25), f(d, d)",
      "d",
      6.25,
    ],
    ["a bool is 0 or 1", "bool b; int n = 7;", "b = n", "b", 1],
    ["a range with another origin", "int[5,9] n;", "n++", "n", 6],
    [
      "an array of structs by an index that is computed",
      "struct { int v; } a[3]; int i = 1;",
      "a[i + 1].v = 8, i = a[2].v",
      "i",
      8,
    ],
  ];

describe("programs", () => {
  test.each(programs)("%s", (_, declarations, update, value, is) => {
    expect(computed(declarations, update, value)).toBeCloseTo(is, 12);
  });
});

const drawn = (draw: string) =>
  `double v = -1000.0; double w = 0.0; process P() { state A, B; commit A; init A; trans A -> B { assign v = ${draw}, w = v * v; }; } system P;`;
const moments: readonly (readonly [draw: string, mean: number, second: number])[] = [
  ["random(4.0)", 2, 16 / 3],
  ["random_normal(3.0, 2.0)", 3, 13],
  ["random_poisson(3.5)", 3.5, 3.5 + 3.5 ** 2],
  ["random_gamma(2.0, 3.0)", 6, 54],
  ["random_weibull(2.0, 3.0)", (3 * Math.sqrt(Math.PI)) / 2, 9],
  ["random_beta(2.0, 3.0)", 0.4, 0.2],
  ["random_arcsine(1.0, 5.0)", 3, 11],
  ["random_tri(0.0, 1.0, 4.0)", 5 / 3, 13 / 18 + 25 / 9],
];

describe("draws", () =>
  exactly(
    moments.flatMap(([draw, mean, second]): Case[] => [
      [`mean of ${draw}`, drawn(draw), "E[<=0; 1000](max: v)", mean],
      [`mean square of ${draw}`, drawn(draw), "E[<=0; 1000](max: w)", second],
    ]),
  ));

describe("where draws may stand", () => {
  test.each([
    ["a guard", "clock x; state A, B; init A; trans A -> B { guard x >= random(2.0); };"],
    ["an invariant", "clock x; state A { x <= random(2.0) }, B; init A; trans A -> B {};"],
    [
      "a guard, by a function",
      "double f() { return random(2.0); } clock x; state A, B; init A; trans A -> B { guard x >= f(); };",
    ],
  ])("not in %s", (_, body) => {
    expect(() => prepare(`process P() { ${body} } system P;`, "Pr[<=1](<> P.B)")).toThrow(/random|draw/);
  });

  exactly([
    [
      "once in an update, whoever reads the value",
      "double v = 0.0; bool same = false; process P() { state A, B; commit A; init A; trans A -> B { assign v = random(1.0), same = v == v && v > 0.0; }; } system P;",
      "Pr[<=0; 100](<> same)",
      1,
    ],
    [
      "in a function that a rate does not call",
      "double f() { return random(2.0); } double d = 0.0; process P() { state A {; d }, B; init A; trans A -> B {}; } process Q() { state S, T; commit S; init S; trans S -> T { assign d = 0.5 + f() * 0.0; }; } system Q, P;",
      "Pr[<=2](<> P.B)",
      1 - Math.exp(-1),
    ],
  ]);
});

test("an element of a constant table that a query names is a number already", () => {
  const model = "const double t[2] = {1.5, 2.5}; process P() { state A; init A; } system P;";
  const { query } = prepare(model, "simulate[<=1; 1] { t[1] }");
  if (query.kind !== "simulate") throw new Error("a simulation");
  expect(query.values[0]?.code).toEqual({ op: "const", is: "real", value: 2.5 });
});

test("a sum over thousands of processes is no deep code, and each of them is found", () => {
  const model = "process P(const int[1,4000] i) { state A, B; init A; trans B -> A {}; } system P;";
  const { network, query } = prepare(model, "simulate[<=0; 1] { sum (i : int[1,4000]) i * P(i).A }");
  if (query.kind !== "simulate") throw new Error("a simulation");
  const depth = (part: unknown): number =>
    typeof part === "object" && part !== null ? 1 + Math.max(0, ...Object.values(part).map(depth)) : 0;
  expect(depth(query.values[0]?.code)).toBeLessThan(40);
  const { points } = trajectory(network, query, { seed: 1n, query: 0 }, 0);
  expect(points[0]?.values).toEqual([(4000 * 4001) / 2]);
});
