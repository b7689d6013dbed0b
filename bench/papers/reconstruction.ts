/**
 * `bench papers reconstruction [--seed N] [--runs N] [--only NAME] [--models DIR] [--readings]`: Table I of Rinast, Schupp and
 * Gollmann. Random runs of the seven kinds of models; transitions and transformations before, and after (a) the paper's
 * method, (b) value-aware, (c) constant length. Each reconstruction is compared with the recorded zone. And the paper's
 * Figure 1.
 *
 * `--readings` shows what other readings of sections IV and V-C leave of the same runs, and in how many runs what they leave
 * does not lead to the recorded zone. The one taken as (a) is the only one of them that is always exact and comes within a few
 * points of the paper on its own models: every guard and invariant is recorded, urgency is one transformation, a constraint
 * reads all entries and writes those that it makes smaller.
 */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { type Network, open, type RecordedRun, Recording, seeded } from "../../src/index.ts";
import { table } from "../table.ts";
import { models, type PaperRow, paper } from "./reconstruction-models.ts";
import { compared, readings } from "./reconstruction-readings.ts";
import { standing } from "./standing.ts";

interface Sums {
  transitions: number;
  keptTransitions: number;
  before: number;
  chains: number;
  values: number;
  constant: number;
  longest: number;
}

export async function run(args: readonly string[]): Promise<number> {
  const option = (name: string): string | undefined => (args.includes(name) ? args[args.indexOf(name) + 1] : undefined);
  const seed = Number(option("--seed") ?? 1);
  const runs = Number(option("--runs") ?? 100);
  const only = option("--only");
  const folder = option("--models");
  console.log(`seed ${seed}`);
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
      rows.push(row(title, walk(network, length, times, seed), times, paper[name]!, length === 100 ? 0 : 1));
      if (args.includes("--readings")) others.push([title, ...compared(network, length, times, seed)]);
    }
    console.log(`\n${length} random transitions, ${times} runs (* the original model)\n${table(head, rows)}`);
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
const because = "the model is written anew from the case study, and makes other transitions";

function row(title: string, s: Sums, times: number, figure: PaperRow, k: 0 | 1): string[] {
  const mean = (n: number): string => (n / times).toFixed(1);
  return [
    title,
    mean(s.transitions),
    mean(s.before),
    figure.before[k].toFixed(1),
    mean(s.chains),
    `${(100 * (1 - s.chains / s.before)).toFixed(1)}%`,
    `${figure.reduction[k]}%`,
    mean(s.keptTransitions),
    figure.transitions[k].toFixed(1),
    mean(s.values),
    mean(s.constant),
    `${s.longest}`,
    // What is left counts: the more is removed, the better.
    standing((100 * s.chains) / s.before, 100 - figure.reduction[k], because, CHANCE),
  ];
}

function walk(network: Network, length: number, times: number, seed: number): Sums {
  const sums: Sums = { transitions: 0, keptTransitions: 0, before: 0, chains: 0, values: 0, constant: 0, longest: 0 };
  for (let i = 0; i < times; i++) {
    const recording = new Recording(network);
    atRandom(recording.run, length, seeded(seed + i));
    const chains = recording.byChains().transformations.length;
    const values = recording.byValues().transformations.length;
    if (values > chains) throw new Error("value-aware elimination keeps more than the chains");
    const constant = recording.reconstruct().transformations.length;
    sums.transitions += recording.run.transitions;
    sums.keptTransitions += recording.transitionsKept();
    sums.before += recording.recorded;
    sums.chains += chains;
    sums.values += values;
    sums.constant += constant;
    sums.longest = Math.max(sums.longest, constant);
  }
  return sums;
}

function atRandom(run: RecordedRun, length: number, random: () => number): void {
  for (let step = 0; step < length; step++) {
    const options = run.options();
    if (options.length === 0) break;
    run.take(options[Math.floor(random() * options.length)]!);
  }
}

function figure1(): void {
  const { network } = open(`int[0,6] c;
process Example() { clock x; state Init, Inv { x <= 2 }, Count; init Init;
  trans Init -> Inv { guard x >= 3; assign x = 0, c = 0; }, Inv -> Count { assign x = 0, c = (c + 1) % 7; }, Count -> Inv { guard x >= 3; assign x = 1; }; }
system Example;`);
  const recording = new Recording(network as Network);
  for (let i = 0; i < 2; i++) recording.run.take(recording.run.options()[0]!);
  const kept = recording.byChains().transformations.length;
  console.log(
    `Figure 1: ${recording.recorded} transformations become ${kept}, and ${kept + 1} with the delay of the new initial location (paper: 7 become 3)`,
  );
}
