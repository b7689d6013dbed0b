import { mkdirSync, writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { save } from "../engine.ts";
import { curves } from "../plot.ts";
import { beside, NONE, type Standing, standing } from "./standing.ts";
import { noGain } from "./symmetry-cost.ts";
import { csmacd, fischer, fischerIntegers, philosophers } from "./symmetry-families.ts";
import { ask, type Measured } from "./symmetry-measure.ts";
import { table1 } from "./symmetry-table.ts";

/**
 * `bench papers symmetry`: Hendriks, Behrmann, Larsen, Niebert, Vaandrager, Adding symmetry reduction to Uppaal (2003).
 * Fischer's protocol and CSMA/CD with scalar sets for growing n, with the reduction alone and plain: states, time, memory; the
 * same for Fischer with integers, which are found to name processes only, and for philosophers around a table, a ring. What
 * the paper says of a size stands beside ours. Figure 4 of the paper, the growth over n, is printed as bars and written as SVG;
 * its Table 1 follows (`symmetry-table.ts`), and last what the reduction costs where it gains nothing (`symmetry-cost.ts`).
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

function range(from: number, to: number): number[] {
  return Array.from({ length: to - from + 1 }, (_, k) => from + k);
}
