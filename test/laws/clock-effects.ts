/**
 * Random models whose expressions set and copy clocks where it is easily overlooked: functions that do so are called inside
 * of indices, conditions, arguments, places that are copied or compared, and other functions. What a clock is then compared
 * with counts for those that it was copied from. The answers must be the same by both engines, reduced, made small and not,
 * and each must be proved to the checker.
 */
import { Random } from "../agree/random-network.ts";
import { differenceOf } from "./effects.ts";

const clocks = ["x", "y", "z", "w", "v[0]", "v[1]"] as const;

function clockEffectModel(random: Random): { readonly text: string; readonly queries: readonly string[] } {
  const clock = () => random.pick(clocks);
  const value = () => random.below(4);
  const set = () =>
    random.pick([
      () => `${clock()} = ${clock()};`,
      () => `${clock()} = ${clock()};`,
      () => `move(${clock()}, ${clock()});`,
      () => `${clock()} = ${value()};`,
      () => `if (n > 0) ${clock()} = ${clock()};`,
      () => `for (i : int[0,1]) v[i] = ${clock()};`,
      () => `while (n > 0) { ${clock()} = ${clock()}; n--; }`,
    ])();
  const body = () => random.list(1, 2, set).join(" ");
  const call = (): string => random.pick(["f()", "g()", "h(f())", "h(n)"]);
  const update = () =>
    random.pick([
      () => `m = q[${call()}]`,
      () => `q[${call()}] = 1`,
      () => `v[${call()}] = ${value()}`,
      () => `v[${call()} % 2] = ${clock()}`,
      () => `put(q[${call()}])`,
      () => `put(q[n == 0 ? ${call()} : 1])`,
      () => `start(v[${call()}])`,
      () => `move(v[${call()}], ${clock()})`,
      () => `m = sum(r[${call()}])`,
      () => `q = r[${call()}]`,
      () => `m = (q == r[${call()}] ? 1 : 0)`,
      () => `m = pair().a`,
      () => `p = one()`,
      () => `m = (${call()} && ${call()} ? 1 : ${call()})`,
      () => `n = (n + ${call()}) % 2`,
      () => `${clock()} = 0`,
    ])();
  const compared = () => `${clock()} ${random.pick(["<=", "<", ">=", ">", "=="])} ${random.below(6)}`;
  const loops = random.list(1, 2, () => {
    const resets = random.list(1, 3, clock).map((c) => `${c} = 0`);
    return `A -> A { guard ${clock()} >= ${1 + random.below(2)}; assign ${resets.join(", ")}; }`;
  });
  const ends = [0, 1, 2];
  const text = `clock x, y, z, w, v[2]; int[0,1] n, m, q[2], r[2][2]; typedef struct { int[0,1] a; int[0,1] b; } pair_t; pair_t p, s[2];
void move(clock &to, clock &from) { to = from; }
void start(clock &what) { what = ${value()}; }
void put(int[0,1] &to) { to = 1 - to; }
int[0,1] sum(int[0,1] of[2]) { return of[0]; }
int[0,1] f() { ${body()} return ${random.below(2)}; }
int[0,1] g() { ${body()} return n; }
int[0,1] h(int[0,1] k) { ${body()} return k; }
pair_t pair() { ${body()} return p; }
pair_t one() { return s[f()]; }
process P() { state A, B, ${ends.map((k) => `D${k}`).join(", ")}; init A; trans
${loops.join(",\n")},
A -> B { ${random.below(2) === 0 ? `guard ${compared()};` : ""} assign ${random.list(1, 2, update).join(", ")}; },
${random.below(3) === 0 ? `B -> A { guard ${compared()}; assign ${update()}; },\n` : ""}${ends
  .map((k) => `B -> D${k} { guard ${compared()} && ${compared()}; }`)
  .join(",\n")};
}
system P;
`;
  return { text, queries: [...ends.map((k) => `E<> P.D${k}`), `A[] P.B imply ${compared()}`] };
}

/** What differs between two ways to an answer, or is refused by the checker. */
export function clockEffectDifference(seed: number, isProved = true): string | undefined {
  return differenceOf(clockEffectModel(new Random(seed)), isProved);
}
