/**
 * From a finding of the search to the user's terms: the run, exact in time, and why the specification does not follow it.
 * The run is one of the closed network (`compose.ts`), built and replayed like every trace. Where the finding is an
 * action, the run is made up to a valuation in which it is illegal, and the action is added to it.
 */
import { type Action, Concrete, interpret, Product } from "../engine/index.ts";
import { channelAt, clockAt, type Edge, locationAt, type Origin, processAt } from "../network/index.ts";
import type { PathStep } from "../trace/index.ts";
import { buildTrace, edgeOf, isUntraced, originOf, type Trace, traceTransition } from "../trace/index.ts";
import {
  dbm,
  type Federation,
  federation,
  LT_ZERO,
  type Rational,
  rationals,
  showZone,
  type Zone,
} from "../zones/index.ts";
import { along, passing, predicate } from "./along.ts";
import type { Composition } from "./compose.ts";
import type { Interface } from "./interface.ts";
import type { Refinement, RefinementEdge, Violation } from "./refinement.ts";
import { elementsOf } from "./uses.ts";

export interface Finding {
  readonly kind: Violation["kind"];
  /** Steps to the state. */
  readonly path: readonly (readonly number[])[];
  readonly action?: Action;
  /** The implementation's part of an illegal action. */
  readonly implementation?: readonly number[];
  /** The specification's edge that offers an urgent action. */
  readonly offered?: readonly number[];
}

type Explained = Pick<Refinement, "reason" | "violation" | "trace" | "traceReason" | "network">;

export function explainViolation(searched: Composition, face: Interface, finding: Finding): Explained {
  const { roles } = searched;
  const { path, kind } = finding;
  const product = new Product(searched.network, roles);
  const { network, steps, end: run } = along(searched, product, path);
  const composition = { ...searched, network };
  const at = run[roles.specification]!;
  const place = new Place(composition, product, run);
  const names = { ...network, clocks: network.clocks.slice(0, composition.stopwatch) };
  const engine = interpret(network);
  const built =
    kind === "start"
      ? { reason: "the specification does not allow the initial state", isLimit: false }
      : buildTrace(engine, {
          path: [...steps, ...place.last(finding)],
          goal: place.goal(finding),
          ending: "goal",
          network: names,
        });
  const trace = isUntraced(built)
    ? undefined
    : kind === "action"
      ? withAction(composition, built, finding, at, path)
      : built;
  const spec = processAt(network, roles.specification);
  const location = locationAt(spec, at);
  const time = trace?.duration;
  const action =
    finding.action === undefined
      ? undefined
      : `${channelAt(network, finding.action.channel).name}${finding.action.direction}`;
  const moved = finding.implementation?.[0];
  const violation: Violation = {
    kind,
    ...(time === undefined ? {} : { time }),
    location: location.name,
    locationOrigin: location.origin,
    ...(action === undefined ? {} : { action }),
    ...(moved === undefined ? {} : { edge: edgeIn(composition, edgeOf(network, moved)) }),
    alternatives: kind === "action" ? alternatives(composition, finding, at, trace, path) : [],
    ...(kind === "delay" ? { allowed: place.allowed() } : {}),
    ...(kind === "shared" ? { variables: differing(face, run) } : {}),
  };
  return {
    reason: inWords(violation),
    violation,
    network,
    ...(trace === undefined ? {} : { trace }),
    ...(isUntraced(built) ? { traceReason: built.reason } : {}),
  };
}

/** What the product says in the state of the violation. */
class Place {
  private readonly composition: Composition;
  private readonly product: Product;
  private readonly state: Int32Array;

  constructor(composition: Composition, product: Product, state: Int32Array) {
    this.composition = composition;
    this.product = product;
    this.state = state;
  }

  /** The step that leaves the specification behind, where the finding is no action. */
  last({ kind, offered }: Finding): readonly PathStep[] {
    const { composition, product, state } = this;
    const words = [composition.errDelay[state[composition.roles.specification]!]!];
    if (kind === "delay") return [{ words, start: predicate((z) => this.passing(z)) }];
    if (kind !== "urgent" || offered === undefined) return [];
    this.enter();
    const everywhere = dbm.newUniversal(product.dim);
    const offer = product.urgentOffers(everywhere).find((o) => o.words.every((w, i) => w === offered[i]));
    const { where, met } = offer ?? { where: everywhere, met: [] };
    const never = predicate((z) => federation.intersect([z], met ?? [z], product.dim));
    const start = predicate((z) => federation.subtract([z], [where], product.dim));
    return [{ words, never, start }];
  }

