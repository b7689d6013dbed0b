import type { Origin } from "../network/index.ts";
import type { Code, Condition, Function, Term, Type } from "./code.ts";

/**
 * A stochastic network: what statistical model checking runs. Made from the checked model like the network of symbolic
 * verification, but with everything that one leaves out: doubles, rates, weights, flows, dynamic templates.
 *
 * Memory is one array of 8-byte cells (code.ts says what is in a cell):
 *
 *     [0, processes)      the location of each process; -1 for a process of a dynamic template that does not exist now
 *     [.., state)         variables, clocks and parameters
 *     [.., cells)         constant tables, then scratch: frames of functions, selects, bound variables
 */
export interface StochasticNetwork {
  readonly processes: readonly Process[];
  readonly channels: readonly Channel[];
  readonly functions: readonly Function[];
  /** What is stored at the start, and at the start of each run: every cell that is not 0. */
  readonly initial: readonly Initial[];
  /** Initial values that are drawn: performed after that, at the start of each run. */
  readonly starts: readonly Code[];
  /** Every variable and clock with its name, by increasing cell. */
  readonly variables: readonly Variable[];
  /** Clocks whose rate some location sets. All others run with rate 1. */
  readonly rated: readonly Rated[];
  readonly pools: readonly Pool[];
  readonly beforeUpdate: readonly Code[];
  readonly afterUpdate: readonly Code[];
  /** Cells of the state (a prefix of memory), and all cells. */
  readonly state: number;
  readonly cells: number;
  readonly origin: Origin;
}

export interface Initial {
  readonly cell: number;
  readonly is: Type;
  readonly value: number;
}

export interface Variable {
  readonly name: string;
  readonly kind: "int" | "bool" | "scalar" | "double" | "clock";
  readonly cell: number;
  readonly origin: Origin;
}

export interface Channel {
  readonly name: string;
  readonly broadcast: boolean;
  readonly urgent: boolean;
  readonly origin: Origin;
}

export interface Process {
  readonly name: string;
  readonly template: string;
  /** Its location stands in this cell. */
  readonly index: number;
  readonly initial: number;
  /** It belongs to this pool, and does not exist at the start. */
  readonly pool?: number;
  readonly locations: readonly Location[];
  readonly edges: readonly Edge[];
  readonly origin: Origin;
}

export interface Location {
  readonly name: string;
  readonly index: number;
  readonly urgent: boolean;
  readonly committed: boolean;
  readonly invariant: Condition;
  /** The negation of the invariant: when it becomes true, time is up. */
  readonly expiry: Condition;
  /** The invariant as written, without rates; empty where there is none. */
  readonly limit: string;
  /** The rate of the exponential distribution; absent where the model gives none. */
  readonly rate?: Code;
  /** Edges of the process (indices) that it may take by itself, and those by which it receives. */
  readonly outputs: readonly number[];
  readonly inputs: readonly number[];
  readonly origin: Origin;
}

export interface Edge {
  /** Unique in the network, from 0, by process and then in the order written. */
  readonly id: number;
  readonly process: number;
  readonly source: number;
  readonly selects: readonly Select[];
  readonly guard: Condition;
  readonly sync?: Sync;
  readonly update: readonly Code[];
  readonly then: Outcome;
  readonly origin: Origin;
}
/** The value stands in `cell` while guard, channel and update are evaluated. */
export interface Select {
  readonly name: string;
  readonly cell: number;
  readonly low: number;
  readonly high: number;
}
export interface Sync {
  readonly direction: "!" | "?";
  /** Channel `base` + terms. All channels it may be are of one kind. */
  readonly base: number;
  readonly terms: readonly Term[];
  readonly broadcast: boolean;
  readonly urgent: boolean;
  readonly origin: Origin;
}

/** Where an edge leads: to a location, or to a branch point. Ways are chosen before any update, by weights of that state. */
export type Outcome =
  | { readonly kind: "location"; readonly location: number }
  | { readonly kind: "branch"; readonly ways: readonly Way[]; readonly origin: Origin };
export interface Way {
  /** Not negative; 1 where the model gives none. A way whose guard is false has weight 0. */
  readonly weight: Code;
  readonly guard: Condition;
  readonly update: readonly Code[];
  readonly then: Outcome;
  readonly origin: Origin;
}

/** A clock whose rate is not always 1. */
export interface Rated {
  readonly clock: number;
  readonly name: string;
  /** Some rate depends on clocks: then it is integrated, and `r` is 0. */
  readonly flow: boolean;
  readonly setters: readonly Setter[];
}
/** While the process is in the location, and `when` holds, the clock has this rate. */
export interface Setter {
  readonly process: number;
  readonly location: number;
  readonly when?: Code;
  readonly rate: Code;
  readonly origin: Origin;
}

/** The processes of a dynamic template: as many as can exist at a time. `parameters` are cells of each member. */
export interface Pool {
  readonly template: string;
  /** The cell that says how many of them exist. */
  readonly count: number;
  readonly members: readonly number[];
  /** By member: the cells of its parameters, and what is stored there and in its variables when it is spawned. */
  readonly parameters: readonly (readonly Parameter[])[];
  readonly starts: readonly (readonly Code[])[];
}
interface Parameter {
  readonly cell: number;
  readonly is: Type;
  readonly low: number;
  readonly high: number;
}

const ready = new WeakMap<Edge, Condition>();

/** When an edge is enabled, whatever the values of its selects. */
export function readiness(edge: Edge): Condition {
  const known =
    ready.get(edge) ??
    edge.selects.reduceRight<Condition>(
      (item, { cell, low, high }) => ({ is: "any", cell, low, high, item }),
      edge.guard,
    );
  ready.set(edge, known);
  return known;
}

/** Whether some output of a location is urgent. */
export function isHurried({ edges }: Process, { outputs }: Location): boolean {
  return outputs.some((output) => edges[output]?.sync?.urgent);
}
