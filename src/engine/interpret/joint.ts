/**
 * Joint transitions: which instances of edges go together (docs/compatibility.md M3 to M7, M12, M16 and 5.3). `run` takes the
 * state in the machine's cells and a zone, and calls `found` for every joint transition with the instances that take part
 * (sender first, then receivers in process order) and the part of the zone where exactly these can go together: all
 * guards, and for a broadcast also that no process that stays behind could have received. Target invariants and priorities
 * are the caller's.
 */
import { dbm, federation, type Zone } from "../../zones/index.ts";
import { Instances } from "./instances.ts";
import type { Program } from "./program.ts";
import { Vectors } from "./vector.ts";

export class Joint {
  readonly program: Program;
  readonly dim: number;
  readonly instances: Instances;
  /** The instances of the transition at hand. */
  readonly parts: number[] = [];
  /** Set to stop the enumeration. */
  stopped = false;
  private readonly found: (guarded: Zone) => void;
  private readonly senders: number[][] = [];
  private readonly receivers: number[][] = [];
  private readonly touched: number[] = [];
  private readonly zones: Zone[] = [];
  private readonly vectors: Vectors | undefined;
  private committed = false;

  constructor(program: Program, found: (guarded: Zone) => void) {
    this.program = program;
    this.dim = program.dim;
    this.instances = new Instances(program.machine, program.dim);
    this.found = found;
    if (program.network.vectors.length > 0) this.vectors = new Vectors(program, this);
  }

  /** Requires: zone closed, not empty, and not changed while this runs. `found` may change its argument. */
  run(zone: Zone): void {
    const { program, instances } = this;
    const { locations } = program;
    const { cells } = program.machine;
    instances.clear();
    this.stopped = false;
    for (const c of this.touched) {
      this.senders[c]!.length = 0;
      this.receivers[c]!.length = 0;
    }
    this.touched.length = 0;
    this.committed = false;
    for (let p = 0; p < locations.length; p++) if (locations[p]![cells[p]!]!.committed) this.committed = true;
    for (let p = 0; p < locations.length; p++) this.collectActive(p, zone);
    if (this.touched.length > 0) for (let p = 0; p < locations.length; p++) this.collectPassive(p, zone);
    const collected = instances.count;
    // TChecker's order: vectors first. Breadth first counts depend on it.
    if (this.vectors !== undefined) this.vectors.run(zone);
    for (let k = 0; k < collected && !this.stopped; k++) {
      if (instances.edges[k]!.edge.sync !== undefined) continue;
      this.parts.length = 1;
      this.parts[0] = k;
      this.offer(zone, 0);
    }
    for (let i = 0; i < this.touched.length && !this.stopped; i++) this.synchronise(this.touched[i]!, zone);
  }

  /**
   * The reactions to a broadcast on channel c from outside: every process that can receive does, in every possible way.
   * `found` is called with no parts where nobody receives.
   */
  signal(c: number, zone: Zone): void {
    const { program, instances } = this;
    const { locations } = program;
    const { cells } = program.machine;
    instances.clear();
    this.stopped = false;
    this.committed = false;
    for (let p = 0; p < locations.length; p++) if (locations[p]![cells[p]!]!.committed) this.committed = true;
    const list: number[] = [];
    for (let p = 0; p < locations.length; p++) {
      for (const e of locations[p]![cells[p]!]!.passive) {
        if (e.fixedChannel >= 0 && e.fixedChannel !== c) continue;
        for (let n = instances.add(e, zone), k = instances.count - n; k < instances.count; k++) {
          if (instances.channels[k] === c) list.push(k);
        }
      }
    }
    this.parts.length = 0;
    const z = this.zoneAt(1);
    dbm.copy(z, 0, zone, 0, this.dim);
    this.receive(list, 0, -1, z, 2);
  }

  /** Constrains by the guards of the parts from `first` on, and calls `found` if anything is left and it may be taken. */
  offer(zone: Zone, first: number): void {
    if (!this.mayGo()) return;
    const z = this.zoneAt(0);
    dbm.copy(z, 0, zone, 0, this.dim);
    for (let i = first; i < this.parts.length; i++) if (!this.instances.constrain(this.parts[i]!, z)) return;
    this.found(z);
  }

  /** The committed rule (M7). */
  private mayGo(): boolean {
    if (!this.committed) return true;
    for (let i = 0; i < this.parts.length; i++) if (this.instances.edges[this.parts[i]!]!.committed) return true;
    return false;
  }

