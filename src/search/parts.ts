/**
 * Answers in parts: `A[] p` holds if each conjunct of p holds in its cone, a network of those processes that have to do with
 * it (`analysis/cone.ts` has the proof), and `E<> p` does not if no disjunct is reachable in its cone. Such cones do at least
 * what the whole does, so every other outcome says nothing, and the whole is searched. They are tried only when a search of
 * the whole has become long, and then not for much longer than that one took so far; later, when it has become much longer, again.
 * First everything is left out that can be, then less.
 */
import { type Cone, conesOf, type Reach } from "../analysis/index.ts";
import type { Network, NetworkQuery } from "../network/index.ts";
import type { Statistics } from "./limits.ts";
import type { VerifyOptions } from "./options.ts";
import type { Turns } from "./turns.ts";
import type { Outcome, Part, Verdict } from "./verdict.ts";

/** Cones are first looked for after so many states, and again after so many times as many. */
const PATIENCE = 10_000;
const AGAIN = 16;
/** States that an attempt may explore for each that the whole has explored. */
const BUDGET = 3;

const NOTHING: Statistics = { explored: 0, stored: 0, transitions: 0, waiting: 0, memory: 0 };

export type Search = (network: Network, query: NetworkQuery, options: VerifyOptions) => Turns<Verdict>;

export class Parts {
  /** After so many explored states a search of the whole had better stop for an attempt. */
  patience = PATIENCE;
  private readonly network: Network;
  private readonly query: NetworkQuery;
  /** What attempts that failed have cost. */
  private spent = NOTHING;
  /** What may still be tried; undefined until it is asked for. */
  private open: (readonly Cone[])[] | undefined;

  constructor(network: Network, query: NetworkQuery, patience = PATIENCE) {
    this.network = network;
    this.query = query;
    this.patience = patience;
  }

  /** Whether a search of the whole that has explored so much should stop for an attempt. */
  isDue({ explored }: Statistics): boolean {
    if (explored < this.patience) return false;
    this.open ??= this.plans();
    return this.open.length > 0;
  }

  /** The verdict if the cones prove one, or else what it has cost. */
  *attempt(search: Search, options: VerifyOptions): Turns<Verdict | Statistics> {
    this.spent = NOTHING;
    const later: (readonly Cone[])[] = [];
    for (const cones of this.open ?? []) {
      const found = yield* this.prove(cones, search, options);
      if (typeof found !== "string") return { ...found, statistics: sum(found.statistics, this.spent) };
      if (found === "too long") later.push(cones);
    }
    this.open = later;
    this.patience = Math.max(PATIENCE, this.patience * AGAIN);
    return this.spent;
  }

  private plans(): (readonly Cone[])[] {
    const plan = (reach: Reach) => conesOf(this.network, this.query, reach) ?? [];
    const [open, closed] = [plan("open"), plan("closed")];
    const isSame = open.length === closed.length && open.every((c, k) => c.kept.size === closed[k].kept.size);
    return [open, isSame ? [] : closed].filter((cones) => cones.length > 0);
  }

  private *prove(
    cones: readonly Cone[],
    search: Search,
    options: VerifyOptions,
  ): Turns<Verdict | "failed" | "too long"> {
    const { network, query } = this;
    const most = BUDGET * Math.max(PATIENCE, this.patience);
    const outcome: Outcome = query.kind === "A[]" ? "satisfied" : "violated";
    const started = options.now?.() ?? 0;
    let all = NOTHING;
    const parts: Part[] = [];
    for (const cone of cones) {
      const isLong = ({ explored }: Statistics): boolean => all.explored + explored > most;
      const { timeout, now } = options;
      const left = timeout === undefined || now === undefined ? timeout : Math.max(1, timeout - (now() - started));
      // Without symmetries: what is left of a set of interchangeable processes need not be interchangeable.
      const verdict = yield* search(cone.network, cone.query, {
        ...options,
        timeout: left,
        trace: "none",
        found: undefined,
        symmetry: false,
        crew: undefined,
        reconsider: isLong,
      });
      all = sum(all, verdict.statistics);
      const { stored } = verdict.statistics;
      if (verdict.outcome !== outcome) {
        this.spent = { ...sum(all, this.spent), stored: 0 };
        return verdict.outcome === "unknown" ? "too long" : "failed";
      }
      parts.push({ processes: [...cone.kept].sort((a, b) => a - b).map((p) => network.processes[p].name), stored });
    }
    return { query: query.text, outcome, statistics: all, parts };
  }
}

function sum(a: Statistics, b: Statistics): Statistics {
  return {
    explored: a.explored + b.explored,
    stored: a.stored + b.stored,
    transitions: a.transitions + b.transitions,
    waiting: 0,
    memory: Math.max(a.memory, b.memory),
  };
}
