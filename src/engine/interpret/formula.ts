/**
 * State formulas on symbolic states: the part of a zone that satisfies a formula, exactly, as a federation. Negations are
 * pushed to the atoms, where a clock constraint turns round and `deadlock` becomes a subtraction. Data is evaluated once
 * per state, left to right, before clocks, and stops early.
 */
import { unreachable } from "../../base/index.ts";
import { type Formula, isDataOnly } from "../../network/index.ts";
import { dbm, type Federation, federation, negate, type Zone } from "../../zones/index.ts";
import type { Predicate } from "../engine.ts";
import { constraint, Triples } from "./constraint.ts";
import type { Deadlock } from "./deadlock.ts";
import { telling } from "./machine.ts";
import type { Program } from "./program.ts";

/** The part of the federation that satisfies it. The same value means all of it. */
type Restrict = (f: Federation) => Federation;

export function predicate(formula: Formula, negated: boolean, program: Program, deadlock: Deadlock): Predicate {
  const onlyData = isDataOnly(formula);
  if (onlyData) {
    const holds = dataOnly(formula, negated, program);
    const start = (test: () => boolean) => {
      program.machine.steps = 0;
      return telling(program.machine, test);
    };
    return {
      onlyData,
      holds: () => start(holds),
      satisfying: (zone) => (start(holds) ? [zone] : []),
    };
  }
  const restrict = compile(formula, negated, program, deadlock);
  const satisfying = (zone: Zone): Federation => {
    program.machine.steps = 0;
    return telling(program.machine, () => restrict([zone]));
  };
  return { onlyData, holds: (zone) => satisfying(zone).length > 0, satisfying };
}

function dataOnly(f: Formula, negated: boolean, program: Program): () => boolean {
  switch (f.is) {
    case "data": {
      const value = program.compiler.code(f.code);
      return () => (value() !== 0) !== negated;
    }
    case "not":
      return dataOnly(f.a, !negated, program);
    case "and":
    case "or": {
      const items = f.items.map((i) => dataOnly(i, negated, program));
      // "and" stops at the first false, "or" at the first true; negated, the other way round.
      const stop = (f.is === "or") !== negated;
      return () => {
        for (const item of items) if (item() === stop) return stop;
        return !stop;
      };
    }
    default:
      throw new TypeError("not a data formula");
  }
}

function compile(f: Formula, negated: boolean, program: Program, deadlock: Deadlock): Restrict {
  const { dim } = program;
  switch (f.is) {
    case "data": {
      const value = program.compiler.code(f.code);
      return (all) => ((value() !== 0) !== negated ? all : []);
    }
    case "clock":
      return clock(f, negated, program);
    case "deadlock":
      return (all) => {
        const dead = all.flatMap((z) => deadlock.of(z));
        return negated ? federation.subtract(all, dead, dim) : dead;
      };
    case "not":
      return compile(f.a, !negated, program, deadlock);
    case "and":
    case "or": {
      const isAnd = (f.is === "and") !== negated;
      // Data come before clocks (7.2).
      const order = [...f.items.filter(isDataOnly), ...f.items.filter((i) => !isDataOnly(i))];
      const items = order.map((i) => compile(i, negated, program, deadlock));
      if (isAnd) {
        return (all) => {
          let rest = all;
          for (const item of items) {
            if (rest.length === 0) break;
            rest = item(rest);
          }
          return rest;
        };
      }
      return (all) => {
        let some: Federation = [];
        for (const item of items) {
          const more = item(all);
          if (more === all) return all;
          some = federation.union(some, more, dim);
        }
        return some;
      };
    }
    default:
      return unreachable(f);
  }
}

function clock(f: Extract<Formula, { is: "clock" }>, negated: boolean, program: Program): Restrict {
  const { dim } = program;
  const triples = new Triples();
  const evaluate = constraint(f.constraint, program.compiler);
  return (all) => {
    triples.count = 0;
    const possible = evaluate(triples);
    // No triple: true (also where `unless` holds) or, if it cannot be satisfied, false.
    if (!possible || triples.count === 0) return possible !== negated ? all : [];
    const [x, y, bound] = triples.data;
    return negated ? restrict(all, y!, x!, negate(bound!), dim) : restrict(all, x!, y!, bound!, dim);
  };
}

function restrict(all: Federation, x: number, y: number, bound: number, dim: number): Federation {
  if (all.every((z) => z[x * dim + y]! <= bound)) return all;
  return all.flatMap((a) => {
    const z = a.slice();
    return dbm.constrain(z, 0, dim, x, y, bound) ? [z] : [];
  });
}
