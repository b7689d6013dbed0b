import { last } from "../../base/index.ts";
/**
 * Kinds of values: which cells may hold the same values, by how the code moves them (assignment, comparison with `==`,
 * arguments, results, elements of one array). Cells whose values are computed with are numbers, with the place that says
 * so; the others may hold identifiers, which are only moved, compared and used as indices. `(x + c) % n` keeps the kind of
 * x but is remembered: it commutes with rotations only. Kinds are classes of a union-find over all cells.
 */
import type {
  Address,
  Code,
  Formula,
  Function,
  Guard,
  Network,
  NetworkQuery,
  Origin,
  Step,
} from "../../network/index.ts";
import { originOf, region } from "../code/place.ts";
import { formulasOf } from "../code/walk.ts";

/** A kind: a cell of the class, `NUMBER`, or `ANY` (a constant, which is of the kind that its place asks for). */
export type Kind = number;
export const NUMBER = -1;
export const ANY = -2;

export class Kinds {
  /** Cells that are reached through references: they are never moved. */
  readonly pinned = new Set<number>();
  readonly functions: readonly Function[];
  private readonly parent: Int32Array;
  private readonly numbers = new Map<number, Origin>();
  private readonly regions = new Set<string>();
  /** Cells whose values are turned on. */
  private readonly turned = new Set<Kind>();
  private readonly targets: (a: Address) => readonly number[];

  /** `targets` tells what an address through a reference may name. */
  constructor(network: Network, query: NetworkQuery | undefined, targets: (a: Address) => readonly number[]) {
    const count = Math.max(network.cells, query?.cells ?? 0);
    this.parent = Int32Array.from({ length: count }, (_, i) => i);
    this.functions = [...network.functions, ...(query?.functions ?? [])];
    this.targets = targets;
    for (const p of network.processes) {
      this.number(p.index, p.origin);
      for (const l of p.locations) {
        this.guard(l.invariant);
        for (const r of l.invariant.rates) {
          if (r.unless) this.truth(r.unless, r.origin);
          this.address(r.clock, r.origin, true);
          this.truth(r.rate, r.origin);
        }
      }
      for (const e of p.edges) {
        this.guard(e.guard);
        if (e.sync?.kind === "channel") for (const t of e.sync.channel.terms) this.visit(t.index, t.origin);
        for (const c of e.update) this.visit(c, e.origin);
      }
    }
    for (const c of [...network.beforeUpdate, ...network.afterUpdate]) this.visit(c, network.origin);
    for (const f of this.functions) this.steps(f.body, f);
    if (query) this.query(query);
  }

  root(cell: number): number {
    const { parent } = this;
    let at = cell;
    while (parent[at] !== at) {
      parent[at] = parent[parent[at]!]!;
      at = parent[at]!;
    }
    return at;
  }

  /** The place that makes a kind a number, if there is one. */
  whyNumber(kind: Kind): Origin | undefined {
    return kind < 0 ? undefined : this.numbers.get(this.root(kind));
  }

  /** Whether values of the kind are turned on somewhere: what comes of that is 0 or more, and may be none of them. */
  isTurned(kind: Kind): boolean {
    return [...this.turned].some((cell) => cell >= 0 && this.root(cell) === this.root(kind));
  }

  /** The kind of what code yields; the code must have been visited. */
  kindOf(code: Code): Kind {
    switch (code.op) {
      case "const":
        return ANY;
      case "load":
      case "store":
        return code.at.pointer === undefined ? code.at.base : NUMBER;
      case "choose": {
        const yes = this.kindOf(code.yes);
        return yes === ANY ? this.kindOf(code.no) : yes;
      }
      case "call": {
        const { result, resultCount } = this.functions[code.function]!;
        return resultCount > 0 ? result : NUMBER;
      }
      case "sequence":
        return code.items.length === 0 ? NUMBER : this.kindOf(last(code.items));
      case "mod": {
        const turned = turnOf(code);
        return turned ? this.kindOf(turned.of) : NUMBER;
      }
      default:
        return NUMBER;
    }
  }

