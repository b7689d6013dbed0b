import { assert, type Diagnostic } from "../base/index.ts";
import type { Func, Instance, Variable } from "../model/index.ts";
import type { Function } from "./code.ts";
import type { Channel, Clock, ScalarSet, Slot } from "./network.ts";
import type { Place } from "./place.ts";
import { type ProcessNames, Scope } from "./scope.ts";

/** Where a function is, and where its parameters are. */
export interface MadeFunction {
  readonly index: number;
  readonly frame: ReadonlyMap<Variable, Place>;
}

/**
 * The network while it is being built. Slots and constants are fixed before any code is made, so that scratch cells can
 * be numbered after them. A query has a builder of its own on top of the network's, which it reads and does not change:
 * its cells, functions and strings are numbered where the network's end, whatever was asked before.
 */
export class Builder {
  /** Called now and then. It ends the work by throwing. */
  readonly patience: () => void;
  readonly slots: Slot[];
  readonly constants: number[];
  readonly clocks: Clock[];
  readonly channels: Channel[];
  readonly processes: Map<Instance, ProcessNames[]>;
  readonly globals: Scope;
  /** These are only what was added to the base. */
  readonly functions: Function[] = [];
  readonly diagnostics: Diagnostic[] = [];
  readonly scalarSets: ScalarSet[] = [];
  cells: number;
  private readonly base: Builder | undefined;
  private readonly made = new Map<Scope, Map<Func, MadeFunction>>();
  private readonly texts = new Map<string, number>();
  private readonly sets = new Map<object, Map<Scope | undefined, number>>();

  constructor(base?: Builder, patience: () => void = () => {}) {
    this.base = base;
    this.patience = patience;
    this.slots = base?.slots ?? [];
    this.constants = base?.constants ?? [];
    this.clocks = base?.clocks ?? [];
    this.channels = base?.channels ?? [];
    this.processes = base?.processes ?? new Map();
    this.globals = base?.globals ?? new Scope();
    this.cells = base?.cells ?? -1;
  }

  scratch(count: number): number {
    assert(this.cells >= 0, "scratch is numbered when all slots and constants are known");
    const cell = this.cells;
    this.cells += count;
    return cell;
  }

  /** A function in a scope, if there is code for it already. */
  functionIn(home: Scope, func: Func): MadeFunction | undefined {
    return this.made.get(home)?.get(func) ?? this.base?.functionIn(home, func);
  }

  addFunction(home: Scope, func: Func, frame: MadeFunction["frame"], code: Function): MadeFunction {
    const index = (this.base?.functions.length ?? 0) + this.functions.push(code) - 1;
    const made = { index, frame };
    const here = this.made.get(home);
    if (here) here.set(func, made);
    else this.made.set(home, new Map([[func, made]]));
    return made;
  }

  /** The first cell of a function's result. */
  resultOf(index: number): number {
    const before = this.base?.functions ?? [];
    const func = before[index] ?? this.functions[index - before.length];
    assert(func !== undefined, "a function that is called was made");
    return func.result;
  }

  /** The number that stands for a string. */
  text(text: string): number {
    const known = this.base?.texts.get(text) ?? this.texts.get(text);
    if (known !== undefined) return known;
    const number = (this.base?.texts.size ?? 0) + this.texts.size;
    this.texts.set(text, number);
    return number;
  }

  scalarSet(set: object, owner: Scope | undefined, size: number): number {
    const known = this.base?.sets.get(set)?.get(owner) ?? this.sets.get(set)?.get(owner);
    if (known !== undefined) return known;
    const { name } = set as { name?: string };
    const made = { ...(name === undefined ? {} : { name }), size, local: owner !== undefined };
    const number = (this.base?.scalarSets.length ?? 0) + this.scalarSets.push(made) - 1;
    const owners = this.sets.get(set) ?? new Map<Scope | undefined, number>();
    this.sets.set(set, owners.set(owner, number));
    return number;
  }
}
