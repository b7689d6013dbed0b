import { mkdirSync, writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { save } from "../engine.ts";
import { curves } from "../plot.ts";
import { table } from "../table.ts";
import { beside, NONE, type Standing, standing } from "./standing.ts";
import { ask, type Measured } from "./symmetry-measure.ts";
import { table1 } from "./symmetry-table.ts";

/**
 * `bench papers symmetry`: Hendriks, Behrmann, Larsen, Niebert, Vaandrager, Adding symmetry reduction to Uppaal (2003).
 * Fischer's protocol and CSMA/CD with scalar sets for growing n, with the reduction alone and plain: states, time, memory; the
 * same for Fischer with integers, which are found to name processes only, and for philosophers around a table, a ring. What
 * the paper says of a size stands beside ours. Figure 4 of the paper, the growth over n, is printed as bars and written as SVG; its Table 1
 * follows (`symmetry-table.ts`), and last what the reduction costs where it gains nothing.
 */
export async function run(args: readonly string[]): Promise<number> {
  const { values } = parseArgs({
    args: [...args],
    options: {
      most: { type: "string", default: "25" },
      stations: { type: "string", default: "50" },
      timeout: { type: "string", default: "20" },
      ring: { type: "string", default: "9" },
      rounds: { type: "string", default: "5" },
    },
  });
  const timeout = Number(values.timeout) * 1000;
  const families = [
    {
      name: "Fischer",
      sizes: range(2, Number(values.most)),
      model: fischer,
      query: "A[] forall (i : id_t) forall (j : id_t) P(i).Cs and P(j).Cs imply i == j",
      paper: {
        20: {
          says: "about 1 s, under 10 MB; plain: 115 days, 1000 GB (extrapolated)",
          against: ({ seconds, mib }) =>
            mib < 10 ? standing(seconds, 1, "slower", 0.5) : "not reproduced: more memory",
        },
      },
    },
    {
      name: "Fischer, integers",
      sizes: range(2, Number(values.most)),
      model: fischerIntegers,
      query: "A[] forall (i : id_t) forall (j : id_t) P(i).Cs and P(j).Cs imply i == j",
    },
    {
      name: "Philosophers",
      sizes: range(3, Number(values.ring)),
      model: philosophers,
      query: "A[] forall (i : id_t) not (P(i).Eat and P((i + 1) % N).Eat)",
    },
    {
      name: "CSMA/CD",
      sizes: [2, 3, 4, 5, 6, 8, 10, 15, 20, 30, 40, 50].filter((n) => n <= Number(values.stations)),
      model: csmacd,
      query:
        "A[] not (Bus.Idle and exists (i : id_t) exists (j : id_t) i != j and S(i).Send and S(j).Send and x[i] > 52 and x[j] > 52)",
      paper: {
        50: {
          says: "handled easily; plain: about 10",
          against: ({ outcome }) => (outcome === "satisfied" ? "equal" : "not reproduced: no answer"),
        },
      },
    },
  ] as readonly Family[];
  const all: Record<string, Row[]> = {};
  for (const { name, sizes, model, query, paper } of families) {
    const rows: Row[] = [];
    let plainIsTooSlow = false;
    for (const n of sizes) {
      const reduced = ask(model(n), query, true, timeout);
      const plain = plainIsTooSlow ? undefined : ask(model(n), query, false, timeout);
      if (plain?.outcome === "unknown") plainIsTooSlow = true;
      rows.push({ n, reduced, plain: plain?.outcome === "unknown" ? undefined : plain });
      if (reduced.outcome === "unknown") break;
    }
    all[name] = rows;
    console.log(`\n${name}`);
    console.log(
      beside(
        ["n", "states", "s", "MiB", "canonical", "plain states", "s", "MiB", "verdict", "paper", "against the paper"],
        rows.map((r) => [
          r.n,
          r.reduced.stored,
          r.reduced.seconds.toFixed(2),
          r.reduced.mib.toFixed(1),
          r.reduced.canonical,
          r.plain?.stored ?? "-",
          r.plain?.seconds.toFixed(2) ?? "-",
          r.plain?.mib.toFixed(1) ?? "-",
          r.reduced.outcome,
          paper?.[r.n]?.says ?? "",
          paper?.[r.n]?.against(r.reduced) ?? NONE,
        ]),
      ),
    );
    console.log(`\n${bars(rows)}`);
    const differ = rows.filter(
      ({ plain, reduced }) => plain && reduced.outcome !== "unknown" && plain.outcome !== reduced.outcome,
    );
    if (differ.length > 0) {
      console.log(`verdicts differ for n = ${differ.map((r) => r.n).join(", ")}`);
      return 1;
    }
  }
  mkdirSync("bench/results", { recursive: true });
  writeFileSync(
    "bench/results/symmetry-states.svg",
    curves(
      "stored states",
      "n",
      Object.entries(all).flatMap(([name, rows]) => [
        { name, points: rows.map((r) => [r.n, r.reduced.stored] as const) },
        { name: `${name}, without`, points: rows.flatMap((r) => (r.plain ? [[r.n, r.plain.stored] as const] : [])) },
      ]),
    ),
  );
  console.log("\nplot: bench/results/symmetry-states.svg");
  table1(timeout);
  noGain(Number(values.rounds));
  save("symmetry", all);
  return 0;
}

interface Family {
  readonly name: string;
  readonly sizes: readonly number[];
  readonly model: (n: number) => string;
  readonly query: string;
  /** What the paper says, by size, and how ours stands to it. */
  readonly paper?: Readonly<Record<number, { readonly says: string; readonly against: (ours: Measured) => Standing }>>;
}
interface Row {
  readonly n: number;
  readonly reduced: Measured;
  readonly plain: Measured | undefined;
}

/** States over n as bars, on a logarithmic scale: # with the reduction, - as far as it goes without. */
function bars(rows: readonly Row[]): string {
  const length = (states: number): number => Math.round(8 * Math.log10(Math.max(1, states)));
  return rows
    .map(({ n, reduced, plain }) => {
      const [inner, outer] = [length(reduced.stored), length(plain?.stored ?? 0)];
      return `${String(n).padStart(3)} ${"#".repeat(inner)}${"-".repeat(Math.max(0, outer - inner))}`;
    })
    .join("\n");
}

/** Models whose symmetric states are all alike, or whose queries name every element: the reduction only costs. */
function noGain(rounds: number): void {
  const rows: (string | number)[][] = [];
  /** In turns, the least of each by the processor. */
  const best = (text: string, query: string): readonly [Measured, Measured] => {
    const least = (all: readonly Measured[]): Measured => all.reduce((a, b) => (b.busy < a.busy ? b : a));
    const pairs = Array.from({ length: rounds }, () => [true, false].map((on) => ask(text, query, on, 60_000)));
    return [least(pairs.map((p) => p[0]!)), least(pairs.map((p) => p[1]!))];
  };
  const cases = [
    ...[4, 8, 12].map((n) => ({ name: `in step, ${n} scalars`, text: inStep(n), query: "A[] total < 100" })),
    // The cost is that of finding out, once: a smaller part of longer searches.
    ...[8, 10].map((n) => ({
      name: `named by the query, ${n} integers`,
      text: fischerIntegers(n),
      query: `A[] ${named(n)}`,
    })),
    { name: "no symmetry", text: noSymmetry(), query: "A[] total < 100" },
  ];
  for (const { name, text, query } of cases) {
    const [on, off] = best(text, query);
    const cost = 100 * (on.busy / off.busy - 1);
    rows.push([name, on.stored, off.stored, on.busy.toFixed(3), off.busy.toFixed(3), `${cost.toFixed(0)} %`]);
  }
  console.log("\nNothing to gain: the best of each, by the processor");
  console.log(table(["model", "states", "without", "s", "s without", "cost"], rows));
}

/** Each process has a place of its own in the query, so that none may be exchanged. */
function named(n: number): string {
  return range(1, n)
    .map((i) => `(P(${i}).Cs imply P(${i}).x >= ${i - 9})`)
    .join(" and ");
}

function inStep(n: number): string {
  return `typedef scalar[${n}] id_t;
broadcast chan tick; int[0,99] total; int[0,6] a[6];
process P(const id_t p) { clock x; state A, B; init A; trans A -> B { sync tick?; assign x = 0; }, B -> A { sync tick?; }; }
process Q() {
  clock y; state S { y <= 3 }; init S;
  trans S -> S { select k : int[0,5]; guard y >= 1 && a[k] < 6; sync tick!; assign a[k] = a[k] + 1, total = 0, y = 0; };
}
system P, Q;
`;
}

function noSymmetry(): string {
  return inStep(4)
    .replace("typedef scalar[4] id_t;", "typedef int[0,3] id_t; int[0,9] last;")
    .replace("assign x = 0;", "assign x = 0, last = 2 * p;");
}

function range(from: number, to: number): number[] {
  return Array.from({ length: to - from + 1 }, (_, k) => from + k);
}

function fischer(n: number): string {
  return `typedef scalar[${n}] id_t;
bool set; id_t id;
process P(const id_t p) {
  clock x;
  state Idle, Req { x <= 2 }, Wait, Cs;
  init Idle;
  trans Idle -> Req { guard !set; assign x = 0; },
        Req -> Wait { guard x <= 2; assign x = 0, id = p, set = true; },
        Wait -> Req { guard !set; assign x = 0; },
        Wait -> Cs { guard x > 2 && set && id == p; },
        Cs -> Idle { assign set = false; };
}
system P;
`;
}

/** 0 stands for nobody. */
function fischerIntegers(n: number): string {
  return `typedef int[1,${n}] id_t;
int[0,${n}] id;
process P(const id_t p) {
  clock x;
  state Idle, Req { x <= 2 }, Wait, Cs;
  init Idle;
  trans Idle -> Req { guard id == 0; assign x = 0; },
        Req -> Wait { guard x <= 2; assign x = 0, id = p; },
        Wait -> Req { guard id == 0; assign x = 0; },
        Wait -> Cs { guard x > 2 && id == p; },
        Cs -> Idle { assign id = 0; };
}
system P;
`;
}

function philosophers(n: number): string {
  return `const int N = ${n};
typedef int[0,N-1] id_t;
bool fork[N];
process P(const id_t i) {
  clock x;
  state Think, Left { x <= 2 }, Eat { x <= 4 };
  init Think;
  trans Think -> Left { guard !fork[i]; assign fork[i] = true, x = 0; },
        Left -> Eat { guard !fork[(i + 1) % N]; assign fork[(i + 1) % N] = true, x = 0; },
        Left -> Think { guard x == 2; assign fork[i] = false; },
        Eat -> Think { guard x >= 3; assign fork[i] = false, fork[(i + 1) % N] = false; };
}
system P;
`;
}

function csmacd(n: number): string {
  return `typedef scalar[${n}] id_t;
clock x[id_t]; clock y;
chan begin, end, busy; broadcast chan cd;
process S(const id_t p) {
  state Wait, Send { x[p] <= 808 }, Retry { x[p] <= 52 };
  init Wait;
  trans Wait -> Send { sync begin!; assign x[p] = 0; },
        Wait -> Retry { sync busy!; assign x[p] = 0; },
        Wait -> Wait { sync cd?; assign x[p] = 0; },
        Send -> Wait { guard x[p] == 808; sync end!; assign x[p] = 0; },
        Send -> Retry { sync cd?; assign x[p] = 0; },
        Retry -> Send { guard x[p] < 52; sync begin!; assign x[p] = 0; },
        Retry -> Retry { sync cd?; assign x[p] = 0; };
}
process Bus() {
  state Idle, Active, Collision { y < 26 };
  init Idle;
  trans Idle -> Active { sync begin?; assign y = 0; },
        Active -> Idle { sync end?; assign y = 0; },
        Active -> Active { guard y >= 26; sync busy?; },
        Active -> Collision { guard y < 26; sync begin?; assign y = 0; },
        Collision -> Idle { guard y < 26; sync cd!; assign y = 0; };
}
system S, Bus;
`;
}
