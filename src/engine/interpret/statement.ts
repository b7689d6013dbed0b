/**
 * Statements of functions as closures. A statement says whether it left the function; loops count their rounds, so that a
 * function that never returns ends in a fault.
 */
import { unreachable } from "../../base/index.ts";
import type { Function as FunctionCode, Step } from "../../network/index.ts";
import { Fault } from "../fault.ts";
import { type Closures, outOfRange } from "./closures.ts";

/** Runs and tells whether a `return` was met. */
type Run = () => boolean;

export function body(f: FunctionCode, compiler: Closures): () => void {
  const run = block(f.body, f, compiler);
  return () => {
    run();
  };
}

function block(steps: readonly Step[], f: FunctionCode, compiler: Closures): Run {
  const all = steps.map((s) => statement(s, f, compiler));
  if (all.length === 1) return all[0]!;
  return () => {
    for (let i = 0; i < all.length; i++) if (all[i]!()) return true;
    return false;
  };
}

function statement(step: Step, f: FunctionCode, compiler: Closures): Run {
  const { machine } = compiler;
  const cells = machine.cells;
  switch (step.do) {
    case "code": {
      const run = compiler.code(step.code);
      return () => {
        run();
        return false;
      };
    }
    case "if": {
      const condition = compiler.code(step.condition);
      const yes = block(step.yes, f, compiler);
      const no = block(step.no, f, compiler);
      return () => (condition() !== 0 ? yes() : no());
    }
    case "loop": {
      const condition = compiler.code(step.condition);
      const inner = block(step.body, f, compiler);
      const next = step.next.map((c) => compiler.code(c));
      const { first, origin } = step;
      return () => {
        if (first && condition() === 0) return false;
        do {
          machine.tick(origin);
          if (inner()) return true;
          for (let i = 0; i < next.length; i++) next[i]!();
        } while (condition() !== 0);
        return false;
      };
    }
    case "range": {
      const inner = block(step.body, f, compiler);
      const { cell, low, high } = step;
      return () => {
        for (let i = low; i <= high; i++) {
          cells[cell] = i;
          if (inner()) return true;
        }
        return false;
      };
    }
    case "return":
      return leave(step, f, compiler);
    case "assert": {
      const condition = compiler.code(step.condition);
      const origin = step.origin;
      return () => {
        if (condition() === 0) throw new Fault("assert", origin, "assertion failed");
        return false;
      };
    }
    default:
      return unreachable(step);
  }
}

function leave(step: Extract<Step, { do: "return" }>, f: FunctionCode, compiler: Closures): Run {
  const cells = compiler.machine.cells;
  const { result, resultCount } = f;
  if (step.from !== undefined) {
    const from = compiler.address(step.from);
    return () => {
      const at = from();
      cells.copyWithin(result, at, at + resultCount);
      return true;
    };
  }
  if (step.value === undefined) return () => true;
  const value = compiler.code(step.value);
  const low = step.low ?? Number.NEGATIVE_INFINITY;
  const high = step.high ?? Number.POSITIVE_INFINITY;
  const outside = outOfRange(step.origin, low, high);
  return () => {
    const v = value();
    if (v < low || v > high) outside(v);
    if (resultCount > 0) cells[result] = v;
    return true;
  };
}
