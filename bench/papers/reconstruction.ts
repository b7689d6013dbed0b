/**
 * `bench papers reconstruction [--seed N] [--runs N] [--only NAME] [--models DIR] [--readings | --search]`: Table I of
 * Rinast, Schupp and Gollmann. Random runs of the seven kinds of models; transitions and transformations before, and after
 * (a) the paper's method, (b) value-aware, (c) constant length. Each reconstruction is compared with the recorded zone. And
 * the paper's Figure 1.
 *
 * `--readings` shows what other readings of sections IV and V-C leave of the same runs, and in how many runs what they leave
 * does not lead to the recorded zone. The one taken as (a) is the only one of them that is always exact and comes within a few
 * points of the paper on its own models: every guard and invariant is recorded, urgency is one transformation, a constraint
 * reads all entries and writes those that it makes smaller.
 */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { type Network, open, Recording } from "../../src/index.ts";
import { table } from "../table.ts";
import { models, type PaperRow, paper } from "./reconstruction-models.ts";
import { compared, readings } from "./reconstruction-readings.ts";
import { search } from "./reconstruction-search.ts";
import { type Walked, walk } from "./reconstruction-walk.ts";
import { beside, sameness, standing } from "./standing.ts";

export async function run(args: readonly string[]): Promise<number> {
  const option = (name: string): string | undefined => (args.includes(name) ? args[args.indexOf(name) + 1] : undefined);
  const seed = Number(option("--seed") ?? 1);
  const runs = Number(option("--runs") ?? 100);
  const only = option("--only");
  const folder = option("--models");
  console.log(`seed ${seed}`);
  if (args.includes("--search")) return search(seed, runs);
  figure1();
  for (const [length, times] of [
    [100, runs],
    [1000, Math.max(1, Math.round(runs / 10))],
  ] as const) {
    const rows: string[][] = [];
    const others: string[][] = [];
    for (const [name, text] of Object.entries(models)) {
      if (only !== undefined && only !== name) continue;
      const path = folder === undefined ? "" : join(folder, `${name}.xml`);
      const theirs = path !== "" && existsSync(path);
      const { network, diagnostics } = open(theirs ? readFileSync(path) : text);
      if (network === undefined) throw new Error(`${name}: ${diagnostics[0]?.message}`);
      const title = theirs ? `${name} *` : name;
      rows.push(row(title, walk(network, { length, times, seed }), paper[name]!, length === 100 ? 0 : 1));
      if (args.includes("--readings")) others.push([title, ...compared(network, length, times, seed)]);
    }
    rows.push(meanRow(rows));
    console.log(`\n${length} random transitions, ${times} runs (* the original model)\n${beside(head, rows)}`);
    if (others.length > 0)
      console.log(
        `\nother readings: reduced (runs not rebuilt)\n${table(["model", ...Object.keys(readings)], others)}`,
      );
  }
  return 0;
}

const head = [
  "model",
  "length",
  "before",
  "paper",
  "(a) chains",
  "reduced",
  "paper",
  "transitions",
  "paper",
  "(b) values",
  "(c) constant",
  "most",
  "against the paper",
];

/** Points of percentage by which random runs of one model differ from others of it. */
const CHANCE = 3;
const because =
  "the drawings of the case study cannot be had; of the 1,152 forms of its start-up that `--search` tries this is the nearest";

function row(title: string, s: Walked, figure: PaperRow, k: 0 | 1): string[] {
  const mean = (n: number): string => n.toFixed(1);
  return [
    title,
    mean(s.transitions),
    mean(s.before),
    figure.before[k].toFixed(1),
    mean(s.chains),
    `${s.removed.toFixed(1)}%`,
    `${figure.reduction[k]}%`,
    mean(s.keptTransitions),
    figure.transitions[k].toFixed(1),
    mean(s.values),
    mean(s.constant),
    `${s.longest}`,
    // What is left counts: the more is removed, the better.
    standing(100 - s.removed, 100 - figure.reduction[k], because, CHANCE),
  ];
}

/** The means of the two columns of percentages. */
function meanRow(rows: readonly (readonly string[])[]): string[] {
  const reduced = head.indexOf("reduced");
  const mean = (k: number): string =>
    `${(rows.reduce((sum, row) => sum + Number.parseFloat(row[k]!), 0) / rows.length).toFixed(1)}%`;
  // The paper's percentages stand right of ours.
  const left = (k: number): number => 100 - Number.parseFloat(mean(k));
  const word = standing(left(reduced), left(reduced + 1), "tdma, without which it is", CHANCE);
  return head.map((_, k) =>
    k === 0 ? "mean" : k === head.length - 1 ? word : k === reduced || k === reduced + 1 ? mean(k) : "",
  );
}

function figure1(): void {
  const { network } = open(`int[0,6] c;
process Example() { clock x; state Init, Inv { x <= 2 }, Count; init Init;
  trans Init -> Inv { guard x >= 3; assign x = 0, c = 0; }, Inv -> Count { assign x = 0, c = (c + 1) % 7; }, Count -> Inv { guard x >= 3; assign x = 1; }; }
system Example;`);
  const recording = new Recording(network as Network);
  for (let i = 0; i < 2; i++) recording.run.take(recording.run.options()[0]!);
  const kept = recording.byChains().transformations.length;
  // With the delay of the new initial location.
  const ours = [recording.recorded, kept + 1];
  console.log(
    `Figure 1\n${beside(["", "paper", "ours", "against the paper"], [["transformations of two transitions", "7 -> 3", ours.join(" -> "), sameness(ours.join() === "7,3", "other transformations")]])}`,
  );
}
