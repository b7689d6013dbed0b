import { InternalError } from "../../base/index.ts";
import { builtin } from "../../model/index.ts";
import { compute, type Origin } from "../../network/index.ts";
import type { Address, Argument, Arithmetic, Bitwise, Code, Function, Relation, Step } from "../code.ts";
import { Stuck } from "./fault.ts";
import type { Memory } from "./memory.ts";
import { drawNamed } from "./random.ts";

/** Code that can be run: a closure for each node. */
export type Value = () => number;

/** What code may ask of the run it is part of. */
export interface Spawner {
  spawn(pool: number, args: readonly number[], origin: Origin): void;
  exit(process: number): void;
}

export const STEP_LIMIT = 10_000_000;

/** Makes closures of code over one memory. */
export class Evaluator {
  private readonly memory: Memory;
  private readonly functions: readonly Function[];
  private readonly spawner: Spawner;
  private readonly bodies: (undefined | (() => void))[] = [];
  private readonly known = new Map<Code, Value>();

  constructor(memory: Memory, functions: readonly Function[], spawner: Spawner) {
    this.memory = memory;
    this.functions = functions;
    this.spawner = spawner;
  }

  value(code: Code): Value {
    const known = this.known.get(code) ?? this.make(code);
    this.known.set(code, known);
    return known;
  }

  private make(code: Code): Value {
    const { memory } = this;
    switch (code.op) {
      case "const": {
        const { value } = code;
        return () => value;
      }
      case "load": {
        const at = this.address(code.at);
        return code.is === "int" ? () => memory.int(at()) : () => memory.real(at());
      }
      case "clock": {
        const at = this.address(code.at);
        return () => memory.clock(at());
      }
      case "rate": {
        const at = this.address(code.at);
        return () => memory.real(at() + 2);
      }
      case "toReal":
        return this.value(code.a);
      case "toInt":
        return this.toInt(code);
      case "neg": {
        const a = this.value(code.a);
        return code.is === "int" ? () => -a() | 0 : () => -a();
      }
      case "not":
      case "bool":
      case "abs":
        return this.unary(code.op, this.value(code.a));
      case "both": {
        const [a, b] = [this.value(code.a), this.value(code.b)];
        return () => (a() !== 0 && b() !== 0 ? 1 : 0);
      }
      case "either": {
        const [a, b] = [this.value(code.a), this.value(code.b)];
        return () => (a() !== 0 || b() !== 0 ? 1 : 0);
      }
      case "choose": {
        const [test, yes, no] = [this.value(code.condition), this.value(code.yes), this.value(code.no)];
        return () => (test() !== 0 ? yes() : no());
      }
      case "sequence": {
        const items = code.items.map((item) => this.value(item));
        return () => items.reduce((_, item) => item(), 0);
      }
      case "forall":
      case "exists":
      case "sum":
        return this.quantifier(code);
      case "same":
        return this.same(code);
      case "math":
        return this.math(code);
      case "random":
      case "call":
      case "store":
      case "reset":
      case "copy":
      case "spawn":
      case "exit":
        return this.effect(code);
      default:
        return this.binary(code);
    }
  }

  private effect(code: Code & { op: "random" | "call" | "store" | "reset" | "copy" | "spawn" | "exit" }): Value {
    const { memory } = this;
    switch (code.op) {
      case "random": {
        const args = code.args.map((arg) => this.value(arg));
        return () =>
          drawNamed(
            code.name,
            args.map((arg) => arg()),
            memory.draws,
            code.origin,
          );
      }
      case "call":
        return this.call(code);
      case "store":
        return this.store(code);
      case "reset": {
        const [at, value] = [this.address(code.at), this.value(code.value)];
        return () => {
          const cell = at();
          const set = value();
          memory.setClock(cell, set);
          return set;
        };
      }
      case "copy": {
        const [to, from, { count }] = [this.address(code.to), this.address(code.from), code];
        return () => {
          const target = to();
          const source = from();
          memory.reals.copyWithin(target, source, source + count);
          return 0;
        };
      }
      case "spawn": {
        const args = code.args.map((arg) => this.value(arg));
        return () => {
          this.spawner.spawn(
            code.pool,
            args.map((arg) => arg()),
            code.origin,
          );
          return 0;
        };
      }
      case "exit":
        return () => {
          this.spawner.exit(code.process);
          return 0;
        };
    }
  }

