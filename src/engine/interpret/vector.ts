/**
 * TChecker's synchronisation vectors: every strong part needs an edge with its event; a weak part takes part wherever its
 * location has one. (TChecker refuses guards on weakly synchronised edges, so there the data decides nothing.) Edges with
 * an event that no vector names are internal edges of the network.
 */
import { append } from "../../base/index.ts";
import type { Zone } from "../../zones/index.ts";
import type { Instances } from "./instances.ts";
import type { Program } from "./program.ts";

/** What vectors need of the transitions they are part of; see `joint.ts`. */
interface Enumeration {
  readonly instances: Instances;
  /** The instances of the transition at hand. */
  readonly parts: number[];
  readonly stopped: boolean;
  offer(zone: Zone, part: number): void;
}

export class Vectors {
  private readonly program: Program;
  private readonly joint: Enumeration;
  /** For each process, by event: the vectors to be tried when it can do the event. Every vector stands under one part. */
  private readonly byEvent: Map<number, number[]>[];
  private readonly always: number[] = [];
  private readonly candidates: number[] = [];
  /** Instances of process and event in the state at hand, as far as asked for. */
  private readonly known = new Map<number, number[]>();
  private readonly events: number;

  constructor(program: Program, joint: Enumeration) {
    this.program = program;
    this.joint = joint;
    const { vectors, processes } = program.network;
    this.byEvent = processes.map(() => new Map());
    let events = 1;
    vectors.forEach((v, index) => {
      for (const part of v.parts) events = Math.max(events, part.event + 1);
      const key = v.parts.find((part) => !part.weak);
      if (key === undefined) this.always.push(index);
      else {
        const map = this.byEvent[key.process]!;
        const list = map.get(key.event);
        if (list === undefined) map.set(key.event, [index]);
        else list.push(index);
      }
    });
    this.events = events;
  }

  run(zone: Zone): void {
    const { program, candidates } = this;
    const { cells } = program.machine;
    this.known.clear();
    candidates.length = 0;
    append(candidates, this.always);
    for (let p = 0; p < program.locations.length; p++) {
      for (const event of program.locations[p]![cells[p]!]!.events.keys()) {
        const list = this.byEvent[p]!.get(event);
        if (list !== undefined) append(candidates, list);
      }
    }
    candidates.sort((a, b) => a - b);
    for (const v of candidates) {
      if (this.joint.stopped) return;
      this.joint.parts.length = 0;
      this.combine(v, 0, zone);
    }
  }

  private combine(vector: number, at: number, zone: Zone): void {
    const { parts } = this.program.network.vectors[vector]!;
    const { joint } = this;
    if (at === parts.length) {
      if (joint.parts.length > 0) joint.offer(zone, 0);
      return;
    }
    const { process, event, weak } = parts[at]!;
    const location = this.program.locations[process]![this.program.machine.cells[process]!]!;
    if (!location.events.has(event)) {
      if (weak) this.combine(vector, at + 1, zone);
      return;
    }
    for (const k of this.of(process, event, zone)) {
      joint.parts.push(k);
      this.combine(vector, at + 1, zone);
      joint.parts.pop();
      if (joint.stopped) return;
    }
  }

  private of(process: number, event: number, zone: Zone): readonly number[] {
    const key = process * this.events + event;
    let list = this.known.get(key);
    if (list === undefined) {
      list = [];
      const { instances } = this.joint;
      const { cells } = this.program.machine;
      for (const e of this.program.locations[process]![cells[process]!]!.events.get(event) ?? []) {
        for (let n = instances.add(e, zone), k = instances.count - n; k < instances.count; k++) list.push(k);
      }
      this.known.set(key, list);
    }
    return list;
  }
}
