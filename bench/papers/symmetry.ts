import { mkdirSync, writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { open } from "../../src/index.ts";
import { save } from "../engine.ts";
import { curves } from "../plot.ts";
import { table } from "../table.ts";

/**
 * `bench papers symmetry`: Hendriks, Behrmann, Larsen, Niebert, Vaandrager, Adding symmetry reduction to Uppaal (2003).
 * Fischer's protocol and CSMA/CD with scalar sets for growing n, with and without the reduction: states, time, memory. The
 * paper: 20 processes of Fischer in about a second and under 10 MB; 115 days were estimated without.
 */
export async function run(args: readonly string[]): Promise<number> {
  const { values } = parseArgs({
    args: [...args],
    options: {
      most: { type: "string", default: "20" },
      stations: { type: "string", default: "50" },
      timeout: { type: "string", default: "20" },
    },
  });
  const timeout = Number(values.timeout) * 1000;
  const families = [
    {
      name: "Fischer",
      sizes: range(2, Number(values.most)),
      model: fischer,
      query: "A[] forall (i : id_t) forall (j : id_t) P(i).Cs and P(j).Cs imply i == j",
    },
    {
      name: "CSMA/CD",
      sizes: [2, 3, 4, 5, 6, 8, 10, 15, 20, 30, 40, 50].filter((n) => n <= Number(values.stations)),
      model: csmacd,
      query:
        "A[] not (Bus.Idle and exists (i : id_t) exists (j : id_t) i != j and S(i).Send and S(j).Send and x[i] > 52 and x[j] > 52)",
    },
  ];
  const all: Record<string, Row[]> = {};
  for (const { name, sizes, model, query } of families) {
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
      table(
        ["n", "states", "s", "MiB", "states without", "s", "MiB", "verdict"],
        rows.map((r) => [
          r.n,
          r.reduced.stored,
          r.reduced.seconds.toFixed(2),
          r.reduced.mib.toFixed(1),
          r.plain?.stored ?? "-",
          r.plain?.seconds.toFixed(2) ?? "-",
          r.plain?.mib.toFixed(1) ?? "-",
          r.reduced.outcome,
        ]),
      ),
    );
    const differ = rows.filter((r) => r.plain !== undefined && r.plain.outcome !== r.reduced.outcome);
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
  save("symmetry", all);
  return 0;
}

interface Measured {
  readonly outcome: string;
  readonly stored: number;
  readonly seconds: number;
  readonly mib: number;
}
interface Row {
  readonly n: number;
  readonly reduced: Measured;
  readonly plain: Measured | undefined;
}

function ask(text: string, query: string, symmetry: boolean, timeout: number): Measured {
  const started = performance.now();
  const verdict = open(text, { name: "model.xta" }).verify(query, { symmetry, timeout, now: () => performance.now() });
  return {
    outcome: verdict.outcome,
    stored: verdict.statistics.stored,
    seconds: (performance.now() - started) / 1000,
    mib: verdict.statistics.memory / 2 ** 20,
  };
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
