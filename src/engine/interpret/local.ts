/**
 * Local time (Govind, Herbreteau, Srivathsan, Walukiewicz, CONCUR 2019): every group of processes has a time of its own, and
 * a step makes the times of those that take part equal. The zone reached by one order of independent steps then holds what
 * all orders reach.
 *
 * A local zone is a difference-bound matrix over u = -(time stamp): row x of a clock is minus the time when it was last zero,
 * row g of a group is minus its present time, row v of a shared variable minus the time of its last use. The value of a clock
 * x of group g is u_x - u_g: guards, resets and invariants are what they are in a standard zone, with row g in place of row
 * 0, and time passes for a group by dropping the column of its row. A step of groups G that uses the variables V has u_g =
 * u_h for g, h in G and u_g <= u_v for v in V; then u_v := u_g. Row 0 is that of the first group, so that the matrix of equal
 * times begins with the standard zone.
 *
 * `synchronised` gives the valuations in which all times are equal. What is shown (CONCUR 2019, Lemmas 9 to 11; the rules
 * that UPPAAL's language adds are those of `analysis/coupling/coupling.ts`):
 *
 *   complete: a standard zone's successors are inside the synchronised part of the local ones. Time may pass for all groups alike
 *   wherever it may globally, and a step from equal times is a step;
 *   sound: a run to a valuation of equal times, its steps put in the order of time (those of one time as they were), is a run
 *   of the network. Steps that share a participant have times that do not fall, and keep their order; others commute.
 *
 * So a state whose zone has no synchronised part is left out, and states are compared by these parts (`search/roads/local.ts`).
 */
import type { Coupling } from "../../analysis/index.ts";
import type { Formula, Network, NetworkQuery } from "../../network/index.ts";
import { dbm, equate, INF, LE_ZERO, type Zone } from "../../zones/index.ts";
import type { Predicate } from "../engine.ts";
import { Deadlock } from "./deadlock.ts";
import { Time } from "./delay.ts";
import { predicate } from "./formula.ts";
import { Invariants } from "./invariant.ts";
import { Joint } from "./joint.ts";
import { telling } from "./machine.ts";
import { type Program, program } from "./program.ts";
import { type Rows, rowsOf, withRows } from "./rows.ts";
import { takeStep } from "./step.ts";
import { Urgency } from "./urgency.ts";

export class LocalEngine {
  readonly network: Network;
  /** Rows of a local zone, and of a standard one. */
  readonly dim: number;
  readonly standard: number;
  readonly cells: Int32Array;
  readonly size: number;
  /** The local zone at hand. */
  zone: Zone;
  private readonly times: Coupling;
  private readonly program: Program;
  private readonly rows: Rows;
  private readonly joint: Joint;
  private readonly invariants: Invariants;
  private readonly urgency: Urgency | undefined;
  private readonly source: Int32Array;
  private visit: () => boolean = () => false;
  /** The row that remembers the time of the next step, if one does. */
  private remembering: number | undefined;

  /** `steps`: of how many steps the times can be remembered. */
  constructor(network: Network, query: NetworkQuery, times: Coupling, steps = 0) {
    this.network = network;
    this.times = times;
    this.rows = rowsOf(network, times, steps);
    this.program = program(network, query);
    const local = withRows(this.program, this.rows);
    const { machine } = this.program;
    this.dim = this.rows.dim;
    this.standard = this.program.dim;
    this.cells = machine.cells;
    this.size = machine.size;
    this.zone = new Int32Array(this.dim * this.dim);
    this.source = new Int32Array(machine.size);
    this.invariants = new Invariants(local);
    this.joint = new Joint(local, (guarded) => this.found(guarded));
    if (local.hasUrgentChannels) this.urgency = new Urgency(this.program);
  }

  /** Puts the initial state and its delays into `cells` and `zone`. False if it violates an invariant. */
  initial(): boolean {
    const { machine } = this.program;
    machine.reset();
    dbm.zero(this.zone, 0, this.dim);
    this.network.clocks.forEach((c, x) => {
      if (x > 0 && c.initial !== 0) dbm.shift(this.zone, 0, this.dim, x, this.rows.ofClock[x]!, c.initial);
    });
    return (
      telling(machine, () => this.invariants.evaluate() && this.invariants.constrain(this.zone)) &&
      this.delay(this.zone)
    );
  }

  /** Calls `visit` for every successor of the state at hand, delays included; true stops. Ensures: the state is as before. */
  successors(visit: () => boolean): void {
    const { zone, source, cells } = this;
    source.set(cells.subarray(0, this.size));
    this.visit = visit;
    try {
      this.joint.run(zone);
    } finally {
      this.zone = zone;
      cells.set(source);
    }
  }

