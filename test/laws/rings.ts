import fc from "fast-check";
import { answeredBy } from "../../src/search/index.ts";
import { accelerated, type Pair } from "../transform/accelerating.ts";

/** A ring of locations with a clock, exits to other locations, and a slow environment that may change what the ring reads. */
export interface Ring {
  readonly invariants: readonly (readonly [number, boolean])[];
  readonly edges: readonly {
    readonly guard: number;
    readonly strict: boolean;
    readonly reset: boolean;
    readonly reads: boolean;
  }[];
  readonly exit: number;
  readonly exitAt: number;
  readonly exitReads: boolean;
  readonly chord: boolean;
  readonly period: number;
  readonly back: boolean;
  readonly shared: boolean;
  /** What the ring reads at first; a change before the first edge is possible makes rounds late. */
  readonly first: number;
  /** The environment passes a committed or urgent location, and may meet the ring at its exit. */
  readonly between: "none" | "committed" | "urgent";
  readonly meets: boolean;
  readonly enters: number;
  /** Once changed, what the ring reads may stay so. */
  readonly stays: boolean;
  /** Of each location whether it is urgent or committed. */
  readonly marks: readonly ("none" | "urgent" | "committed")[];
  /** Which edge, if any, selects a value, and whether its guard tests that. */
  readonly selects: readonly ("none" | "idly" | "tested")[];
  /** A way out of a location and back, so that rounds visit it twice; how long the detour may and must take. */
  readonly detour: {
    readonly at: number;
    readonly guard: number;
    readonly most: number;
    readonly reset: boolean;
  } | null;
}

function seldom<T>(one: T, other: T): fc.Arbitrary<T | "none"> {
  return fc.oneof({ arbitrary: fc.constant("none" as const), weight: 8 }, fc.constant(one), fc.constant(other));
}

const anyRings: fc.Arbitrary<Ring> = fc.integer({ min: 1, max: 3 }).chain((n) =>
  fc.record({
    invariants: fc.array(fc.tuple(fc.integer({ min: 0, max: 6 }), fc.boolean()), { minLength: n, maxLength: n }),
    edges: fc.array(
      fc.record({
        guard: fc.integer({ min: 0, max: 5 }),
        strict: fc.boolean(),
        reset: fc.boolean(),
        reads: fc.boolean(),
      }),
      { minLength: n, maxLength: n },
    ),
    exit: fc.integer({ min: 0, max: 12 }),
    exitAt: fc.integer({ min: 0, max: n - 1 }),
    exitReads: fc.boolean(),
    chord: fc.boolean(),
    period: fc.integer({ min: 1, max: 12 }),
    back: fc.boolean(),
    shared: fc.integer({ min: 0, max: 9 }).map((k) => k === 0),
    first: fc.integer({ min: 0, max: 1 }),
    between: fc.constantFrom("none" as const, "committed" as const, "urgent" as const),
    meets: fc.boolean(),
    enters: fc.integer({ min: 0, max: n - 1 }),
    stays: fc.boolean(),
    marks: fc.array(seldom("urgent" as const, "committed" as const), { minLength: n, maxLength: n }),
    selects: fc.array(seldom("idly" as const, "tested" as const), { minLength: n, maxLength: n }),
    detour: fc.option(
      fc.record({
        at: fc.integer({ min: 0, max: n - 1 }),
        guard: fc.integer({ min: 0, max: 4 }),
        most: fc.integer({ min: 0, max: 8 }),
        reset: fc.boolean(),
      }),
    ),
  }),
);

/** Rounds that leave little room, and begin when what they read has just changed: where a jump must be chosen with care. */
const narrowRings: fc.Arbitrary<Ring> = anyRings.map((r) => ({
  ...r,
  edges: r.edges.map((e, i) => ({ ...e, guard: Math.max(0, r.invariants[i]![0] - 1), strict: false, reads: true })),
  exit: 12 + r.exit,
  meets: false,
  between: "none",
  period: Math.max(1, r.invariants[0]![0]),
  first: 1,
  shared: false,
  stays: true,
}));

export const rings: fc.Arbitrary<Ring> = fc.oneof(
  { arbitrary: anyRings, weight: 3 },
  { arbitrary: narrowRings, weight: 1 },
);

export function modelOf(r: Ring): string {
  const n = r.invariants.length;
  const states = r.invariants.map(([c, strict], i) => `L${i} { y ${strict ? "<" : "<="} ${c + (strict ? 1 : 0)} }`);
  const edges = r.edges.map((e, i) => {
    const select = r.selects[i]!;
    const guards = [
      ...(e.guard > 0 ? [`y ${e.strict ? ">" : ">="} ${e.guard}`] : []),
      ...(e.reads ? ["in == 0"] : []),
      ...(select === "tested" ? ["v == in"] : []),
    ];
    return `L${i} -> L${(i + 1) % n} { ${select === "none" ? "" : "select v : int[0,1];"} ${guards.length === 0 ? "" : `guard ${guards.join(" && ")};`} ${e.reset || i === n - 1 ? "assign y = 0;" : ""} }`;
  });
  if (r.chord && n > 1) edges.push(`L1 -> L0 { guard y >= 1; assign y = 0; }`);
  const { detour } = r;
  if (detour !== null) {
    states.push(`X { y <= ${detour.most} }`);
    edges.push(`L${detour.at} -> X { ${detour.reset ? "assign y = 0;" : ""} }`);
    edges.push(
      `X -> L${detour.at} { guard y >= ${detour.guard}; ${detour.at === 0 || detour.reset ? "assign y = 0;" : ""} }`,
    );
  }
  const meeting = r.meets ? "sync meet?;" : "";
  edges.push(`L${r.exitAt} -> Out { guard z >= ${r.exit}${r.exitReads ? " && in == 1" : ""}; ${meeting} }`);
  if (r.back) edges.push("Out -> L0 { assign y = 0; }");
  // Entered in the middle, the clock may have any value.
  if (r.enters > 0) edges.push(`Out -> L${r.enters} { }`);
  const [M, kind] = r.between === "none" ? ["T", ""] : ["M", `${r.between === "committed" ? "commit" : "urgent"} M;`];
  return `int[0,1] in = ${r.first}; clock y, z, w; chan meet;
process P() { state ${states.join(", ")}, Out; ${marksText(r)} init L0; trans ${edges.join(", ")}; }
process Env() { state S { w <= ${r.period} }, M, T${r.stays ? "" : ` { w <= ${r.period + 2} }`}; ${kind} init S;
  trans S -> ${M} { guard w >= ${r.period}${r.shared ? " && y >= 0" : ""}; assign in = 1 - in; }, M -> T { },
        T -> S { guard w > ${r.period + 1}; assign in = 1 - in, w = 0; }${r.meets ? ", S -> T { sync meet!; }, S -> S { sync meet!; }" : ""}; }
system P, Env;
`;
}