  private unary(op: "not" | "bool" | "abs", a: Value): Value {
    if (op === "abs") return () => Math.abs(a()) | 0;
    return op === "not" ? () => (a() === 0 ? 1 : 0) : () => (a() === 0 ? 0 : 1);
  }

  private toInt(code: Code & { op: "toInt" }): Value {
    const a = this.value(code.a);
    return () => {
      const whole = Math.trunc(a());
      if (!(whole >= -0x80000000 && whole <= 0x7fffffff))
        throw new Stuck("evaluation", `${whole} is no 32-bit integer`, code.origin);
      return whole | 0;
    };
  }

  private binary(code: Extract<Code, { readonly b: Code }>): Value {
    const [a, b] = [this.value(code.a), this.value(code.b)];
    if ("of" in code) return comparison(code.op, a, b);
    if (!("origin" in code)) throw new InternalError("connectives are made before");
    const { op, origin } = code;
    if (code.is === "real") {
      const compute = reals[op as Arithmetic];
      return () => compute(a(), b());
    }
    return () => {
      const [x, y] = [a(), b()];
      return compute(op, x, y) ?? fault(op, y, origin);
    };
  }

  private math(code: Code & { op: "math" }): Value {
    const compute = builtin(code.name)?.value;
    if (compute === undefined) throw new InternalError(`there is no function '${code.name}'`);
    const args = code.args.map((arg) => this.value(arg));
    const [a, b] = args;
    if (a && !b) return () => compute(a());
    if (a && b && args.length === 2) return () => compute(a(), b());
    return () => compute(...args.map((arg) => arg()));
  }

  private store(code: Code & { op: "store" }): Value {
    const [at, value] = [this.address(code.at), this.value(code.value)];
    const { memory } = this;
    const { low, high, origin } = code;
    if (code.is === "real")
      return () => {
        const cell = at();
        const given = value();
        memory.setReal(cell, given);
        return given;
      };
    return () => {
      const cell = at();
      const given = value();
      inRange(given, low, high, origin);
      memory.setInt(cell, given);
      return given;
    };
  }

  private same(code: Code & { op: "same" }): Value {
    const [a, b] = [this.address(code.a), this.address(code.b)];
    const { memory } = this;
    return () => {
      const [left, right] = [a(), b()];
      const equal = (is: string, k: number) =>
        is === "int"
          ? memory.int(left + k) === memory.int(right + k)
          : memory.real(left + k) === memory.real(right + k);
      return +code.types.every(equal);
    };
  }

  private quantifier(code: Code & { op: "forall" | "exists" | "sum" }): Value {
    const { op, cell, low, high, is } = code;
    const body = this.value(code.body);
    const { memory } = this;
    return () => {
      let sum = 0;
      for (let value = low; value <= high; value++) {
        memory.setInt(cell, value);
        const now = body();
        if (op === "sum") sum = is === "int" ? (sum + now) | 0 : sum + now;
        else if ((now === 0) === (op === "forall")) return op === "exists" ? 1 : 0;
      }
      return op === "sum" ? sum : op === "forall" ? 1 : 0;
    };
  }

  /** The number of the cell. */
  address(at: Address): Value {
    const { base, pointer, terms } = at;
    const { memory } = this;
    if (pointer === undefined && terms.length === 0 && at.first === undefined) return () => base;
    const first = at.first && this.value(at.first);
    const parts = terms.map((term) => ({ ...term, at: this.value(term.index) }));
    return () => {
      first?.();
      let cell = base + (pointer === undefined ? 0 : memory.int(pointer));
      for (const { at: index, low, size, stride, origin } of parts) {
        const k = index() - low;
        if (k < 0 || k >= size)
          throw new Stuck("evaluation", `index ${k + low} is outside ${low} to ${low + size - 1}`, origin);
        cell += k * stride;
      }
      return cell;
    };
  }

  private call(code: Code & { op: "call" }): Value {
    const { memory } = this;
    const args = code.args.map((arg) => this.argument(arg));
    const func = this.functions[code.function];
    if (func === undefined) throw new InternalError(`there is no function ${code.function}`);
    const body = this.body(code.function, func);
    const { result, resultCount } = func;
    return () => {
      for (const arg of args) arg();
      body();
      return resultCount === 0 ? 0 : code.is === "int" ? memory.int(result) : memory.real(result);
    };
  }

