/** The reference engine: the network as closures. One file per rule, named by the ids of docs/compatibility.md. */
import type { ClockRef, Code, Formula, Network, NetworkQuery } from "../../network/index.ts";
import { dbm, type Federation, type Zone } from "../../zones/index.ts";
import type { Engine, Predicate, Timing } from "../engine.ts";
import { Deadlock } from "./deadlock.ts";
import { Time } from "./delay.ts";
import { predicate } from "./formula.ts";
import { Invariants } from "./invariant.ts";
import { telling } from "./machine.ts";
import { Moves } from "./moves.ts";
import { type Program, program } from "./program.ts";

/** Makes a network, and the scratch cells and functions of a query, ready to run. */
export function interpret(network: Network, query?: NetworkQuery): Engine {
  return new Interpreter(program(network, query));
}

class Interpreter implements Engine {
  readonly network: Network;
  readonly dim: number;
  readonly size: number;
  readonly cells: Int32Array;
  readonly approximate: boolean;
  zone: Zone;
  private readonly program: Program;
  private readonly moves: Moves;
  private readonly time: Time;
  private readonly deadlock: Deadlock;

  constructor(p: Program) {
    this.program = p;
    this.network = p.network;
    this.dim = p.dim;
    this.size = p.machine.size;
    this.cells = p.machine.cells;
    this.approximate = p.network.processes.some((q) =>
      q.locations.some((l) => l.invariant.rates.some((r) => r.rate.op !== "const" || r.rate.value !== 1)),
    );
    this.zone = new Int32Array(p.dim * p.dim);
    this.moves = new Moves(p);
    this.time = new Time(p);
    this.deadlock = new Deadlock(p, this.time);
  }

  get transition(): Int32Array {
    return this.moves.transition;
  }

  get transitionLength(): number {
    return this.moves.length;
  }

  get transitionChannel(): number {
    return this.moves.channel;
  }

  initial(): boolean {
    const { machine, dim } = this.program;
    machine.reset();
    dbm.zero(this.zone, 0, dim);
    this.network.clocks.forEach((c, x) => {
      if (x > 0 && c.initial !== 0) dbm.reset(this.zone, 0, dim, x, c.initial);
    });
    const invariants = new Invariants(this.program);
    return telling(machine, () => invariants.evaluate()) && invariants.constrain(this.zone);
  }

  successors(visit: () => boolean, faults: "throw" | "skip" = "throw"): void {
    const source = this.zone;
    try {
      this.moves.successors(
        source,
        (target) => {
          this.zone = target;
          return visit();
        },
        faults,
      );
    } finally {
      this.zone = source;
    }
  }

  elapse(visit: () => boolean): void {
    const zone = this.zone;
    const pieces = this.time.elapse(zone);
    if (pieces === null) {
      visit();
      return;
    }
    for (const piece of pieces) {
      this.zone = piece;
      if (visit()) break;
    }
    this.zone = zone;
  }

  timing(): Timing {
    return this.time.timing();
  }

  pullBack(words: ArrayLike<number>, target: Federation): Federation {
    return this.moves.pullBack(this.zone, words, target);
  }

  deadlocked(zone: Zone): Federation {
    return this.deadlock.of(zone);
  }

  predicate(formula: Formula, negated: boolean): Predicate {
    return predicate(formula, negated, this.program, this.deadlock);
  }

  value(code: Code): () => number {
    const { machine, compiler } = this.program;
    const compiled = compiler.code(code);
    return () => telling(machine, compiled);
  }

  clock(ref: ClockRef): () => number {
    return this.program.compiler.address(ref);
  }
}
