/**
 * The product of an implementation and a specification: what the implementation does, and what the specification does
 * along with it. The implementation is all processes but one, as an open system: an edge over a *visible* channel is an
 * action with the environment and needs no partner among the processes; everything else is internal. The specification,
 * one process, goes along with actions only. Its edges stand in the network with `!` and `?` exchanged, as the tester of
 * Bourke and Sowmya (2007, Definition 3.2) has them, so that a joint step here is a joint step there.
 *
 * For each action of the implementation the part of the zone in which the specification has no edge for it is found by
 * subtraction: the guards of its edges, each with the target's invariant pulled back through the update. A broadcast that
 * comes from outside is never illegal: who is not ready ignores it.
 */

import type { Network } from "../../network/index.ts";
import { dbm, type Federation, federation, type Zone } from "../../zones/index.ts";
import type { Timing } from "../engine.ts";
import { Fault } from "../fault.ts";
import { elapseUntil, Time } from "./delay.ts";
import { Instances } from "./instances.ts";
import { Invariants } from "./invariant.ts";
import { Joint } from "./joint.ts";
import {
  type Action,
  isSameEffect,
  type Reply,
  type Roles,
  type StepHandler,
  type UrgentOffer,
} from "./product-types.ts";
import { type Program, type ProgramEdge, program } from "./program.ts";
import { applyLog, invertLog } from "./update.ts";
import { viewOf } from "./view.ts";

export class Product {
  readonly network: Network;
  readonly dim: number;
  readonly size: number;
  readonly cells: Int32Array;
  /** The step at hand: edges and their select values, sender first (see `Engine.transition`). */
  words: number[] = [];
  /** Its action, if it is one with the environment. */
  action: Action | undefined;
  private readonly roles: Roles;
  private readonly program: Program;
  private readonly implementation: Program;
  private readonly joint: Joint;
  private readonly instances: Instances;
  private readonly time: Time;
  private readonly implInvariants: Invariants;
  private readonly specInvariants: Invariants;
  private readonly source: Int32Array;
  private found: (guarded: Zone) => void = () => {};

  constructor(network: Network, roles: Roles) {
    const all = program(network);
    const isSpec = (p: number) => p === roles.specification;
    const everything = () => true;
    const opens = (e: ProgramEdge) => {
      const { sync } = e.edge;
      return sync?.kind === "channel" && !network.channels[sync.channel.base]!.broadcast;
    };
    this.network = network;
    this.dim = all.dim;
    this.size = all.machine.size;
    this.cells = all.machine.cells;
    this.roles = roles;
    this.program = all;
    this.implementation = viewOf(all, (p) => !isSpec(p), everything, opens);
    const specification = viewOf(
      all,
      isSpec,
      (e) => e.id < roles.ownEdges,
      () => false,
    );
    this.joint = new Joint(this.implementation, (guarded) => this.found(guarded));
    this.instances = new Instances(all.machine, all.dim);
    this.time = new Time(this.implementation);
    this.implInvariants = new Invariants(this.implementation);
    this.specInvariants = new Invariants(specification);
    this.source = new Int32Array(this.size);
  }

  /** The initial state in the cells; its zone as far as the implementation's invariants allow it, or null. */
  initial(): Zone | null {
    this.program.machine.reset();
    const zone = new Int32Array(this.dim * this.dim);
    dbm.zero(zone, 0, this.dim);
    this.network.clocks.forEach((c, x) => {
      if (x > 0 && c.initial !== 0) dbm.reset(zone, 0, this.dim, x, c.initial);
    });
    return this.implInvariants.evaluate() && this.implInvariants.constrain(zone) ? zone : null;
  }

  /** What decides about delays of the implementation in the state at hand. */
  timing(): Timing {
    return this.time.timing();
  }

  /** All that the implementation reaches from a zone by delay, its own urgency and that of `more` observed. */
  elapse(zone: Zone, more: Federation | null = []): Federation {
    const timing = this.time.timing();
    if (timing.still || timing.invariant === undefined || more === null) return [zone];
    const urgent = federation.union(timing.urgent, more, this.dim);
    if (urgent.length > 0) return elapseUntil(zone, timing.invariant, urgent, this.dim, undefined);
    const z = zone.slice();
    dbm.up(z, 0, this.dim);
    return dbm.intersect(z, 0, timing.invariant, 0, this.dim) ? [z] : [];
  }

  /** The valuations that the specification's invariant allows, or null for none. */
  specInvariant(): Zone | null {
    const z = dbm.newUniversal(this.dim);
    return this.specInvariants.evaluate() && this.specInvariants.constrain(z) ? z : null;
  }