  private argument(arg: Argument): () => void {
    const { memory } = this;
    if (arg.kind === "reference") {
      const to = this.address(arg.to);
      return () => memory.setInt(arg.cell, to());
    }
    if (arg.kind === "cells") {
      const from = this.address(arg.from);
      return () => {
        const source = from();
        memory.reals.copyWithin(arg.cell, source, source + arg.count);
      };
    }
    const value = this.value(arg.value);
    if (arg.is === "real") return () => memory.setReal(arg.cell, value());
    return () => {
      const given = value();
      inRange(given, arg.low, arg.high, arg.origin);
      memory.setInt(arg.cell, given);
    };
  }

  /** There is no recursion, so a body can be made when it is first called for. */
  private body(index: number, func: Function): () => void {
    const known = this.bodies[index];
    if (known) return known;
    const run = this.steps(func.body, func);
    this.bodies[index] = () => void run();
    return this.bodies[index];
  }

  /** Yields true when the function has been left. */
  private steps(steps: readonly Step[], func: Function): () => boolean {
    const parts = steps.map((step) => this.step(step, func));
    return () => parts.some((part) => part());
  }

  private step(step: Step, func: Function): () => boolean {
    const { memory } = this;
    switch (step.do) {
      case "code": {
        const code = this.value(step.code);
        return () => {
          code();
          return false;
        };
      }
      case "if": {
        const [test, yes, no] = [this.value(step.condition), this.steps(step.yes, func), this.steps(step.no, func)];
        return () => (test() !== 0 ? yes() : no());
      }
      case "loop":
        return this.loop(step, func);
      case "range": {
        const body = this.steps(step.body, func);
        return () => {
          for (let value = step.low; value <= step.high; value++) {
            memory.setInt(step.cell, value);
            if (body()) return true;
          }
          return false;
        };
      }
      case "return":
        return this.return(step, func);
      case "assert": {
        const test = this.value(step.condition);
        return () => {
          if (test() === 0) throw new Stuck("evaluation", "an assertion does not hold", step.origin);
          return false;
        };
      }
    }
  }

  private loop(step: Step & { do: "loop" }, func: Function): () => boolean {
    const [test, body] = [this.value(step.condition), this.steps(step.body, func)];
    const next = step.next.map((code) => this.value(code));
    return () => {
      for (let round = 0; ; round++) {
        if ((step.first || round > 0) && test() === 0) return false;
        if (round === STEP_LIMIT) throw new Stuck("evaluation", `a loop went round ${STEP_LIMIT} times`, step.origin);
        if (body()) return true;
        for (const code of next) code();
      }
    };
  }

  private return(step: Step & { do: "return" }, func: Function): () => boolean {
    const { memory } = this;
    const { result, resultCount } = func;
    if (step.from) {
      const from = this.address(step.from);
      return () => {
        const source = from();
        memory.reals.copyWithin(result, source, source + resultCount);
        return true;
      };
    }
    if (step.value === undefined) return () => true;
    const value = this.value(step.value);
    const real = step.value.is === "real";
    return () => {
      const given = value();
      if (real) memory.setReal(result, given);
      else {
        inRange(given, step.low, step.high, step.origin);
        memory.setInt(result, given);
      }
      return true;
    };
  }
}

function inRange(value: number, low: number, high: number, origin: Origin): void {
  if (value < low || value > high)
    throw new Stuck("evaluation", `the value ${value} is outside ${low} to ${high}`, origin);
}

function fault(op: Arithmetic | Bitwise, by: number, origin: Origin): never {
  const what =
    op === "div" || op === "mod"
      ? "division by zero"
      : op === "pow"
        ? `the exponent ${by} is negative`
        : `a shift by ${by}`;
  throw new Stuck("evaluation", what, origin);
}

const reals: Readonly<Record<Arithmetic, (a: number, b: number) => number>> = {
  add: (a, b) => a + b,
  sub: (a, b) => a - b,
  mul: (a, b) => a * b,
  div: (a, b) => a / b,
  mod: (a, b) => a % b,
  pow: Math.pow,
  min: Math.min,
  max: Math.max,
};

function comparison(op: Relation, a: Value, b: Value): Value {
  switch (op) {
    case "lt":
      return () => +(a() < b());
    case "le":
      return () => +(a() <= b());
    case "ge":
      return () => +(a() >= b());
    case "gt":
      return () => +(a() > b());
    case "eq":
      return () => +(a() === b());
    case "ne":
      return () => +(a() !== b());
  }
}
