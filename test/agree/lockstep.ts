/**
 * Reductions by what they claim, step by step: a network in which numbers that nobody reads name nobody does what the other
 * does, and a state does what the one does that stands for it with dead variables cleared or values of one class replaced.
 * Both are led through the same transitions, with the same times of live clocks and the same faults, and the query says the
 * same of both, as far as they are followed.
 */
import {
  canonicaliser,
  coarsener,
  formulasOf,
  type Liveness,
  liveCells,
  liveVariables,
  valueClasses,
} from "../../src/analysis/index.ts";
import { type Engine, Fault, interpret } from "../../src/engine/index.ts";
import type { Network, NetworkQuery } from "../../src/network/index.ts";
import { namingNobody } from "../../src/reduce/index.ts";

interface Followed {
  readonly problem?: string;
  /** What was compared, to be counted: how many states. */
  readonly states: ReadonlyMap<string, number>;
}

type Change = (cells: Int32Array) => void;

export function lockstepDifference(network: Network, query: NetworkQuery, most: number): Followed {
  const states = new Map<string, number>();
  const live = liveCells(network, query);
  const classes = valueClasses(network, query);
  const named = namingNobody(network, query);
  const pairs: [string, Network, Change | undefined][] = [];
  if (live) pairs.push(["live", network, canonicaliser(network, live)]);
  if (classes.length > 0) pairs.push(["classes", network, coarsener(classes)]);
  if (named) pairs.push(["nobody", named, undefined]);
  const namedLive = named && liveCells(named, query);
  if (named && namedLive) pairs.push(["nobody and live", named, canonicaliser(named, namedLive)]);
  for (const [name, other, change] of pairs) {
    const { problem, count } = follow(network, other, query, change, most);
    states.set(name, count);
    if (problem) return { problem: `${name}: ${problem}`, states };
  }
  return { states };
}

interface State {
  readonly cells: Int32Array;
  readonly zone: Int32Array;
}

function follow(
  network: Network,
  other: Network,
  query: NetworkQuery,
  change: Change | undefined,
  most: number,
): { readonly problem?: string; readonly count: number } {
  const live = liveVariables(network, { queries: [query] });
  const [mine, its] = [new Watched(network, query, live), new Watched(other, query, live)];
  const start = [mine.start(), its.start()] as const;
  if ((start[0] === undefined) !== (start[1] === undefined)) return { problem: "only one of them begins", count: 0 };
  if (start[0] === undefined || start[1] === undefined) return { count: 0 };
  const open: [State, State][] = [[start[0], start[1]]];
  const known = new Set<string>();
  let count = 0;
  for (let pair = open.shift(); pair && count < most; pair = open.shift()) {
    const [s, t] = pair;
    change?.(t.cells);
    const key = `${s.cells.join()} ${t.cells.join()} ${s.zone.join()}`;
    if (known.has(key)) continue;
    known.add(key);
    count++;
    const [a, b] = [mine.look(s), its.look(t)];
    if (a.words !== b.words) {
      const told = ({ cells }: State): string => network.slots.map((slot, k) => `${slot.name}=${cells[k]}`).join(" ");
      return { problem: `in ${told(s)}\nis ${a.words}\nand in ${told(t)}\nis ${b.words}`, count };
    }
    a.targets.forEach((target, k) => {
      open.push([target, b.targets[k]!]);
    });
  }
  return { count };
}

/** An engine, and all that can be seen of what it does. */
class Watched {
  private readonly engine: Engine;
  private readonly predicates: readonly ReturnType<Engine["predicate"]>[];
  private readonly terms: readonly (() => number)[];
  private readonly live: Liveness;

  constructor(network: Network, query: NetworkQuery, live: Liveness) {
    this.live = live;
    this.engine = interpret(network, query);
    this.predicates = formulasOf(query).map((f) => this.engine.predicate(f, false));
    const terms = "terms" in query ? query.terms : [];
    this.terms = terms.flatMap((t) => (t.is === "data" ? [this.engine.value(t.code)] : [this.engine.clock(t.clock)]));
  }

  start(): State | undefined {
    try {
      return this.engine.initial() ? this.state() : undefined;
    } catch (error) {
      if (!(error instanceof Fault)) throw error;
      return undefined;
    }
  }

  look({ cells, zone }: State): { readonly words: string; readonly targets: readonly State[] } {
    const { engine } = this;
    engine.cells.set(cells);
    engine.zone = zone.slice();
    const words: string[] = [];
    const targets: State[] = [];
    try {
      const later: Int32Array[] = [];
      engine.elapse(() => {
        later.push(engine.zone.slice());
        return later.length > 20;
      });
      for (const z of later) {
        engine.zone = z.slice();
        words.push(`delayed ${this.shown(z)}`);
        const satisfied = this.predicates.map((p) => p.satisfying(z.slice()));
        for (const parts of satisfied) words.push(`holds ${parts.map((part) => this.shown(part))}`);
        // What is measured counts only where the condition of the query holds.
        if (satisfied.every(({ length }) => length > 0)) for (const value of this.terms) words.push(`value ${value()}`);
        engine.zone = z.slice();
        engine.successors(() => {
          const taken = engine.transition.subarray(0, engine.transitionLength).join();
          const where = engine.network.processes.map((p) => engine.cells[p.index]).join();
          words.push(`${taken} to ${this.shown(engine.zone)} ${where}`);
          targets.push(this.state());
          return false;
        });
      }
    } catch (error) {
      if (!(error instanceof Fault)) throw error;
      return { words: `a fault: ${error.kind}`, targets: [] };
    }
    return { words: words.join("\n"), targets };
  }

  /** Bounds of the clocks that are live where processes are. */
  private shown(zone: Int32Array): string {
    const { dim, cells, network } = this.engine;
    const { everywhere, needs, elements } = this.live;
    const isLive = (x: number): boolean => {
      const element = elements.ofClock(x);
      return everywhere.has(element) || network.processes.some((p) => needs[p.index]![cells[p.index]!]!.has(element));
    };
    const clocks = [0, ...Array.from({ length: dim - 1 }, (_, k) => k + 1).filter(isLive)];
    return clocks.map((x) => clocks.map((y) => zone[x * dim + y]).join()).join();
  }

  private state(): State {
    return { cells: this.engine.cells.slice(0, this.engine.size), zone: this.engine.zone.slice() };
  }
}
