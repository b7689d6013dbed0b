/**
 * Fastest traces: one more clock that is never reset measures time. States are expanded in the order of its lower bound,
 * which no abstraction touches (its upper bound does not matter), so the first goal that no waiting state can undercut is
 * reached as early as possible (Behrmann et al. 2001). Called only when the goal is known to be reachable: otherwise this
 * search need not end. The compiled engine does it where it can (`soonest.ts`).
 */
import { clockBounds, formulasOf, mentionsDeadlock } from "../../analysis/index.ts";
import { LimitReached } from "../../base/index.ts";
import { Fault } from "../../engine/index.ts";
import { withClock } from "../../reduce/index.ts";
import { buildTrace, goalOf, type Trace, type Untraced } from "../../trace/index.ts";
import { BoundOverflow, dbm, type Federation, type Zone } from "../../zones/index.ts";
import { Abstraction } from "../explore/abstraction.ts";
import { Explorer } from "../explore/explorer.ts";
import type { Waiting } from "../explore/waiting.ts";
import type { Meter } from "../limits.ts";
import { abstractionKind, type FormulaQuery, Question, unsoundness } from "../question.ts";
import { type Soonest, type SoonestGoal, soonestCompiled } from "./soonest.ts";

/** A fault that only this search meets, since it looks further than the one that found the goal, changes no verdict. */
export function fastest(question: Question<FormulaQuery>, meter: Meter): Trace | Untraced {
  try {
    return search(question, meter);
  } catch (error) {
    if (error instanceof LimitReached) return { reason: error.message, isLimit: true };
    if (error instanceof BoundOverflow) return untraced(error.message);
    if (!(error instanceof Fault)) throw error;
    return untraced(`a fault was met before the goal was reached as early as possible: ${error.message}`);
  }
}

function untraced(reason: string): Untraced {
  return { reason, isLimit: false };
}

function search({ network, query, options }: Question<FormulaQuery>, meter: Meter): Trace | Untraced {
  const time = network.clocks.length;
  const question = new Question(withClock(network, "#time"), query, options);
  const symmetric = formulasOf(query).some(mentionsDeadlock);
  const bounds = clockBounds(question.network, { query, symmetric, keepLower: time });
  if (unsoundness(bounds) !== undefined) return untraced("clocks are compared without bound");
  const asked: Soonest = { question, time, bounds, meter };
  const found = soonestCompiled(asked) ?? soonest(asked);
  if (typeof found === "string") return untraced(found);
  const { engine } = question;
  const goal = goalOf(engine.predicate(query.formula, query.kind === "A[]"));
  return buildTrace(engine, {
    path: [{ words: [] }, ...found.path.map((words) => ({ words }))],
    goal: (reached): Federation =>
      goal(reached).filter((z) => dbm.constrain(z, 0, engine.dim, time, 0, found.cost + 1)),
    ending: "goal",
    network,
    patience: meter.patience,
  });
}

/** By the interpreter. */
function soonest({ question, time, bounds, meter }: Soonest): SoonestGoal {
  const { query, engine, canonical } = question;
  const abstraction = new Abstraction(abstractionKind(bounds, "extra"), engine, bounds, time);
  const explorer = new Explorer(engine, abstraction, meter, canonical);
  const goal = engine.predicate(query.formula, query.kind === "A[]");
  const waiting = new ByTime();
  // Encoded lower bounds of time, as costs: 2c for time >= c, 2c + 1 for time > c.
  const cost = (z: Zone) => 1 - z[time]!;
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
    const top = nodes[0]!;
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
      if (costs[up]! <= cost) break;
      nodes[at] = nodes[up]!;
      costs[at] = costs[up]!;
      at = up;
    }
    nodes[at] = node;
    costs[at] = cost;
  }

  private sink(node: number, cost: number): void {
    const { nodes, costs } = this;
    let at = 0;
    for (let child = 1; child < nodes.length; child = 2 * at + 1) {
      if (child + 1 < nodes.length && costs[child + 1]! < costs[child]!) child++;
      if (costs[child]! >= cost) break;
      nodes[at] = nodes[child]!;
      costs[at] = costs[child]!;
      at = child;
    }
    nodes[at] = node;
    costs[at] = cost;
  }
}
