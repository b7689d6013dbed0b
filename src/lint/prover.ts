import type { Formula, Network, NetworkQuery } from "../network/index.ts";
import { Meter, type Verdict, verify } from "../search/index.ts";
import { edgeOf, type Trace } from "../trace/index.ts";
import { type Explored, explore } from "./explore.ts";
import type { Facts } from "./facts.ts";

/**
 * What proved rules ask the engine, within one limit of time for all of them. An answer that is not exact, or that the limit
 * ended, is none; then a note says which rule went without.
 */
const MOST_STATES = 50_000;
const nowhere = { start: 0, end: 0 };

class Prover {
  readonly network: Network;
  readonly notes: string[] = [];
  private readonly facts: Facts;
  private readonly meter: Meter;

  constructor(facts: Facts, network: Network) {
    this.facts = facts;
    this.network = network;
    this.meter = new Meter(facts.limits);
  }

  /** The walk through all states, made once; half of the time is for it. */
  get explored(): Explored {
    return this.facts.once("explored", () => {
      const { timeout, maxStates = MOST_STATES } = this.facts.limits;
      const half = new Meter({ ...this.facts.limits, timeout: timeout === undefined ? undefined : timeout / 2 });
      return explore(this.network, { states: Math.min(maxStates, MOST_STATES), isOver: () => half.isOver });
    });
  }

  get isOver(): boolean {
    return this.meter.isOver;
  }

  /** A note that a rule could not be settled, once for each rule. */
  unsettled(rule: string, why: string): void {
    const note = `${rule}: not settled, as ${why}`;
    if (!this.notes.includes(note)) this.notes.push(note);
  }

  /** The verdict of `E<> formula` in this network or one made of it. */
  reach(
    formula: Formula,
    network: Network = this.network,
    parts: Partial<NetworkQuery> = {},
    wantsTrace = true,
  ): Verdict {
    const asked = {
      text: "",
      origin: nowhere,
      cells: network.cells,
      functions: [],
      ...parts,
      kind: "E<>",
      formula,
    } as NetworkQuery;
    return verify(network, asked, { ...this.facts.limits, ...(wantsTrace ? { trace: "some" as const } : {}) });
  }

  /** A run to a discrete state, if there is time to find one. */
  traceTo(state: readonly number[] | undefined): Trace | undefined {
    if (state === undefined || this.isOver) return undefined;
    return this.reach({ is: "and", items: state.map((value, cell) => isAt(cell, value)) }).trace;
  }

  edge(id: number): Network["processes"][number]["edges"][number] {
    return edgeOf(this.network, id);
  }
}

/** A cell has a value: a location, or what a variable holds. */
export function isAt(cell: number, value: number): Formula {
  const a = { op: "load", at: { base: cell, terms: [] } } as const;
  return { is: "data", code: { op: "eq", a, b: { op: "const", value }, origin: nowhere } };
}

/** Undefined where there is nothing to ask: the model cannot be verified. */
export function proverOf(facts: Facts): Prover | undefined {
  return facts.once("prover", () => (facts.made === undefined ? undefined : new Prover(facts, facts.made.network)));
}
