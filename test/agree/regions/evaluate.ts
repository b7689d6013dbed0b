import type { Address, Argument, Code, IndexTerm, Network, Step } from "../../../src/network/index.ts";

/**
 * A second, slow evaluator of the network's code, written from the comments of `code.ts` alone and sharing nothing with
 * the engine, so that a misreading on either side shows up as a difference.
 */
export class Machine {
  readonly cells: Int32Array;
  private readonly functions: Network["functions"];
  private readonly clocks: ClockStore;
  /** Steps since the outermost call began, to tell endless loops. */
  private steps = 0;
  private depth = 0;

  constructor(network: Network, extraCells: number, extraFunctions: Network["functions"], clocks: ClockStore) {
    this.cells = new Int32Array(network.cells + extraCells);
    network.constants.forEach((value, i) => {
      this.cells[network.slots.length + i] = value;
    });
    this.functions = [...network.functions, ...extraFunctions];
    this.clocks = clocks;
  }

  run(code: Code): number {
    switch (code.op) {
      case "const":
        return code.value;
      case "load":
        return this.cells[this.address(code.at)]!;
      case "neg":
        return -this.run(code.a) | 0;
      case "not":
        return this.run(code.a) === 0 ? 1 : 0;
      case "bool":
        return this.run(code.a) === 0 ? 0 : 1;
      case "abs":
        return Math.abs(this.run(code.a)) | 0;
      case "inv":
        return ~this.run(code.a);
      case "both":
        return this.run(code.a) !== 0 && this.run(code.b) !== 0 ? 1 : 0;
      case "either":
        return this.run(code.a) !== 0 || this.run(code.b) !== 0 ? 1 : 0;
      case "choose":
        return this.run(code.condition) !== 0 ? this.run(code.yes) : this.run(code.no);
      case "call":
        return this.call(code.function, code.args);
      case "store": {
        const cell = this.address(code.at);
        return (this.cells[cell] = this.within(this.run(code.value), code.low, code.high));
      }
      case "copy": {
        const [to, from] = [this.address(code.to), this.address(code.from)];
        this.cells.set(this.cells.slice(from, from + code.count), to);
        return 0;
      }
      case "same": {
        const [a, b] = [this.address(code.a), this.address(code.b)];
        for (let i = 0; i < code.count; i++) if (this.cells[a + i] !== this.cells[b + i]) return 0;
        return 1;
      }
      case "forall":
      case "exists":
      case "sum":
        return this.quantify(code.op, code.cell, code.low, code.high, code.body);
      case "sequence":
        return code.items.reduce((_, item) => this.run(item), 0);
      case "reset": {
        const clock = this.address(code.clock);
        const value = this.run(code.value);
        if (value < 0) throw new Fault("negative clock");
        this.clocks.reset(clock, value);
        return value;
      }
      case "move": {
        const [clock, from] = [this.address(code.clock), this.address(code.from)];
        this.clocks.move(clock, from, this.run(code.plus));
        return 0;
      }
      default:
        return this.binary(code.op, this.run(code.a), this.run(code.b));
    }
  }

  address(at: Address): number {
    if (at.first !== undefined) this.run(at.first);
    return at.terms.reduce(
      (sum, term) => sum + this.term(term),
      at.base + (at.pointer === undefined ? 0 : this.cells[at.pointer]!),
    );
  }

  term(term: IndexTerm): number {
    const offset = this.run(term.index) - term.low;
    if (offset < 0 || offset >= term.size) throw new Fault("index");
    return offset * term.stride;
  }

