/**
 * Code to closures. `evaluator(code)` yields a function that reads and writes the machine's cells and returns a 32-bit
 * integer. Arithmetic wraps at 32 bits; division truncates; evaluation is left to right (see `network/code.ts`).
 * Constant addresses and common shapes get closures of their own, the rest goes the general way.
 */
import { power, unreachable } from "../../base/index.ts";
import type { BinaryOp, Code, Origin } from "../../network/index.ts";
import { Fault } from "../fault.ts";
import { type Closures, constantAddress, type Evaluate, outOfRange } from "./closures.ts";

export function evaluator(code: Code, compiler: Closures): Evaluate {
  const { cells } = compiler.machine;
  switch (code.op) {
    case "const": {
      const value = code.value | 0;
      return () => value;
    }
    case "load": {
      const fixed = constantAddress(code.at);
      if (fixed !== undefined) return () => cells[fixed]!;
      const at = compiler.address(code.at);
      return () => cells[at()]!;
    }
    case "neg":
    case "not":
    case "abs":
    case "bool":
    case "inv":
      return unary[code.op](evaluator(code.a, compiler));
    case "both":
    case "either":
    case "choose":
      return decision(code, compiler);
    case "call":
      return compiler.call(code.function, code.args, code.origin);
    case "store":
      return store(code, compiler);
    case "copy":
      return copy(code, compiler);
    case "same":
      return same(code, compiler);
    case "forall":
    case "exists":
      return quantifier(code, compiler);
    case "sum":
      return sum(code, compiler);
    case "sequence":
      return sequence(code, compiler);
    case "reset":
    case "move":
      return clockUpdate(code, compiler);
    default:
      return binary(code.op, evaluator(code.a, compiler), evaluator(code.b, compiler), code.b, code.origin);
  }
}

type Of<Op extends Code["op"]> = Extract<Code, { readonly op: Op }>;
type Fold = Extract<Code, { readonly body: Code }>;

const unary = {
  neg:
    (a: Evaluate): Evaluate =>
    () =>
      -a() | 0,
  not:
    (a: Evaluate): Evaluate =>
    () =>
      a() === 0 ? 1 : 0,
  abs:
    (a: Evaluate): Evaluate =>
    () =>
      Math.abs(a()) | 0,
  bool:
    (a: Evaluate): Evaluate =>
    () =>
      a() !== 0 ? 1 : 0,
  inv:
    (a: Evaluate): Evaluate =>
    () =>
      ~a(),
};

/** What is evaluated only if something else says so. */
function decision(code: Of<"both" | "either" | "choose">, compiler: Closures): Evaluate {
  if (code.op === "choose") {
    const condition = evaluator(code.condition, compiler);
    const yes = evaluator(code.yes, compiler);
    const no = evaluator(code.no, compiler);
    return () => (condition() !== 0 ? yes() : no());
  }
  const a = evaluator(code.a, compiler);
  const b = evaluator(code.b, compiler);
  if (code.op === "both") return () => (a() !== 0 && b() !== 0 ? 1 : 0);
  return () => (a() !== 0 || b() !== 0 ? 1 : 0);
}

function copy(code: Of<"copy">, compiler: Closures): Evaluate {
  const { cells } = compiler.machine;
  const to = compiler.address(code.to);
  const from = compiler.address(code.from);
  const count = code.count;
  return () => {
    const target = to();
    const source = from();
    cells.copyWithin(target, source, source + count);
    return 0;
  };
}

function same(code: Of<"same">, compiler: Closures): Evaluate {
  const { cells } = compiler.machine;
  const a = compiler.address(code.a);
  const b = compiler.address(code.b);
  const count = code.count;
  // The second operand may be the result of the same function as the first: keep the first aside.
  const kept = new Int32Array(count);
  return () => {
    const left = a();
    for (let i = 0; i < count; i++) kept[i] = cells[left + i]!;
    const right = b();
    for (let i = 0; i < count; i++) if (kept[i] !== cells[right + i]) return 0;
    return 1;
  };
}

function quantifier(code: Fold, compiler: Closures): Evaluate {
  const { cells } = compiler.machine;
  const body = evaluator(code.body, compiler);
  const { cell, low, high } = code;
  const stop = code.op === "exists";
  return () => {
    for (let i = low; i <= high; i++) {
      cells[cell] = i;
      if ((body() !== 0) === stop) return stop ? 1 : 0;
    }
    return stop ? 0 : 1;
  };
}

