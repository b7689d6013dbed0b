/**
 * `bench papers reconstruction [--models DIR] [--seed N] [--runs N]`: Table I of Rinast, Schupp and Gollmann. 100 runs of 100
 * and 10 runs of 1000 random transitions; transitions and transformations before and after (a) the paper's use-definition
 * chains, (b) value-aware elimination, (c) constant length, beside the paper's figures. Every reconstruction is compared with
 * the recorded zone. And the paper's Figure 1.
 *
 * (a) takes the read and write sets as the paper prints them, the diagonal left out: a constraint reads and writes all other
 * entries. The column "own entry" has sets by which a constraint writes only the entry it names. Those come closer to the
 * paper's percentages, but the sequences they leave do not lead to the recorded zone; "wrong" counts the runs in which they
 * do not.
 */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import {
  Chains,
  type Effect,
  effectOf,
  type Network,
  open,
  RecordedRun,
  Recording,
  type Transformation,
  transformationsLeadTo,
} from "../../src/index.ts";
import { table } from "../table.ts";
import { models, paper } from "./reconstruction-models.ts";

interface Sums {
  transitions: number;
  keptTransitions: number;
  before: number;
  chains: number;
  values: number;
  constant: number;
  longest: number;
  ownEntry: number;
  wrong: number;
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
    const head = [
      "model",
      "runs",
      "length",
      "before",
      "(a) chains",
      "reduced",
      "paper",
      "own entry",
      "wrong",
      "transitions",
      "paper",
      "(b) values",
      "(c) constant",
      "most",
    ];
    const rows: string[][] = [];
    for (const [name, text] of Object.entries(models)) {
      if (only !== undefined && only !== name) continue;
      const path = folder === undefined ? "" : join(folder, `${name}.xml`);
      const theirs = path !== "" && existsSync(path);
      const { network, diagnostics } = open(theirs ? readFileSync(path) : text);
      if (network === undefined) throw new Error(`${name}: ${diagnostics[0]?.message}`);
      const s = walk(network, length, times, seed);
      const figure = paper[name];
      const k = length === 100 ? 0 : 1;
      const mean = (n: number): string => (n / times).toFixed(1);
      rows.push([
        theirs ? `${name} *` : name,
        `${times}`,
        mean(s.transitions),
        mean(s.before),
        mean(s.chains),
        `${(100 * (1 - s.chains / s.before)).toFixed(1)}%`,
        `${figure.reduction[k]}%`,
        `${(100 * (1 - s.ownEntry / s.before)).toFixed(1)}%`,
        `${s.wrong}`,
        mean(s.keptTransitions),
        `${figure.transitions[k]}`,
        mean(s.values),
        mean(s.constant),
        `${s.longest}`,
      ]);
    }
    console.log(`\n${length} random transitions (* the original model)\n${table(head, rows)}`);
  }
  return 0;
}

function walk(network: Network, length: number, times: number, seed: number): Sums {
  const sums: Sums = {
    transitions: 0,
    keptTransitions: 0,
    before: 0,
    chains: 0,
    values: 0,
    constant: 0,
    longest: 0,
    ownEntry: 0,
    wrong: 0,
  };
  for (let i = 0; i < times; i++) {
    const random = generator(seed + i);
    const asPaper = new Recording(network, { urgency: "clock" });
    const ours = new Recording(network);
    const narrow = new OwnEntry(network);
    for (let step = 0; step < length; step++) {
      const options = ours.run.options();
      if (options.length === 0) break;
      const chosen = options[Math.floor(random() * options.length)];
      asPaper.run.take(chosen);
      ours.run.take(chosen);
      narrow.run.take(chosen);
    }
    const left = narrow.kept();
    sums.ownEntry += left.length;
    if (!transformationsLeadTo(narrow.run.start, narrow.run.dim, left, narrow.run.zone)) sums.wrong++;
    const constant = ours.reconstruct().transformations.length;
    sums.transitions += ours.run.transitions;
    sums.keptTransitions += asPaper.transitionsKept();
    sums.before += asPaper.recorded;
    sums.chains += asPaper.byChains().transformations.length;
    sums.values += ours.byValues().transformations.length;
    sums.constant += constant;
    sums.longest = Math.max(sums.longest, constant);
  }
  return sums;
}

/** Chains by which a constraint x - y writes and reads the entry of x and y only. */
class OwnEntry {
  readonly run: RecordedRun;
  private readonly chains: Chains<Transformation>;

  constructor(network: Network) {
    const dim = network.clocks.length + 1;
    const chains = new Chains<Transformation>(dim * dim);
    this.chains = chains;
    const own = (t: Transformation): Effect => {
      if (t.kind !== "constrain") return effectOf(t, dim);
      return { reads: [t.left * dim + t.right], writes: [t.left * dim + t.right] };
    };
    this.run = new RecordedRun(network, (t) => chains.apply(t, own(t)), { urgency: "clock" });
  }

  kept(): Transformation[] {
    return this.chains.kept();
  }
}

function figure1(): void {
  const { network } = open(`int[0,6] c;
process Example() { clock x; state Init, Inv { x <= 2 }, Count; init Init;
  trans Init -> Inv { guard x >= 3; assign x = 0, c = 0; }, Inv -> Count { assign x = 0, c = (c + 1) % 7; }, Count -> Inv { guard x >= 3; assign x = 1; }; }
system Example;`);
  const recording = new Recording(network as Network);
  for (let i = 0; i < 2; i++) recording.run.take(recording.run.options()[0]);
  const kept = recording.byChains().transformations.length;
  console.log(
    `Figure 1: ${recording.recorded} transformations become ${kept}, and ${kept + 1} with the delay of the new initial location (paper: 7 become 3)`,
  );
}

/** mulberry32. */
function generator(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), state | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}
