import type { LiveCells, Symmetry } from "../../../analysis/index.ts";
import { encode, type Module, printWat } from "../../wasm/index.ts";
import type { Emitter, FaultSite } from "../emitter.ts";
import type { Plan, Small } from "../plan.ts";

/**
 * A network and a query made into one WebAssembly module that holds the whole search for a state that satisfies the query
 * (for A[], its negation). The host only starts it, lets it run in portions and reads the result.
 */
export interface CompiledModule {
  readonly plan: Plan;
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly faults: readonly FaultSite[];
  readonly heap: number;
  readonly wat: () => string;
  /** Of a search for values: see `value.ts`. */
  readonly tables: readonly number[];
  /** Of several memories: where the host puts messages, and bytes of one. */
  readonly inbox: number;
  readonly messageBytes: number;
}

/** What is known of the network that makes states equal. */
export interface Facts {
  readonly live?: LiveCells | undefined;
  readonly symmetry?: Symmetry | undefined;
  /** Kinds of locations, where committed states are not kept; see `analysis/cycles/transient.ts`. */
  readonly passing?: readonly Uint8Array[] | undefined;
  /** From what size on states are made small; tests have it otherwise. */
  readonly small?: Small | undefined;
  /** For `-->`: how many states are explored before paths no longer begin at once. */
  readonly atOnce?: number | undefined;
  /** The search can be kept between two portions; see `store/freeze.ts`. */
  readonly freezes?: boolean | undefined;
}

/**
 * What `run` returns; after `suspect` the host looks at the state being expanded for a deadlock and goes on. Of several
 * threads: `exhausted` says that there is nothing left to take of this level, `paused` that all are asked to meet, `crowded`
 * that the table is too full to go on.
 */
export const status = {
  working: 0,
  exhausted: 1,
  found: 2,
  memory: 3,
  bounds: 4,
  suspect: 5,
  crowded: 6,
  paused: 7,
} as const;

export type Status = keyof typeof status;
const statuses = Object.keys(status) as Status[];

/** What the number says that a module's `run` returns. */
export function statusOf(code: number): Status {
  return statuses[code]!;
}

/** The bytes, the text and what the host must know of a module that is done. */
export function finished(e: Emitter): Pick<CompiledModule, "plan" | "bytes" | "faults" | "heap" | "wat"> {
  const { module, plan, faults } = e;
  return { plan, bytes: encode(module), faults, heap: e.end(), wat: () => printWat(module) };
}

/** Gives the module its memory, which several threads share if the plan says so, and exports it. */
export function addMemory(e: Emitter): void {
  const { module, plan } = e;
  const pages = { min: Math.ceil(e.end() / 65536) + 1, max: 65536 };
  const memory = plan.shared
    ? module.importMemory("host", "memory", { ...pages, shared: true })
    : module.addMemory(pages);
  module.export("memory", memory);
}

/** Exports by name. */
export function exportAll(
  module: Module,
  items: Readonly<Record<string, Parameters<Module["export"]>[1] | undefined>>,
): void {
  for (const [name, item] of Object.entries(items)) if (item !== undefined) module.export(name, item);
}
