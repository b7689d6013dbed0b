/**
 * The pointwise oracle: Definition 3.2 of Bourke and Sowmya (2007) asked at single valuations. A specification and its test
 * automaton are evaluated side by side, edge by edge, in one location with the same data and clock values, and every way in
 * which the tester differs from the definition is told.
 */
import { interpret } from "../../src/engine/index.ts";
import type { ClockConstraint, Code, Guard, Network } from "../../src/network/index.ts";

interface Valuation {
  readonly location: string;
  /** By name without the process. */
  readonly data: Readonly<Record<string, number>>;
  /** In halves. */
  readonly clocks: Readonly<Record<string, number>>;
}

/** One process evaluated at a valuation. */
export class Side {
  private readonly network: Network;
  private readonly engine: ReturnType<typeof interpret>;
  private readonly code = new Map<Code, () => number>();
  private readonly clockRefs = new Map<object, () => number>();
  private clocks: readonly number[] = [];

  constructor(network: Network) {
    this.network = network;
    this.engine = interpret(network);
  }

  enter({ location, data, clocks }: Valuation): void {
    const { network, engine } = this;
    const [process] = network.processes;
    engine.cells.fill(0, 0, network.slots.length);
    engine.cells[0] = process!.locations.findIndex((l) => l.name === location);
    network.slots.forEach((s, i) => {
      if (i > 0) engine.cells[i] = data[s.name.replace(/^\w+\./, "")] ?? s.initial;
    });
    this.clocks = network.clocks.map((c, i) => (i === 0 ? 0 : (clocks[c.name.replace(/^\w+\./, "")] ?? 0)));
  }

  /** Whether the invariant of the location holds. */
  invariant(): boolean {
    const [process] = this.network.processes;
    return this.holds(process!.locations[this.engine.cells[0]!]!.invariant);
  }

  /** The actions of edges that are enabled now and lead to a location that fits: `c!`, `d[1]?`, or `tau`. */
  actions(fits: (target: string) => boolean): ReadonlySet<string> {
    const out = new Set<string>();
    const { network, engine } = this;
    const [process] = network.processes;
    for (const e of process!.edges) {
      if (e.source !== engine.cells[0] || !fits(process!.locations[e.target]!.name)) continue;
      const choose = (depth: number): void => {
        if (depth < e.selects.length) {
          const { cell, low, high } = e.selects[depth]!;
          for (let v = low; v <= high; v++) {
            engine.cells[cell] = v;
            choose(depth + 1);
          }
          return;
        }
        if (!this.holds(e.guard)) return;
        if (e.sync?.kind !== "channel") out.add("tau");
        else {
          const { base, terms } = e.sync.channel;
          let at = base;
          for (const t of terms) {
            const index = this.value(t.index) - t.low;
            if (index < 0 || index >= t.size)
              throw new Error(`an index is out of range on an edge from ${process!.locations[e.source]!.name}`);
            at += index * t.stride;
          }
          out.add(`${network.channels[at]!.name}${e.sync.direction}`);
        }
      };
      choose(0);
    }
    return out;
  }

  private holds(g: Guard): boolean {
    return g.data.every((c) => this.value(c) !== 0) && g.clocks.every((c) => this.clockHolds(c));
  }

  private clockHolds(c: ClockConstraint): boolean {
    if (c.unless !== undefined && this.value(c.unless) !== 0) return true;
    const left = this.clocks[this.clock(c.left)]!;
    const right = this.clocks[this.clock(c.right)]!;
    const bound = 2 * this.value(c.bound);
    return c.strict ? left - right < bound : left - right <= bound;
  }

  private value(code: Code): number {
    let run = this.code.get(code);
    if (run === undefined) {
      run = this.engine.value(code);
      this.code.set(code, run);
    }
    return run();
  }

  private clock(ref: ClockConstraint["left"]): number {
    let run = this.clockRefs.get(ref);
    if (run === undefined) {
      run = this.engine.clock(ref);
      this.clockRefs.set(ref, run);
    }
    return run();
  }
}

const flipped = (action: string): string => action.slice(0, -1) + (action.endsWith("!") ? "?" : "!");

/** All actions over the channels of a network, in both directions. */
export function allActions(network: Network): readonly string[] {
  return network.channels.flatMap((c) => [`${c.name}!`, `${c.name}?`]);
}

/** How the tester differs from Definition 3.2 at a valuation; undefined if the specification itself fails there. */
export function differences(
  spec: Side,
  test: Side,
  actions: readonly string[],
  at: Valuation,
  error: string,
): readonly string[] | undefined {
  spec.enter(at);
  let invariant: boolean;
  let legal: ReadonlySet<string>;
  try {
    invariant = spec.invariant();
    legal = spec.actions(() => true);
  } catch {
    return undefined;
  }
  test.enter(at);
  const out: string[] = [];
  const toError = test.actions((target) => target === error);
  const others = test.actions((target) => target !== error);
  if (toError.has("tau") === invariant)
    out.push(`${at.location}: tau to ${error} is ${invariant ? "possible although" : "impossible although not"} inv`);
  for (const a of actions) {
    const illegal = invariant && !legal.has(a);
    if (toError.has(flipped(a)) !== illegal)
      out.push(`${at.location}: ${a} is ${illegal ? "illegal and not caught" : "caught and not illegal"}`);
    if (others.has(flipped(a)) !== (invariant && legal.has(a)))
      out.push(`${at.location}: ${a} is ${legal.has(a) ? "legal and not followed" : "followed and not legal"}`);
  }
  return out;
}