  /** Whether a process of the implementation is in a committed location. */
  isCommitted(): boolean {
    const { locations } = this.implementation;
    for (let p = 0; p < locations.length; p++) if (locations[p]![this.cells[p]!]!.committed) return true;
    return false;
  }

  /** The specification's own edges from its location. */
  private specEdges(): readonly ProgramEdge[] {
    const { specification, ownEdges } = this.roles;
    const { active, passive } = this.program.locations[specification]![this.cells[specification]!]!;
    return [...active, ...passive].filter((e) => e.id < ownEdges);
  }

  /** Every step from the state at hand that begins with the implementation. Ensures: the cells are as before. */
  steps(zone: Zone, handler: StepHandler): void {
    const { roles, joint } = this;
    this.run(
      handler,
      () => joint.run(zone),
      () => {
        const [k] = joint.parts;
        const e = joint.instances.edges[k!]!;
        const { sync } = this.program.edges[e.id]!.edge;
        if (sync?.kind !== "channel") return undefined;
        if (joint.parts.length > 1 || e.edge.sync !== undefined) {
          const channel = joint.instances.channels[k!]!;
          return roles.visible[channel] && this.network.channels[channel]!.broadcast
            ? { channel, direction: "!" }
            : undefined;
        }
        joint.instances.restore(k!);
        const channel = this.program.edges[e.id]!.channel?.() ?? -1;
        return roles.visible[channel]! ? { channel, direction: sync.direction === "?" ? "?" : "!" } : null;
      },
    );
    for (const c of this.signals(zone))
      this.run(
        handler,
        () => joint.signal(c, zone),
        () => ({ channel: c, direction: "?" }),
      );
  }

  /** Every internal step of the specification from the state at hand. Returns where there is one. */
  specSteps(zone: Zone, handler: StepHandler): Federation {
    this.keep();
    this.action = undefined;
    this.program.machine.begin();
    const replies = this.replies(zone, (_, sync) => sync === undefined, handler, []);
    if (handler.game !== undefined) handler.game(zone, undefined, replies.all);
    else for (const reply of replies) this.emit(reply, [...reply.words], handler);
    this.restore();
    return replies.covered;
  }

  /** Where the specification is ready for a broadcast from outside, so that it does not ignore it. */
  heard(zone: Zone, channel: number): Federation {
    this.keep();
    this.program.machine.begin();
    const { covered } = this.replies(zone, this.goesAlong({ channel, direction: "?" }), {}, []);
    this.restore();
    return covered;
  }

  /**
   * Actions over urgent channels that the specification offers in the state at hand, with the part of the zone where it
   * does, and where the implementation offers them (null: everywhere).
   */
  urgentOffers(zone: Zone): readonly UrgentOffer[] {
    const out: UrgentOffer[] = [];
    const { instances } = this;
    for (const e of this.specEdges()) {
      const { sync } = e.edge;
      if (sync?.kind !== "channel") continue;
      instances.clear();
      for (let n = instances.add(e, zone), k = instances.count - n; k < instances.count; k++) {
        const channel = instances.channels[k]!;
        // The specification's edges stand with the directions of its tester.
        const direction = sync.direction === "?" ? "!" : "?";
        if (
          !this.roles.urgent[channel] ||
          !this.roles.visible[channel] ||
          (direction === "?" && this.network.channels[channel]!.broadcast)
        )
          continue;
        const where = zone.slice();
        if (instances.constrain(k, where))
          out.push({ action: { channel, direction }, words: this.wordsOf(instances, k), where, met: [] });
      }
    }
    return out.map((o) => ({ ...o, met: this.offered(o.action) }));
  }

  /** The valuations of a reply's part from which it leads into a set. */
  before(reply: Reply, target: Federation): Federation {
    let all: Federation = [];
    for (const t of target) {
      const z = t.slice();
      const part = invertLog(reply.log, reply.log.length / 3, z, this.dim)
        ? federation.meetZones(reply.enabled, z, this.dim)
        : null;
      if (part !== null) all = federation.add(all, part, this.dim);
    }
    return all;
  }

  /** What a reply leads to. */
  after(reply: Reply): Zone {
    const { machine } = this.program;
    machine.log.set(reply.log);
    machine.logged = reply.log.length / 3;
    const target = reply.enabled.slice();
    applyLog(machine, target, this.dim);
    return target;
  }