  /** The row in which the next steps leave their time: T - t for a step at t, once all times are T. */
  remember(step: number): void {
    this.remembering = this.rows.ofStep[step];
  }

  rowOfStep(step: number): number {
    return this.rows.ofStep[step]!;
  }

  /** The step just taken, as words. Requires: asked inside `visit`. */
  get transition(): readonly number[] {
    const { parts, instances } = this.joint;
    return parts.flatMap((k) => {
      const { id, edge } = instances.edges[k]!;
      return [id, ...edge.selects.map((_, i) => instances.values[instances.selectAt[k]! + i]!)];
    });
  }

  /** Leaves only valuations of equal times in the zone at hand. False if there are none. */
  synchronise(): boolean {
    return equate(this.zone, this.dim, this.rows.ofGroup, this.zone, this.dim);
  }

  /** Puts the valuations of equal times, as a standard zone, into `out`. False if there are none. */
  synchronised(out: Zone): boolean {
    return equate(this.zone, this.dim, this.rows.ofGroup, out, this.standard);
  }

  /** To be asked of standard zones. Requires: not about deadlocks. */
  predicate(formula: Formula, negated: boolean): Predicate {
    return predicate(formula, negated, this.program, new Deadlock(this.program, new Time(this.program)));
  }

  private found(guarded: Zone): void {
    const { groups, variables } = this.meeting();
    const row = groups[0]!;
    if (this.meet(guarded, groups, variables)) {
      takeStep(this.program, this.joint);
      this.reset(guarded);
      for (const v of variables) dbm.copyClock(guarded, 0, this.dim, v, row);
      if (this.remembering !== undefined) dbm.copyClock(guarded, 0, this.dim, this.remembering, row);
      if (this.invariants.evaluate() && this.invariants.constrain(guarded) && this.delay(guarded)) {
        this.zone = guarded;
        if (this.visit()) this.joint.stopped = true;
      }
    }
    this.cells.set(this.source);
  }

  /** The rows of all that takes part in the step at hand. */
  private meeting(): { readonly groups: readonly number[]; readonly variables: readonly number[] } {
    const { times, rows } = this;
    const { parts, instances } = this.joint;
    const groups: number[] = [];
    const variables: number[] = [];
    const note = (all: number[], row: number): void => {
      if (!all.includes(row)) all.push(row);
    };
    for (const k of parts) {
      const { id, process } = instances.edges[k]!;
      note(groups, rows.ofGroup[times.groupOf[process]!]!);
      for (const g of times.attending[id]!) note(groups, rows.ofGroup[g]!);
      for (const v of times.uses[id]!) note(variables, rows.ofShared[v]!);
    }
    return { groups, variables };
  }

  /** Makes the times of all that take part equal, and not before the last uses of the variables. */
  private meet(z: Zone, groups: readonly number[], variables: readonly number[]): boolean {
    const { dim } = this;
    if (groups.length > 1 && !equate(z, dim, groups, z, dim)) return false;
    for (const v of variables) if (!dbm.constrain(z, 0, dim, groups[0]!, v, LE_ZERO)) return false;
    return true;
  }

  /** Sets the clocks that the step sets. */
  private reset(z: Zone): void {
    const { log, logged } = this.program.machine;
    for (let k = 0; k < 3 * logged; k += 3) {
      const x = log[k]!;
      const y = log[k + 1]!;
      dbm.shift(z, 0, this.dim, x, y === 0 ? this.rows.ofClock[x]! : y, log[k + 2]!);
    }
  }

  /** Lets time pass for each group that may. Requires: invariants were evaluated. Returns whether anything is left. */
  private delay(z: Zone): boolean {
    const { locations, machine } = this.program;
    const still = new Set<number>();
    for (let p = 0; p < locations.length; p++)
      if (locations[p]![machine.cells[p]!]!.still) still.add(this.times.groupOf[p]!);
    if (this.urgency?.guards() === null) still.add(this.times.urgent);
    for (let g = 0; g < this.times.groups; g++) if (!still.has(g)) pass(z, this.dim, this.rows.ofGroup[g]!);
    return this.invariants.constrain(z);
  }
}

/**
 * Time passes for the group of a row: nothing bounds it from above any more. The matrix stays closed: nothing leads to the row.
 */
function pass(z: Zone, dim: number, row: number): void {
  for (let i = 0; i < dim; i++) if (i !== row) z[i * dim + row] = INF;
}
