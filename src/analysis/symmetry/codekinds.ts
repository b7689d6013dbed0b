/**
 * Kinds by how code moves values: assignment, comparison with `==`, arguments, elements of one array. Values that are computed
 * with are numbers; the others may be identifiers, which are only moved, compared and used as indices. `(x + c) % n` keeps the
 * kind of x but is remembered: it commutes with rotations only.
 */
import { last } from "../../base/index.ts";
import type { Address, Code, Function, Origin } from "../../network/index.ts";
import { region } from "../code/place.ts";
import { ANY, type Kind, KindClasses, NUMBER } from "./kind.ts";
import { turnOf } from "./turned.ts";

export class CodeKinds extends KindClasses {
  /** Cells that are reached through references: they are never moved. */
  readonly pinned = new Set<number>();
  readonly functions: readonly Function[];
  private readonly regions = new Set<string>();
  /** Cells whose values are turned on. */
  private readonly turned = new Set<Kind>();
  private readonly targets: (a: Address) => readonly number[];

  /** `targets` tells what an address through a reference may name. */
  constructor(cells: number, functions: readonly Function[], targets: (a: Address) => readonly number[]) {
    super(cells);
    this.functions = functions;
    this.targets = targets;
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

  protected truth(code: Code, origin: Origin): void {
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
  protected address(at: Address, origin: Origin, clocks = false): Kind {
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
  protected together(a: Address, b: Address, count: number, origin: Origin): void {
    for (let k = 0; k < count; k++)
      this.join(
        this.address({ ...a, base: a.base + k }, origin),
        this.address({ ...b, base: b.base + k }, origin),
        origin,
      );
  }

  protected visit(code: Code, origin: Origin): Kind {
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
}
