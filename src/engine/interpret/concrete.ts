/**
 * The concrete semantics: one exact valuation instead of a zone, for the simulator and for checking traces. Written apart
 * from the symbolic enumeration, straight from the rules (docs/compatibility.md M1 to PR3), so that one can be held against the
 * other; it shares only the evaluation of code. Clock values are rationals, index 0 holds zero.
 */
import { append, greatest } from "../../base/index.ts";
import type { Network, NetworkQuery } from "../../network/index.ts";
import {
  constantOf,
  INF,
  type Interval,
  isStrict,
  type Point,
  point,
  type Rational,
  rationals,
} from "../../zones/index.ts";
import { Fault } from "../fault.ts";
import { Triples } from "./constraint.ts";
import { delaysFrom, mayBeUrgent } from "./instant.ts";
import { stoppedClocks } from "./invariant.ts";
import { type Program, type ProgramEdge, program } from "./program.ts";

const { compareRational, minus, plus, rational, ZERO } = rationals;

/** One edge with its select values. */
export interface Choice {
  readonly edge: ProgramEdge;
  readonly values: readonly number[];
  readonly channel: number;
}

/** Edges that go together, sender first, with the channel or -1. */
export interface Step {
  readonly choices: readonly Choice[];
  readonly channel: number;
}

export class Concrete {
  readonly network: Network;
  readonly program: Program;
  readonly cells: Int32Array;
  values: Point;
  private readonly triples = new Triples();

  constructor(network: Network, query?: NetworkQuery) {
    this.network = network;
    this.program = program(network, query);
    this.cells = this.program.machine.cells;
    this.values = point.origin(network.clocks.length);
  }

  /** Goes to the initial state. False if it violates an invariant. */
  initial(): boolean {
    this.program.machine.reset();
    this.values = this.network.clocks.map((c) => rational(c.initial));
    return this.isAllowed();
  }

  /** Whether the invariants of all current locations hold (M1, M6). */
  isAllowed(): boolean {
    this.program.machine.steps = 0;
    return this.here().every((l) => {
      if (l.data.some((d) => d() === 0)) return false;
      this.triples.count = 0;
      return l.clocks.every((c) => c(this.triples)) && this.holdNow(0);
    });
  }

  /** Every step possible now: guards, target invariants, committed rule, priorities. */
  steps(): readonly Step[] {
    const possible = this.candidates().filter((s) => this.leadsSomewhere(s));
    if (!this.network.hasPriorities) return possible;
    return possible.filter((s) => !possible.some((other) => this.isAbove(other, s)));
  }

  /** The step with the given words (see `Engine.transition`), if it is possible now. What faults beside it does not count. */
  find(words: ArrayLike<number>): Step | undefined {
    const all = this.candidates("skip");
    const step = all.find((s) => {
      const mine = wordsOf(s);
      return mine.length === words.length && mine.every((w, i) => w === words[i]);
    });
    if (step === undefined || !this.leadsSomewhere(step)) return undefined;
    if (!this.network.hasPriorities) return step;
    const isBlocked = all.some((s) => this.isAbove(s, step) && unlessFault(() => this.leadsSomewhere(s), false));
    return isBlocked ? undefined : step;
  }

  /** Takes a step. False, and nothing changed, if it is refused by an invariant or an out-of-range value. */
  take(step: Step): boolean {
    const { machine, before, after } = this.program;
    const cells = machine.cells.slice(0, machine.size);
    const values = this.values;
    const undo = () => {
      machine.cells.set(cells);
      this.values = values;
    };
    machine.begin();
    try {
      for (const run of before) run();
      for (const { edge, values: selected } of step.choices) {
        edge.edge.selects.forEach((s, i) => {
          machine.cells[s.cell] = selected[i]!;
        });
        for (const run of edge.update) run();
      }
      for (const run of after) run();
      this.values = this.updated();
    } catch (error) {
      undo();
      throw error;
    }
    for (const { edge } of step.choices) machine.cells[edge.process] = edge.target;
    if (this.isAllowed()) return true;
    undo();
    return false;
  }

  /** The delays possible now: from 0 to a limit, which may be left out; null if time cannot pass at all. */
  delays(): Interval | null {
    return this.here().some((l) => l.still) ? null : delaysFrom(this.program, this.values, this.stopped());
  }

  /** Lets time pass. False, and nothing changed, if it may not. */
  delay(d: Rational): boolean {
    if (compareRational(d, ZERO) === 0) return true;
    const possible = this.delays();
    if (possible === null || compareRational(d, ZERO) < 0) return false;
    if (possible.high !== null) {
      const order = compareRational(d, possible.high);
      if (order > 0 || (order === 0 && possible.highStrict)) return false;
    }
    this.values = point.delayed(this.values, d, this.stopped());
    return true;
  }

  /** Whether, at some valuation of the clocks, an urgent synchronisation is enabled here. */
  mayBeUrgent(): boolean {
    return mayBeUrgent(this.program);
  }

  /** Which clocks stand still now. */
  stopped(): Uint8Array | undefined {
    return stoppedClocks(this.program, new Uint8Array(this.values.length));
  }

