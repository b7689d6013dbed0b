/**
 * Checks a run that tells an implementation from its specification, by the concrete semantics alone: the implementation goes it, and of the
 * specification all states are kept that it may be in, at every moment at which it could move unseen. In the end there must be none.
 * Each side stands alone with an environment that takes part in whatever action.
 */
import { type Action, Concrete, type Step } from "../engine/index.ts";
import type { Code, Edge, Location, Network, Process } from "../network/index.ts";
import { type Point, type Rational, rationals } from "../zones/index.ts";
import type { Composition } from "./compose.ts";
import type { Interface } from "./interface.ts";
import type { Move } from "./set-node.ts";

const { compareRational, floor, minus, plus, rational, ZERO } = rationals;

/** One side, with an environment in the place of the others. Actions of the specification are told as the implementation has them. */
export class Alone {
  private readonly composition: Composition;
  private readonly machine: Concrete;
  private readonly environment: number;

  constructor(composition: Composition, side: "implementation" | "specification") {
    const { network, roles } = composition;
    this.composition = composition;
    this.environment = side === "implementation" ? roles.specification : 0;
    this.machine = new Concrete(alone(composition, network, side));
  }

  initial(): State | undefined {
    return this.machine.initial() ? this.state() : undefined;
  }

  /** The states after a delay, which was possible in each. */
  delayed(states: readonly State[], d: Rational): readonly State[] {
    return states.flatMap((s) => {
      this.enter(s);
      return this.machine.delay(d) ? [this.state()] : [];
    });
  }

  /** The states after one step of those that fit. */
  stepped(states: readonly State[], fits: (step: Step) => boolean): readonly State[] {
    const after = states.flatMap((s) => {
      this.enter(s);
      return this.machine.steps().flatMap((step) => {
        if (!fits(step)) return [];
        this.enter(s);
        return this.machine.take(step) ? [this.state()] : [];
      });
    });
    return [...new Map(after.map((s) => [keyOf(s), s])).values()];
  }

  /** Whether a step is the action, with the environment in the part of the other side. */
  isAction({ channel, direction }: Action, who: "implementation" | "specification"): (step: Step) => boolean {
    return (step) => {
      const sends = step.choices[0]?.edge.process === this.environment;
      const isPart = step.choices.some((c) => c.edge.process === this.environment);
      return isPart && step.channel === channel && sends === ((direction === "?") === (who === "implementation"));
    };
  }

  isInternal = (step: Step): boolean => step.choices.every((c) => c.edge.process !== this.environment);

  isTransient({ cells }: State): boolean {
    return this.composition.transient[cells[this.composition.roles.specification]!] === true;
  }

  private enter({ cells, values }: State): void {
    this.machine.cells.set(cells);
    this.machine.values = values;
  }

  private state(): State {
    return { cells: this.machine.cells.slice(), values: this.machine.values };
  }
}

export interface State {
  readonly cells: Int32Array;
  readonly values: Point;
}

/** All states of a specification after the same trace. */
export class Possible {
  readonly alone: Alone;
  private readonly size: number;
  private readonly agrees: (state: State) => boolean;
  states: readonly State[];

  /** `agrees`: whether a state that others see has the values that they see in the implementation now. */
  constructor(composition: Composition, agrees: (state: State) => boolean = () => true) {
    this.alone = new Alone(composition, "specification");
    this.agrees = agrees;
    this.size = composition.network.slots.length;
    const first = this.alone.initial();
    this.states = this.closed(first === undefined ? [] : [first]);
  }

  /** Lets time pass, with a look at every moment at which a guard may begin or end to hold, and between. */
  wait(d: Rational): void {
    let now: Rational = ZERO;
    for (const moment of momentsOf(this.states, d)) {
      this.states = this.closed(this.alone.delayed(this.states, minus(moment, now)));
      now = moment;
    }
  }

  act(action: Action): void {
    this.states = this.closed(this.alone.stepped(this.states, this.alone.isAction(action, "specification")));
  }

  /** The implementation has moved unseen; who has other values now may have moved in the same moment. */
  follow(): void {
    const behind = this.states.filter((s) => !this.agrees(s));
    this.states = this.closed([...this.states, ...this.alone.stepped(behind, this.alone.isInternal)]);
  }

  /** Only those that agree with the implementation. */
  agree(face: Interface, own: State): void {
    this.states = this.states.filter((s) => isAlike(face, own, s));
  }

  /** With all that internal edges lead to; who is transient does not stay, unless it is stuck there. */
  private closed(states: readonly State[]): readonly State[] {
    const all = new Map<string, State>();
    let open = states;
    while (open.length > 0) {
      const fresh = open.filter((s) => !all.has(keyOf(s)));
      for (const s of fresh) all.set(keyOf(s), s);
      const unseen = fresh.filter((s) => this.agrees(s) || this.alone.isTransient(s));
      open = this.alone.stepped(unseen, this.alone.isInternal);
    }
    const isLeft = (s: State): boolean => this.alone.stepped([s], this.alone.isInternal).length > 0;
    return [...all.values()].filter((s) => !this.alone.isTransient(s) || !isLeft(s));
  }

