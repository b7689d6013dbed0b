/**
 * Urgent channels (docs/compatibility.md M10, M11): time may not pass in a valuation in which a synchronisation over an urgent
 * channel is enabled, by guards, selects and channel index, target invariants aside. A plain channel needs a sender and a
 * receiver in different processes, a broadcast only a sender. With clock guards this is a set of valuations, given here
 * exactly as a federation; a delay then ends at its first instant in that set.
 */
import { dbm, type Federation, federation, type Zone } from "../../zones/index.ts";
import { Instances } from "./instances.ts";
import { telling } from "./machine.ts";
import type { Program, ProgramEdge } from "./program.ts";

export class Urgency {
  private readonly program: Program;
  private readonly instances: Instances;
  /** By process and location: edges whose channel is or may be urgent. */
  private readonly sending: readonly (readonly (readonly ProgramEdge[])[])[];
  private readonly receiving: readonly (readonly (readonly ProgramEdge[])[])[];

  constructor(program: Program) {
    this.program = program;
    this.instances = new Instances(program.machine, program.dim);
    const { channels } = program.network;
    const may = (e: ProgramEdge) => e.channel !== undefined && (e.fixedChannel < 0 || channels[e.fixedChannel]!.urgent);
    this.sending = program.locations.map((list) => list.map((l) => l.active.filter(may)));
    this.receiving = program.locations.map((list) => list.map((l) => l.passive.filter(may)));
  }

  /** The valuations in which time may not pass: none, some, or all (null). */
  guards(): Federation | null {
    return telling(this.program.machine, () => this.forbidden());
  }

  private forbidden(): Federation | null {
    const { program, instances } = this;
    const { cells } = program.machine;
    const { channels } = program.network;
    instances.clear();
    for (let p = 0; p < this.sending.length; p++) for (const e of this.sending[p]![cells[p]!]!) instances.add(e, null);
    const senders = instances.count;
    if (senders === 0) return [];
    for (let p = 0; p < this.receiving.length; p++) {
      // As for transitions: guards of receiving edges are looked at only where somebody sends.
      for (const e of this.receiving[p]![cells[p]!]!)
        if (e.fixedChannel < 0 || this.isSent(e.fixedChannel, p, senders)) instances.add(e, null);
    }
    let all: Federation = [];
    for (let s = 0; s < senders; s++) {
      const c = instances.channels[s]!;
      if (!channels[c]!.urgent) continue;
      if (channels[c]!.broadcast) {
        const more = this.where(s, s, all);
        if (more === null) return null;
        all = more;
        continue;
      }
      for (let r = senders; r < instances.count; r++) {
        if (instances.channels[r] !== c || instances.edges[r]!.process === instances.edges[s]!.process) continue;
        const more = this.where(s, r, all);
        if (more === null) return null;
        all = more;
      }
    }
    return all;
  }

  private isSent(c: number, receiver: number, senders: number): boolean {
    const { channels, edges } = this.instances;
    for (let s = 0; s < senders; s++) if (channels[s] === c && edges[s]!.process !== receiver) return true;
    return false;
  }

  private where(s: number, r: number, all: Federation): Federation | null {
    const { instances } = this;
    const { dim } = this.program;
    if (!instances.hasClocks(s) && !instances.hasClocks(r)) return null;
    const z: Zone = dbm.newUniversal(dim);
    return instances.constrain(s, z) && instances.constrain(r, z) ? federation.add(all, z, dim) : all;
  }
}
