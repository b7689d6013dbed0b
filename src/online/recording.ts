/**
 * A recorded run with all three ways back to its last state: use-definition chains as in the paper, value-aware elimination,
 * and constant length. The first and the last are kept up to date at every step; each answer is checked against the recorded zone.
 */
import { assert, wants } from "../base/index.ts";
import type { Network } from "../network/index.ts";
import type { Zone } from "../zones/index.ts";
import { Chains } from "./eliminate.ts";
import { LastResets, type Plan, plan } from "./reconstruct.ts";
import { RecordedRun, type RecordOptions } from "./record.ts";
import { effectOf, type Transformation } from "./transformation.ts";
import { leadsTo, reduceByValues } from "./values.ts";

export type Method = "chains" | "values" | "constant";

export interface Reconstruction {
  readonly method: Method;
  readonly transformations: readonly Transformation[];
  /** Of constant length: the groups of resets behind it. */
  readonly plan?: Plan;
}

export class Recording {
  readonly run: RecordedRun;
  /** Transformations recorded in all. */
  recorded = 0;
  private readonly chains: Chains<Transformation>;
  private readonly resets: LastResets;

  constructor(network: Network, options: RecordOptions = {}) {
    wants("new Recording", network, "network");
    const dim = network.clocks.length + (options.urgency === "clock" ? 1 : 0);
    this.chains = new Chains(dim * dim);
    this.resets = new LastResets(Array.from({ length: dim }, (_, x) => network.clocks[x]?.initial ?? 0));
    this.run = new RecordedRun(
      network,
      (t, before, after) => {
        this.recorded++;
        this.chains.apply(t, effectOf(t, dim, before, after));
        this.resets.apply(t);
      },
      options,
    );
  }

  /** The paper's method. */
  byChains(): Reconstruction {
    return this.checked("chains", this.chains.kept());
  }

  /** How many transitions the kept transformations of the paper's method make up. */
  transitionsKept(): number {
    return transitionsOf(this.byChains().transformations);
  }

  /** Never longer than the paper's. */
  byValues(): Reconstruction {
    return this.checked("values", reduceByValues(this.run.start, this.run.dim, this.chains.kept()));
  }

  /** Undefined where the last resets do not suffice (a clock set to an earlier value of another one). */
  inConstantLength(): Reconstruction | undefined {
    const { run } = this;
    const made = plan(run.zone, run.dim, run.start, this.resets);
    return made && { ...this.checked("constant", made.transformations), plan: made };
  }

  /** Constant length where it can be, otherwise value-aware. */
  reconstruct(): Reconstruction {
    return this.inConstantLength() ?? this.byValues();
  }

  private checked(method: Method, transformations: readonly Transformation[]): Reconstruction {
    const { run } = this;
    const wanted: Zone = run.zone;
    assert(
      leadsTo(run.start, run.dim, transformations, wanted),
      `reconstruction by ${method} leads to the recorded zone`,
    );
    return { method, transformations };
  }
}

/**
 * The transitions that a sequence can be grouped into (Rinast et al., section V-D): guards, resets, and in the location entered
 * invariants, a delay, invariants. What stands before the first reset or second delay belongs to the initial location.
 */
export function transitionsOf(list: readonly Transformation[]): number {
  let count = 0;
  let at: "edge" | "entered" | "delayed" = "entered";
  for (const t of list) {
    if (t.kind === "reset" || t.kind === "move") {
      if (at !== "edge") count++;
      at = "edge";
    } else if (t.kind === "up") {
      if (at === "delayed") count++;
      at = "delayed";
    } else if (at === "edge") at = "entered";
  }
  return count;
}