  /** Where the implementation offers an action, as far as guards go (null: everywhere). */
  private offered(action: Action): Federation | null {
    const { instances, implementation, cells, dim } = this;
    let all: Federation = [];
    for (let p = 0; p < implementation.locations.length; p++) {
      const { active, passive } = implementation.locations[p]![cells[p]!]!;
      for (const e of action.direction === "!" ? active : passive) {
        if (e.channel === undefined) continue;
        instances.clear();
        for (let n = instances.add(e, null), k = instances.count - n; k < instances.count; k++) {
          if (instances.channels[k] !== action.channel) continue;
          if (!instances.hasClocks(k)) return null;
          const z = dbm.newUniversal(dim);
          if (instances.constrain(k, z)) all = federation.add(all, z, dim);
        }
      }
    }
    return all;
  }

  /** Visible broadcast channels on which somebody would receive now. */
  private signals(zone: Zone): Iterable<number> {
    const { instances, implementation, cells } = this;
    const out = new Set<number>();
    const look = (e: ProgramEdge) => {
      const { sync } = e.edge;
      if (sync?.kind !== "channel" || !this.network.channels[sync.channel.base]!.broadcast) return;
      instances.clear();
      instances.add(e, zone);
      for (let k = 0; k < instances.count; k++)
        if (this.roles.visible[instances.channels[k]!]) out.add(instances.channels[k]!);
    };
    for (let p = 0; p < implementation.locations.length; p++)
      for (const e of implementation.locations[p]![cells[p]!]!.passive) look(e);
    for (const e of this.specEdges()) if (e.edge.sync?.kind === "channel" && e.edge.sync.direction === "!") look(e);
    return out;
  }

  /** Enumerates with the joint of the implementation. `actionOf`: undefined for an internal step, null for no step. */
  private run(handler: StepHandler, enumerate: () => void, actionOf: () => Action | undefined | null): void {
    this.keep();
    this.found = (guarded) => {
      const action = actionOf();
      if (action !== null) this.one(guarded, action, handler);
      this.restore();
    };
    try {
      enumerate();
    } catch (error) {
      if (error instanceof Fault) error.state ??= Array.from(this.source);
      this.restore();
      throw error;
    }
  }

  /** One joint step of the implementation, from its guarded part of the zone. */
  private one(guarded: Zone, action: Action | undefined, handler: StepHandler): void {
    const { machine } = this.program;
    const { instances, parts } = this.joint;
    const words = parts.flatMap((k) => this.wordsOf(instances, k));
    machine.begin();
    for (const k of parts) this.update(instances, k);
    for (const k of parts) this.move(instances.edges[k]!);
    const enabled = this.pulled(guarded, this.implInvariants);
    if (enabled === null) return;
    this.action = action;
    if (handler.game !== undefined) {
      this.play(enabled, action, words, handler);
      return;
    }
    if (action === undefined) {
      this.emit(
        { words, cells: this.cells.slice(0, this.size), log: machine.log.slice(0, machine.logged * 3), enabled },
        words,
        handler,
      );
      return;
    }
    this.words = words;
    const { channel, direction } = action;
    const at = this.source[this.roles.specification]!;
    const replies = this.replies(enabled, this.goesAlong(action), handler, words);
    const covered = replies.covered;
    const rest = federation.subtract([enabled], covered, this.dim);
    const order = (spec: readonly number[]) => (direction === "!" ? [...words, ...spec] : [...spec, ...words]);
    const ignored = direction === "?" && this.network.channels[channel]!.broadcast;
    const cells = this.cells.slice(0, this.size);
    const log = machine.log.slice(0, machine.logged * 3);
    if (!ignored && rest.length > 0) handler.illegal?.(rest, action);
    for (const reply of replies) this.emit(reply, order(reply.words), handler);
    if (ignored && words.length > 0)
      for (const piece of rest)
        this.emit({ words: [], cells, log, enabled: piece }, order([this.roles.ignores[at]!, channel]), handler);
  }

  /** One step of the implementation as a move in a game, with all answers to it. */
  private play(enabled: Zone, action: Action | undefined, words: readonly number[], handler: StepHandler): void {
    const { machine } = this.program;
    this.words = [...words];
    const own = (): Reply => ({
      words,
      cells: this.cells.slice(0, this.size),
      log: machine.log.slice(0, machine.logged * 3),
      enabled,
    });
    if (action === undefined) {
      handler.game?.(enabled, action, [own()]);
      return;
    }
    const { channel, direction } = action;
    const stay = own();
    const { all, covered } = this.replies(enabled, this.goesAlong(action), {}, words);
    const isHeard = direction === "?" && this.network.channels[channel]!.broadcast;
    // A broadcast is ignored only by who is not ready for it.
    const ignoring = isHeard
      ? federation.subtract([enabled], covered, this.dim).map((z) => ({ ...stay, enabled: z }))
      : [];
    handler.game?.(enabled, action, [...all, ...ignoring]);
  }

