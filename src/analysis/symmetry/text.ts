/**
 * Conditions as texts, in which the order of conjunctions, disjunctions and sums does not show: two lists are the same if
 * their sorted texts are. With an image, cells and constants are written as a permutation moves them. Code that may fault
 * has no text: whether a fault is met would depend on the order.
 */
import { type Address, type ClockConstraint, type Code, cellRange, type Formula } from "../../network/index.ts";
import { region } from "../code/place.ts";
import type { Images, Space } from "./images.ts";
import { ANY, type Kind, NUMBER } from "./kind.ts";
import { turnOf } from "./turned.ts";

/** A part of a condition. */
export type Item =
  | { readonly code: Code }
  | { readonly constraint: ClockConstraint }
  | { readonly deadlock: true }
  | { readonly not: Item }
  | { readonly is: "and" | "or"; readonly list: readonly Item[] };

/** The operands of a chain of one operator. */
export function itemsOf(code: Code): Item[] {
  const { op } = code;
  const items: Item[] = [];
  const walk = (part: Code): void => {
    let at = part;
    const right: Code[] = [];
    for (; at.op === op && (at.op === "both" || at.op === "either"); at = at.a) right.push(at.b);
    items.push({ code: at });
    for (const r of right.reverse())
      if (r.op === op) walk(r);
      else items.push({ code: r });
  };
  walk(code);
  return items;
}

export function itemOf(f: Formula): Item {
  switch (f.is) {
    case "data":
      return { code: f.code };
    case "clock":
      return { constraint: f.constraint };
    case "deadlock":
      return { deadlock: true };
    case "not":
      return { not: itemOf(f.a) };
    default:
      return { is: f.is, list: f.items.map(itemOf) };
  }
}

export class Texts {
  private readonly of: Images;
  private faulty = false;

  constructor(of: Images) {
    this.of = of;
  }

  /** Whether the image of one list is the other, in any order. */
  same(a: readonly Item[], b: readonly Item[]): boolean {
    if (a.length !== b.length) return false;
    this.faulty = false;
    const left = a.map((item) => this.item(item, true));
    const right = b.map((item) => this.item(item, false));
    if (this.faulty || left.includes("") || right.includes("")) return false;
    left.sort();
    right.sort();
    return left.every((text, k) => text === right[k]);
  }

  /** Whether evaluating may fault or has an effect, as far as can be told. */
  mayFault(code: Code): boolean {
    this.faulty = false;
    return this.code(code, NUMBER, false) === "" || this.faulty;
  }

  private item(item: Item, image: boolean): string {
    if ("code" in item) return this.code(item.code, NUMBER, image);
    if ("constraint" in item) return this.constraint(item.constraint, image);
    if ("deadlock" in item) return "deadlock";
    if ("not" in item) return `not(${this.item(item.not, image)})`;
    return this.list(
      item.is,
      item.list.map((part) => this.item(part, image)),
    );
  }

  /** An empty text stands for what has none. */
  private list(name: string, parts: readonly string[]): string {
    return parts.includes("") ? "" : `${name}(${[...parts].sort().join()})`;
  }

  private constraint({ unless, left, right, strict, bound }: ClockConstraint, image: boolean): string {
    const when = unless ? this.code(unless, NUMBER, image) : "-";
    const parts = [
      when,
      this.address(left, "clocks", image),
      this.address(right, "clocks", image),
      this.code(bound, NUMBER, image),
    ];
    return parts.includes("") ? "" : `x${strict ? "<" : "="}(${parts.join(";")})`;
  }

  private code(code: Code, kind: Kind, image: boolean): string {
    const { of } = this;
    const inner = (part: Code, as: Kind = NUMBER): string => this.code(part, as, image);
    switch (code.op) {
      case "const":
        return `${image && of.isIdentifier(kind) ? of.permutation.to(code.value) : code.value}`;
      case "load":
        return call("load", this.address(code.at, "cells", image));
      case "neg":
      case "not":
      case "abs":
      case "bool":
      case "inv":
        return call(code.op, inner(code.a));
      case "both":
      case "either":
        return this.list(
          code.op,
          itemsOf(code).map((item) => this.item(item, image)),
        );
      case "choose": {
        const as = kind === NUMBER ? of.kinds.kindOf(code) : kind;
        return call("choose", inner(code.condition), inner(code.yes, as), inner(code.no, as));
      }
      case "forall":
      case "exists":
      case "sum":
        return this.quantifier(code, image);
      case "eq":
      case "ne": {
        const left = of.kinds.kindOf(code.a);
        const as = left === ANY ? of.kinds.kindOf(code.b) : left;
        return this.list(code.op, [inner(code.a, as), inner(code.b, as)]);
      }
      case "add":
      case "mul":
      case "and":
      case "or":
      case "xor":
      case "min":
      case "max":
        return this.list(
          code.op,
          chain(code, code.op).map((part) => inner(part)),
        );
      case "mod":
      case "div":
      case "pow":
      case "shl":
      case "shr":
        return this.partial(code, image);
      case "sub":
      case "lt":
      case "le":
      case "ge":
      case "gt":
        return call(code.op, inner(code.a), inner(code.b));
      default:
        // Calls and effects are compared step by step instead.
        return "";
    }
  }

