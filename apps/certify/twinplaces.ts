/**
 * The places and processes that expressions name on both sides of an exchange of elements (docs/semantics.md 9.12): all pairs
 * of cells that may be meant, whatever an index is.
 */
import type { Tables, Type, Variable } from "../../src/model/index.ts";
import type { Expr } from "../../src/syntax/index.ts";
import type { Exchange } from "./exchange.ts";
import { rangeOf, shape } from "./expression.ts";
import { Unsupported } from "./outcome.ts";
import type { Context, Named, Scope } from "./scope.ts";
import type { Shape } from "./shape.ts";
import type { System } from "./system.ts";
import { EQUAL, EXCHANGED, equal, type Local, type Places, type Twin, Twins, type What } from "./twin.ts";

export abstract class TwinPlaces extends Twins {
  protected tables: Tables;
  protected scopes: readonly [Scope, Scope];
  protected frame = new Map<Variable, Local | Places>();

  constructor(system: System, exchange: Exchange) {
    super(system, exchange);
    this.tables = system.context.own;
    this.scopes = [system.context.scope, system.context.scope];
  }

  protected abstract value(expr: Expr): Twin;
  protected abstract demandEqual(expr: Expr): void;

  /** Names of locations and constants of the language, `P.l` and `P.location`: undefined if it is about something else. */
  protected named(expr: Expr): Twin | undefined {
    if (expr.kind === "name") {
      const symbol = this.tables.symbolOf(expr);
      if (symbol?.kind === "location") return this.processes([this.scopes.map((s) => s.process!)], expr);
      const isBuiltin = symbol?.kind === "variable" && symbol.role === "builtin" && symbol.value !== undefined;
      return isBuiltin ? this.known(symbol.value! | 0, symbol.value! | 0) : undefined;
    }
    const pairs = expr.kind === "member" ? this.meant(expr.object) : undefined;
    if (pairs === undefined || expr.kind !== "member") return undefined;
    const isPlace = expr.member.name === "location" || this.tables.symbolOf(expr.member)?.kind === "location";
    if (!isPlace) return undefined;
    const indices = pairs.map((pair) => pair.map(({ index }) => index));
    return this.processes(indices, expr);
  }

  /** That processes are taken to each other, with their locations. */
  private processes(pairs: readonly (readonly number[])[], what: What): Twin {
    if (pairs.some(([p, q]) => this.exchange.cell(p!) !== q)) this.fail(what);
    for (const [p] of pairs) this.reads.add(p!);
    return equal;
  }

  /** The processes that `P` or `T(e)` names on both sides; undefined if it names none. */
  private meant(expr: Expr): readonly (readonly [Named, Named])[] | undefined {
    const callee = expr.kind === "call" ? expr.callee : expr;
    const symbol = callee.kind === "name" ? this.tables.symbolOf(callee) : undefined;
    if (symbol?.kind !== "instance") return undefined;
    const all = this.system.context.processes.get(symbol) ?? [];
    const args = (expr.kind === "call" ? expr.args : []).map((arg) => this.value(arg));
    for (const arg of args) if (arg.both === undefined) this.must(arg, EQUAL | EXCHANGED, expr);
    const isMeant = (p: Named): boolean => args.every(({ both }, k) => both === undefined || both[0] === p.args[k]);
    const image = (p: Named): Named | undefined => {
      const to = args.map(({ both, mask }, k) =>
        both !== undefined ? both[1] : (mask & EQUAL) !== 0 ? p.args[k]! : this.exchange.element(p.args[k]!),
      );
      return all.find((q) => to.every((number, k) => q.args[k] === number));
    };
    const found = all.filter(isMeant);
    if (found.length === 0) this.fail(expr);
    return found.map((p) => [p, image(p) ?? this.fail(expr)] as const);
  }

