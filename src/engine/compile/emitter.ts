import type { Function as NetworkFunction, Origin } from "../../network/index.ts";
import type { FaultKind } from "../fault.ts";
import { type Body, call, type Func, type Global, type I32, Module, type Table } from "../wasm/index.ts";
import { asksForValues } from "./loop/value.ts";
import type { Plan } from "./plan.ts";
import type { DeadlockWatch } from "./zones/deadlock.ts";
import type { Pieces } from "./zones/pieces.ts";
import type { Priorities } from "./zones/priority.ts";
import type { Rates } from "./zones/stopwatch.ts";
import type { Urgency } from "./zones/urgency.ts";
import type { ZoneFunctions } from "./zones/zone.ts";

/** What a fault number in the module stands for. */
export interface FaultSite {
  readonly kind: FaultKind;
  readonly origin: Origin;
  readonly message: (value: number) => string;
}

/** The transition at hand: how many instances take part, and the place of the one of an internal edge. */
export interface Taken {
  readonly count: Global<"i32">;
  readonly single: number;
}

/** Rounds of loops in one guard or one transition before it counts as endless; as the interpreter's. */
export const STEP_LIMIT = 20_000_000;

/**
 * A module while it is being made: the assembler's module, the plan, and what the parts share. Each part of the compiler
 * adds functions and leaves their handles here.
 */
export class Emitter {
  readonly module = new Module("zonal");
  readonly plan: Plan;
  readonly faults: FaultSite[] = [];
  readonly functions: readonly NetworkFunction[];
  /** Compiled functions of the model, by index. */
  readonly made = new Map<number, Func<readonly [], "void">>();
  readonly fault: Func<readonly ["i32", "i32"], "i32">;
  readonly faultNumber: Global<"i32">;
  readonly faultValue: Global<"i32">;
  /** Set when TChecker's rule forbids the transition at hand. */
  readonly disabled: Global<"i32">;
  readonly steps: Global<"i32">;
  /** Edge whose code runs, for fault reports. */
  readonly edge: Global<"i32">;
  /** Set once the zone operations are made, before any code of the model. */
  zones: ZoneFunctions | undefined;
  /** Tells the host of a state with new values; only where the query asks for values. */
  readonly news: Func<readonly [], "void"> | undefined;
  /** Carries messages, by address and number of bytes, to a part; only where several memories are used. */
  readonly carry: Func<readonly ["i32", "i32", "i32"], "void"> | undefined;
  /** Whether time stands still in the state in the cells; undefined if it never does. */
  still: Func<readonly [], "i32"> | undefined;
  /** Set where steps or delays may come in pieces. */
  pieces: Pieces | undefined;
  /** By edge: pushes the clock guards of an instance; see `pieces.ts`. Set with `pieces`. */
  guards: Table | undefined;
  /** Set where urgent synchronisations have clock guards. */
  urgency: Urgency | undefined;
  /** Set where transitions have priorities. */
  priorities: Priorities | undefined;
  /** How clocks are stopped; undefined if they never are. */
  rates: Rates | undefined;
  /** Set if the query asks for deadlocks. */
  watch: DeadlockWatch | undefined;
  /** Intersects the target zone with all current invariants; set by `settleFunction`, undefined if there are none at all. */
  invariants: Func<readonly [], "i32"> | undefined;
  /** Where the instances of the transition at hand are listed as in the region `parts`; set if somebody asks for them. */
  taken: Taken | undefined;
  /** First address that no region takes. */
  heap: number;
  private readonly sharedFunctions = new Map<string, Func>();
  private names = 0;

  constructor(plan: Plan) {
    this.plan = plan;
    this.functions = [...plan.network.functions, ...(plan.query?.functions ?? [])];
    const { module } = this;
    this.heap = plan.heap;
    // Imports come before all functions.
    if (asksForValues(plan.query)) this.news = module.importFunc("host", "news", [], "void");
    if (plan.parts > 1) this.carry = module.importFunc("host", "carry", ["to: i32", "from: i32", "bytes: i32"], "void");
    this.faultNumber = module.global("i32", "fault", -1);
    this.faultValue = module.global("i32", "fault_value");
    this.disabled = module.global("i32", "disabled");
    this.steps = module.global("i32", "steps");
    this.edge = module.global("i32", "edge", -1);
    this.fault = module.func("raise", ["number: i32", "value: i32"], "i32", (f, number, value) => {
      f.comment("the host reads what happened and reports it");
      f.set(this.faultNumber, number);
      f.set(this.faultValue, value);
      f.unreachable();
      return undefined;
    });
  }

  /** An expression that never yields a value: the model is at fault. */
  raise(kind: FaultKind, origin: Origin, message: (value: number) => string, value: I32 | number = 0): I32 {
    this.faults.push({ kind, origin, message });
    return call(this.fault, this.faults.length - 1, value);
  }

  /** Room for so many bytes, 0 at the start, with some to spare behind for reads of whole vectors. */
  region(bytes: number): number {
    const at = this.heap;
    this.heap = (at + bytes + 31) & ~15;
    return at;
  }

  /** A constant table in memory. */
  data(values: Int32Array | Int16Array | Int8Array | Uint8Array): number {
    const at = this.region(values.byteLength);
    if (values.byteLength > 0)
      this.module.data(at, new Uint8Array(values.buffer, values.byteOffset, values.byteLength));
    return at;
  }

  /** A name no other function has. */
  name(stem: string): string {
    return `${stem}_${this.names++}`;
  }

  /** A function made once and shared by all that ask for it under this name. */
  shared<F extends Func>(name: string, make: (e: Emitter, name: string) => F): F {
    const known = this.sharedFunctions.get(name);
    if (known) return known as F;
    const made = make(this, name);
    this.sharedFunctions.set(name, made);
    return made;
  }

  /** A function of its own for code that needs statements inside an expression. All data is in memory, so nothing is passed. */
  helper(stem: string, body: (f: Body) => I32 | number): Func<readonly [], "i32"> {
    return this.module.func(this.name(stem), [], "i32", (f) => body(f));
  }
}
