import { first } from "../base/index.ts";
/**
 * Why an edge cannot be taken: the first thing that stands in its way, in the order in which the rules ask. Each obstacle
 * carries the place in the model that it comes from, so that it can be underlined.
 */
import { Concrete, interpret, wordsOf } from "../engine/index.ts";
import {
  type ClockConstraint,
  type Code,
  type Edge,
  locationAt,
  type Network,
  type Origin,
  processAt,
} from "../network/index.ts";
import { type Federation, le, lt, rationals, showZone } from "../zones/index.ts";
import { edgeOf } from "./trace.ts";
import { type Limit, type When, whenConcrete, whenSymbolic } from "./when.ts";

export interface Obstacle {
  readonly kind: "location" | "data" | "clock" | "partner" | "committed" | "invariant" | "priority";
  readonly message: string;
  readonly origin: Origin;
  /** Of a clock constraint: the delays after which it holds. */
  readonly when?: When;
}

/** Nothing if one of the possible transitions (in words) uses the edge. `entry` are the valuations on arrival. */
export function explainSymbolic(
  network: Network,
  edge: number,
  cells: Int32Array,
  { entry, zones }: { readonly entry: Federation; readonly zones: Federation },
  possible: readonly (readonly number[])[],
): readonly Obstacle[] {
  const e = edgeOf(network, edge);
  if (possible.some((words) => edgesIn(network, words).includes(edge))) return [];
  const engine = interpret(network);
  const names = network.clocks.map((c) => c.name);
  engine.cells.set(cells);
  const timing = engine.timing();
  return reasons(network, e, {
    cells: engine.cells,
    value: (c) => engine.value(c)(),
    clock: (c) => {
      const formula = engine.predicate({ is: "clock", constraint: c }, false);
      return zones.some((z) => formula.holds(z));
    },
    together: (list) => {
      let rest: Federation = zones;
      for (const c of list) {
        const formula = engine.predicate({ is: "clock", constraint: c }, false);
        rest = rest.flatMap((z) => formula.satisfying(z));
      }
      return rest.length > 0;
    },
    states: () => zones.map((z) => showZone(z, 0, engine.dim, names)).join(" or "),
    when: (list) => {
      const machine = new Concrete(network);
      machine.cells.set(engine.cells.subarray(0, machine.cells.length));
      return whenSymbolic(entry, timing, limitsOf(machine, list), engine.dim);
    },
  });
}

/** The same for a concrete state. */
export function explainConcrete(machine: Concrete, edge: number): readonly Obstacle[] {
  const { network, program } = machine;
  const e = edgeOf(network, edge);
  if (machine.steps().some((s) => edgesIn(network, wordsOf(s)).includes(edge))) return [];
  const holds = (c: ClockConstraint): boolean => {
    if (c.unless !== undefined && program.compiler.code(c.unless)() !== 0) return true;
    const { minus, compareRational, rational } = rationals;
    const difference = minus(
      machine.values[program.compiler.address(c.left)()]!,
      machine.values[program.compiler.address(c.right)()]!,
    );
    const order = compareRational(difference, rational(program.compiler.code(c.bound)()));
    return order < 0 || (order === 0 && !c.strict);
  };
  return reasons(network, e, {
    cells: machine.cells,
    value: (c) => program.compiler.code(c)(),
    clock: holds,
    together: (list) => list.every(holds),
    states: () =>
      network.clocks
        .slice(1)
        .map((c, i) => `${c.name}=${rationals.showRational(machine.values[i + 1]!)}`)
        .join(", "),
    when: (list) => whenConcrete(machine.values, machine.stopped(), machine.delays(), limitsOf(machine, list)),
  });
}

/** Clock constraints in the state at hand; those that the data makes true say nothing. */
function limitsOf({ program: { compiler } }: Concrete, list: readonly ClockConstraint[]): Limit[] {
  return list
    .filter((c) => c.unless === undefined || compiler.code(c.unless)() === 0)
    .map((c) => {
      const bound = compiler.code(c.bound)();
      return {
        x: compiler.address(c.left)(),
        y: compiler.address(c.right)(),
        bound: c.strict ? lt(bound) : le(bound),
      };
    });
}

/** What the present state says. */
interface Present {
  readonly cells: Int32Array;
  value(code: Code): number;
  clock(c: ClockConstraint): boolean;
  together(list: readonly ClockConstraint[]): boolean;
  states(): string;
  when(list: readonly ClockConstraint[]): When | undefined;
}