  private quantifier(code: Extract<Code, { op: "forall" | "exists" | "sum" }>, image: boolean): string {
    const { of } = this;
    const { low, high } = of.permutation;
    if (of.isIdentifier(code.cell) && (code.low > low || code.high < high)) return "";
    of.bounds.set(code.cell, code);
    const cell = image ? of.image("cells", code.cell) : code.cell;
    return call(`${code.op}${cell}:${code.low}:${code.high}`, this.code(code.body, NUMBER, image));
  }

  /** Operators that may fault. */
  private partial(code: Extract<Code, { readonly a: Code; readonly b: Code }>, image: boolean): string {
    const { of } = this;
    if (code.b.op !== "const" || code.b.value <= 0 || (code.op === "shl" && code.b.value > 31)) this.faulty = true;
    const turned = turnOf(code);
    if (!turned || !of.isIdentifier(of.kinds.kindOf(turned.of)))
      return call(code.op, this.code(code.a, NUMBER, image), this.code(code.b, NUMBER, image));
    if (!of.mayTurn(turned.of, turned.size)) return "";
    return call(`turn${turned.plus}:${turned.size}`, this.code(turned.of, NUMBER, image));
  }

  private address(at: Address, space: Space, image: boolean): string {
    const { of } = this;
    if (at.pointer !== undefined || at.first) return "";
    if (at.terms.length === 0) return `${image ? of.image(space, at.base) : at.base}`;
    const dims = of.namedTerms(at);
    const cells = region(at);
    if (cells === undefined) return "";
    const { low, high } = of.permutation;
    for (const [k, t] of at.terms.entries()) {
      if (dims[k] && (t.low > low || t.low + t.size - 1 < high)) return "";
      if (mayLeave(t.index, t.low, t.low + t.size - 1, of)) this.faulty = true;
    }
    if (image) {
      // The image must again be an array: each element where the permuted index says.
      const base = this.first(at, dims, space);
      if (!of.pairs(at, base, dims).every(([x, y]) => of.image(space, x) === y)) return "";
      return this.terms(base, at, image);
    }
    return this.terms(at.base, at, image);
  }

  /** Where the array that is the image begins. */
  private first(at: Address, dims: readonly boolean[], space: Space): number {
    let base = this.of.image(space, at.base);
    at.terms.forEach((t, k) => {
      if (dims[k]) base -= (this.of.permutation.to(t.low) - t.low) * t.stride;
    });
    return base;
  }

  private terms(base: number, at: Address, image: boolean): string {
    const parts = at.terms.map((t) => this.code(t.index, this.of.kinds.kindOf(t.index), image));
    return parts.includes("")
      ? ""
      : `${base}[${at.terms.map((t, k) => `${t.low}:${t.size}:${t.stride}:${parts[k]}`).join("][")}]`;
  }
}

/** An empty text stands for what has none. */
function call(name: string, ...parts: string[]): string {
  return parts.includes("") ? "" : `${name}(${parts.join()})`;
}

function chain(code: Code, op: string): Code[] {
  return code.op === op && "b" in code && "op" in code.a && "op" in code.b
    ? [...chain(code.a, op), ...chain(code.b as Code, op)]
    : [code];
}

/** Whether an index may leave the range of its array. */
function mayLeave(index: Code, low: number, high: number, of: Images): boolean {
  if (index.op !== "load" || index.at.terms.length > 0 || index.at.pointer !== undefined) return true;
  const range = cellRange(of.network, index.at.base) ?? of.bounds.get(index.at.base);
  return range === undefined || range.low < low || range.high > high;
}
