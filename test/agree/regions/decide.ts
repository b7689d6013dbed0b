import type { BoundTerm, Formula, Network, NetworkQuery } from "../../../src/network/index.ts";
import { Grow, limits } from "./region.ts";
import { type RegionState, RegionSystem } from "./system.ts";

/**
 * Decides queries by building the whole region graph: `E<>`, `A[]`, `E[]`, `A<>`, `-->`, `deadlock`, `sup`, `inf` and
 * `bounds`, as 5.4, 5.11 and QY1 to QY9 of docs/compatibility.md define them. A maximal path has infinitely many actions, or
 * delays for ever, or stops in a deadlocked state.
 */
export type RegionVerdict =
  | { readonly kind: "truth"; readonly holds: boolean; readonly states: number }
  /** For each term, all values taken in the reached states that satisfy the predicate. */
  | { readonly kind: "values"; readonly terms: readonly Values[]; readonly states: number }
  | Failure;
type Failure =
  | { readonly kind: "fault"; readonly message: string }
  | { readonly kind: "gave up"; readonly message: string };

/**
 * Encoded differences to zero (`region.ts`), ascending, without repetition: 2k is the value k, 2k + 1 the values in
 * (k, k + 1). `beyond` tells that the values above `ceiling` are taken, too, in some part.
 */
export interface Values {
  readonly values: readonly number[];
  readonly beyond: boolean;
  readonly ceiling: number;
}

interface Options {
  /** The clocks of `sup`, `inf` and `bounds` are told apart up to at least this value. */
  readonly ceiling?: number;
  readonly maxStates?: number;
}

export function decide(network: Network, query: NetworkQuery, options: Options = {}): RegionVerdict {
  const isBound = query.kind === "sup" || query.kind === "inf" || query.kind === "bounds";
  return onGraph(network, query, { ...options, ceiling: isBound ? (options.ceiling ?? 0) : 0 }, (graph) =>
    decideWithin(graph, query),
  );
}

/** The same for several queries on one graph. Requires: the queries have no functions of their own. */
export function decideAll(
  network: Network,
  queries: readonly NetworkQuery[],
  options: Options = {},
): readonly RegionVerdict[] {
  const widest = queries.reduce((a, b) => (b.cells > a.cells ? b : a));
  const all = onGraph(network, widest, options, (graph) => queries.map((query) => decideWithin(graph, query)));
  return "kind" in all ? queries.map(() => all) : all;
}

/** The least number of actions that leads to a state in which the formula holds; undefined if none is reached. */
export function fewestActions(
  network: Network,
  query: NetworkQuery,
  formula: Formula,
  options: Options = {},
): number | undefined | Failure {
  return onGraph(network, query, { ...options, ceiling: 0 }, (graph) => graph.fewest(formula));
}

function onGraph<T>(
  network: Network,
  query: NetworkQuery,
  options: Options,
  ask: (graph: RegionGraph) => T,
): T | Failure {
  let [constant, largest, differences] = [options.ceiling ?? 0, 0, false];
  for (;;) {
    try {
      return ask(
        new RegionGraph(
          new RegionSystem(network, limits(constant, largest, differences), query),
          options.maxStates ?? 100_000,
        ),
      );
    } catch (error) {
      if (error instanceof Grow) {
        constant = Math.max(constant, error.constant);
        largest = Math.max(largest, error.largest);
        differences ||= error.differences;
        continue;
      }
      if (!(error instanceof Error)) throw error;
      if (error.name === "Fault") return { kind: "fault", message: error.message };
      if (error.name === "Unsupported" || error.name === "TooLarge") return { kind: "gave up", message: error.message };
      throw error;
    }
  }
}

function decideWithin(graph: RegionGraph, query: NetworkQuery): RegionVerdict {
  const states = graph.size;
  const truth = (holds: boolean): RegionVerdict => ({ kind: "truth", holds, states });
  switch (query.kind) {
    case "E<>":
      return truth(graph.nodes().some((n) => graph.holds(n, query.formula)));
    case "A[]":
      return truth(graph.nodes().every((n) => graph.holds(n, query.formula)));
    case "E[]":
      return truth(graph.start !== undefined && graph.stays((n) => graph.holds(n, query.formula))[graph.start]!);
    case "A<>":
      return truth(!(graph.start !== undefined && graph.stays((n) => !graph.holds(n, query.formula))[graph.start]));
    case "-->": {
      const avoids = graph.stays((n) => !graph.holds(n, query.right));
      return truth(graph.nodes().every((n) => !graph.holds(n, query.left) || !avoids[n]));
    }
    case "sup":
    case "inf":
    case "bounds": {
      const chosen = graph.nodes().filter((n) => query.predicate === undefined || graph.holds(n, query.predicate));
      return { kind: "values", terms: query.terms.map((term) => graph.values(chosen, term)), states };
    }
  }
}

class TooLarge extends Error {
  override readonly name = "TooLarge";
}

/** The reachable region graph. Nodes are numbers. */
class RegionGraph {
  readonly start: number | undefined;
  private readonly system: RegionSystem;
  private readonly states: RegionState[] = [];
  private readonly numbers = new Map<string, number>();
  /** The next region in time; the node itself if its region never ends; -1 if time cannot pass. */
  private readonly delays: number[] = [];
  private readonly actions: number[][] = [];
  private readonly deadlocks: (boolean | undefined)[] = [];