  private collectActive(p: number, zone: Zone): void {
    const { program, instances } = this;
    const { active } = program.locations[p]![program.machine.cells[p]!]!;
    for (let i = 0; i < active.length; i++) {
      const e = active[i]!;
      if (e.channel === undefined) {
        if (!this.committed || e.committed) instances.add(e, zone);
        continue;
      }
      for (let n = instances.add(e, zone), k = instances.count - n; k < instances.count; k++) {
        this.touch(instances.channels[k]!);
        this.senders[instances.channels[k]!]!.push(k);
      }
    }
  }

  /** Guards of receiving edges are looked at only where somebody sends. */
  private collectPassive(p: number, zone: Zone): void {
    const { program, instances } = this;
    const { passive } = program.locations[p]![program.machine.cells[p]!]!;
    for (let i = 0; i < passive.length; i++) {
      const e = passive[i]!;
      if (e.fixedChannel >= 0 && !this.hasSender(e.fixedChannel, p)) continue;
      for (let n = instances.add(e, zone), k = instances.count - n; k < instances.count; k++) {
        const c = instances.channels[k]!;
        if (this.hasSender(c, p)) this.receivers[c]!.push(k);
      }
    }
  }

  private touch(c: number): void {
    this.senders[c] ??= [];
    this.receivers[c] ??= [];
    if (this.senders[c].length === 0) this.touched.push(c);
  }

  private hasSender(c: number, except: number): boolean {
    const list = this.senders[c];
    if (list === undefined) return false;
    for (let i = 0; i < list.length; i++) if (this.instances.edges[list[i]!]!.process !== except) return true;
    return false;
  }

  private synchronise(c: number, zone: Zone): void {
    const { instances } = this;
    const broadcast = this.program.network.channels[c]!.broadcast;
    for (const s of this.senders[c]!) {
      if (this.stopped) return;
      if (broadcast) this.broadcast(c, s, zone);
      else this.binary(c, s, zone, instances.edges[s]!.process);
    }
  }

  private binary(c: number, s: number, zone: Zone, sender: number): void {
    const { edges } = this.instances;
    // Without `!` and `?` (CSP) both edges stand in both lists: count each pair once.
    const sync = edges[s]!.edge.sync;
    const symmetric = sync?.kind === "channel" && sync.direction === "";
    for (const r of this.receivers[c]!) {
      const receiver = edges[r]!.process;
      if (receiver === sender || (symmetric && receiver < sender)) continue;
      this.parts.length = 2;
      this.parts[0] = s;
      this.parts[1] = r;
      this.offer(zone, 0);
      if (this.stopped) return;
    }
  }

  private broadcast(c: number, s: number, zone: Zone): void {
    const { instances } = this;
    const z = this.zoneAt(1);
    dbm.copy(z, 0, zone, 0, this.dim);
    if (!instances.constrain(s, z)) return;
    this.parts.length = 1;
    this.parts[0] = s;
    this.receive(this.receivers[c]!, 0, instances.edges[s]!.process, z, 2);
  }

  /** Lets the processes whose receiving instances stand in `list` from `at` on take part, in every possible way. */
  private receive(list: readonly number[], at: number, sender: number, zone: Zone, depth: number): void {
    const { instances } = this;
    let first = at;
    while (first < list.length && instances.edges[list[first]!]!.process === sender) first++;
    if (first === list.length) {
      this.offer(zone, this.parts.length);
      return;
    }
    const process = instances.edges[list[first]!]!.process;
    let end = first;
    let mayStay = true;
    for (; end < list.length && instances.edges[list[end]!]!.process === process; end++) {
      if (!instances.hasClocks(list[end]!)) mayStay = false;
    }
    for (let i = first; i < end && !this.stopped; i++) {
      const k = list[i]!;
      let part = zone;
      if (instances.hasClocks(k)) {
        part = this.zoneAt(depth);
        dbm.copy(part, 0, zone, 0, this.dim);
        if (!instances.constrain(k, part)) continue;
      }
      this.parts.push(k);
      this.receive(list, end, sender, part, depth + 1);
      this.parts.pop();
    }
    if (!mayStay) return;
    for (const rest of this.without(zone, list, first, end)) {
      if (this.stopped) return;
      this.receive(list, end, sender, rest, depth + 1);
    }
  }

  /** The zone without the guards of the instances from `first` to `end`. */
  private without(zone: Zone, list: readonly number[], first: number, end: number): readonly Zone[] {
    let rest: readonly Zone[] = [zone];
    for (let i = first; i < end; i++) {
      const guarded = zone.slice();
      if (this.instances.constrain(list[i]!, guarded)) rest = federation.subtract(rest, [guarded], this.dim);
    }
    return rest;
  }

  private zoneAt(depth: number): Zone {
    this.zones[depth] ??= new Int32Array(this.dim * this.dim);
    return this.zones[depth];
  }
}
