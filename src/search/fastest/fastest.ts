/**
 * Fastest traces: one more clock that is never reset measures time. States are expanded in the order of its lower bound,
 * which no abstraction touches (its upper bound does not matter), so the first goal that no waiting state can undercut is
 * reached as early as possible (Behrmann et al. 2001). Called only when the goal is known to be reachable: otherwise this
 * search need not end. The compiled engine does it where it can (`soonest.ts`).
 */
import { type ClockBounds, clockBounds, formulasOf, mentionsDeadlock } from "../../analysis/index.ts";
import { type Engine, Fault, interpret } from "../../engine/index.ts";
import type { Network } from "../../network/index.ts";
import { withClock } from "../../reduce/index.ts";
import { buildTrace, goalOf } from "../../trace/index.ts";
import { dbm, type Federation, type Zone } from "../../zones/index.ts";
import { Abstraction } from "../explore/abstraction.ts";
import { Explorer } from "../explore/explorer.ts";
import type { Waiting } from "../explore/waiting.ts";
import type { Meter } from "../limits.ts";
import type { SearchOptions } from "../options.ts";
import type { FormulaQuery } from "../reach.ts";
import type { Verdict } from "../verdict.ts";
import { type SoonestGoal, soonestCompiled } from "./soonest.ts";

/** A fault that only this search meets, since it looks further than the one that found the goal, changes no verdict. */
export function fastest(
  network: Network,
  query: FormulaQuery,
  meter: Meter,
  options: SearchOptions,
): Pick<Verdict, "trace" | "traceReason"> {
  try {
    return search(network, query, meter, options);
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    return { traceReason: `a fault was met before the goal was reached as early as possible: ${error.message}` };
  }
}

function search(
  network: Network,
  query: FormulaQuery,
  meter: Meter,
  options: SearchOptions,
): Pick<Verdict, "trace" | "traceReason"> {
  const timed = withClock(network, "#time");
  const time = network.clocks.length;
  const engine = (options.engine ?? interpret)(timed, query);
  const { dim } = engine;
  const symmetric = formulasOf(query).some(mentionsDeadlock);
  const bounds = clockBounds(timed, { query, symmetric, keepLower: time });
  if ((bounds.diverges ?? bounds.diagonals.unlisted) !== undefined)
    return { traceReason: "clocks are compared without bound" };
  const found =
    soonestCompiled(timed, query, time, bounds, engine, meter, options) ??
    soonest(query, time, bounds, engine, meter, options);
  if (typeof found === "string") return { traceReason: found };
  const path = [{ words: [] }, ...found.path.map((words) => ({ words }))];
  const goal = goalOf(engine.predicate(query.formula, query.kind === "A[]"));
  const trace = buildTrace(engine, {
    path,
    goal: (reached): Federation => goal(reached).filter((z) => dbm.constrain(z, 0, dim, time, 0, found.cost + 1)),
    ending: "goal",
    network,
    patience: meter.patience,
  });
  return typeof trace === "string" ? { traceReason: trace } : { trace };
}

/** By the interpreter. */
function soonest(
  query: FormulaQuery,
  time: number,
  bounds: ClockBounds,
  engine: Engine,
  meter: Meter,
  options: SearchOptions,
): SoonestGoal {
  const kind = bounds.diagonals.triples.length > 0 ? "diagonal" : "extra";
  const explorer = new Explorer(engine, new Abstraction(kind, engine, bounds, time), meter, options.canonical);
  const goal = engine.predicate(query.formula, query.kind === "A[]");
  const waiting = new ByTime();
  // Encoded lower bounds of time, as costs: 2c for time >= c, 2c + 1 for time > c.
  const cost = (z: Zone) => 1 - z[time];
  let best = Number.POSITIVE_INFINITY;
  let node = -1;
  const ending = explorer.run({
    visit: (n) => {
      waiting.cost = cost(engine.zone);
      for (const z of goal.satisfying(engine.zone)) {
        if (cost(z) < best) [best, node] = [cost(z), n];
      }
      return false;
    },
    after: () => waiting.least() >= best,
    waiting,
    shortest: false,
  });
  if (ending.kind === "limit") return ending.reason;
  if (node < 0) return "the goal was not found again";
  return { path: explorer.store.path(node), cost: best };
}

/** Nodes by cost, a binary heap. `cost` is that of the node pushed next. */
class ByTime implements Waiting {
  cost = 0;
  private readonly nodes: number[] = [];
  private readonly costs: number[] = [];

  get length(): number {
    return this.nodes.length;
  }

  push(node: number): void {
    this.insert(node, this.cost);
  }

  least(): number {
    return this.costs[0] ?? Number.POSITIVE_INFINITY;
  }

  pop(): number {
    const { nodes, costs } = this;
    const node = nodes.pop();
    const cost = costs.pop();
    if (node === undefined || cost === undefined) return -1;
    if (nodes.length === 0) return node;
    const top = nodes[0];
    this.sink(node, cost);
    return top;
  }

  private insert(node: number, cost: number): void {
    const { nodes, costs } = this;
    let at = nodes.length;
    nodes.push(node);
    costs.push(cost);
    while (at > 0) {
      const up = (at - 1) >> 1;
      if (costs[up] <= cost) break;
      nodes[at] = nodes[up];
      costs[at] = costs[up];
      at = up;
    }
    nodes[at] = node;
    costs[at] = cost;
  }

  private sink(node: number, cost: number): void {
    const { nodes, costs } = this;
    let at = 0;
    for (let child = 1; child < nodes.length; child = 2 * at + 1) {
      if (child + 1 < nodes.length && costs[child + 1] < costs[child]) child++;
      if (costs[child] >= cost) break;
      nodes[at] = nodes[child];
      costs[at] = costs[child];
      at = child;
    }
    nodes[at] = node;
    costs[at] = cost;
  }
}
