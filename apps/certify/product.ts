/**
 * An implementation and a specification side by side (docs/semantics.md 10): what the implementation does as an open system,
 * and how the specification, one process, can go along with it. Each has cells of its own; their clocks are counted together,
 * so that one zone speaks of both.
 */
import { type Instance, instancesOf, within } from "./instance.ts";
import type { Interface } from "./interface.ts";
import { jointSteps, receive, type Step } from "./joint.ts";
import type { Edge, Location } from "./process.ts";
import { Semantics, type Taken } from "./semantics.ts";
import type { System } from "./system.ts";
import { justBefore } from "./time.ts";
import { without, Zone } from "./zone.ts";

interface Action {
  readonly channel: string;
  readonly direction: "!" | "?";
}

/** A step of the implementation; without an action nobody sees it. */
export interface Move {
  readonly step: Step;
  readonly action?: Action;
}

/** How the specification goes along: from where it can, and what it does to clocks. Its cells are those of the target. */
type Reply = Taken;

export class Product {
  readonly implementation: Semantics;
  readonly specification: Semantics;
  private readonly isVisible: ReadonlySet<string>;
  private readonly isInternal: ReadonlySet<string>;
  private readonly shared: readonly (readonly [number, number])[];
  /** Visible broadcasts that come from outside; nobody outside sends an urgent one. */
  private readonly signals: readonly string[];
  private readonly passing: readonly boolean[];

  /** Requires: what `demandMeaning` does. */
  constructor(implementation: System, specification: System, face: Interface, scale = 1) {
    this.isVisible = new Set(face.channels);
    this.isInternal = new Set(face.internal);
    // 10.2: who is ready for an action outside is not known, so it keeps nobody from waiting.
    const channels = implementation.channels.map((c) =>
      this.isVisible.has(c.name) && !c.isOwn && !c.broadcast ? { ...c, urgent: false } : c,
    );
    this.implementation = new Semantics({ ...implementation, channels }, scale);
    this.specification = new Semantics(specification, scale);
    const all = [...implementation.channels, ...specification.channels].filter((c) => !c.isOwn && c.broadcast);
    this.signals = face.channels.filter((name) => all.some((c) => c.name === name && !c.urgent));
    this.shared = face.variables.map((name) => [
      implementation.cells[implementation.names.indexOf(name)]!,
      specification.cells[specification.names.indexOf(name)]!,
    ]);
    this.passing = specification.processes[0]!.locations.map((l) => this.isPassing(l));
  }

  /** The values of both, those of the implementation first. */
  save(): number[] {
    return [...this.implementation.save(), ...this.specification.save()];
  }

  load(values: ArrayLike<number>): void {
    const own = this.implementation.system.cells.length;
    this.implementation.load(Array.prototype.slice.call(values, 0, own));
    this.specification.load(Array.prototype.slice.call(values, own));
  }

  /** Whether a process of the implementation is in a committed location. */
  get isCommitted(): boolean {
    return this.implementation.here().some((l) => l.committed);
  }

  /** Whether variables that are compared differ. */
  get differs(): boolean {
    const [own, other] = [this.implementation.system.memory.cells, this.specification.system.memory.cells];
    return this.shared.some(([a, b]) => own[a] !== other[b]);
  }

  /** 10.4: whether the specification passes its location unseen. */
  get isPassed(): boolean {
    return this.passing[this.place]!;
  }

  /** 10.7: whether the specification is where it may go on unseen, and waits as well. */
  get mayLeave(): boolean {
    const { system } = this.specification;
    const isUnseen = ({ channel, fixed }: Edge): boolean =>
      channel === undefined ||
      (fixed === undefined ? this.isInternal.size > 0 : this.kindOf(system, fixed) === "internal");
    return !this.isPassed && this.specification.here()[0]!.edges.some(isUnseen);
  }

  /** Whether the specification lets no time pass. */
  get isStill(): boolean {
    return stops(this.specification.here()[0]!);
  }

  /** Whether the specification's invariant allows zones. */
  isAllowed(zones: readonly Zone[]): boolean {
    const { specification } = this;
    const limits = specification.invariants();
    const allowed = limits && within(Zone.all(specification.n), limits, specification.scale);
    return allowed !== undefined && zones.every((z) => z.isInside(allowed));
  }

  /** 10.4: whether internal edges lead from passed locations round to one of them. */
  get hasCycle(): boolean {
    const { locations } = this.specification.system.processes[0]!;
    const isOpen = new Map<number, boolean>();
    const goesRound = (l: number): boolean => {
      if (!this.passing[l]) return false;
      if (isOpen.has(l)) return isOpen.get(l)!;
      isOpen.set(l, true);
      const found = locations[l]!.edges.some((e) => goesRound(e.target));
      isOpen.set(l, false);
      return found;
    };
    return locations.some((_, l) => goesRound(l));
  }

  /** 10.2: every step of the implementation from a zone of the state at hand. */
  moves(zone: Zone): Move[] {
    const { system } = this.implementation;
    const joint = jointSteps(system, zone, this.implementation.scale).flatMap((step): Move[] => {
      if (step.channel < 0) return [{ step }];
      const { broadcast, name } = system.channels[step.channel]!;
      if (!broadcast) return [{ step }];
      const isSeen = this.kindOf(system, step.channel) === "visible";
      return [{ step, ...(isSeen ? { action: { channel: name, direction: "!" } } : {}) }];
    });
    return [...joint, ...this.alone(zone), ...this.heard(zone)];
  }

