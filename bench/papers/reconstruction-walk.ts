/** Random recorded runs of one model, as Rinast et al. made them for Table I, and what each way of rebuilding leaves of them. */
import { type Network, type RecordedRun, Recording, seeded } from "../../src/index.ts";

/** Means over all runs. */
export interface Walked {
  readonly transitions: number;
  readonly before: number;
  readonly chains: number;
  readonly keptTransitions: number;
  /** Of the percentages of the runs, as the paper's: where runs end early it is not that of the means. */
  readonly removed: number;
  readonly values: number;
  readonly constant: number;
  readonly longest: number;
  /** Runs that ended in a deadlock. */
  readonly dead: number;
}

interface WalkOptions {
  readonly length: number;
  readonly times: number;
  readonly seed: number;
  /** Only what the paper counts. */
  readonly chainsOnly?: boolean;
}

export function walk(network: Network, { length, times, seed, chainsOnly = false }: WalkOptions): Walked {
  const sums = {
    transitions: 0,
    before: 0,
    chains: 0,
    keptTransitions: 0,
    removed: 0,
    values: 0,
    constant: 0,
  };
  let [longest, dead] = [0, 0];
  for (let i = 0; i < times; i++) {
    const recording = new Recording(network);
    atRandom(recording.run, length, seeded(seed + i));
    const chains = recording.byChains().transformations.length;
    sums.transitions += recording.run.transitions;
    sums.before += recording.recorded;
    sums.chains += chains;
    sums.keptTransitions += recording.transitionsKept();
    sums.removed += 100 * (1 - chains / recording.recorded);
    if (recording.run.transitions < length) dead++;
    if (chainsOnly) continue;
    const values = recording.byValues().transformations.length;
    if (values > chains) throw new Error("value-aware elimination keeps more than the chains");
    const constant = recording.reconstruct().transformations.length;
    sums.values += values;
    sums.constant += constant;
    longest = Math.max(longest, constant);
  }
  const means = Object.fromEntries(Object.entries(sums).map(([name, n]) => [name, n / times])) as typeof sums;
  return { ...means, longest, dead };
}

function atRandom(run: RecordedRun, length: number, random: () => number): void {
  for (let step = 0; step < length; step++) {
    const options = run.options();
    if (options.length === 0) break;
    run.take(options[Math.floor(random() * options.length)]!);
  }
}