  /** Which instances go along with an action. The specification's edges stand with the directions of its tester. */
  private goesAlong({ channel, direction }: Action): (instance: number, sync: ProgramEdge["edge"]["sync"]) => boolean {
    const wanted = direction === "!" ? "?" : "!";
    return (k, sync) => sync?.kind === "channel" && sync.direction === wanted && this.instances.channels[k] === channel;
  }

  /**
   * How the specification can go along, from the state in the cells and with the clock operations logged so far. What two
   * replies do differently in the same valuation is told as an overlap and left out of both.
   */
  private replies(
    zone: Zone,
    fits: (instance: number, sync: ProgramEdge["edge"]["sync"]) => boolean,
    handler: Partial<StepHandler>,
    prefix: readonly number[],
  ): readonly Reply[] & { readonly covered: Federation; readonly all: readonly Reply[] } {
    const { machine } = this.program;
    const { instances, dim } = this;
    const before = this.cells.slice(0, this.size);
    const logged = machine.logged;
    instances.clear();
    for (const e of this.specEdges()) instances.add(e, zone);
    const made: Reply[] = [];
    for (let k = 0; k < instances.count; k++) {
      const e = instances.edges[k]!;
      if (!fits(k, e.edge.sync)) continue;
      const guarded = zone.slice();
      if (instances.constrain(k, guarded)) {
        this.update(instances, k);
        this.move(e);
        const enabled = this.pulled(guarded, this.specInvariants);
        if (enabled !== null)
          made.push({
            words: this.wordsOf(instances, k),
            cells: this.cells.slice(0, this.size),
            log: machine.log.slice(0, machine.logged * 3),
            enabled,
          });
      }
      this.cells.set(before);
      machine.logged = logged;
    }
    const covered = made.map((r) => r.enabled);
    if (made.length < 2) return Object.assign(made.slice(), { covered, all: made });
    // Disjoint parts; valuations with really different replies belong to none.
    const out: Reply[] = [];
    for (let i = 0; i < made.length; i++) {
      let parts: Federation = [made[i]!.enabled];
      for (let j = 0; j < made.length; j++) {
        if (i === j || parts.length === 0) continue;
        const where = federation.meetZones(made[i]!.enabled, made[j]!.enabled, dim);
        if (where === null) continue;
        const harmless = isSameEffect(made[i]!, made[j]!);
        if (j < i || !harmless) parts = federation.subtract(parts, [where], dim);
        if (j < i) handler.overlap?.(where, [...prefix, ...made[j]!.words], [...prefix, ...made[i]!.words], harmless);
      }
      for (const enabled of parts) out.push({ ...made[i]!, enabled });
    }
    return Object.assign(out, { covered, all: made });
  }

  private emit(reply: Reply, words: number[], handler: StepHandler): void {
    const { machine } = this.program;
    this.words = words;
    this.cells.set(reply.cells);
    machine.log.set(reply.log);
    machine.logged = reply.log.length / 3;
    const target = reply.enabled.slice();
    applyLog(machine, target, this.dim);
    handler.step(target);
  }

  private update(instances: Instances, k: number): void {
    const { edges } = instances;
    try {
      if (edges[k]!.edge.selects.length > 0) instances.restore(k);
      for (const run of edges[k]!.update) run();
    } catch (error) {
      if (error instanceof Fault) error.edge ??= edges[k]!.id;
      throw error;
    }
  }

  private move(e: ProgramEdge): void {
    this.cells[e.process] = e.target;
  }

  /** The valuations of a guarded part that the logged operations take into the invariants of the state at hand. */
  private pulled(guarded: Zone, invariants: Invariants): Zone | null {
    const { machine } = this.program;
    if (!invariants.evaluate()) return null;
    const z = dbm.newUniversal(this.dim);
    if (!invariants.constrain(z)) return null;
    if (!invertLog(machine.log, machine.logged, z, this.dim)) return null;
    return federation.meetZones(guarded, z, this.dim);
  }

  private wordsOf(instances: Instances, k: number): readonly number[] {
    const { id, edge } = instances.edges[k]!;
    const at = instances.selectAt[k]!;
    return [id, ...instances.values.slice(at, at + edge.selects.length)];
  }

  private keep(): void {
    for (let i = 0; i < this.size; i++) this.source[i] = this.cells[i]!;
  }

  private restore(): void {
    for (let i = 0; i < this.size; i++) this.cells[i] = this.source[i]!;
  }
}