  locations(composition: Composition): readonly string[] {
    const { network, roles } = composition;
    const names = this.states.map(
      ({ cells }) => network.processes[roles.specification]!.locations[cells[roles.specification]!]!.name,
    );
    return [...new Set(names)].sort().slice(0, this.size);
  }
}

/** Whether compared variables are equal in a state of the implementation and one of the specification. */
export function isAlike({ shared }: Interface, own: State, { cells }: State): boolean {
  return shared.every((s) => own.cells[s.implementation] === cells[s.specification]);
}

/** Why the run does not tell them apart; otherwise where the specification may be before each step, and at the end nowhere. */
export function confirm(
  composition: Composition,
  face: Interface,
  steps: readonly { readonly delay: Rational; readonly move?: Move | undefined }[],
): string | readonly (readonly string[])[] {
  const own = new Alone(composition, "implementation");
  const begun = own.initial();
  if (begun === undefined) return "the implementation does not begin";
  let state = begun;
  const isHidden = (s: State): boolean =>
    composition.network.processes.some(
      (p) => p.index !== composition.roles.specification && p.locations[s.cells[p.index]!]!.committed,
    );
  const possible = new Possible(composition, (s) => isHidden(state) || isAlike(face, state, s));
  const agree = (): void => {
    if (!isHidden(state)) possible.agree(face, state);
  };
  agree();
  const seen: (readonly string[])[] = [];
  for (const { delay, move } of steps) {
    seen.push(possible.locations(composition));
    const [late] = own.delayed([state], delay);
    if (late === undefined) return "the implementation cannot wait so long";
    state = late;
    possible.wait(delay);
    agree();
    if (move === undefined) continue;
    const { action, words } = move;
    if (action !== undefined) possible.agree(face, state);
    const isMove = action === undefined ? own.isInternal : own.isAction(action, "implementation");
    const [next] = own.stepped([state], (s) => isMove(s) && isOf(s, words, composition.roles.specification));
    if (next === undefined) return "the implementation cannot take a step";
    state = next;
    if (action === undefined) possible.follow();
    else possible.act(action);
    agree();
  }
  return possible.states.length > 0 ? "the specification can follow" : seen;
}

/** Whether the edges of the implementation are those in words. */
function isOf(step: Step, words: readonly number[], spec: number): boolean {
  const own = step.choices.filter((c) => c.edge.process !== spec).flatMap((c) => [c.edge.id, ...c.values]);
  return own.length === words.length && own.every((w, i) => w === words[i]);
}

/** The moments up to a delay at which a clock of some state is whole, those half way between them, and the last. */
function momentsOf(states: readonly State[], d: Rational): readonly Rational[] {
  const whole = new Map<string, Rational>();
  const add = (r: Rational): void => void whole.set(`${r.n}/${r.d}`, r);
  for (const { values } of states) {
    for (const v of values) {
      const next = plus(rational(floor(v)), rational(1));
      for (let t = minus(next, v); compareRational(t, d) < 0; t = plus(t, rational(1))) add(t);
    }
  }
  if (compareRational(d, ZERO) > 0) add(d);
  const sorted = [...whole.values()].sort(compareRational);
  return sorted.flatMap((t, i) => {
    const sum = plus(t, sorted[i - 1] ?? ZERO);
    return [rational(sum.n, sum.d * 2n), t];
  });
}

function keyOf({ cells, values }: State): string {
  return `${cells.join()}:${values.map((v) => `${v.n}/${v.d}`).join()}`;
}

function alone({ roles }: Composition, network: Network, side: "implementation" | "specification"): Network {
  const spec = roles.specification;
  const isKept = (p: Process): boolean => (p.index === spec) === (side === "specification");
  const stands = side === "implementation" ? spec : 0;
  return {
    ...network,
    processes: network.processes.map((p): Process => {
      if (isKept(p)) return { ...p, edges: p.edges.filter((e) => e.id < roles.ownEdges) };
      const place: Location = {
        ...p.locations[0]!,
        urgent: false,
        committed: false,
        invariant: { data: [], clocks: [], rates: [] },
      };
      const edges = p.index === stands ? anything(network, p, roles.visible) : [];
      return { ...p, initial: 0, locations: [place], edges };
    }),
    slots: network.slots,
  };
}

/**
 * Edges for every action, in either direction; they have numbers that no other edge has. Urgent broadcasts are not sent: nobody outside
 * can, for that would stop the time of who stands here.
 */
function anything(network: Network, { index, origin }: Process, visible: readonly boolean[]): readonly Edge[] {
  const first = network.processes.reduce((n, p) => n + p.edges.length, 0);
  const update: Code[] = [];
  const actions = network.channels.flatMap(({ broadcast, urgent }, c) =>
    !visible[c] ? [] : broadcast && urgent ? [[c, "?"] as const] : [[c, "!"] as const, [c, "?"] as const],
  );
  return actions.map(
    ([c, direction], k): Edge => ({
      id: first + k,
      process: index,
      source: 0,
      target: 0,
      selects: [],
      guard: { data: [], clocks: [] },
      sync: { kind: "channel", direction, channel: { base: c, terms: [] }, origin },
      update,
      controllable: true,
      origin,
    }),
  );
}
