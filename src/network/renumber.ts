import { unreachable } from "../base/index.ts";
import type {
  Address,
  Argument,
  ClockConstraint,
  Code,
  Formula,
  Function as Func,
  Guard,
  IndexTerm,
  Invariant,
  NetworkQuery,
  Step,
} from "./code.ts";
import type { ChannelRef, Edge } from "./network.ts";

/**
 * Code with its cells, clocks, channels and functions numbered otherwise, for networks put together from others. What
 * lies behind a pointer is relative to it and keeps its offset. `reach` is how many from there on the code may use; infinite
 * where that is not to be seen, and then no more than the rest of one variable.
 */
interface Numbering {
  cell(old: number, reach: number): number;
  clock(old: number, reach: number): number;
  channel(old: number, reach: number): number;
  function(old: number): number;
}

export class Renumbering {
  private readonly to: Numbering;

  constructor(to: Numbering) {
    this.to = to;
  }

  guard(g: Guard): Guard {
    return { data: this.codes(g.data), clocks: g.clocks.map((c) => this.constraint(c)) };
  }

  invariant(i: Invariant): Invariant {
    const rates = i.rates.map((r) => ({
      ...r,
      ...(r.unless === undefined ? {} : { unless: this.code(r.unless) }),
      clock: this.clockRef(r.clock),
      rate: this.code(r.rate),
    }));
    return { ...this.guard(i), rates };
  }

  codes(list: readonly Code[]): readonly Code[] {
    return list.map((c) => this.code(c));
  }

  /** The labels of an edge; its id and process stay. */
  edge(e: Edge): Edge {
    const { sync } = e;
    return {
      ...e,
      selects: e.selects.map((s) => ({ ...s, cell: this.to.cell(s.cell, 1) })),
      guard: this.guard(e.guard),
      ...(sync?.kind === "channel" ? { sync: { ...sync, channel: this.channelRef(sync.channel) } } : {}),
      update: this.codes(e.update),
    };
  }

  function(f: Func): Func {
    return {
      ...f,
      result: f.resultCount === 0 ? f.result : this.to.cell(f.result, f.resultCount),
      body: this.steps(f.body),
    };
  }

  query<Query extends NetworkQuery>(query: Query): Query;
  query(query: NetworkQuery): NetworkQuery {
    const functions = query.functions.map((f) => this.function(f));
    switch (query.kind) {
      case "-->":
        return { ...query, functions, left: this.formula(query.left), right: this.formula(query.right) };
      case "sup":
      case "inf":
      case "bounds":
        return {
          ...query,
          functions,
          ...(query.predicate === undefined ? {} : { predicate: this.formula(query.predicate) }),
          terms: query.terms.map((t) =>
            t.is === "data"
              ? { ...t, code: this.code(t.code) }
              : { ...t, clock: this.clockRef(t.clock), plus: this.code(t.plus) },
          ),
        };
      default:
        return { ...query, functions, formula: this.formula(query.formula) };
    }
  }

  private formula(f: Formula): Formula {
    switch (f.is) {
      case "data":
        return { ...f, code: this.code(f.code) };
      case "clock":
        return { ...f, constraint: this.constraint(f.constraint) };
      case "deadlock":
        return f;
      case "not":
        return { ...f, a: this.formula(f.a) };
      default:
        return { ...f, items: f.items.map((i) => this.formula(i)) };
    }
  }

  private channelRef({ base, terms }: ChannelRef): ChannelRef {
    return { base: this.to.channel(base, reachOf(terms, 1)), terms: this.terms(terms) };
  }

  private constraint(c: ClockConstraint): ClockConstraint {
    return {
      ...c,
      ...(c.unless === undefined ? {} : { unless: this.code(c.unless) }),
      left: this.clockRef(c.left),
      right: this.clockRef(c.right),
      bound: this.code(c.bound),
    };
  }

  private terms(list: readonly IndexTerm[]): readonly IndexTerm[] {
    return list.map((t) => ({ ...t, index: this.code(t.index) }));
  }

  private address(a: Address, count = 1): Address {
    return this.place(a, (base) => this.to.cell(base, reachOf(a.terms, count)));
  }

  private clockRef(a: Address, count = 1): Address {
    return this.place(a, (base) => this.to.clock(base, reachOf(a.terms, count)));
  }

  private place(a: Address, map: (base: number) => number): Address {
    return {
      base: a.pointer === undefined ? map(a.base) : a.base,
      ...(a.pointer === undefined ? {} : { pointer: this.to.cell(a.pointer, 1) }),
      terms: this.terms(a.terms),
      ...(a.first === undefined ? {} : { first: this.code(a.first) }),
    };
  }

  protected argument(a: Argument): Argument {
    const cell = this.to.cell(a.cell, a.kind === "cells" ? a.count : 1);
    if (a.kind === "value") return { ...a, cell, value: this.code(a.value) };
    if (a.kind === "cells") return { ...a, cell, from: this.address(a.from, a.count) };
    return { ...a, cell, to: a.clocks ? this.clockRef(a.to, Infinity) : this.address(a.to, Infinity) };
  }

  private steps(list: readonly Step[]): readonly Step[] {
    return list.map((s) => this.step(s));
  }

  protected step(s: Step): Step {
    switch (s.do) {
      case "code":
        return { ...s, code: this.code(s.code) };
      case "if":
        return { ...s, condition: this.code(s.condition), yes: this.steps(s.yes), no: this.steps(s.no) };
      case "loop":
        return { ...s, condition: this.code(s.condition), body: this.steps(s.body), next: this.codes(s.next) };
      case "range":
        return { ...s, cell: this.to.cell(s.cell, 1), body: this.steps(s.body) };
      case "return":
        return {
          ...s,
          ...(s.value === undefined ? {} : { value: this.code(s.value) }),
          ...(s.from === undefined ? {} : { from: this.address(s.from, Infinity) }),
        };
      case "assert":
        return { ...s, condition: this.code(s.condition) };
      default:
        return unreachable(s);
    }
  }

  code(c: Code): Code {
    switch (c.op) {
      case "const":
        return c;
      case "load":
        return { ...c, at: this.address(c.at) };
      case "neg":
      case "not":
      case "abs":
      case "bool":
      case "inv":
        return { ...c, a: this.code(c.a) };
      case "choose":
        return { ...c, condition: this.code(c.condition), yes: this.code(c.yes), no: this.code(c.no) };
      case "call":
        return { ...c, function: this.to.function(c.function), args: c.args.map((a) => this.argument(a)) };
      case "store":
        return { ...c, at: this.address(c.at), value: this.code(c.value) };
      case "copy":
        return { ...c, to: this.address(c.to, c.count), from: this.address(c.from, c.count) };
      case "same":
        return { ...c, a: this.address(c.a, c.count), b: this.address(c.b, c.count) };
      case "forall":
      case "exists":
      case "sum":
        return { ...c, cell: this.to.cell(c.cell, 1), body: this.code(c.body) };
      case "sequence":
        return { ...c, items: this.codes(c.items) };
      case "reset":
        return { ...c, clock: this.clockRef(c.clock), value: this.code(c.value) };
      case "move":
        return { ...c, clock: this.clockRef(c.clock), from: this.clockRef(c.from), plus: this.code(c.plus) };
      default:
        return { ...c, a: this.code(c.a), b: this.code(c.b) };
    }
  }
}

/** How far an address may lie behind its base, with so many cells at it. */
function reachOf(terms: readonly IndexTerm[], count: number): number {
  return terms.reduce((reach, t) => reach + (t.size - 1) * t.stride, count);
}
