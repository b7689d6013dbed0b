/**
 * Whether expressions mean the same after an exchange of elements (docs/semantics.md 9.12). Each is looked at in two processes
 * at once, one and its image, in any state and its image. Nothing is run, and nothing is assumed of names and types.
 */
import type { Tables, Type, Variable } from "../../src/model/index.ts";
import type { Assign, Binary, Call, Expr, Quantified } from "../../src/syntax/index.ts";
import { arithmetic } from "./arithmetic.ts";
import { changes } from "./effect.ts";
import type { Exchange } from "./exchange.ts";
import { Fault, Refuted } from "./outcome.ts";
import { mayFault } from "./safe.ts";
import { isLeftOut, type Scope, typeOf } from "./scope.ts";
import type { System } from "./system.ts";
import { EQUAL, EXCHANGED, equal, type Local, leaves, type Places, type Twin, type What } from "./twin.ts";
import { TwinPlaces } from "./twinplaces.ts";

export abstract class Alike extends TwinPlaces {
  private readonly prefersElements: boolean;

  constructor(system: System, exchange: Exchange, prefersElements: boolean) {
    super(system, exchange);
    this.prefersElements = prefersElements;
  }

  protected abstract call(expr: Call): Twin;

  /** The names of what comes next, on both sides. */
  enter(tables: Tables, scopes: readonly [Scope, Scope]): void {
    this.tables = tables;
    this.scopes = scopes;
    this.frame = new Map();
  }

  /** Conditions, and whatever else must have one value before and after. */
  demandEqual(expr: Expr): void {
    this.must(this.value(expr), EQUAL, expr);
  }

  /** Ensures: the channels that an expression names are taken to each other. Returns those on the first side. */
  channelsOf(expr: Expr): readonly number[] {
    const places = this.places(expr);
    if (!("pairs" in places) || places.shape.kind !== "chan") return this.fail(expr);
    this.content(places, expr);
    return places.pairs.map(([a]) => this.system.memory.cells[a]!);
  }

  value(expr: Expr): Twin {
    const context = this.context(0);
    if (isLeftOut(typeOf(expr, context))) return changes(expr, context) ? this.fail(expr) : equal;
    switch (expr.kind) {
      case "int":
      case "bool":
        return this.known(Number(expr.value) | 0, Number(expr.value) | 0);
      case "string":
      case "deadlock":
        return equal;
      case "name":
      case "index":
      case "member":
        return this.named(expr) ?? this.content(this.places(expr), expr);
      case "rate":
        return this.content(this.places(expr.clock), expr);
      case "unary":
        return this.unary(expr);
      case "binary":
        return this.binary(expr);
      case "conditional":
        this.demandEqual(expr.condition);
        return { mask: this.value(expr.yes).mask & this.value(expr.no).mask };
      case "assign":
        return this.assign(expr);
      case "step":
        this.demandEqual(expr.operand);
        return this.store(expr.operand, equal);
      case "comma":
        return expr.items.map((item) => this.value(item)).at(-1)!;
      case "call":
        return this.call(expr);
      case "quantified":
        return this.quantified(expr);
      default:
        return this.fail(expr);
    }
  }

  private unary(expr: Extract<Expr, { kind: "unary" }>): Twin {
    const a = this.value(expr.operand);
    if (expr.op === "+") return a;
    const of = (value: number): number => (expr.op === "-" ? -value | 0 : value === 0 ? 1 : 0);
    if (a.both !== undefined) return this.known(of(a.both[0]), of(a.both[1]));
    this.must(a, EQUAL, expr);
    return equal;
  }

  private binary(whole: Binary): Twin {
    // Chains may be as long as the file: down the left side without recursion.
    const chain: Binary[] = [];
    let first: Expr = whole;
    for (; first.kind === "binary"; first = first.left) chain.push(first);
    return chain.reduceRight((left, node) => this.combined(node, left, this.value(node.right)), this.value(first));
  }

  private combined(whole: Binary, a: Twin, b: Twin): Twin {
    const { op } = whole;
    if (a.both !== undefined && b.both !== undefined) {
      const [v, w] = [0, 1].map((k) => this.computed(op, a.both![k]!, b.both![k]!, whole));
      return this.known(v!, w!);
    }
    // An exchange takes different elements to different ones.
    const isCompared = (op === "==" || op === "!=") && (a.mask & b.mask & EXCHANGED) !== 0;
    if (!isCompared) for (const one of [a, b]) this.must(one, EQUAL, whole);
    return equal;
  }

  private computed(op: Binary["op"], a: number, b: number, what: What): number {
    try {
      return arithmetic(
        op,
        () => a,
        () => b,
      )();
    } catch (error) {
      if (error instanceof Fault) this.fail(what);
      throw error;
    }
  }

  private assign(expr: Assign): Twin {
    const { target, op } = expr;
    const type = this.shape(typeOf(target, this.context(0)), expr);
    if (type.kind === "array" || type.kind === "struct") return this.copy(this.places(target), expr);
    if (op !== "=") this.demandEqual(target);
    const twin = this.value(expr.value);
    if (op !== "=" || type.kind === "clock") this.must(twin, EQUAL, expr);
    return this.store(target, op === "=" ? twin : equal);
  }

  protected store(target: Expr, twin: Twin): Twin {
    return this.put(this.places(target), twin, this.shape(typeOf(target, this.context(0)), target), target);
  }

  /** Whole arrays and structs, value by value. */
  private copy(to: Places | Local, { value }: Assign): Twin {
    const from = this.places(value);
    if (!("pairs" in to)) return this.put(to, this.content(from, value), { kind: "nothing", size: 0 }, value);
    const parts = "pairs" in from ? leaves(from) : undefined;
    leaves(to).forEach((part, k) => this.put(part, this.content(parts?.[k] ?? from, value), part.shape, value));
    return equal;
  }

  private quantified({ quantifier, binder, body }: Quantified): Twin {
    if (quantifier === "foreach") this.fail(quantifier);
    const variable = this.tables.symbolOf(binder.name) as Variable;
    // Elements come in another order then, and what faults in one round may come before what ends the others.
    const isFree = (): boolean => !mayFault(body, this.context(0));
    this.bound(variable, this.tables.typeExprOf(binder.type), isFree, () => this.demandEqual(body));
    return equal;
  }

  /**
   * Runs with a bound variable that has the same value on both sides, or, where it may, with one that names elements; the
   * other way round if that is preferred: which channels are taken to which may follow from either.
   */
  bound(variable: Variable, type: Type | undefined, isFree: () => boolean, run: () => void): void {
    const [low, high] = this.range(type, variable.name);
    const masks = this.keeps(low, high) && isFree() ? [EQUAL, EXCHANGED] : [EQUAL];
    const [frame, channels] = [this.frame, new Map(this.channels)];
    const attempt = (mask: number, isLast: boolean): boolean => {
      try {
        this.frame = new Map(frame).set(variable, { mask });
        run();
        return true;
      } catch (error) {
        if (isLast || !(error instanceof Refuted)) throw error;
        this.channels = new Map(channels);
        return false;
      } finally {
        this.frame = frame;
      }
    };
    const order = this.prefersElements ? masks.toReversed() : masks;
    order.some((mask, k) => attempt(mask, k === order.length - 1));
  }
}