  /** Two values of one kind. */
  private join(a: Kind, b: Kind, origin: Origin): void {
    if (a === ANY || b === ANY) return;
    if (a === NUMBER || b === NUMBER) {
      this.number(a, origin);
      this.number(b, origin);
      return;
    }
    const [x, y] = [this.root(a), this.root(b)];
    if (x === y) return;
    this.parent[x] = y;
    const why = this.numbers.get(y) ?? this.numbers.get(x);
    if (why) this.numbers.set(y, why);
  }

  private number(kind: Kind, origin: Origin): void {
    if (kind < 0) return;
    const root = this.root(kind);
    if (!this.numbers.has(root)) this.numbers.set(root, origin);
  }

  private truth(code: Code, origin: Origin): void {
    this.number(this.visit(code, origin), origin);
  }

  private pin(at: Address, origin: Origin, clocks: boolean): void {
    if (clocks) return;
    for (const cell of this.targets(at)) {
      if (cell >= this.parent.length) continue;
      this.pinned.add(cell);
      this.number(cell, origin);
    }
  }

  /** The kind of the cells that an address names. */
  private address(at: Address, origin: Origin, clocks = false): Kind {
    if (at.first) this.visit(at.first, origin);
    for (const t of at.terms) this.visit(t.index, t.origin);
    if (at.pointer !== undefined) {
      this.pin(at, origin, clocks);
      return NUMBER;
    }
    if (clocks || at.terms.length === 0) return clocks ? NUMBER : at.base;
    const name = `${at.base}:${at.terms.map((t) => `${t.size}*${t.stride}`).join()}`;
    if (!this.regions.has(name)) {
      this.regions.add(name);
      const all = region(at);
      if (all === undefined) this.pin(at, origin, false);
      else for (const cell of all) if (cell < this.parent.length) this.join(at.base, cell, origin);
    }
    return at.base;
  }

  /** Blocks of cells, each cell of one with its cell of the other: the fields of all elements that indices may lead to. */
  private together(a: Address, b: Address, count: number, origin: Origin): void {
    for (let k = 0; k < count; k++)
      this.join(
        this.address({ ...a, base: a.base + k }, origin),
        this.address({ ...b, base: b.base + k }, origin),
        origin,
      );
  }

  private visit(code: Code, origin: Origin): Kind {
    switch (code.op) {
      case "const":
        return ANY;
      case "load":
        return this.address(code.at, origin);
      case "neg":
      case "abs":
      case "inv":
      case "not":
      case "bool":
        this.truth(code.a, origin);
        return NUMBER;
      case "both":
      case "either":
        this.truth(code.a, origin);
        this.truth(code.b, origin);
        return NUMBER;
      case "choose": {
        this.truth(code.condition, origin);
        const [yes, no] = [this.visit(code.yes, origin), this.visit(code.no, origin)];
        this.join(yes, no, origin);
        return yes === ANY ? no : yes;
      }
      case "call":
        for (const arg of code.args) {
          if (arg.kind === "value") this.join(arg.cell, this.visit(arg.value, arg.origin), arg.origin);
          else if (arg.kind === "cells") this.together({ base: arg.cell, terms: [] }, arg.from, arg.count, code.origin);
          else this.address(arg.to, code.origin, arg.clocks ?? false);
        }
        return this.kindOf(code);
      case "store": {
        const to = this.address(code.at, code.origin);
        this.join(to, this.visit(code.value, code.origin), code.origin);
        return to;
      }
      case "copy":
        this.together(code.to, code.from, code.count, code.origin);
        return NUMBER;
      case "same":
        this.together(code.a, code.b, code.count, origin);
        return NUMBER;
      case "forall":
      case "exists":
      case "sum":
        this.truth(code.body, origin);
        return NUMBER;
      case "sequence": {
        let last: Kind = NUMBER;
        for (const item of code.items) last = this.visit(item, origin);
        return last;
      }
      case "reset":
        this.address(code.clock, code.origin, true);
        this.truth(code.value, code.origin);
        return NUMBER;
      case "move":
        this.address(code.clock, code.origin, true);
        this.address(code.from, code.origin, true);
        this.truth(code.plus, code.origin);
        return NUMBER;
      case "eq":
      case "ne":
        this.join(this.visit(code.a, code.origin), this.visit(code.b, code.origin), code.origin);
        return NUMBER;
      default:
        return this.compute(code);
    }
  }

