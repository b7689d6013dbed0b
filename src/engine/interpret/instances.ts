/**
 * Instances: edges that the data of the state at hand enables, one for each choice of select values (docs/compatibility.md M12).
 * Kept in flat buffers that are used again for every state: instance k is edge `edges[k]`, its select values stand at
 * `values[selectAt[k]]` on, its clock guards are the triples from `from[k]` to `to[k]`.
 */
import { dbm } from "../../zones/index.ts";
import { Fault } from "../fault.ts";
import { Triples as NewTriples, type Triples } from "./constraint.ts";
import type { Machine } from "./machine.ts";
import type { ProgramEdge } from "./program.ts";

export class Instances {
  readonly machine: Machine;
  readonly dim: number;
  readonly edges: ProgramEdge[] = [];
  readonly channels: number[] = [];
  readonly selectAt: number[] = [];
  readonly from: number[] = [];
  readonly to: number[] = [];
  readonly values: number[] = [];
  readonly triples: Triples = new NewTriples();
  count = 0;
  /** Whether a choice whose guard faults is left out. */
  skips = false;

  constructor(machine: Machine, dim: number) {
    this.machine = machine;
    this.dim = dim;
  }

  clear(): void {
    this.count = 0;
    this.values.length = 0;
    this.triples.count = 0;
  }

  /**
   * Appends the instances of an edge whose guard holds: data exactly, and each clock constraint alone somewhere in the zone
   * (in any zone if `zone` is null). Returns how many there are; they are the last ones.
   */
  add(e: ProgramEdge, zone: Int32Array | null): number {
    const before = this.count;
    try {
      if (e.edge.selects.length === 0) this.oneOrNone(e, zone);
      else this.choose(e, zone, 0);
    } catch (error) {
      if (error instanceof Fault) error.edge ??= e.id;
      throw error;
    }
    return this.count - before;
  }

  /** Puts the select values of instance k into their cells. */
  restore(k: number): void {
    const selects = this.edges[k]!.edge.selects;
    const at = this.selectAt[k]!;
    for (let i = 0; i < selects.length; i++) this.machine.cells[selects[i]!.cell] = this.values[at + i]!;
  }

  hasClocks(k: number): boolean {
    return this.to[k]! > this.from[k]!;
  }

  /** Intersects the zone with the clock guards of instance k. Returns whether anything is left. */
  constrain(k: number, zone: Int32Array): boolean {
    const { data } = this.triples;
    for (let t = this.from[k]!; t < this.to[k]!; t++) {
      if (!dbm.constrain(zone, 0, this.dim, data[3 * t]!, data[3 * t + 1]!, data[3 * t + 2]!)) return false;
    }
    return true;
  }

  private choose(e: ProgramEdge, zone: Int32Array | null, depth: number): void {
    const { selects } = e.edge;
    if (depth === selects.length) {
      this.oneOrNone(e, zone);
      return;
    }
    const { cell, low, high } = selects[depth]!;
    for (let v = low; v <= high; v++) {
      this.machine.cells[cell] = v;
      this.choose(e, zone, depth + 1);
    }
  }

  private oneOrNone(e: ProgramEdge, zone: Int32Array | null): void {
    if (!this.skips) {
      this.one(e, zone);
      return;
    }
    try {
      this.one(e, zone);
    } catch (error) {
      if (!(error instanceof Fault)) throw error;
    }
  }

  private one(e: ProgramEdge, zone: Int32Array | null): void {
    const { machine, triples } = this;
    machine.steps = 0;
    for (let i = 0; i < e.data.length; i++) if (e.data[i]!() === 0) return;
    const channel = e.channel === undefined ? -1 : e.channel();
    const from = triples.count;
    for (let i = 0; i < e.clocks.length; i++) {
      if (!e.clocks[i]!(triples)) {
        triples.count = from;
        return;
      }
    }
    if (zone !== null) {
      const { data } = triples;
      for (let t = from; t < triples.count; t++) {
        if (!dbm.satisfies(zone, 0, this.dim, data[3 * t]!, data[3 * t + 1]!, data[3 * t + 2]!)) {
          triples.count = from;
          return;
        }
      }
    }
    const k = this.count++;
    this.edges[k] = e;
    this.channels[k] = channel;
    this.from[k] = from;
    this.to[k] = triples.count;
    this.selectAt[k] = this.values.length;
    const { selects } = e.edge;
    for (let i = 0; i < selects.length; i++) this.values.push(machine.cells[selects[i]!.cell]!);
  }
}