  goal(finding: Finding): (reached: Federation) => Federation {
    const { composition, product } = this;
    const { dim } = product;
    switch (finding.kind) {
      case "action":
        return (reached) => reached.flatMap((z) => this.illegal(z, finding));
      case "urgent":
        return (reached) => this.late(reached);
      case "delay": {
        this.enter();
        const inside = product.specInvariant();
        const still = composition.still[product.cells[composition.roles.specification]!];
        return (reached) => this.late(still || inside === null ? reached : federation.subtract(reached, [inside], dim));
      }
      case "shared":
        return (reached) => reached.flatMap((z) => this.seen(z));
      default:
        return (reached) => reached;
    }
  }

  /** The specification's invariant in words. */
  allowed(): string {
    this.enter();
    const { product, composition } = this;
    const zone = product.specInvariant();
    if (composition.still[product.cells[composition.roles.specification]!]) return "no delay";
    return zone === null
      ? "nothing"
      : showZone(
          zone,
          0,
          product.dim,
          product.network.clocks.map((c) => c.name),
        );
  }

  private illegal(zone: Zone, { action, implementation }: Finding): Federation {
    const { product } = this;
    let all: Federation = [];
    for (const part of this.staying(zone)) {
      product.steps(part, {
        step: () => {},
        illegal: (where, which) => {
          const same =
            which.channel === action?.channel &&
            which.direction === action.direction &&
            product.words.every((w, i) => w === implementation?.[i]);
          if (same) all = federation.union(all, where, product.dim);
        },
      });
    }
    return all;
  }

  /** Where variables count: everywhere, but inside an atomic sequence only where there is an action. */
  private seen(zone: Zone): Federation {
    const { product } = this;
    const staying = this.staying(zone);
    if (!product.isCommitted()) return staying;
    let all: Federation = [];
    const game = (enabled: Zone, action: Action | undefined): void => {
      if (action !== undefined) all = federation.add(all, enabled.slice(), product.dim);
    };
    for (const part of staying) product.steps(part, { step: () => {}, game });
    return all;
  }

  /** Where the specification does not leave its location unseen, at once. */
  private staying(zone: Zone): Federation {
    return federation.subtract([zone], this.passing(zone), this.product.dim);
  }

  private passing(zone: Zone): Federation {
    this.enter();
    return passing(this.composition, this.product, zone);
  }

  private late(set: Federation): Federation {
    return federation.constrained(set, 0, this.composition.stopwatch, LT_ZERO, this.product.dim);
  }

  private enter(): void {
    this.product.cells.set(this.state);
  }
}

/** The run with the illegal action at its end. */
function withAction(
  composition: Composition,
  trace: Trace,
  finding: Finding,
  at: number,
  path: readonly (readonly number[])[],
): Trace {
  const machine = replayed(composition, trace, path);
  const words = finalWords(composition, finding, at);
  const step = machine?.find(words);
  if (machine === undefined || step === undefined || !machine.take(step)) return trace;
  const { network } = composition;
  const processes = network.processes.length;
  const cells = machine.cells.subarray(0, network.slots.length);
  const values = machine.values.slice(1, composition.stopwatch);
  const state = {
    locations: Array.from(cells.subarray(0, processes)),
    variables: Array.from(cells.subarray(processes)),
    zone: [],
    values,
    delay: rationals.ZERO,
  };
  return {
    ...trace,
    states: [...trace.states, state],
    transitions: [...trace.transitions, traceTransition(network, words, step.channel)],
  };
}

function finalWords(
  { errSends, errReceives }: Composition,
  { action, implementation = [] }: Finding,
  at: number,
): number[] {
  if (action === undefined) return [];
  return action.direction === "!"
    ? [...implementation, errReceives[at]!, action.channel]
    : [errSends[at]!, action.channel, ...implementation];
}

/** The concrete machine at the end of a run, its last delay included. */
function replayed({ network }: Composition, trace: Trace, path: readonly (readonly number[])[]): Concrete | undefined {
  const machine = new Concrete(network);
  if (!trace.concrete || !machine.initial()) return undefined;
  for (let i = 0; i <= path.length; i++) {
    const words = path[i - 1];
    if (words !== undefined) {
      const step = machine.find(words);
      if (step === undefined || !machine.take(step)) return undefined;
    }
    const delay: Rational = trace.states[i]?.delay ?? rationals.ZERO;
    if (!machine.delay(delay)) return undefined;
  }
  return machine;
}

