/**
 * Two processes that go round together: a script of steps, each of one of them or of both over a binary channel, with a clock
 * of each; exits of either, alone, with somebody else, over an urgent channel or by a broadcast; an environment that may change
 * what a step reads, and may answer on the channels of the two. Some rounds are cycles of the product that can be jumped over.
 */
import fc from "fast-check";
import { findJumps } from "../../src/analysis/index.ts";
import { type JumpLaw, jumpsKeep } from "./jumping.ts";

interface Pair {
  readonly steps: readonly {
    readonly who: "P" | "Q" | "both";
    readonly most: number;
    readonly guard: number;
    readonly strict: boolean;
    /** Which clocks are set, and by whom. */
    readonly sets: "none" | "both" | "y" | "w";
    readonly sends: boolean;
    readonly reads: boolean;
    readonly mark: "none" | "urgent" | "commit";
  }[];
  /** Whether invariants and guards are on the clock of P only. */
  readonly one: boolean;
  readonly exit: {
    readonly of: "P" | "Q";
    readonly at: number;
    readonly late: number;
    readonly how: "alone" | "urgent" | "broadcast" | "binary" | "channel";
    readonly back: boolean;
  };
  readonly third: boolean;
  readonly period: number;
  readonly changes: "nothing" | "flag" | "clock";
}

const anyPairs: fc.Arbitrary<Pair> = fc.record({
  steps: fc.array(
    fc.record({
      who: fc.constantFrom("P", "Q", "both", "both"),
      most: fc.integer({ min: 0, max: 6 }),
      guard: fc.integer({ min: 0, max: 4 }),
      strict: fc.boolean(),
      sets: fc.constantFrom("none", "both", "y", "w"),
      sends: fc.boolean(),
      reads: fc.boolean(),
      mark: fc.constantFrom("none", "none", "none", "none", "none", "urgent", "commit"),
    }),
    { minLength: 1, maxLength: 4 },
  ),
  one: fc.boolean(),
  exit: fc.record({
    of: fc.constantFrom("P", "Q"),
    at: fc.nat(3),
    late: fc.integer({ min: 0, max: 40 }),
    how: fc.constantFrom("alone", "alone", "alone", "binary", "channel", "urgent", "broadcast"),
    back: fc.boolean(),
  }),
  third: fc.integer({ min: 0, max: 5 }).map((k) => k === 0),
  period: fc.integer({ min: 2, max: 14 }),
  changes: fc.constantFrom("nothing", "nothing", "nothing", "flag", "clock"),
});

/** Rounds that can be completed, with a step of both that sets the clocks. */
const smooth: fc.Arbitrary<Pair> = anyPairs.map((p): Pair => {
  const most = Math.max(1, ...p.steps.map((s) => s.most));
  const steps = p.steps.map((s, k) => ({
    ...s,
    most,
    strict: false,
    guard: Math.min(s.guard, most - 1),
    sets: k === p.steps.length - 1 ? ("both" as const) : s.sets === "both" ? ("both" as const) : ("none" as const),
    who: k === p.steps.length - 1 ? ("both" as const) : s.who,
    mark: k === 0 ? ("none" as const) : s.mark,
  }));
  return { ...p, steps };
});

export const pairs: fc.Arbitrary<Pair> = fc.oneof({ arbitrary: anyPairs, weight: 1 }, { arbitrary: smooth, weight: 2 });