  /** The instances of an edge whose guard holds now. */
  enabled(edge: ProgramEdge, faults: "throw" | "skip" = "throw"): readonly Choice[] {
    const out: Choice[] = [];
    const { selects } = edge.edge;
    const choose = (values: readonly number[]): void => {
      if (values.length < selects.length) {
        const { low, high } = selects[values.length]!;
        for (let v = low; v <= high; v++) choose([...values, v]);
        return;
      }
      values.forEach((v, i) => {
        this.cells[selects[i]!.cell] = v;
      });
      const channel = faults === "throw" ? open() : unlessFault(open, undefined);
      if (channel !== undefined) out.push({ edge, values, channel });
    };
    /** The channel, -1 for none, if the guard holds for the values chosen. */
    const open = (): number | undefined => {
      this.program.machine.steps = 0;
      if (edge.data.some((d) => d() === 0)) return undefined;
      this.triples.count = 0;
      if (!edge.clocks.every((c) => c(this.triples)) || !this.holdNow(0)) return undefined;
      return edge.channel === undefined ? -1 : edge.channel();
    };
    choose([]);
    return out;
  }

  here(): Program["locations"][number] {
    return this.program.locations.map((list, p) => list[this.cells[p]!]!);
  }

  /** Steps as far as guards and the committed rule go. */
  private candidates(faults: "throw" | "skip" = "throw"): Step[] {
    const here = this.here();
    const enabled = (e: ProgramEdge) => this.enabled(e, faults);
    const active = here.flatMap((l) => l.active.flatMap(enabled));
    const passive = here.flatMap((l) =>
      l.passive.flatMap((e) =>
        e.fixedChannel < 0 || active.some((a) => a.channel === e.fixedChannel && a.edge.process !== e.process)
          ? enabled(e)
          : [],
      ),
    );
    const all: Step[] = [];
    for (const a of active) {
      if (a.channel < 0) all.push({ choices: [a], channel: -1 });
      else {
        const others = passive.filter((b) => b.channel === a.channel && b.edge.process !== a.edge.process);
        if (this.network.channels[a.channel]!.broadcast) append(all, this.broadcasts(a, others));
        else {
          const csp = a.edge.edge.sync?.kind === "channel" && a.edge.edge.sync.direction === "";
          for (const b of others) {
            if (!csp || a.edge.process < b.edge.process) all.push({ choices: [a, b], channel: a.channel });
          }
        }
      }
    }
    append(all, this.vectors());
    if (!here.some((l) => l.committed)) return all;
    return all.filter((s) => s.choices.some((c) => c.edge.committed));
  }

  private broadcasts(sender: Choice, others: readonly Choice[]): Step[] {
    let rows: Choice[][] = [[sender]];
    for (const p of this.network.processes) {
      const mine = others.filter((c) => c.edge.process === p.index);
      if (mine.length > 0) rows = rows.flatMap((row) => mine.map((c) => [...row, c]));
    }
    return rows.map((choices) => ({ choices, channel: sender.channel }));
  }

  private vectors(): Step[] {
    return this.network.vectors.flatMap((v) => {
      let rows: Choice[][] = [[]];
      for (const { process, event, weak } of v.parts) {
        const edges = this.here()[process]!.events.get(event);
        if (edges === undefined && weak) continue;
        const mine = (edges ?? []).flatMap((e) => this.enabled(e));
        rows = rows.flatMap((row) => mine.map((c) => [...row, c]));
      }
      return rows.filter((row) => row.length > 0).map((choices) => ({ choices, channel: -1 }));
    });
  }

  private leadsSomewhere(step: Step): boolean {
    const cells = this.cells.slice(0, this.program.machine.size);
    const values = this.values;
    try {
      return this.take(step);
    } finally {
      this.cells.set(cells);
      this.values = values;
    }
  }

  private isAbove(a: Step, b: Step): boolean {
    const channel = (s: Step) =>
      s.channel < 0 ? this.network.defaultPriority : this.network.channels[s.channel]!.priority;
    const process = (s: Step) => greatest(s.choices.map((c) => this.network.processes[c.edge.process]!.priority));
    return channel(a) > channel(b) || (channel(a) === channel(b) && process(a) > process(b));
  }

  private updated(): Point {
    const { log, logged, logOrigins } = this.program.machine;
    const next = [...this.values];
    for (let k = 0; k < logged; k++) {
      const [x, y, value] = [log[3 * k]!, log[3 * k + 1]!, log[3 * k + 2]!];
      next[x] = y === 0 ? rational(value) : plus(next[y]!, rational(value));
      if (compareRational(next[x], ZERO) < 0)
        throw new Fault("negative-clock", logOrigins[k]!, `clock ${this.network.clocks[x]!.name} would be negative`);
    }
    return next;
  }

  /** Whether the triples from `from` on hold for the present values. */
  private holdNow(from: number): boolean {
    const { data, count } = this.triples;
    for (let k = from; k < count; k++) {
      const b = data[3 * k + 2]!;
      if (b >= INF) continue;
      const order = compareRational(
        minus(this.values[data[3 * k]!]!, this.values[data[3 * k + 1]!]!),
        rational(constantOf(b)),
      );
      if (order > 0 || (order === 0 && isStrict(b))) return false;
    }
    return true;
  }
}

function unlessFault<T>(value: () => T, otherwise: T): T {
  try {
    return value();
  } catch (error) {
    if (error instanceof Fault) return otherwise;
    throw error;
  }
}

/** A step in words: for each edge its id, then its select values. */
export function wordsOf(step: Step): readonly number[] {
  return step.choices.flatMap((c) => [c.edge.id, ...c.values]);
}
