/**
 * `bench papers symmetry-cost [--rounds N]`: what the reduction by symmetries costs where it gains nothing. Models whose
 * symmetric states are all alike, or whose queries name every element, and one without a symmetry. Finding out and compiling is
 * some milliseconds, once; what is left is by the state. So each is asked for a short and for a long search.
 */
import { parseArgs } from "node:util";
import { table } from "../table.ts";
import { fischerIntegers } from "./symmetry-families.ts";
import { ask, type Measured } from "./symmetry-measure.ts";

export async function run(args: readonly string[]): Promise<number> {
  const { values } = parseArgs({ args: [...args], options: { rounds: { type: "string", default: "8" } } });
  noGain(Number(values.rounds));
  return 0;
}

export function noGain(rounds: number): void {
  const rows: (string | number)[][] = [];
  /** In turns, the least of each by the processor. */
  const best = (text: string, query: string): readonly [Measured, Measured] => {
    const least = (all: readonly Measured[]): Measured => all.reduce((a, b) => (b.busy < a.busy ? b : a));
    const pairs = Array.from({ length: rounds }, () => [true, false].map((on) => ask(text, query, on, 60_000)));
    return [least(pairs.map((p) => p[0]!)), least(pairs.map((p) => p[1]!))];
  };
  const cases = [
    ...[6, 7].flatMap((counters) =>
      [4, 8, 12].map((n) => ({
        name: `in step, ${n} scalars`,
        text: inStep(n, counters),
        query: "A[] total < 100",
      })),
    ),
    ...[8, 10].map((n) => ({
      name: `named by the query, ${n} integers`,
      text: fischerIntegers(n),
      query: `A[] ${named(n)}`,
    })),
    ...[6, 7].map((counters) => ({ name: "no symmetry", text: noSymmetry(counters), query: "A[] total < 100" })),
  ];
  for (const { name, text, query } of cases) {
    const [on, off] = best(text, query);
    const cost = 100 * (on.busy / off.busy - 1);
    const lost = 1000 * (on.busy - off.busy);
    rows.push([
      name,
      on.stored,
      off.stored,
      on.busy.toFixed(3),
      off.busy.toFixed(3),
      lost.toFixed(0),
      `${cost.toFixed(1)} %`,
    ]);
  }
  console.log("\nNothing to gain: the best of each, by the processor");
  console.log(table(["model", "states", "without", "s", "s without", "ms lost", "cost"], rows));
}

/** Each process has a place of its own in the query, so that none may be exchanged. */
function named(n: number): string {
  return Array.from({ length: n }, (_, k) => k + 1)
    .map((i) => `(P(${i}).Cs imply P(${i}).x >= ${i - 9})`)
    .join(" and ");
}

/** Counters that a process steps one by one, while the others only follow. */
function inStep(n: number, counters: number): string {
  return `typedef scalar[${n}] id_t;
broadcast chan tick; int[0,99] total; int[0,6] a[${counters}];
process P(const id_t p) { clock x; state A, B; init A; trans A -> B { sync tick?; assign x = 0; }, B -> A { sync tick?; }; }
process Q() {
  clock y; state S { y <= 3 }; init S;
  trans S -> S { select k : int[0,${counters - 1}]; guard y >= 1 && a[k] < 6; sync tick!; assign a[k] = a[k] + 1, total = 0, y = 0; };
}
system P, Q;
`;
}

function noSymmetry(counters: number): string {
  return inStep(4, counters)
    .replace("typedef scalar[4] id_t;", "typedef int[0,3] id_t; int[0,9] last;")
    .replace("assign x = 0;", "assign x = 0, last = 2 * p;");
}
