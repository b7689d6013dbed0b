import type { Code, Function, Guard, IndexTerm, Invariant } from "./code.ts";
import type { Origin } from "./origin.ts";

/**
 * A network: processes, variables, clocks and channels after instantiation, ready to run. All data lives in one array of
 * 32-bit cells:
 *
 *     [0, processes)                 the current location of each process
 *     [processes, state)             the variables, one cell per scalar value
 *     [state, state + constants)     constant tables, never written
 *     [.., cells)                    scratch: frames of functions (there is no recursion), selects, bound variables
 *
 * A discrete state is the first `state` cells. Clocks are numbered from 1; 0 is the constant zero. Every element keeps
 * its origin, so that diagnostics, traces and generated code can name what the user wrote.
 */
export interface Network {
  readonly processes: readonly Process[];
  /** One for each cell of the state: locations first, then variables. */
  readonly slots: Slots;
  /** Values of the constant cells, which start at cell `slots.length`. */
  readonly constants: readonly number[];
  /** Number of cells in all. */
  readonly cells: number;
  /** `clocks[0]` is the constant zero. */
  readonly clocks: readonly Clock[];
  readonly channels: readonly Channel[];
  readonly functions: readonly Function[];
  readonly beforeUpdate: readonly Code[];
  readonly afterUpdate: readonly Code[];
  /** By the numbers that slots and orbits use; absent where there are none. */
  readonly scalarSets?: readonly ScalarSet[];
  /** Whether any priority was declared; `defaultPriority` is that of internal edges and unlisted channels. */
  readonly hasPriorities: boolean;
  readonly defaultPriority: number;
  /** TChecker's synchronisation vectors; empty for UPPAAL models. */
  readonly vectors: readonly Vector[];
  readonly origin: Origin;
}

/** Cells of constants and of scratch are no slots: `slotOf` in cell.ts says which slot a cell is, so there is no index here. */
type Slots = Omit<readonly Slot[], number>;

/**
 * The process whose own a variable, clock or channel is; absent for global ones. As made, names begin with the owner's and a dot.
 */
export type Owner = number;

export interface Slot {
  /** `n`, `Train(1).e`, `list[3]`, `s.field`. */
  readonly name: string;
  readonly low: number;
  readonly high: number;
  readonly initial: number;
  readonly meta: boolean;
  /** Which kind of values it holds, for printing; a scalar slot names its set. */
  readonly type: "location" | "int" | "bool" | "scalar";
  readonly scalarSet?: number;
  readonly owner?: Owner;
  readonly orbit?: Orbit;
  readonly origin: Origin;
}
export interface Clock {
  readonly name: string;
  readonly initial: number;
  readonly owner?: Owner;
  readonly orbit?: Orbit;
  readonly origin: Origin;
}
/**
 * Which elements of scalar sets a slot or clock belongs to: by the indices of its array and the arguments of its process.
 * Those of one key are images of each other under permutations of the sets.
 */
export interface Orbit {
  readonly key: string;
  readonly elements: readonly { readonly set: number; readonly element: number }[];
}
/** A set of `size` interchangeable values. One that is declared in a template is local to a process. */
export interface ScalarSet {
  readonly name?: string;
  readonly size: number;
  readonly local: boolean;
}
export interface Channel {
  readonly name: string;
  readonly broadcast: boolean;
  readonly urgent: boolean;
  readonly priority: number;
  readonly owner?: Owner;
  readonly origin: Origin;
}
export interface Process {
  readonly name: string;
  /** The template it was made from, and the values of the parameters that were free on the system line. */
  readonly template: string;
  readonly args: readonly number[];
  /** The integer parameters of its template, with the values they have here; absent where there are none. */
  readonly parameters?: readonly ProcessParameter[];
  readonly index: number;
  readonly initial: number;
  readonly priority: number;
  readonly locations: readonly Location[];
  readonly edges: readonly Edge[];
  readonly origin: Origin;
}
/** `type` is as the template has it: `id_t`, `int[0,5]`. */
export interface ProcessParameter {
  readonly name: string;
  readonly type: string;
  readonly value: number;
}
export interface Location {
  readonly name: string;
  readonly index: number;
  readonly urgent: boolean;
  readonly committed: boolean;
  readonly invariant: Invariant;
  /** TChecker's labels; empty for UPPAAL models. */
  readonly labels: readonly string[];
  readonly origin: Origin;
}
/** An edge, or an edge into a branch point joined with one of its branches: `origin` and then `branches` say which. */
export interface Edge {
  /** Unique in the network, from 0, by process and then in the order written. */
  readonly id: number;
  readonly process: number;
  readonly source: number;
  readonly target: number;
  readonly selects: readonly Select[];
  readonly guard: Guard;
  readonly sync?: EdgeSync;
  readonly update: readonly Code[];
  readonly controllable: boolean;
  readonly origin: Origin;
  /** The edges out of branch points that it goes on with; absent where there are none. */
  readonly branches?: readonly Branch[];
}
/** One edge out of a branch point. Of the whole edge's selects those of the first part come first; `selects` are this part's. */
export interface Branch {
  readonly origin: Origin;
  readonly selects: number;
}
/** Runs over low..high; the value stands in `cell` while guard, channel and update are evaluated. */
export interface Select {
  readonly name: string;
  readonly cell: number;
  readonly low: number;
  readonly high: number;
}
export type EdgeSync =
  | {
      readonly kind: "channel";
      readonly direction: "!" | "?" | "";
      readonly channel: ChannelRef;
      readonly origin: Origin;
    }
  /** TChecker: takes part in the vectors that name this process and event. */
  | { readonly kind: "event"; readonly event: number; readonly name: string };
/** Channel `base + sum of terms`, each index checked. */
export interface ChannelRef {
  readonly base: number;
  readonly terms: readonly IndexTerm[];
}
export interface Vector {
  readonly parts: readonly { readonly process: number; readonly event: number; readonly weak: boolean }[];
}