function pairText(p: Pair): string {
  const own = { P: [] as number[], Q: [] as number[] };
  for (const [k, s] of p.steps.entries()) {
    if (s.who !== "Q") own.P.push(k);
    if (s.who !== "P") own.Q.push(k);
  }
  const process = (name: "P" | "Q", clock: string): string => {
    const mine = own[name];
    const n = Math.max(1, mine.length);
    const states = Array.from({ length: n }, (_, k) => {
      const s = p.steps[mine[k] ?? 0]!;
      return `L${k}${name === "Q" && p.one ? "" : ` { ${clock} <= ${s.most} }`}`;
    });
    const marks = (["urgent", "commit"] as const).map((mark) => {
      const names = mine.flatMap((step, k) =>
        p.steps[step]!.mark === mark && p.steps[step]!.who === name ? [`L${k}`] : [],
      );
      return names.length === 0 ? "" : `${mark} ${names.join(", ")};`;
    });
    const edges = mine.map((step, k) => {
      const s = p.steps[step]!;
      const guards = [
        ...(name === "Q" && p.one ? [] : [`${clock} ${s.strict ? ">" : ">="} ${s.guard}`]),
        ...(s.reads && name === "P" ? ["in == 0"] : []),
      ];
      const sets = [
        ...((s.sets === "both" || s.sets === "y") && (name === "P" || s.who === "Q") ? ["y = 0"] : []),
        ...((s.sets === "both" || s.sets === "w") && (name === "Q" || s.who === "P") ? ["w = 0"] : []),
      ];
      const sync = s.who === "both" ? `sync c${step}${(name === "P") === s.sends ? "!" : "?"};` : "";
      return `L${k} -> L${(k + 1) % n} { ${guards.length === 0 ? "" : `guard ${guards.join(" && ")};`} ${sync} ${sets.length === 0 ? "" : `assign ${sets.join(", ")};`} }`;
    });
    const { exit } = p;
    if (exit.of === name) {
      const sync = {
        alone: "",
        urgent: "sync u!;",
        broadcast: "sync b?;",
        binary: "sync m!;",
        channel: "sync c0!;",
      }[exit.how];
      const late = exit.how === "urgent" || exit.how === "broadcast" ? "" : `guard z >= ${exit.late};`;
      edges.push(`L${exit.at % n} -> Out { ${late} ${sync} }`);
      if (exit.back) edges.push("Out -> L0 { assign y = 0, w = 0; }");
    }
    if (edges.length === 0) edges.push("Out -> Out { }");
    return `process ${name}() { state ${states.join(", ")}, Out; ${marks.join(" ")} init L0; trans ${edges.join(", ")}; }`;
  };
  const channels = p.steps.map((_, k) => `c${k}`);
  const change = p.changes === "flag" ? ", in = 1 - in" : "";
  const uses = p.changes === "clock" ? " && w >= 0" : "";
  return `int[0,1] in; clock y, w, z, v; urgent chan u; broadcast chan b; chan m, ${channels.join(", ")};
${process("P", "y")}
${process("Q", "w")}
process Env() { state S { v <= ${p.period} }, T { v <= 3 }; init S;
  trans S -> T { guard v >= ${p.period}${uses}; assign v = 0${change}; }, T -> S { guard v >= 2; sync b!; assign v = 0; },
    S -> S { sync u?; }, S -> S { sync m?; }${p.third ? ", T -> T { sync c0?; }, T -> T { sync c0!; }" : ""}; }
system P, Q, Env;
`;
}

export const askedOfPairs = fc.array(
  fc
    .tuple(
      fc.constantFrom("P.Out", "Q.Out", "P.L0", "Q.L0", "P.L0 and Q.L0", "true"),
      fc.constantFrom("Env.S", "Env.T", "true", "y == 0", "y == 0 and w == 0", "w > y", "in == 1"),
      fc.integer({ min: 0, max: 40 }),
      fc.constantFrom("<", "<="),
      fc.integer({ min: 1, max: 3 }),
    )
    .map(([place, also, low, op, width]) => `${place} and ${also} and ${low} ${op} z and z ${op} ${low + width}`),
  { minLength: 4, maxLength: 4 },
);

/** Where the search with jumps differs from that without. */
export function pairKeeps(p: Pair, asked: readonly string[]): JumpLaw | string {
  const queries = [
    ...asked.flatMap((f, k) => [k % 2 === 0 ? `E<> ${f}` : `A[] not (${f})`]),
    "A[] not deadlock",
    "A<> P.Out",
    "E[] not Q.Out",
  ];
  return jumpsKeep(
    pairText(p),
    queries,
    (network) => findJumps(network, { limit: 1000 }).filter((j) => j.product !== undefined).length,
    (query) => asked.some((f) => query.includes(f)),
  );
}
