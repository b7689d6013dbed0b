/**
 * Addresses, calls and functions as closures, and the table of functions that calls share. A function's frame is a fixed
 * range of cells, since there is no recursion; but `f(1, f(2))` runs f while its own arguments are being gathered, so
 * several arguments are gathered aside first.
 */
import { assert } from "../../base/index.ts";
import type { Address, Argument, Code, Function as FunctionCode, IndexTerm, Origin } from "../../network/index.ts";
import { Fault } from "../fault.ts";
import { type Closures, type Evaluate, outOfRange } from "./closures.ts";
import { evaluator } from "./evaluate.ts";
import type { Machine } from "./machine.ts";
import { body } from "./statement.ts";

export class Compiler implements Closures {
  readonly machine: Machine;
  private readonly functions: readonly FunctionCode[];
  private readonly bodies: (() => void)[] = [];

  constructor(machine: Machine, functions: readonly FunctionCode[]) {
    this.machine = machine;
    this.functions = functions;
  }

  code(code: Code): Evaluate {
    return evaluator(code, this);
  }

  /** A function that yields the address (cell or clock number), each index checked. */
  address(a: Address): Evaluate {
    const { base, pointer } = a;
    const cells = this.machine.cells;
    if (a.first !== undefined) {
      const first = evaluator(a.first, this);
      const rest = this.address({ base, terms: a.terms, ...(pointer === undefined ? {} : { pointer }) });
      return () => {
        first();
        return rest();
      };
    }
    if (a.terms.length === 0) {
      if (pointer === undefined) return () => base;
      return () => base + cells[pointer]!;
    }
    const terms = a.terms.map((t) => this.term(t));
    if (pointer === undefined && terms.length === 1) {
      const only = terms[0]!;
      return () => base + only();
    }
    return () => {
      let at = pointer === undefined ? base : base + cells[pointer]!;
      for (let i = 0; i < terms.length; i++) at += terms[i]!();
      return at;
    };
  }

  private term(t: IndexTerm): Evaluate {
    const index = evaluator(t.index, this);
    const { low, size, stride, origin } = t;
    return () => {
      const i = index() - low;
      if (i < 0 || i >= size) {
        throw new Fault("index", origin, `index ${i + low} is outside ${low} to ${low + size - 1}`);
      }
      return i * stride;
    };
  }

  call(index: number, args: readonly Argument[], origin: Origin): Evaluate {
    const { machine } = this;
    const { result, resultCount } = this.functions[index]!;
    const pass = this.arguments(args);
    const run = this.body(index);
    return () => {
      machine.tick(origin);
      pass();
      run();
      return resultCount === 0 ? 0 : machine.cells[result]!;
    };
  }

  /** The body of a function, made once. The indirection lets a function be named before it is made. */
  private body(index: number): () => void {
    if (this.bodies[index] === undefined) {
      assert(this.functions[index] !== undefined, `function ${index} is not in the network`);
      let made: (() => void) | undefined;
      this.bodies[index] = () => {
        made ??= body(this.functions[index]!, this);
        made();
      };
    }
    return this.bodies[index];
  }

  private arguments(args: readonly Argument[]): () => void {
    const cells = this.machine.cells;
    const kept: Int32Array[] = args.map((a) => new Int32Array(a.kind === "cells" ? a.count : 1));
    const gather = args.map((a, i) => this.gather(a, kept[i]!));
    const first = args.map((a) => a.cell);
    if (args.length === 1 && args[0]!.kind !== "cells") {
      const [only] = gather;
      const [cell] = first;
      return () => {
        cells[cell!] = only!();
      };
    }
    return () => {
      for (let i = 0; i < gather.length; i++) kept[i]![0] = gather[i]!();
      for (let i = 0; i < gather.length; i++) cells.set(kept[i]!, first[i]);
    };
  }

  /** Evaluates one argument: fills `kept` if it is a block of cells, and yields its first cell. */
  private gather(a: Argument, kept: Int32Array): Evaluate {
    if (a.kind === "reference") return this.address(a.to);
    if (a.kind === "cells") {
      const cells = this.machine.cells;
      const from = this.address(a.from);
      return () => {
        const at = from();
        for (let i = 0; i < kept.length; i++) kept[i] = cells[at + i]!;
        return kept[0]!;
      };
    }
    const { low, high } = a;
    const value = evaluator(a.value, this);
    const outside = outOfRange(a.origin, low, high);
    return () => {
      const v = value();
      if (v < low || v > high) outside(v);
      return v;
    };
  }
}