  private compute(code: Code & { readonly a: Code; readonly b: Code; readonly origin: Origin }): Kind {
    const turned = turnOf(code);
    if (turned) {
      const kind = this.visit(turned.of, code.origin);
      this.turned.add(kind);
      return kind;
    }
    this.truth(code.a, code.origin);
    this.truth(code.b, code.origin);
    return NUMBER;
  }

  private guard({ data, clocks }: Guard): void {
    for (const c of data) this.truth(c, originOf(c) ?? { start: 0, end: 0 });
    for (const c of clocks) {
      if (c.unless) this.truth(c.unless, c.origin);
      this.address(c.left, c.origin, true);
      this.address(c.right, c.origin, true);
      this.truth(c.bound, c.origin);
    }
  }

  private steps(steps: readonly Step[], f: Function): void {
    for (const s of steps) {
      switch (s.do) {
        case "code":
          this.visit(s.code, f.origin);
          break;
        case "if":
          this.truth(s.condition, originOf(s.condition) ?? f.origin);
          this.steps(s.yes, f);
          this.steps(s.no, f);
          break;
        case "loop":
          this.truth(s.condition, s.origin);
          this.steps(s.body, f);
          for (const c of s.next) this.visit(c, s.origin);
          break;
        case "range":
          this.steps(s.body, f);
          break;
        case "assert":
          this.truth(s.condition, s.origin);
          break;
        case "return":
          if (s.value && f.resultCount > 0) this.join(f.result, this.visit(s.value, s.origin), s.origin);
          if (s.from) this.together({ base: f.result, terms: [] }, s.from, f.resultCount, s.origin);
      }
    }
  }

  private query(query: NetworkQuery): void {
    const formula = (f: Formula): void => {
      if (f.is === "data") this.truth(f.code, originOf(f.code) ?? query.origin);
      else if (f.is === "clock") this.guard({ data: [], clocks: [f.constraint] });
      else if (f.is === "not") formula(f.a);
      else if (f.is === "and" || f.is === "or") f.items.forEach(formula);
    };
    formulasOf(query).forEach(formula);
    if (!("terms" in query)) return;
    for (const t of query.terms) {
      if (t.is === "data") this.truth(t.code, query.origin);
      else {
        this.address(t.clock, query.origin, true);
        this.truth(t.plus, query.origin);
      }
    }
  }
}

/** What is added to an element at most: more might leave the integers. */
const MOST_ADDED = 2 ** 30;

/** `(x + c) % n` with c > 0 and n > 0: x turned on. */
export function turnOf(code: Code): { readonly of: Code; readonly plus: number; readonly size: number } | undefined {
  if (code.op !== "mod" || code.b.op !== "const" || code.b.value <= 0) return undefined;
  let plus = 0;
  let of = code.a;
  for (;;) {
    if ((of.op === "add" || of.op === "sub") && of.b.op === "const") {
      plus += of.op === "add" ? of.b.value : -of.b.value;
      of = of.a;
    } else if (of.op === "add" && of.a.op === "const") {
      plus += of.a.value;
      of = of.b;
    } else break;
  }
  return of.op === "load" && plus > 0 && plus <= MOST_ADDED ? { of, plus, size: code.b.value } : undefined;
}