/** Which locations are committed and urgent, as a process says it. */
export function marksText({ marks }: Ring): string {
  return (["committed", "urgent"] as const)
    .map((mark) => {
      const names = marks.flatMap((m, i) => (m === mark ? [`L${i}`] : []));
      return names.length === 0 ? "" : `${mark === "committed" ? "commit" : mark} ${names.join(", ")};`;
    })
    .join(" ");
}

const places = (r: Ring): string[] => [
  ...r.invariants.map((_, i) => `P.L${i}`),
  ...(r.detour === null ? [] : ["P.X"]),
  "P.Out",
];
/** A window of one clock, some of them narrow, beside a location of the environment. */
export const constraints = fc.array(
  fc
    .tuple(
      fc.constantFrom("y", "z", "z", "w"),
      fc.constantFrom("<", "<="),
      fc.integer({ min: 0, max: 40 }),
      fc.integer({ min: 0, max: 3 }),
      fc.constantFrom("Env.S", "Env.T", "true", "y == 0", "in == 0"),
    )
    .map(
      ([clock, op, low, width, also]) =>
        `${low} ${op} ${clock} and ${clock} ${op} ${low + Math.max(1, width)} and ${also}`,
    ),
  { minLength: 3, maxLength: 3 },
);

/**
 * The law for one ring and some constraints: every exact acceleration, in each shape and in the search, agrees with the
 * original on every location and constraint, and one that is not exact loses nothing. Says where it fails; otherwise how
 * many cycles were accelerated exactly.
 */
export function keepsReachability(ring: Ring, asked: readonly string[]): number | string {
  const text = modelOf(ring);
  const exact = (["append", "compress", "replace"] as const).map((shape) => accelerated(text, { shape }));
  const [pair] = exact;
  const looser = accelerated(text, { approximate: true });
  if (exact.some((e) => !e.result.exact)) return `appended although not exact\n${text}`;
  for (const place of places(ring)) {
    const faults = exact.flatMap((e) => (e.result.appended.length === 0 ? [] : valueFaults(e, place)));
    if (faults.length > 0) return faults[0]!;
    for (const constraint of ["true", ...asked]) {
      const query = `E<> ${place} and ${constraint}`;
      const before = pair!.original(query);
      const differs = (what: string, outcome: string): string =>
        `${what}: ${outcome}, not ${before}: ${query}\n${text}`;
      for (const e of exact) {
        if (e.result.appended.length === 0) continue;
        const after = e.changed(query);
        if (after !== before) return differs(e.result.appended.map((x) => x.shape).join(), after);
      }
      const { outcome, trace, traceReason, ...told } = pair!.jumped(query);
      const jumps = answeredBy(told)?.cycles;
      if (outcome !== before) return differs("jumps", outcome);
      // Without the number of jumps, the trace of the original was found by searching that instead.
      if (pair!.jumps > 0 && outcome === "satisfied" && (trace?.concrete !== true || jumps !== pair!.jumps))
        return differs("no trace of its own", traceReason ?? "");
      if (before === "satisfied") {
        const after = looser.changed(query);
        if (after !== before) return differs("over-approximation", after);
      }
    }
  }
  return pair!.result.appended.length;
}

/** Where the times at which a location can be entered are not those of the original, or jumps hit what lies between them. */
function valueFaults(pair: Pair, place: string): readonly string[] {
  const query = `bounds{${place} && y == 0 && z <= ${LATEST}}: z`;
  const { before, after } = pair.values(query);
  const differs = (what: string, found: unknown): string =>
    `${what}: ${JSON.stringify(found)}, not ${JSON.stringify(before)}: ${query}\n${pair.text}`;
  if (JSON.stringify(before) !== JSON.stringify(after)) return [differs(pair.result.appended[0]!.shape, after)];
  if (typeof before === "string") return before.startsWith("unknown") ? [] : [differs("no values", before)];
  return before.slice(1).flatMap(({ low, lowStrict }, i) => {
    const { high, highStrict } = before[i]!;
    const gap = `${high} ${highStrict ? "<=" : "<"} z and z ${lowStrict ? "<=" : "<"} ${low}`;
    const { outcome } = pair.jumped(`E<> ${place} and y == 0 and ${gap}`);
    return outcome === "violated" ? [] : [differs(`jumps into ${gap}`, outcome)];
  });
}

/** Times up to which all are compared. */
const LATEST = 30;
