/**
 * Rings that count (see `rings.ts` for those that do not): each round adds to a variable, and edges leave the ring at values
 * of it, or at any time; beside an environment that may look at the variable, change it, or change what the ring reads. Some
 * of them are counting loops, whose rounds one wait may stand for, and many are nearly.
 */
import fc from "fast-check";
import { findCounting } from "../../src/analysis/index.ts";
import { type JumpLaw, jumpsKeep } from "./jumping.ts";

interface Counter {
  readonly locations: readonly {
    readonly most: number;
    readonly strict: boolean;
    readonly guard: number;
    readonly reset: boolean;
    /** What the edge that leaves it adds. */
    readonly adds: number;
    /** What the edge asks of the variable, of something else, and whether the location is urgent or committed. */
    readonly asks: string;
    readonly reads: boolean;
    readonly mark: "none" | "urgent" | "commit";
  }[];
  readonly first: number;
  readonly range: readonly [number, number];
  readonly exit: {
    readonly at: number;
    readonly asks: string;
    readonly late: number;
    readonly how: "alone" | "urgent" | "broadcast" | "binary";
    readonly back: "none" | "zero" | "as it is";
  };
  readonly second: { readonly at: number; readonly asks: string } | null;
  readonly period: number;
  readonly looks: string;
  readonly changes: "nothing" | "flag" | "counter" | "clock";
}

const few = (n: number): fc.Arbitrary<number> => fc.integer({ min: 0, max: n });
const conditions = (often: number): fc.Arbitrary<string> =>
  fc.oneof(
    { arbitrary: fc.constant("true"), weight: often },
    {
      arbitrary: fc
        .tuple(fc.constantFrom("<", "<=", "!=", ">=", ">", "=="), fc.integer({ min: -2, max: 12 }))
        .map(([op, k]) => `i ${op} ${k}`),
      weight: 4,
    },
    fc.constantFrom(
      "2 * i + 1 < 15",
      "!(i >= 7)",
      "i < 9 && i > -4",
      "i == 3 || i == 8",
      "9 - i > 0",
      "i % 2 == 0",
      "(f == 0 || i < 5)",
    ),
  );

/** Any ring with a variable. */
const anyCounters: fc.Arbitrary<Counter> = fc.integer({ min: 1, max: 3 }).chain((n) =>
  fc.record({
    locations: fc.array(
      fc.record({
        most: few(5),
        strict: fc.boolean(),
        guard: few(4),
        reset: fc.boolean(),
        adds: fc.constantFrom(0, 0, 1, 1, 1, 2, -1),
        asks: conditions(3),
        reads: fc.boolean(),
        mark: fc.constantFrom("none", "none", "none", "none", "urgent", "commit"),
      }),
      { minLength: n, maxLength: n },
    ),
    first: fc.integer({ min: -1, max: 3 }),
    range: fc.constantFrom([-5, 12] as const, [-30, 30] as const, [0, 9] as const, [-32768, 32767] as const),
    exit: fc.record({
      at: few(n - 1),
      asks: conditions(1),
      late: few(30),
      how: fc.constantFrom("alone", "alone", "alone", "urgent", "broadcast", "binary"),
      back: fc.constantFrom("none", "none", "zero", "as it is"),
    }),
    second: fc.option(fc.record({ at: few(n - 1), asks: conditions(1) }), { freq: 3 }),
    period: fc.integer({ min: 2, max: 12 }),
    looks: conditions(3),
    changes: fc.constantFrom("nothing", "nothing", "nothing", "nothing", "flag", "counter", "clock"),
  }),
);

/** Rings that count to a number, and are left there. */
const loops: fc.Arbitrary<Counter> = fc
  .tuple(anyCounters, fc.integer({ min: 4, max: 12 }), fc.boolean())
  .map(([c, to, down]): Counter => {
    const by = down ? -1 : 1;
    const until = down ? `i > ${3 - to}` : `i < ${to}`;
    const locations = c.locations.map((l, k) => ({
      ...l,
      guard: Math.min(l.guard, l.most),
      most: Math.max(...c.locations.map((o) => o.most)),
      strict: false,
      mark: k === 0 ? ("none" as const) : l.mark,
      adds: k === 0 ? by * Math.max(1, Math.abs(l.adds)) : 0,
      asks: k === 0 ? until : "true",
    }));
    const asks = `!(${until})`;
    return {
      ...c,
      locations,
      range: [-32, 32],
      exit: { ...c.exit, at: 0, asks },
      second: c.second && { at: 0, asks },
      changes: c.changes === "counter" ? "nothing" : c.changes,
    };
  });