function sum(code: Fold, compiler: Closures): Evaluate {
  const { cells } = compiler.machine;
  const body = evaluator(code.body, compiler);
  const { cell, low, high } = code;
  return () => {
    let total = 0;
    for (let i = low; i <= high; i++) {
      cells[cell] = i;
      total = (total + body()) | 0;
    }
    return total;
  };
}

function sequence(code: Of<"sequence">, compiler: Closures): Evaluate {
  const items = code.items.map((item) => evaluator(item, compiler));
  return () => {
    let last = 0;
    for (let i = 0; i < items.length; i++) last = items[i]!();
    return last;
  };
}

function clockUpdate(code: Of<"reset" | "move">, compiler: Closures): Evaluate {
  const { machine } = compiler;
  const { origin } = code;
  const clock = compiler.address(code.clock);
  if (code.op === "reset") {
    const value = evaluator(code.value, compiler);
    return () => {
      const x = clock();
      const v = value();
      machine.set(x, v, origin);
      return v;
    };
  }
  const from = compiler.address(code.from);
  const plus = evaluator(code.plus, compiler);
  return () => {
    const x = clock();
    const y = from();
    machine.move(x, y, plus(), origin);
    return 0;
  };
}

function store(code: Extract<Code, { op: "store" }>, compiler: Closures): Evaluate {
  const cells = compiler.machine.cells;
  const value = evaluator(code.value, compiler);
  const { low, high } = code;
  const outside = outOfRange(code.origin, low, high);
  const fixed = constantAddress(code.at);
  if (fixed !== undefined) {
    return () => {
      const v = value();
      if (v < low || v > high) outside(v);
      cells[fixed] = v;
      return v;
    };
  }
  const at = compiler.address(code.at);
  return () => {
    const target = at();
    const v = value();
    if (v < low || v > high) outside(v);
    cells[target] = v;
    return v;
  };
}

function binary(op: BinaryOp, a: Evaluate, b: Evaluate, right: Code, origin: Origin): Evaluate {
  if (right.op === "const") {
    const c = right.value | 0;
    if (op === "eq") return () => (a() === c ? 1 : 0);
    if (op === "ne") return () => (a() !== c ? 1 : 0);
    if (op === "add") return () => (a() + c) | 0;
    if (op === "sub") return () => (a() - c) | 0;
    if (op === "lt") return () => (a() < c ? 1 : 0);
    if (op === "le") return () => (a() <= c ? 1 : 0);
  }
  switch (op) {
    case "add":
      return () => (a() + b()) | 0;
    case "sub":
      return () => (a() - b()) | 0;
    case "mul":
      return () => Math.imul(a(), b());
    case "div":
      return () => {
        const dividend = a();
        const divisor = b();
        if (divisor === 0) throw new Fault("division", origin, "division by zero");
        return (dividend / divisor) | 0;
      };
    case "mod":
      return () => {
        const dividend = a();
        const divisor = b();
        if (divisor === 0) throw new Fault("division", origin, "remainder of a division by zero");
        return (dividend % divisor) | 0;
      };
    case "pow":
      return () => power(a(), b());
    case "min":
      return () => Math.min(a(), b());
    case "max":
      return () => Math.max(a(), b());
    case "shl":
      return () => {
        const value = a();
        return value << shiftCount(b(), origin);
      };
    case "shr":
      return () => {
        const value = a();
        return value >> shiftCount(b(), origin);
      };
    case "and":
      return () => a() & b();
    case "or":
      return () => a() | b();
    case "xor":
      return () => a() ^ b();
    case "lt":
      return () => (a() < b() ? 1 : 0);
    case "le":
      return () => (a() <= b() ? 1 : 0);
    case "ge":
      return () => (a() >= b() ? 1 : 0);
    case "gt":
      return () => (a() > b() ? 1 : 0);
    case "eq":
      return () => (a() === b() ? 1 : 0);
    case "ne":
      return () => (a() !== b() ? 1 : 0);
    default:
      return unreachable(op);
  }
}

function shiftCount(count: number, origin: Origin): number {
  if (count < 0) throw new Fault("shift", origin, `shift by the negative count ${count}`);
  return count;
}