function reasons(network: Network, e: Edge, present: Present): readonly Obstacle[] {
  const p = processAt(network, e.process);
  const here = present.cells[e.process]!;
  if (here !== e.source) {
    const message = `${p.name} is in ${locationAt(p, here).name}, not in ${locationAt(p, e.source).name}`;
    return [{ kind: "location", message, origin: locationAt(p, e.source).origin }];
  }
  const guard = guardObstacle(e, present);
  if (guard !== undefined) return [guard];
  if (e.sync?.kind === "channel" && !hasPartner(network, e, present)) {
    const message =
      e.sync.direction === "?" ? "nobody can send on the channel now" : "nobody can receive on the channel now";
    return [{ kind: "partner", message, origin: e.sync.origin }];
  }
  const committed = network.processes.find((q) => locationAt(q, present.cells[q.index]!).committed);
  if (committed !== undefined && !locationAt(p, e.source).committed) {
    const l = locationAt(committed, present.cells[committed.index]!);
    return [
      {
        kind: "committed",
        message: `${committed.name} is in the committed location ${l.name} and must move first`,
        origin: l.origin,
      },
    ];
  }
  if (network.hasPriorities) {
    return [
      {
        kind: "priority",
        message: "a transition of higher priority is possible, or the target violates an invariant",
        origin: e.origin,
      },
    ];
  }
  const target = locationAt(p, e.target);
  return [
    {
      kind: "invariant",
      message: `the state after it would violate an invariant (target ${target.name})`,
      origin: target.origin,
    },
  ];
}

/** The first conjunct of the guard that is false, for every choice of select values. */
function guardObstacle(e: Edge, present: Present): Obstacle | undefined {
  let first: Obstacle | undefined;
  const choose = (depth: number): boolean => {
    const select = e.selects[depth];
    if (select !== undefined) {
      const { cell, low, high } = select;
      for (let v = low; v <= high; v++) {
        present.cells[cell] = v;
        if (choose(depth + 1)) return true;
      }
      return false;
    }
    const found = falseConjunct(e, present);
    first ??= found;
    return found === undefined;
  };
  return choose(0) ? undefined : first;
}

function falseConjunct(e: Edge, present: Present): Obstacle | undefined {
  for (const code of e.guard.data) {
    if (present.value(code) === 0)
      return { kind: "data", message: "this part of the guard is false", origin: originOf(code) ?? e.origin };
  }
  for (const c of e.guard.clocks) {
    if (!present.clock(c))
      return {
        kind: "clock",
        message: `this clock constraint does not hold: ${present.states()}`,
        origin: c.origin,
        ...timedBy(present.when([c])),
      };
  }
  if (!present.together(e.guard.clocks)) {
    return {
      kind: "clock",
      message: `the clock constraints do not hold together: ${present.states()}`,
      origin: first(e.guard.clocks).origin,
      ...timedBy(present.when(e.guard.clocks)),
    };
  }
  return undefined;
}

function timedBy(when: When | undefined): Pick<Obstacle, "when"> {
  return when === undefined ? {} : { when };
}

/** Whether another process has an edge that could synchronise, guards of both included one by one. */
function hasPartner(network: Network, e: Edge, present: Present): boolean {
  if (e.sync?.kind !== "channel") return true;
  const { direction } = e.sync;
  const mine = channelOf(e, present);
  if (direction === "!" && network.channels[mine]?.broadcast) return true;
  return network.processes.some(
    (q) =>
      q.index !== e.process &&
      q.edges.some((f) => {
        if (f.source !== present.cells[q.index] || f.sync?.kind !== "channel") return false;
        if (direction !== "" && f.sync.direction === direction) return false;
        return guardObstacle(f, present) === undefined && channelOf(f, present) === mine;
      }),
  );
}

function channelOf(e: Edge, present: Present): number {
  if (e.sync?.kind !== "channel") return -1;
  const { base, terms } = e.sync.channel;
  return terms.reduce((at, t) => at + (present.value(t.index) - t.low) * t.stride, base);
}

function edgesIn(network: Network, words: readonly number[]): number[] {
  const out: number[] = [];
  for (let at = 0; at < words.length; ) {
    const edge = words[at]!;
    out.push(edge);
    at += 1 + edgeOf(network, edge).selects.length;
  }
  return out;
}

/** A place for code that carries one. */
export function originOf(code: Code): Origin | undefined {
  if ("origin" in code) return code.origin;
  if ("a" in code) return originOf(code.a as Code) ?? ("b" in code ? originOf(code.b as Code) : undefined);
  if (code.op === "forall" || code.op === "exists" || code.op === "sum") return originOf(code.body);
  return undefined;
}