export const counters: fc.Arbitrary<Counter> = fc.oneof(
  { arbitrary: anyCounters, weight: 1 },
  { arbitrary: loops, weight: 2 },
);

function counterText(c: Counter): string {
  const n = c.locations.length;
  const states = c.locations.map((l, k) => `L${k} { y ${l.strict ? "<" : "<="} ${l.most + (l.strict ? 1 : 0)} }`);
  const marks = (["urgent", "commit"] as const).map((mark) => {
    const names = c.locations.flatMap((l, k) => (l.mark === mark ? [`L${k}`] : []));
    return names.length === 0 ? "" : `${mark} ${names.join(", ")};`;
  });
  const edges = c.locations.map((l, k) => {
    const guard = [`y >= ${l.guard}`, l.asks, ...(l.reads ? ["f == 0"] : [])].join(" && ");
    const update = [
      ...(l.adds === 0 ? [] : [`i = i ${l.adds < 0 ? "-" : "+"} ${Math.abs(l.adds)}`]),
      ...(l.reset || k === n - 1 ? ["y = 0"] : []),
    ];
    return `L${k} -> L${(k + 1) % n} { guard ${guard}; ${update.length === 0 ? "" : `assign ${update.join(", ")};`} }`;
  });
  const sync = { alone: "", urgent: "sync u!;", broadcast: "sync b?;", binary: "sync m!;" }[c.exit.how];
  const late = c.exit.how === "urgent" || c.exit.how === "broadcast" ? "" : ` && z >= ${c.exit.late}`;
  edges.push(`L${c.exit.at} -> Out { guard ${c.exit.asks}${late}; ${sync} }`);
  if (c.second !== null) edges.push(`L${c.second.at} -> L0 { guard ${c.second.asks}; assign y = 0; }`);
  if (c.exit.back !== "none")
    edges.push(`Out -> L0 { assign y = 0${c.exit.back === "zero" ? `, i = ${Math.max(c.range[0], c.first)}` : ""}; }`);
  const change = { nothing: "", flag: ", f = 1 - f", counter: ", i = 4", clock: "" }[c.changes];
  const uses = c.changes === "clock" ? " && y >= 1" : "";
  return `int[${c.range[0]},${c.range[1]}] i = ${Math.max(c.range[0], c.first)}; int[0,1] f; clock y, z, w; urgent chan u; broadcast chan b; chan m;
process P() { state ${states.join(", ")}, Out; ${marks.join(" ")} init L0; trans ${edges.join(", ")}; }
process Env() { state S { w <= ${c.period} }, T { w <= 3 }; init S;
  trans S -> T { guard w >= ${c.period}${uses}; assign w = 0${change}; }, T -> S { guard w >= 2 && ${c.looks}; assign w = 0; },
    T -> S { guard w >= 1; sync b!; assign w = 0; }, S -> S { sync u?; }, S -> S { sync m?; }; }
system P, Env;
`;
}

export const askedOfCounters = fc.array(
  fc
    .tuple(
      fc.constantFrom("P.Out", "P.Out", "P.L0", "P.L1", "true", "Env.T"),
      fc.constantFrom("Env.S", "Env.T", "true", "i >= 4", "i == 7", "i < 2 || f == 1", "y == 0"),
      few(45),
      fc.constantFrom("<", "<="),
      few(3),
    )
    .map(([place, also, low, op, width]) => `${place} and ${also} and ${low} ${op} z and z ${op} ${low + width}`),
  { minLength: 3, maxLength: 3 },
);

/** Where the search with jumps differs from that without. */
export function countersKeep(c: Counter, asked: readonly string[]): JumpLaw | string {
  const named = (text: string): string => text.replaceAll("P.L1", c.locations.length > 1 ? "P.L1" : "P.L0");
  const formulas = asked.map(named);
  const queries = [
    ...formulas.flatMap((f) => [`E<> ${f}`, `A[] not (${f})`]),
    "E<> P.Out",
    "A[] not deadlock",
    "A<> P.Out",
    "E[] not P.Out",
  ];
  return jumpsKeep(
    named(counterText(c)),
    queries,
    (network, query) => findCounting(network, query, 1000).cycles.length,
    (query) => (query.startsWith("E<>") || query.startsWith("A[]")) && !query.includes("deadlock"),
  );
}