  protected places(expr: Expr): Places | Local {
    switch (expr.kind) {
      case "name": {
        const symbol = this.tables.symbolOf(expr);
        if (symbol?.kind !== "variable") return this.fail(expr);
        return this.frame.get(symbol) ?? this.variable(symbol, [this.scopes], expr);
      }
      case "index":
        return this.element(expr, expr);
      case "member": {
        const processes = this.meant(expr.object);
        if (processes === undefined) return this.field(expr, expr);
        const symbol = this.tables.symbolOf(expr.member);
        if (symbol?.kind !== "variable") return this.fail(expr);
        return this.variable(
          symbol,
          processes.map(([p, q]) => [p.scope, q.scope]),
          expr,
        );
      }
      case "conditional": {
        this.demandEqual(expr.condition);
        const [yes, no] = [this.places(expr.yes), this.places(expr.no)];
        if (!("pairs" in yes) || !("pairs" in no)) return this.fail(expr);
        // Of single values only the kind counts here, such as that of an urgent channel and one that is not.
        const isOne = yes.shape.size === 1 && yes.shape.kind === no.shape.kind && yes.shape.kind !== "array";
        if (!isOne && !isSame(yes.shape, no.shape)) return this.fail(expr);
        return { pairs: [...yes.pairs, ...no.pairs], shape: yes.shape };
      }
      default:
        return this.fail(expr);
    }
  }

  private variable(symbol: Variable, scopes: readonly (readonly [Scope, Scope])[], what: What): Places {
    const found = scopes.map(([s, t]) => [s.find(symbol), t.find(symbol)] as const);
    const first = found[0]?.[0];
    if (first === undefined) return this.fail(what);
    const isOne = found.flat().every((place) => place?.isReference === false && isSame(place.shape, first.shape));
    if (!isOne) this.fail(what);
    return { pairs: found.map(([a, b]) => [a!.at, b!.at]), shape: first.shape };
  }

  private element({ array, index }: Extract<Expr, { kind: "index" }>, what: What): Places | Local {
    const whole = this.places(array);
    const i = this.value(index);
    if (!("pairs" in whole)) {
      this.must(i, EQUAL, what);
      return whole;
    }
    if (whole.shape.kind !== "array") return this.fail(what);
    const { low, length, element } = whole.shape;
    const inside = (k: number): boolean => k >= 0 && k < length;
    let offsets: readonly (readonly [number, number])[];
    if (i.both !== undefined) offsets = [[i.both[0] - low, i.both[1] - low]];
    else {
      this.must(i, EQUAL | EXCHANGED, what);
      if ((i.mask & EQUAL) === 0 && !this.keeps(low, low + length - 1)) this.fail(what);
      const to = (k: number): number => ((i.mask & EQUAL) !== 0 ? k : this.exchange.element(k + low) - low);
      // What can be said to be both is an element that stays.
      const isMeant = (k: number): boolean =>
        (i.mask & EXCHANGED) === 0 || (i.mask & EQUAL) === 0 || to(k) === this.exchange.element(k + low) - low;
      offsets = Array.from({ length }, (_, k) => [k, to(k)] as const).filter(([k]) => isMeant(k));
    }
    if (!offsets.flat().every(inside)) this.fail(what);
    const size = element.size;
    return {
      pairs: whole.pairs.flatMap(([a, b]) => offsets.map(([k, l]) => [a + k * size, b + l * size] as const)),
      shape: element,
    };
  }

  private field({ object, member }: Extract<Expr, { kind: "member" }>, what: What): Places | Local {
    const whole = this.places(object);
    if (!("pairs" in whole)) return whole;
    const field = whole.shape.kind === "struct" ? whole.shape.fields.find((f) => f.name === member.name) : undefined;
    if (field === undefined) return this.fail(what);
    return { pairs: whole.pairs.map(([a, b]) => [a + field.offset, b + field.offset]), shape: field.shape };
  }

  /** A type, which must be one on both sides. */
  protected shape(type: Type, what: What): Shape {
    return this.agreed((context) => shape(type, context), what);
  }

  protected range(type: Type | undefined, what: What): readonly [number, number] {
    return this.agreed((context) => {
      const { low, high } = rangeOf(type, context);
      return [low(), high()] as const;
    }, what);
  }

  private agreed<T>(make: (context: Context) => T, what: What): T {
    try {
      const [a, b] = [make(this.context(0)), make(this.context(1))];
      return isSame(a, b) ? a : this.fail(what);
    } catch (error) {
      if (error instanceof Unsupported) this.fail(what);
      throw error;
    }
  }

  protected context(side: 0 | 1): Context {
    return { ...this.system.context, tables: this.tables, scope: this.scopes[side] };
  }
}

function isSame(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}