  constructor(system: RegionSystem, maxStates: number) {
    this.system = system;
    const initial = system.initial();
    if (initial === undefined) return;
    this.start = this.number(initial);
    for (let n = 0; n < this.states.length; n++) {
      if (n > maxStates) throw new TooLarge(`more than ${maxStates} region states`);
      const later = system.delay(this.states[n]!);
      this.delays.push(later === undefined ? -1 : later === this.states[n] ? n : this.number(later));
      this.actions.push(system.actions(this.states[n]!).map((target) => this.number(target)));
    }
  }

  get size(): number {
    return this.states.length;
  }

  nodes(): number[] {
    return this.states.map((_, n) => n);
  }

  holds(n: number, formula: Formula): boolean {
    this.system.enter(this.states[n]!);
    return this.evaluate(n, formula);
  }

  /** 5.4: no action is possible here or after any delay. */
  isDeadlock(n: number): boolean {
    let end = n;
    while (this.actions[end]!.length === 0 && this.delays[end] !== -1 && this.delays[end] !== end) {
      if (this.deadlocks[end] !== undefined) return (this.deadlocks[n] = this.deadlocks[end]!);
      end = this.delays[end]!;
    }
    return (this.deadlocks[n] = this.actions[end]!.length === 0);
  }

  /** For every node, whether a maximal path from it has `inside` at every instant. */
  stays(inside: (n: number) => boolean): boolean[] {
    const within = this.nodes().map(inside);
    const later = (n: number) => (this.delays[n] !== -1 && this.delays[n] !== n ? [this.delays[n]!] : []);
    const next = (n: number) => [...later(n), ...this.actions[n]!].filter((t) => within[t]);
    const component = components(this.size, (n) => (within[n] ? next(n) : []));
    const ends = this.nodes().filter(
      (n) =>
        within[n] &&
        (this.delays[n] === n ||
          this.isDeadlock(n) ||
          this.actions[n]!.some((t) => within[t] && component[t] === component[n])),
    );
    // Backwards from there, inside.
    const before: number[][] = this.nodes().map(() => []);
    for (const n of this.nodes()) if (within[n]) for (const t of next(n)) before[t]!.push(n);
    const result = this.nodes().map(() => false);
    for (const n of ends) result[n] = true;
    for (const queue = ends; queue.length > 0; ) {
      for (const p of before[queue.pop()!]!) {
        if (result[p]) continue;
        result[p] = true;
        queue.push(p);
      }
    }
    return result;
  }

  fewest(formula: Formula): number | undefined {
    const seen = new Set<number>();
    let level = this.start === undefined ? [] : [this.start];
    for (let count = 0; level.length > 0; count++) {
      // All that delays reach, for the price of nothing; a list grows while it is read.
      for (const n of level) {
        if (this.holds(n, formula)) return count;
        seen.add(n);
        if (this.delays[n] !== -1 && !seen.has(this.delays[n]!)) level.push(this.delays[n]!);
      }
      level = [...new Set(level.flatMap((n) => this.actions[n]!))].filter((n) => !seen.has(n));
    }
    return undefined;
  }

  values(nodes: readonly number[], term: BoundTerm): Values {
    const found = new Set<number>();
    let beyond = false;
    const ceiling = this.states[0]?.region.limits.ceiling ?? 0;
    for (const n of nodes) {
      this.system.enter(this.states[n]!);
      if (term.is === "data") found.add(2 * this.system.machine.run(term.code));
      else {
        const value = this.system.clockValue(this.system.machine.address(term.clock));
        const plus = this.system.machine.run(term.plus);
        if (value === undefined) beyond = true;
        else found.add(value + 2 * plus);
      }
    }
    return { values: [...found].sort((a, b) => a - b), beyond, ceiling };
  }

  private number(state: RegionState): number {
    const key = `${state.cells}|${state.region.key()}`;
    const known = this.numbers.get(key);
    if (known !== undefined) return known;
    this.numbers.set(key, this.states.length);
    this.states.push(state);
    return this.states.length - 1;
  }

  private evaluate(n: number, formula: Formula): boolean {
    switch (formula.is) {
      case "data":
        return this.system.machine.run(formula.code) !== 0;
      case "clock":
        return this.system.constraint(formula.constraint);
      case "deadlock":
        return this.isDeadlock(n);
      case "not":
        return !this.evaluate(n, formula.a);
      case "and":
        return formula.items.every((item) => this.evaluate(n, item));
      case "or":
        return formula.items.some((item) => this.evaluate(n, item));
    }
  }
}

/** Strongly connected components (Kosaraju): two nodes lie on a common cycle if their numbers are equal. */
function components(size: number, next: (n: number) => readonly number[]): number[] {
  const order: number[] = [];
  const seen = new Array<boolean>(size).fill(false);
  const before: number[][] = Array.from({ length: size }, () => []);
  for (let root = 0; root < size; root++) {
    for (const t of next(root)) before[t]!.push(root);
    if (seen[root]) continue;
    seen[root] = true;
    const stack: { n: number; rest: number[] }[] = [{ n: root, rest: [...next(root)] }];
    while (stack.length > 0) {
      const top = stack[stack.length - 1]!;
      const t = top.rest.pop();
      if (t === undefined) {
        order.push(top.n);
        stack.pop();
      } else if (!seen[t]) {
        seen[t] = true;
        stack.push({ n: t, rest: [...next(t)] });
      }
    }
  }
  const component = new Array<number>(size).fill(-1);
  for (const root of order.reverse()) {
    if (component[root] !== -1) continue;
    component[root] = root;
    for (const stack = [root]; stack.length > 0; ) {
      for (const p of before[stack.pop()!]!) {
        if (component[p] !== -1) continue;
        component[p] = root;
        stack.push(p);
      }
    }
  }
  return component;
}