  private binary(op: string, a: number, b: number): number {
    switch (op) {
      case "add":
        return (a + b) | 0;
      case "sub":
        return (a - b) | 0;
      case "mul":
        return Math.imul(a, b);
      case "div":
        if (b === 0) throw new Fault("division");
        return Math.trunc(a / b) | 0;
      case "mod":
        if (b === 0) throw new Fault("division");
        return (a - b * Math.trunc(a / b)) | 0;
      case "pow": {
        if (b < 0) throw new Fault("power");
        let result = 1;
        for (let i = 0; i < b; i++) result = Math.imul(result, a);
        return result;
      }
      case "min":
        return Math.min(a, b);
      case "max":
        return Math.max(a, b);
      case "shl":
        if (b < 0) throw new Fault("shift");
        return b > 31 ? 0 : a << b;
      case "shr":
        if (b < 0) throw new Fault("shift");
        return b > 31 ? (a < 0 ? -1 : 0) : a >> b;
      case "and":
        return a & b;
      case "or":
        return a | b;
      case "xor":
        return a ^ b;
      case "lt":
        return a < b ? 1 : 0;
      case "le":
        return a <= b ? 1 : 0;
      case "ge":
        return a >= b ? 1 : 0;
      case "gt":
        return a > b ? 1 : 0;
      case "eq":
        return a === b ? 1 : 0;
      case "ne":
        return a !== b ? 1 : 0;
      default:
        throw new Error(`unknown operator ${op}`);
    }
  }

  private quantify(op: "forall" | "exists" | "sum", cell: number, low: number, high: number, body: Code): number {
    let sum = 0;
    for (let value = low; value <= high; value++) {
      this.cells[cell] = value;
      const result = this.run(body);
      if (op === "forall" && result === 0) return 0;
      if (op === "exists" && result !== 0) return 1;
      sum = (sum + result) | 0;
    }
    return op === "forall" ? 1 : op === "exists" ? 0 : sum;
  }

  /** All arguments are evaluated before the frame is touched: an argument may call the same function. */
  private call(index: number, args: readonly Argument[]): number {
    const writes = args.map((arg) => [arg.cell, this.argument(arg)] as const);
    for (const [cell, values] of writes) this.cells.set(values, cell);
    const f = this.functions[index]!;
    if (this.depth === 0) this.steps = 0;
    this.depth++;
    try {
      this.body(f.body, f);
    } finally {
      this.depth--;
    }
    return f.resultCount === 0 ? 0 : this.cells[f.result]!;
  }

  private argument(arg: Argument): readonly number[] {
    switch (arg.kind) {
      case "value":
        return [this.within(this.run(arg.value), arg.low, arg.high)];
      case "cells": {
        const from = this.address(arg.from);
        return [...this.cells.slice(from, from + arg.count)];
      }
      case "reference":
        return [this.address(arg.to)];
    }
  }

  /** True once the function has returned. */
  private body(steps: readonly Step[], f: Network["functions"][number]): boolean {
    for (const step of steps) {
      if (++this.steps > 1_000_000) throw new Fault("endless");
      switch (step.do) {
        case "code":
          this.run(step.code);
          break;
        case "if":
          if (this.body(this.run(step.condition) !== 0 ? step.yes : step.no, f)) return true;
          break;
        case "range":
          for (let value = step.low; value <= step.high; value++) {
            this.cells[step.cell] = value;
            if (this.body(step.body, f)) return true;
          }
          break;
        case "loop":
          for (let round = 0; (round === 0 && !step.first) || this.run(step.condition) !== 0; round++) {
            if (++this.steps > 1_000_000) throw new Fault("endless");
            if (this.body(step.body, f)) return true;
            for (const code of step.next) this.run(code);
          }
          break;
        case "return":
          if (step.value !== undefined) {
            const value = this.run(step.value);
            this.cells[f.result] =
              step.low === undefined || step.high === undefined ? value : this.within(value, step.low, step.high);
          } else if (step.from !== undefined) {
            const from = this.address(step.from);
            this.cells.set(this.cells.slice(from, from + f.resultCount), f.result);
          }
          return true;
        case "assert":
          if (this.run(step.condition) === 0) throw new Fault("assert");
          break;
      }
    }
    return false;
  }

  private within(value: number, low: number, high: number): number {
    if (value >= low && value <= high) return value;
    throw new Fault("range");
  }
}

/** What updates do to clocks. */
interface ClockStore {
  reset(clock: number, value: number): void;
  move(clock: number, from: number, plus: number): void;
}

/** A run-time fault of the model. */
export class Fault extends Error {
  override readonly name = "Fault";
}
