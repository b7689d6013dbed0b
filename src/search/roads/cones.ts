/**
 * Answers in parts: `A[] p` holds if each conjunct of p holds in its cone, a network of those processes that have to do with
 * it (`analysis/cone.ts` has the proof), and `E<> p` does not if no disjunct is reachable in its cone. Such cones do at least
 * what the whole does, so every other outcome says nothing, and the search of the whole goes on. They are tried beside it, when
 * it has become long and again when it is much longer, for no more states than it has explored so far. First everything is
 * left out that can be, then less.
 */
import type { Reach } from "../../analysis/index.ts";
import type { Network, NetworkQuery } from "../../network/index.ts";
import { type Cone, conesOf, withoutIdleClocks } from "../../reduce/index.ts";
import type { Statistics } from "../limits.ts";
import type { VerifyOptions } from "../options.ts";
import type { Turns } from "../turns.ts";
import type { Outcome, Part, Verdict } from "../verdict.ts";

/** Cones are first looked for after so many states, and again after so many times as many. */
const PATIENCE = 10_000;
const AGAIN = 4;

const NOTHING: Statistics = { explored: 0, stored: 0, transitions: 0, waiting: 0, memory: 0 };

export type Search = (network: Network, query: NetworkQuery, options: VerifyOptions) => Turns<Verdict>;

/** What a search and the attempts beside it came to; `spent` is what attempts that failed have cost. */
export type Beside<Result> =
  | { readonly proven: Verdict }
  | { readonly proven?: never; readonly result: Result; readonly spent: Statistics };

export class Parts {
  private readonly network: Network;
  private readonly query: NetworkQuery;
  /** After so many explored states of the whole there is an attempt. */
  private patience: number;
  /** What may still be tried; undefined until it is asked for. */
  private open: (readonly Cone[])[] | undefined;
  /** States stored for cones that are proven already. */
  private readonly proven = new Map<Cone, number>();
  private spent = NOTHING;
  private seen: Statistics | undefined;
  private isProven = false;

  constructor(network: Network, query: NetworkQuery, patience = PATIENCE) {
    this.network = network;
    this.query = query;
    this.patience = patience;
  }

  /** To be asked by the search of the whole whether it should stop. */
  readonly watch = (statistics: Statistics): boolean => {
    this.seen = statistics;
    return this.isProven;
  };

  /** Runs the search of the whole, which must be watched, and makes attempts between its turns. */
  *beside<Result>(whole: Turns<Result>, search: Search, options: VerifyOptions): Turns<Beside<Result>> {
    let spent = NOTHING;
    for (;;) {
      if (this.isDue()) {
        const found = yield* this.attempt(search, options);
        if (found !== undefined) {
          this.isProven = true;
          // It comes to its end by itself, for the sake of threads that take part in it.
          if (this.seen !== undefined) while (whole.next().done !== true) yield;
          const effort = sum(spent, this.seen ?? NOTHING);
          return { proven: { ...found, statistics: withEffort(found.statistics, effort) } };
        }
        spent = sum(spent, this.spent);
      }
      const turn = whole.next();
      if (turn.done === true) return { result: turn.value, spent };
      yield;
    }
  }

  private isDue(): boolean {
    if ((this.seen?.explored ?? 0) < this.patience) return false;
    this.open ??= this.plans();
    return this.open.length > 0;
  }

  private *attempt(search: Search, options: VerifyOptions): Turns<Verdict | undefined> {
    this.spent = NOTHING;
    const later: (readonly Cone[])[] = [];
    for (const cones of this.open ?? []) {
      const found = yield* this.prove(cones, search, options);
      if (typeof found !== "string") return { ...found, statistics: withEffort(found.statistics, this.spent) };
      if (found === "too long") later.push(cones);
    }
    this.open = later;
    this.patience = Math.max(PATIENCE, this.patience * AGAIN);
    return undefined;
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
    const most = Math.max(PATIENCE, this.patience) - this.spent.explored;
    const outcome: Outcome = query.kind === "A[]" ? "satisfied" : "violated";
    let all = NOTHING;
    const parts: Part[] = [];
    const proves = (cone: Cone, stored: number): void => {
      this.proven.set(cone, stored);
      parts.push({ processes: [...cone.kept].sort((a, b) => a - b).map((p) => network.processes[p].name), stored });
    };
    for (const cone of cones) {
      const before = this.proven.get(cone);
      if (before !== undefined) {
        proves(cone, before);
        continue;
      }
      const isLong = ({ explored }: Statistics): boolean => all.explored + explored > most;
      // Without symmetries: what is left of a set of interchangeable processes need not be interchangeable.
      const lean = withoutIdleClocks(cone.network, cone.query) ?? cone;
      const verdict = yield* search(lean.network, lean.query, {
        ...options,
        trace: "none",
        found: undefined,
        symmetry: false,
        crew: undefined,
        reconsider: isLong,
      });
      all = sum(all, verdict.statistics);
      if (verdict.outcome !== outcome) {
        this.spent = sum(all, this.spent);
        return verdict.outcome === "unknown" ? "too long" : "failed";
      }
      proves(cone, verdict.statistics.stored);
    }
    const stored = parts.reduce((so, part) => so + part.stored, 0);
    return { query: query.text, outcome, statistics: { ...all, stored }, parts };
  }
}

/** What was done in all, where a search before was given up. */
export function withEffort(last: Statistics, before: Statistics): Statistics {
  return { ...last, explored: last.explored + before.explored, transitions: last.transitions + before.transitions };
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