  /** Edges over plain channels that need no partner among the processes: actions, and internal steps. */
  private alone(zone: Zone): Move[] {
    const { system } = this.implementation;
    return this.edges().flatMap((edge) =>
      this.instances(this.implementation, edge, zone).flatMap(({ instance, part }): Move[] => {
        const { broadcast, name } = system.channels[instance.channel]!;
        const kind = this.kindOf(system, instance.channel);
        if (broadcast || kind === undefined || edge.direction === "") return [];
        const step = { parts: [instance], channel: -1, zone: part };
        return [{ step, ...(kind === "internal" ? {} : { action: { channel: name, direction: edge.direction! } }) }];
      }),
    );
  }

  /** Broadcasts from outside: all who can receive do. */
  private heard(zone: Zone): Move[] {
    const { system } = this.implementation;
    const { isCommitted } = this;
    return this.signals.flatMap((name) => {
      const ready = this.implementation
        .here()
        .flatMap((l) => l.edges.filter((e) => e.direction === "?"))
        .flatMap((edge) => this.instances(this.implementation, edge, zone))
        .map(({ instance }) => instance)
        .filter((i) => this.isNamed(system, i.channel, name));
      const moves: Move[] = [];
      receive([], ready, zone, this.implementation.scale, (parts, part) => {
        // 5.6
        if (!isCommitted || parts.some((i) => i.edge.isCommitted))
          moves.push({ step: { parts, channel: -1, zone: part }, action: { channel: name, direction: "?" } });
      });
      return moves;
    });
  }

  /** 5.6, 6.2: edges with a channel that may go alone. */
  private edges(): Edge[] {
    const { isCommitted } = this;
    return this.implementation
      .here()
      .flatMap((l) => l.edges.filter((e) => e.channel !== undefined && (!isCommitted || e.isCommitted)));
  }

  /** 10.3: whoever is not ready for a broadcast from outside ignores it. */
  isIgnorable({ channel, direction }: Action): boolean {
    return direction === "?" && this.signals.includes(channel);
  }

  /**
   * 10.3, 10.4: calls `reply` for each edge with which the specification can go along, or which it takes unseen if there
   * is no action.
   */
  replies(zone: Zone, action: Action | undefined, reply: (taken: Reply) => void): void {
    const { specification } = this;
    const before = specification.save();
    for (const edge of specification.here()[0]!.edges)
      for (const { instance, part } of this.instances(specification, edge, zone)) {
        const { system } = specification;
        const fits =
          action === undefined
            ? instance.channel < 0 || this.kindOf(system, instance.channel) === "internal"
            : edge.direction === action.direction && this.isNamed(system, instance.channel, action.channel);
        if (!fits) continue;
        const taken = specification.take({ parts: [instance], channel: -1, zone: part });
        if (taken !== undefined) reply(taken);
        specification.load(before);
      }
  }

  /**
   * 10.5: the part of a zone where the specification offers an urgent action, and time can pass without the
   * implementation offering it.
   */
  unmet(zone: Zone): readonly Zone[] {
    const { specification } = this;
    const { system } = specification;
    return specification.here()[0]!.edges.flatMap((edge) =>
      this.instances(specification, edge, zone).flatMap(({ instance, part }) => {
        const channel = system.channels[instance.channel];
        if (channel === undefined || !channel.urgent || this.kindOf(system, instance.channel) !== "visible") return [];
        if (channel.broadcast && edge.direction === "?") return [];
        return this.waiting([part], this.offers({ channel: channel.name, direction: edge.direction as "!" | "?" }));
      }),
    );
  }

  /** The part of zones from which the implementation can let time pass, not passing `stops`. */
  waiting(zones: readonly Zone[], stopping: readonly Zone[] = []): readonly Zone[] {
    const { isStill, urgent, invariant } = this.implementation.timing();
    if (isStill || invariant === undefined) return [];
    const free = without([invariant], [...urgent, ...stopping]);
    const after = free.flatMap((z) => justBefore(z) ?? []);
    const here = zones.flatMap((z) => free.flatMap((f) => z.meet(f) ?? []));
    return here.flatMap((z) => after.flatMap((a) => z.meet(a) ?? []));
  }

  /** Where guards of the implementation allow an action. */
  private offers({ channel, direction }: Action): readonly Zone[] {
    const all = Zone.all(this.implementation.n);
    const edges = this.implementation.here().flatMap((l) => l.edges.filter((e) => e.direction === direction));
    return edges.flatMap((edge) =>
      this.instances(this.implementation, edge, all).flatMap(({ instance, part }) =>
        this.isNamed(this.implementation.system, instance.channel, channel) ? [part] : [],
      ),
    );
  }

  private instances({ system, scale }: Semantics, edge: Edge, zone: Zone): { instance: Instance; part: Zone }[] {
    return instancesOf(edge, system.memory).flatMap((instance) => {
      const part = within(zone, instance.limits, scale);
      return part === undefined ? [] : [{ instance, part }];
    });
  }

  private kindOf({ channels }: System, channel: number): "visible" | "internal" | undefined {
    const { name, isOwn } = channels[channel]!;
    if (isOwn) return undefined;
    return this.isVisible.has(name) ? "visible" : this.isInternal.has(name) ? "internal" : undefined;
  }

  private isNamed(system: System, channel: number, name: string): boolean {
    return channel >= 0 && system.channels[channel]!.name === name && this.kindOf(system, channel) === "visible";
  }

  /** 10.4: urgent or committed, and left by edges only that are internal whatever the data. */
  private isPassing(location: Location): boolean {
    const { system } = this.specification;
    const isUnseen = ({ channel, fixed }: Edge): boolean =>
      channel === undefined || (fixed !== undefined && this.kindOf(system, fixed) === "internal");
    return stops(location) && location.edges.length > 0 && location.edges.every(isUnseen);
  }

  private get place(): number {
    return this.specification.system.memory.cells[0]!;
  }
}

function stops({ urgent, committed }: Location): boolean {
  return urgent || committed;
}
