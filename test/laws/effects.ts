/**
 * Random models whose expressions change what they read: assignments and steps inside of conditions, indices, arguments and
 * targets, through functions and references. What is written is read again later, in part. All values stay in 0..2, so that
 * nothing faults. The answers must be the same by both engines, with reductions and without, and each must be proved to the
 * checker, which has a semantics of its own.
 */
import { verify } from "../../src/index.ts";
import { ALWAYS } from "../agree/active.ts";
import { Random } from "../agree/random-network.ts";
import { proveAll, queryOf, subjectOf } from "../certify/prove.ts";

/** Places that are looked at in the end. */
const places = ["n", "m", "q[0]", "q[1]", "q[2]", "a[0]", "a[1]", "a[2]", "r[0][1]", "r[1][0]", "r[2][2]"] as const;

function effectModel(random: Random): { readonly text: string; readonly queries: readonly string[] } {
  const seen = random.list(2, 4, () => [random.pick(places), random.below(3)] as const);
  const updates = random.list(1, 3, () => expression(random, 3));
  const inside = random.list(1, 2, () => expression(random, 2));
  const text = `typedef int[0,2] few; few n, m, q[3], a[3], r[3][3];
few put(few &to, few v) { to = v; return v; }
few f(few v) { few i = 1; ${inside.map((e) => `i = ${e};`).join(" ")} return (i + v) % 3; }
process P() { state A, B, C, ${seen.map((_, k) => `D${k}`).join(", ")}; init A; trans
A -> B { select s : few; assign ${random.pick(["q[0] = s", "q[2] = s", "a[1] = s, n = 1", "m = s", "r[1][0] = s, q[1] = 2"])}; },
B -> C { assign ${updates.join(", ")}; },
${seen.map(([place, value], k) => `C -> D${k} { guard ${place} == ${value}; }`).join(",\n")};
}
system P;
`;
  return { text, queries: [...seen.map((_, k) => `E<> P.D${k}`), "A[] not P.C || n <= m"] };
}

/** A value in 0..2, with effects up to this depth. */
function expression(random: Random, depth: number): string {
  const some = (): string => expression(random, depth - 1);
  if (depth === 0) return random.pick(["0", "1", "2", "n", "m", "q[n]", "a[1]", "q[0]"]);
  const place = target(random, depth - 1);
  return random.pick([
    () => place,
    () => `(${place} = ${some()})`,
    () => `(${place} < 2 ? ${place}++ : ${some()})`,
    () => `(n > 0 ? --n : ${some()})`,
    () => `(m < 2 ? q[m++] : ${some()})`,
    () => `(${some()} == ${some()} ? ${some()} : ${some()})`,
    () => `(${some()} && ${some()} ? ${some()} : ${some()})`,
    () => `(${some()} || (n = ${some()}) == 1)`,
    () => `((${some()} + ${some()}) % 3)`,
    () => `put(${place}, ${some()})`,
    () => `((${place} = ${some()}) = ${some()})`,
  ])();
}

function target(random: Random, depth: number): string {
  const some = (): string => expression(random, Math.max(0, depth - 1));
  return random.pick([() => "n", () => "m", () => `q[${some()}]`, () => `a[n]`, () => `r[${some()}][${some()}]`])();
}

/** What differs between two ways to an answer, or is refused by the checker. */
export function effectDifference(seed: number, isProved = true): string | undefined {
  return differenceOf(effectModel(new Random(seed)), isProved);
}

export function differenceOf(
  { text, queries }: { readonly text: string; readonly queries: readonly string[] },
  isProved: boolean,
): string | undefined {
  const subject = subjectOf(new TextEncoder().encode(text), "effects.xta");
  if (subject === undefined) throw new Error(`not a model\n${text}`);
  for (const asked of queries) {
    const query = queryOf(subject, asked)!;
    const ways = [
      { compiled: false, reduce: false, symmetry: false },
      { compiled: false },
      { compiled: true, reduce: false },
      { compiled: true },
      { compiled: true, knobs: ALWAYS },
    ] as const;
    const said = ways.map((options) => {
      const { outcome, fault } = verify(subject.made.network, query, options);
      return fault === undefined ? outcome : `${outcome}: ${fault.message}`;
    });
    if (new Set(said).size > 1) return `${said.join(", ")}: ${asked}\n${text}`;
    if (!isProved) continue;
    for (const { judgement } of proveAll(subject, query))
      if (judgement !== undefined && judgement.result !== "proved")
        return `${JSON.stringify(judgement)}: ${asked}\n${text}`;
  }
  return undefined;
}
