import type { Origin } from "../../network/index.ts";
import type { FaultKind } from "../fault.ts";
import { type Body, call, type Func, type Global, type I32, Module } from "../wasm/index.ts";
import { asksForValues } from "./code/terms.ts";
import type { Plan } from "./plan.ts";

/**
 * The first stage of a module: the assembler's module, the plan of its memory, and ways to take room, names and faults. Later
 * stages are values with these fields and their own: the model's code (`code/coder.ts`), what the language says of time
 * (`zones/timing.ts`). Store and loop are made of these.
 */
export interface Emitter {
  readonly module: Module;
  readonly plan: Plan;
  readonly faults: readonly FaultSite[];
  /** Raises the fault of a number, with a value. */
  readonly fault: Func<readonly ["i32", "i32"], "i32">;
  readonly faultNumber: Global<"i32">;
  readonly faultValue: Global<"i32">;
  /** Set when TChecker's rule forbids the transition at hand. */
  readonly steps: Global<"i32">;
  /** Edge whose code runs, for fault reports. */
  readonly edge: Global<"i32">;
  /** Tells the host of a state with new values; only where the query asks for values. */
  readonly news: Action | undefined;
  /** Carries messages, by address and number of bytes, to another one; only where several memories are used. */
  readonly carry: Func<readonly ["i32", "i32", "i32"], "void"> | undefined;
  /** The number of a new fault. */
  readonly site: (kind: FaultKind, origin: Origin, message: (value: number) => string) => number;
  /** An expression that never yields a value: the model is at fault. */
  readonly raise: (kind: FaultKind, origin: Origin, message: (value: number) => string, value?: I32 | number) => I32;
  /** Raises it where the condition is not 0. */
  readonly raiseIf: (f: Body, condition: I32, ...fault: Parameters<Emitter["raise"]>) => void;
  /** Room for so many bytes, 0 at the start, with some to spare behind for reads of whole vectors. */
  readonly region: (bytes: number) => number;
  /** A constant table in memory. */
  readonly data: (values: Int32Array | Int16Array | Int8Array | Uint8Array) => number;
  /** The first address that no region takes. */
  readonly end: () => number;
  /** A name no other function has. */
  readonly name: (stem: string) => string;
  /** A function made once and shared by all that ask for it under this name. */
  readonly shared: <F extends Func>(name: string, make: (name: string) => F) => F;
  /** A function of its own for code that needs statements inside an expression. All data is in memory, so nothing is passed. */
  readonly helper: (stem: string, body: (f: Body) => I32 | number) => Question;
}

/** Functions by what they take and give: nothing or one word. */
export type Action = Func<readonly [], "void">;
export type Question = Func<readonly [], "i32">;
export type ActionOn = Func<readonly ["i32"], "void">;
export type QuestionOf = Func<readonly ["i32"], "i32">;

/** What a fault number in the module stands for. */
export interface FaultSite {
  readonly kind: FaultKind;
  readonly origin: Origin;
  readonly message: (value: number) => string;
}

export function emitterFor(plan: Plan): Emitter {
  const module = new Module("zonal");
  // Imports come before all functions.
  const news = asksForValues(plan.query) ? module.importFunc("host", "news", [], "void") : undefined;
  const carry =
    plan.memories > 1 ? module.importFunc("host", "carry", ["to: i32", "from: i32", "bytes: i32"], "void") : undefined;
  const room = regions(module, plan.heap);
  return { module, plan, news, carry, ...faulting(module), ...room, ...naming(module) };
}

function faulting(module: Module) {
  const faults: FaultSite[] = [];
  const faultNumber = module.global("i32", "fault", -1);
  const faultValue = module.global("i32", "fault_value");
  const steps = module.global("i32", "steps");
  const edge = module.global("i32", "edge", -1);
  const fault = module.func("raise", ["number: i32", "value: i32"], "i32", (f, number, value) => {
    f.comment("the host reads what happened and reports it");
    f.set(faultNumber, number);
    f.set(faultValue, value);
    f.unreachable();
    return undefined;
  });
  const site: Emitter["site"] = (kind, origin, message) => faults.push({ kind, origin, message }) - 1;
  const raise: Emitter["raise"] = (kind, origin, message, value = 0) => call(fault, site(kind, origin, message), value);
  const raiseIf: Emitter["raiseIf"] = (f, condition, ...what) => f.if(condition, () => f.do(raise(...what)));
  return { faults, faultNumber, faultValue, steps, edge, fault, site, raise, raiseIf };
}

function regions(module: Module, first: number) {
  let next = first;
  const region: Emitter["region"] = (bytes) => {
    const at = next;
    next = (at + bytes + 31) & ~15;
    return at;
  };
  const data: Emitter["data"] = (values) => {
    const at = region(values.byteLength);
    if (values.byteLength > 0) module.data(at, new Uint8Array(values.buffer, values.byteOffset, values.byteLength));
    return at;
  };
  return { region, data, end: () => next };
}

function naming(module: Module) {
  let names = 0;
  const known = new Map<string, Func>();
  const name: Emitter["name"] = (stem) => `${stem}_${names++}`;
  return {
    name,
    shared: <F extends Func>(of: string, make: (name: string) => F): F => {
      const made = (known.get(of) as F | undefined) ?? make(of);
      known.set(of, made);
      return made;
    },
    helper: (stem: string, body: (f: Body) => I32 | number): Question =>
      module.func(name(stem), [], "i32", (f) => body(f)),
  };
}
