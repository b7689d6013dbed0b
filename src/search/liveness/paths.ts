import { last } from "../../base/index.ts";
/**
 * Maximal paths inside a formula: `E[] p`, and by negation `A<>` and the second half of `-->`. Symbolic states are cut to p
 * and delayed only through p (at every instant). A maximal path stays if it can delay for ever, or comes to a deadlocked
 * valuation, or has infinitely many actions: a cycle of states that are equal under Extra+M, which preserves bisimulation
 * (Tripakis 1999; Li 2009). Zeno cycles count (docs/compatibility.md 5.11).
 *
 * Depth first. A state whose search is over without success can never be on such a path, so states inside it are dropped;
 * states on the stack are compared by equality only.
 */
import type { Engine, FoundStay, Predicate } from "../../engine/index.ts";
import type { Federation, Zone } from "../../zones/index.ts";
import type { Abstraction } from "../explore/abstraction.ts";
import { TURN } from "../explore/explorer.ts";
import { type Meter, SearchLimit } from "../limits.ts";
import type { Canonical } from "../options.ts";
import type { Statistics } from "../statistics.ts";
import type { Turns } from "../turns.ts";
import { Arrivals } from "./arrivals.ts";
import { type Node, Passed } from "./passed.ts";

interface Entry {
  readonly node: Node;
  /** The transition that led here. */
  readonly words: readonly number[];
  readonly next: Successor[];
}

interface Successor {
  readonly node: Node;
  readonly words: readonly number[];
}

export type Stay = Omit<FoundStay, "stem">;

export class Paths {
  private readonly engine: Engine;
  private readonly arrivals: Arrivals;
  private readonly abstraction: Abstraction;
  private readonly meter: Meter;
  private readonly passed: Passed;
  /** Where states to be searched are noted. */
  private next: Successor[] = [];
  private explored = 0;
  private transitions = 0;

  /** Looks for paths on which `never` does not hold at any instant. */
  constructor(engine: Engine, never: Predicate, abstraction: Abstraction, meter: Meter, canonical?: Canonical) {
    this.engine = engine;
    this.arrivals = new Arrivals(engine, never, (zone) => this.settle(zone));
    this.abstraction = abstraction;
    this.meter = meter;
    this.passed = new Passed(engine, canonical);
  }

  readonly statistics = (): Statistics => ({
    explored: this.explored,
    stored: this.passed.nodes,
    transitions: this.transitions,
    waiting: 0,
    memory: this.passed.bytes,
  });

  /** A maximal path from some valuation of `start`, zones of the discrete state at hand, that stays. */
  *search(start: Federation): Turns<Stay | undefined> {
    const first: Successor[] = [];
    this.next = first;
    const ending = this.arrivals.arrive(start.map((z) => z.slice()));
    if (ending !== undefined) return { ending, path: [] };
    for (const { node } of first) {
      const found = yield* this.from(node);
      if (found !== undefined) return found;
    }
    return undefined;
  }

  private *from(root: Node): Turns<Stay | undefined> {
    if (root.status !== "new") return undefined;
    const stack: Entry[] = [];
    const pathTo = (more: readonly (readonly number[])[]) => [...stack.slice(1).map((e) => e.words), ...more];
    let entering: Successor | undefined = { node: root, words: [] };
    for (;;) {
      if (entering !== undefined) {
        const { node, words }: Successor = entering;
        entering = undefined;
        node.status = "open";
        const entry: Entry = { node, words, next: [] };
        stack.push(entry);
        if ((this.explored & TURN) === TURN) yield this.statistics();
        const ended = this.expand(entry);
        if (ended !== undefined) return { ending: ended.ending, path: pathTo([ended.words]) };
      }
      const top = last(stack);
      const next = top.next.pop();
      if (next === undefined) {
        this.passed.finish(top.node);
        stack.pop();
        if (stack.length === 0) return undefined;
      } else if (next.node.status === "open") {
        return { ending: "loop", path: pathTo([next.words]), loop: stack.findIndex((e) => e.node === next.node) };
      } else if (next.node.status === "new") entering = next;
    }
  }

  /** Fills in the successors, or tells that a path ends well right behind a transition. */
  private expand(entry: Entry): { ending: "deadlock" | "divergence"; words: readonly number[] } | undefined {
    const { engine } = this;
    const reason = this.meter.check(this.statistics);
    if (reason !== undefined) throw new SearchLimit(reason, this.statistics());
    this.explored++;
    this.passed.load(entry.node);
    this.next = entry.next;
    let ended: { ending: "deadlock" | "divergence"; words: readonly number[] } | undefined;
    engine.successors(() => {
      this.transitions++;
      const ending = this.arrivals.arrive([engine.zone]);
      if (ending !== undefined) ended = { ending, words: this.words() };
      return ended !== undefined;
    });
    return ended;
  }

  /** Notes a zone of the state at hand as one to be searched, unless that is in vain. True if it has a deadlock. */
  private settle(exact: Zone): boolean {
    let dead = false;
    this.abstraction.apply(exact.slice(), (abstract) => {
      const before = this.passed.nodes;
      const node = this.passed.find(abstract);
      if (node === undefined) return false;
      // Valuations that the abstraction takes for each other have the same deadlocks: known zones need no second look.
      if (this.passed.nodes > before && this.engine.deadlocked(exact).length > 0) dead = true;
      this.next.push({ node, words: this.words() });
      return dead;
    });
    return dead;
  }

  private words(): readonly number[] {
    const { transition, transitionLength } = this.engine;
    return Array.from(transition.subarray(0, transitionLength));
  }
}
