import { append, unreachable } from "../base/index.ts";
import type { Address, Argument, Code, Condition, Function, Step } from "./code.ts";
import type { Pool } from "./network.ts";

/**
 * Which cells code may read and write. Ranges instead of single cells: an index only known at run time stands for the whole
 * array. Through a reference parameter a function touches what was passed, so the call counts that as read and written.
 */
export interface Effects {
  readonly reads: Range[];
  readonly writes: Range[];
  /** Random numbers are drawn. */
  draws?: true;
}
/** Cells from .. to - 1. */
export type Range = readonly [from: number, to: number];

export class EffectFinder {
  private readonly functions: readonly Function[];
  private readonly pools: readonly Pool[];
  private readonly known = new Map<number, Effects>();

  constructor(functions: readonly Function[], pools: readonly Pool[] = []) {
    this.functions = functions;
    this.pools = pools;
  }

  ofCode(...codes: readonly Code[]): Effects {
    const found: Effects = { reads: [], writes: [] };
    for (const code of codes) this.code(code, found);
    return found;
  }

  ofCondition(condition: Condition, found: Effects = { reads: [], writes: [] }): Effects {
    switch (condition.is) {
      case "data":
        this.code(condition.code, found);
        break;
      case "clock":
        this.access(condition.clock, CLOCK, found.reads, found);
        this.code(condition.bound, found);
        break;
      case "line":
        this.code(condition.slope, found);
        this.code(condition.value, found);
        break;
      case "curve":
        this.code(condition.value, found);
        break;
      case "any":
        this.ofCondition(condition.item, found);
        break;
      default:
        for (const item of condition.items) this.ofCondition(item, found);
    }
    return found;
  }

  /** The cells of an address, and what computing it touches. */
  private access(at: Address, width: number, ranges: Range[], found: Effects): void {
    if (at.first) this.code(at.first, found);
    let extent = width;
    for (const { index, size, stride } of at.terms) {
      this.code(index, found);
      extent += Math.max(0, size - 1) * stride;
    }
    if (at.pointer === undefined) ranges.push([at.base, at.base + extent]);
  }

  private code(code: Code, found: Effects): void {
    switch (code.op) {
      case "const":
        return;
      case "exit":
        return this.exit(code.process, found);
      case "load":
        return this.access(code.at, 1, found.reads, found);
      case "clock":
      case "rate":
        return this.access(code.at, CLOCK, found.reads, found);
      case "toReal":
      case "toInt":
      case "neg":
      case "not":
      case "bool":
      case "abs":
        return this.code(code.a, found);
      case "choose":
        return this.codes([code.condition, code.yes, code.no], found);
      case "random":
        found.draws = true;
        return this.codes(code.args, found);
      case "math":
        return this.codes(code.args, found);
      case "spawn":
        this.codes(code.args, found);
        return this.spawn(this.pools[code.pool], found);
      case "call":
        for (const arg of code.args) this.argument(arg, found);
        return this.call(code.function, found);
      case "store":
        this.code(code.value, found);
        return this.access(code.at, 1, found.writes, found);
      case "reset":
        this.code(code.value, found);
        return this.access(code.at, CLOCK, found.writes, found);
      case "copy":
        this.access(code.from, code.count, found.reads, found);
        return this.access(code.to, code.count, found.writes, found);
      case "same":
        this.access(code.a, code.types.length, found.reads, found);
        return this.access(code.b, code.types.length, found.reads, found);
      case "forall":
      case "exists":
      case "sum":
        return this.code(code.body, found);
      case "sequence":
        return this.codes(code.items, found);
      default:
        return this.codes([code.a, code.b], found);
    }
  }

  private codes(codes: readonly Code[], found: Effects): void {
    for (const code of codes) this.code(code, found);
  }

  /** Any member may be the one that starts. */
  private spawn(pool: Pool | undefined, found: Effects): void {
    if (pool) found.writes.push([pool.count, pool.count + 1]);
    for (const member of pool?.members ?? []) found.writes.push([member, member + 1]);
    for (const { cell } of pool?.parameters.flat() ?? []) found.writes.push([cell, cell + 1]);
    for (const start of pool?.starts ?? []) this.codes(start, found);
  }

  private exit(process: number, found: Effects): void {
    const pool = this.pools.find(({ members }) => members.includes(process));
    if (pool) found.writes.push([pool.count, pool.count + 1]);
  }

  private argument(arg: Argument, found: Effects): void {
    if (arg.kind === "value") this.code(arg.value, found);
    else if (arg.kind === "cells") this.access(arg.from, arg.count, found.reads, found);
    else {
      this.access(arg.to, arg.count, found.reads, found);
      this.access(arg.to, arg.count, found.writes, found);
    }
  }

  private call(index: number, found: Effects): void {
    let inner = this.known.get(index);
    if (inner === undefined) {
      inner = { reads: [], writes: [] };
      this.known.set(index, inner);
      this.steps(this.functions[index]?.body ?? [], inner);
    }
    append(found.reads, inner.reads);
    append(found.writes, inner.writes);
    if (inner.draws) found.draws = true;
  }

  private steps(steps: readonly Step[], found: Effects): void {
    for (const step of steps) this.step(step, found);
  }

  private step(step: Step, found: Effects): void {
    switch (step.do) {
      case "code":
        return this.code(step.code, found);
      case "if":
        this.code(step.condition, found);
        this.steps(step.yes, found);
        return this.steps(step.no, found);
      case "loop":
        this.code(step.condition, found);
        this.steps(step.body, found);
        return this.codes(step.next, found);
      case "range":
        return this.steps(step.body, found);
      case "return":
        if (step.value) this.code(step.value, found);
        if (step.from) this.access(step.from, 1, found.reads, found);
        return;
      case "assert":
        return this.code(step.condition, found);
      default:
        return unreachable(step);
    }
  }
}

const CLOCK = 3;

export function meet(a: readonly Range[], b: readonly Range[]): boolean {
  return a.some(([from, to]) => b.some(([start, end]) => from < end && start < to));
}
