import { afterTime, chain } from "../../statistics/index.ts";
import { Engine } from "../interpret/engine.ts";
import { Stuck } from "../interpret/fault.ts";
import type { StochasticNetwork } from "../network.ts";
import type { Path, StatisticalQuery } from "../query.ts";
import { Choices } from "./choices.ts";
import { notMarkov } from "./markov.ts";

/**
 * The exact probability of a path where the network is a Markov chain in continuous time with few states: all states are
 * explored by the reference engine, with every choice taken in turn, and the chain is solved by uniformisation. States in
 * which no time passes are replaced by where they lead.
 */
type Exact = { readonly probability: number; readonly states: number } | { readonly refused: string };

const MOST_STATES = 20_000;
/** Where uniformisation would take too many steps. */
const MOST_WORK = 2e9;

export function exactProbability(
  network: StochasticNetwork,
  query: StatisticalQuery,
  path: Path,
  most = MOST_STATES,
): Exact {
  const refused = notMarkov(network, query, path);
  if (refused !== undefined) return { refused };
  try {
    return new Exploration(network, query, path).solve(most);
  } catch (error) {
    if (error instanceof Stuck) return { refused: error.message };
    throw error;
  }
}

/** Where a state leads, with what probability. */
type Distribution = ReadonlyMap<number, number>;

class Exploration {
  private readonly choices: Choices;
  private readonly engine: Engine;
  private readonly path: Path;
  private readonly clocks: readonly number[];
  private readonly numbers = new Map<string, number>();
  private readonly states: Float64Array[] = [];
  private readonly rows: Distribution[] = [];
  private readonly goals = new Set<number>();
  private readonly size: number;

  constructor(network: StochasticNetwork, query: StatisticalQuery, path: Path) {
    this.choices = new Choices(network, query.cells);
    this.engine = new Engine(network, [...network.functions, ...query.functions], this.choices);
    this.path = path;
    this.size = network.state;
    this.clocks = network.variables.filter(({ kind }) => kind === "clock").map(({ cell }) => cell);
  }

  solve(most: number): Exact {
    this.choices.begin(0);
    const initial = this.settled([]);
    for (let s = 0; s < this.states.length; s++) {
      if (this.states.length > most) return { refused: `there are more than ${most} states` };
      this.rows[s] = this.goals.has(s) ? new Map() : this.rates(this.states[s]!);
    }
    const { bound, succeeds } = this.path;
    const fastest = this.rows.reduce((most, row) => Math.max(most, sum(row)), 0);
    const entries = this.rows.reduce((count, row) => count + row.size + 1, 0);
    if (fastest * bound.limit * entries > MOST_WORK) return { refused: "the chain is too fast for so long a time" };
    const first = new Float64Array(this.states.length);
    for (const [s, p] of initial) first[s] = p;
    const after = afterTime(chain(this.rows.map((row) => [...row])), first, bound.limit);
    let reached = 0;
    for (const s of this.goals) reached += after[s]!;
    return { probability: succeeds ? reached : 1 - reached, states: this.states.length };
  }

  /** The rates at which a state is left for others. */
  private rates(state: Float64Array): Distribution {
    const rates = new Map<number, number>();
    this.restore(state);
    // A state in which the run is lost is left by nobody.
    if (this.path.lost && this.engine.watcher.holds(this.path.lost)) return rates;
    this.engine.hurries();
    for (const { process, rate } of this.engine.racing())
      for (const { state: next, probability } of this.choices.all(() => {
        this.restore(state);
        return this.engine.jump(process) ? this.snapshot() : undefined;
      })) {
        this.restore(next);
        for (const [s, p] of this.settled([])) rates.set(s, (rates.get(s) ?? 0) + rate * probability * p);
      }
    return rates;
  }

  /** The states in which time passes that the present state leads to at once. */
  private settled(above: readonly string[]): Distribution {
    const { engine, choices } = this;
    const met = engine.watcher.holds(this.path.goal);
    if (met || (this.path.lost && engine.watcher.holds(this.path.lost)) || !engine.hurries())
      return new Map([[this.number(met), 1]]);
    const here = this.snapshot();
    const key = keyOf(here);
    if (above.includes(key)) throw new Stuck("zeno", "states in which no time passes form a cycle");
    const result = new Map<number, number>();
    for (const { state, probability } of choices.all(() => {
      this.restore(here);
      engine.hurries();
      return engine.jump() ? this.snapshot() : undefined;
    })) {
      this.restore(state);
      for (const [s, p] of this.settled([...above, key])) result.set(s, (result.get(s) ?? 0) + probability * p);
    }
    return result;
  }

  private number(met: boolean): number {
    const state = this.snapshot();
    const key = keyOf(state);
    const known = this.numbers.get(key) ?? this.states.push(state) - 1;
    this.numbers.set(key, known);
    if (met) this.goals.add(known);
    return known;
  }

  /** The state without its clocks, which nothing reads. */
  private snapshot(): Float64Array {
    const state = this.choices.reals.slice(0, this.size);
    for (const cell of this.clocks) state.fill(0, cell, cell + 3);
    return state;
  }

  private restore(state: Float64Array): void {
    this.choices.reals.set(state);
    this.choices.time = 0;
  }
}

function keyOf(state: Float64Array): string {
  return new Int32Array(state.buffer).join();
}

function sum(row: Distribution): number {
  let total = 0;
  for (const rate of row.values()) total += rate;
  return total;
}