/** The specification's edges for the action, and what keeps each from being taken. */
function alternatives(
  composition: Composition,
  { action }: Finding,
  at: number,
  trace: Trace | undefined,
  path: readonly (readonly number[])[],
): Violation["alternatives"] {
  const { network, roles } = composition;
  const machine = trace === undefined ? undefined : replayed(composition, trace, path);
  if (machine === undefined || action === undefined) return [];
  const wanted = action.direction === "!" ? "?" : "!";
  const out: Violation["alternatives"][number][] = [];
  for (const e of processAt(network, roles.specification).edges) {
    const { sync } = e;
    if (e.id >= roles.ownEdges || e.source !== at || sync?.kind !== "channel" || sync.direction !== wanted) continue;
    if (!elementsOf(sync.channel).includes(action.channel)) continue;
    const found = obstacleFor(machine, e, action.channel);
    const [message, origin]: [string, Origin] =
      found === undefined
        ? ["it is about another element of the channel now", e.origin]
        : [found.message, found.origin];
    out.push({ ...edgeIn(composition, e), obstacle: message, obstacleOrigin: origin });
  }
  return out;
}

/** What is false for the select values that name this channel; undefined if none do. */
function obstacleFor(
  machine: Concrete,
  e: Edge,
  channel: number,
): { readonly message: string; readonly origin: Origin } | undefined {
  const { compiler } = machine.program;
  const value = (code: Parameters<typeof compiler.code>[0]): number => compiler.code(code)();
  let first: { message: string; origin: Origin } | undefined;
  const choose = (depth: number): void => {
    if (first !== undefined) return;
    const select = e.selects[depth];
    if (select !== undefined) {
      const { cell, low, high } = select;
      for (let v = low; v <= high && first === undefined; v++) {
        machine.cells[cell] = v;
        choose(depth + 1);
      }
      return;
    }
    if (e.sync?.kind !== "channel" || compiler.address(e.sync.channel)() !== channel) return;
    const failing = e.guard.data.find((code) => value(code) === 0);
    if (failing !== undefined) {
      const chosen = e.selects.map((x) => `${x.name} = ${machine.cells[x.cell]}`).join(", ");
      const part = originOf(failing) === undefined ? "a part of the guard is false" : "this part of the guard is false";
      first = { message: chosen === "" ? part : `with ${chosen} ${part}`, origin: originOf(failing) ?? e.origin };
      return;
    }
    for (const c of e.guard.clocks) {
      if (c.unless !== undefined && value(c.unless) !== 0) continue;
      const [x, y] = [compiler.address(c.left)(), compiler.address(c.right)()];
      const difference = rationals.minus(machine.values[x]!, machine.values[y]!);
      const order = rationals.compareRational(difference, rationals.rational(value(c.bound)));
      if (order < 0 || (order === 0 && !c.strict)) continue;
      const names = [x, y]
        .filter((i) => i > 0)
        .map((i) => `${clockAt(machine.network, i).name} is ${rationals.showRational(machine.values[i]!)}`);
      first = { message: `this clock constraint does not hold: ${names.join(", ")}`, origin: c.origin };
      return;
    }
    const target = locationAt(processAt(machine.network, e.process), e.target);
    first = { message: `the invariant of ${target.name} would not hold after it`, origin: target.origin };
  };
  choose(0);
  return first;
}

export function edgeIn({ network }: Composition, e: Edge): RefinementEdge {
  const p = processAt(network, e.process);
  const [source, target] = [locationAt(p, e.source).name, locationAt(p, e.target).name];
  const branches = e.branches === undefined ? {} : { branches: e.branches };
  return { process: p.name, source, target, origin: e.origin, ...branches };
}

function differing(face: Interface, cells: Int32Array): NonNullable<Violation["variables"]> {
  return face.shared
    .filter((s) => cells[s.implementation]! !== cells[s.specification]!)
    .map((s) => ({ name: s.name, implementation: cells[s.implementation]!, specification: cells[s.specification]! }));
}

function inWords({ kind, time, action, location, alternatives, allowed, variables }: Violation): string {
  const when = time === undefined ? "" : `at time ${rationals.showRational(time)} `;
  switch (kind) {
    case "action":
      return alternatives.length === 0
        ? `${when}the implementation does ${action}, for which the specification has no edge in ${location}`
        : `${when}the implementation does ${action}, which the specification in ${location} does not allow then`;
    case "delay":
      return allowed === "no delay"
        ? `${when}the implementation lets time pass, but the specification must leave ${location} at once`
        : `${when}the implementation is still waiting, but the specification may stay in ${location} only while ${allowed}`;
    case "urgent":
      return `${when}the implementation has let time pass without offering the urgent action ${action}, which the specification offers in ${location}`;
    case "shared":
      return `${when}${(variables ?? []).map((v) => `${v.name} is ${v.implementation}, but ${v.specification} in the specification`).join(", ")}`;
    case "start":
      return `the specification's invariant in ${location} does not allow the initial state`;
  }
}
