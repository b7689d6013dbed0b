/**
 * A recorded run with all three ways back to its last state: use-definition chains as in the paper, value-aware elimination,
 * and constant length. Each is kept up to date at every step; each answer is checked against the recorded zone.
 */
import { assert } from "../base/index.ts";
import type { Network } from "../network/index.ts";
import type { Zone } from "../zones/index.ts";
import { Chains } from "./eliminate.ts";
import { LastResets, type Plan, plan } from "./reconstruct.ts";
import { RecordedRun, type RecordOptions } from "./record.ts";
import { effectOf, type Transformation } from "./transformation.ts";
import { leadsTo, ValueAware } from "./values.ts";

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
  /** The same, numbered by the transition they belong to (0: the initial state). */
  private readonly chains: Chains<{ readonly t: Transformation; readonly transition: number }>;
  private readonly values: ValueAware;
  private readonly resets: LastResets;

  constructor(network: Network, options: RecordOptions = {}) {
    const dim = network.clocks.length + (options.urgency === "clock" ? 1 : 0);
    this.chains = new Chains(dim * dim);
    this.resets = new LastResets(Array.from({ length: dim }, (_, x) => network.clocks[x]?.initial ?? 0));
    let values: ValueAware | undefined;
    const early: (() => void)[] = [];
    this.run = new RecordedRun(
      network,
      (t, before, after) => {
        this.recorded++;
        this.chains.apply({ t, transition: values === undefined ? 0 : this.run.transitions + 1 }, effectOf(t, dim));
        this.resets.apply(t);
        if (values !== undefined) values.apply(t, before, after);
        else {
          // The run records its first transformations while it is being made.
          const [b, a] = [before.slice(), after.slice()];
          early.push(() => values?.apply(t, b, a));
        }
      },
      options,
    );
    values = new ValueAware(this.run.start, dim);
    for (const apply of early) apply();
    this.values = values;
  }

  /** The paper's method. */
  byChains(): Reconstruction {
    return this.checked(
      "chains",
      this.chains.kept().map((k) => k.t),
    );
  }

  /** The transitions that the kept transformations of the paper's method belong to. */
  transitionsKept(): number {
    return new Set(this.chains.kept().map((k) => k.transition)).size;
  }

  byValues(): Reconstruction {
    return this.checked("values", this.values.reduce());
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

  get lastResets(): Pick<LastResets, "instant" | "value"> {
    return this.resets;
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
