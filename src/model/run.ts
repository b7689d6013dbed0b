import { assert, last, type Span } from "../base/index.ts";
import type {
  Assign,
  Binary,
  Call,
  Expr,
  FunctionDeclaration,
  Initialiser,
  InitialiserList,
  Step,
} from "../syntax/index.ts";
import { binary, cell, clone, type Place, type Store, same, truth } from "./arithmetic.ts";
import { builtin } from "./builtin.ts";
import { type Evaluation, execute } from "./execute.ts";
import type { Func, Variable } from "./model.ts";
import type { Tables } from "./tables.ts";
import type { Bound, IntType, ScalarType, Type } from "./type.ts";
import { type Fault, Halt, isFault, type Value } from "./value.ts";

/** One evaluation: frames of functions, values of bound variables, and the steps left. */
export class Run implements Evaluation {
  readonly tables: Tables;
  used = 0;
  #frame = new Map<Variable, Place>();
  readonly #global: (variable: Variable) => Value | Fault;
  readonly #bindings: ReadonlyMap<Variable, Value> | undefined;
  readonly #constants = new Map<Variable, Store>();
  readonly #limit: number;

  /** `global` tells the value of a global constant. */
  constructor(
    tables: Tables,
    global: (variable: Variable) => Value | Fault,
    bindings: ReadonlyMap<Variable, Value> | undefined,
    limit: number,
  ) {
    this.tables = tables;
    this.#global = global;
    this.#bindings = bindings;
    this.#limit = limit;
  }

  step(span: Span): void {
    if (++this.used > this.#limit)
      throw new Halt("evaluation-limit", span, "this takes too many steps to compute at compile time");
  }

  declare(variable: Variable, place: Place): void {
    this.#frame.set(variable, place);
  }

  initial(variable: Variable): Store {
    return this.initialise(variable.type, variable.initialiser, variable.span);
  }

  typeOf(expr: Expr): Type {
    return this.tables.typeOf(expr) ?? { kind: "unknown" };
  }

  value(expr: Expr): Store {
    // Chains of left-associative operators may be as long as the file: down the left side without recursion.
    const chain: Binary[] = [];
    let first = expr;
    while (first.kind === "binary") {
      chain.push(first);
      first = first.left;
    }
    let left = this.#operand(first);
    for (let node = chain.pop(); node !== undefined; node = chain.pop()) left = this.#binary(node, left);
    return left;
  }

  number(expr: Expr): number {
    const value = this.value(expr);
    if (typeof value !== "number") throw unknownValue(expr);
    return value;
  }

  #binary(node: Binary, left: Store): Store {
    switch (node.op) {
      case "&&":
        return truth(left) ? truth(this.value(node.right)) : 0;
      case "||":
        return truth(left) ? 1 : truth(this.value(node.right));
      case "imply":
        return truth(left) ? truth(this.value(node.right)) : 1;
      case "==":
        return Number(same(left, this.value(node.right)));
      case "!=":
        return Number(!same(left, this.value(node.right)));
    }
    const right = this.value(node.right);
    if (typeof left !== "number" || typeof right !== "number") throw unknownValue(node);
    return this.#arithmetic(node.op, left, right, this.typeOf(node).kind === "double", node, node.right);
  }

  #arithmetic(
    op: Parameters<typeof binary>[0],
    a: number,
    b: number,
    double: boolean,
    whole: Span,
    right: Span,
  ): number {
    if ((op === "/" || op === "%") && b === 0 && !double) throw new Halt("division-by-zero", right, "division by zero");
    if ((op === "<<" || op === ">>") && b < 0)
      throw new Halt("negative-shift", right, `shift by a negative count (${b})`);
    const result = binary(op, a, b, double);
    if (result === undefined) throw unknownValue(whole);
    return result;
  }

  #operand(expr: Expr): Store {
    switch (expr.kind) {
      case "int":
      case "real":
      case "string":
        return expr.value;
      case "bool":
        return Number(expr.value);
      case "unary": {
        const value = this.number(expr.operand);
        if (expr.op === "!") return value === 0 ? 1 : 0;
        if (expr.op === "+") return value;
        return this.typeOf(expr).kind === "double" ? -value : -value | 0;
      }
      case "conditional":
        return this.number(expr.condition) !== 0 ? this.value(expr.yes) : this.value(expr.no);
      case "name":
      case "index":
      case "member":
        return this.place(expr).get();
      case "assign":
      case "step":
        return this.#change(expr);
      case "comma":
        return last(expr.items.map((item) => this.value(item)));
      case "call":
        return this.#call(expr);
      case "quantified": {
        const variable = this.tables.symbolOf(expr.binder.name);
        if (variable?.kind !== "variable") throw unknownValue(expr);
        let sum = 0;
        for (const value of this.range(variable.type, expr)) {
          this.step(expr);
          this.declare(variable, cell(value));
          const body = this.number(expr.body);
          if (expr.quantifier === "forall" && body === 0) return 0;
          if (expr.quantifier === "exists" && body !== 0) return 1;
          sum = this.typeOf(expr).kind === "double" ? sum + body : (sum + body) | 0;
        }
        return expr.quantifier === "forall" ? 1 : expr.quantifier === "exists" ? 0 : sum;
      }
      default:
        throw unknownValue(expr);
    }
  }

  place(expr: Expr): Place {
    switch (expr.kind) {
      case "name": {
        const symbol = this.tables.symbolOf(expr);
        if (symbol?.kind !== "variable") throw unknownValue(expr);
        return this.#frame.get(symbol) ?? cell(this.#known(symbol, expr));
      }
      case "index": {
        const base = this.place(expr.array);
        const type = this.typeOf(expr.array);
        if (type.kind !== "array") throw unknownValue(expr);
        const index = this.number(expr.index) - this.indexLow(type.index);
        const items = base.get();
        if (!Array.isArray(items)) throw unknownValue(expr);
        if (index < 0 || index >= items.length) {
          throw new Halt(
            "index-out-of-range",
            expr.index,
            `index ${index + this.indexLow(type.index)} is outside the array`,
          );
        }
        return {
          get: () => items[index]!,
          set: (v) => {
            items[index] = v;
          },
        };
      }
      case "member": {
        const base = this.place(expr.object);
        const type = this.typeOf(expr.object);
        if (type.kind !== "struct") throw unknownValue(expr);
        const at = type.fields.findIndex((f) => f.name === expr.member.name);
        const items = base.get();
        if (at < 0 || !Array.isArray(items)) throw unknownValue(expr);
        return {
          get: () => items[at]!,
          set: (v) => {
            items[at] = v;
          },
        };
      }
      case "assign":
        this.#change(expr);
        return this.place(expr.target);
      case "step":
        if (!expr.prefix) return cell(this.#change(expr));
        this.#change(expr);
        return this.place(expr.operand);
      case "conditional":
        return this.place(this.number(expr.condition) !== 0 ? expr.yes : expr.no);
      default:
        return cell(this.value(expr));
    }
  }

  #known(variable: Variable, use: Span): Store {
    const bound = this.#bindings?.get(variable) ?? variable.value ?? this.#constants.get(variable);
    if (bound !== undefined) return bound as Store;
    if (!variable.constant || variable.initialiser === undefined) throw unknownValue(use);
    if (variable.role === "global") {
      const value = this.#global(variable);
      // Its own declaration has said what is wrong.
      if (isFault(value)) throw unknownValue(use);
      return value as Store;
    }
    const value = this.initial(variable);
    this.#constants.set(variable, value);
    return value;
  }

  #change(expr: Assign | Step): Store {
    if (expr.kind === "step") {
      const place = this.place(expr.operand);
      const old = place.get();
      if (typeof old !== "number") throw unknownValue(expr);
      const now = this.convert(this.typeOf(expr.operand), (old + (expr.op === "++" ? 1 : -1)) | 0, expr);
      place.set(now);
      return expr.prefix ? now : old;
    }
    const place = this.place(expr.target);
    let value = this.value(expr.value);
    if (expr.op !== "=") {
      const old = place.get();
      if (typeof old !== "number" || typeof value !== "number") throw unknownValue(expr);
      const op = expr.op.slice(0, -1) as Parameters<typeof binary>[0];
      value = this.#arithmetic(op, old, value, false, expr, expr.value);
    }
    const now = this.convert(this.typeOf(expr.target), value, expr.value);
    place.set(now);
    return now;
  }

  #call(expr: Call): Store {
    const symbol =
      expr.callee.kind === "name" || expr.callee.kind === "member"
        ? this.tables.symbolOf(expr.callee.kind === "name" ? expr.callee : expr.callee.member)
        : undefined;
    if (symbol?.kind !== "function") throw unknownValue(expr);
    if (symbol.builtin) {
      const args = expr.args.map((arg) => this.number(arg));
      const known = builtin(symbol.name)?.value;
      if (known === undefined) throw unknownValue(expr);
      return known(...args);
    }
    if (symbol.node === undefined) throw unknownValue(expr);
    return this.#enter(expr, symbol, symbol.node);
  }

  #enter(expr: Call, func: Func, node: FunctionDeclaration): Store {
    this.step(expr);
    const frame = new Map<Variable, Place>();
    func.parameters.forEach((parameter, i) => {
      const arg = expr.args[i];
      if (arg === undefined) throw unknownValue(expr);
      frame.set(
        parameter,
        parameter.reference ? this.place(arg) : cell(this.convert(parameter.type, this.value(arg), arg)),
      );
    });
    const caller = this.#frame;
    this.#frame = frame;
    const result = execute(this, node.body);
    this.#frame = caller;
    if (func.result.kind === "void") return 0;
    if (result === undefined) throw unknownValue(expr);
    return this.convert(func.result, result, expr);
  }

  /** A value as a place of this type holds it: a copy, booleans 0 or 1, integers inside their range. */
  convert(type: Type, value: Store, span: Span): Store {
    this.step(span);
    if (typeof value !== "object") {
      if (type.kind === "bool") return truth(value);
      if (type.kind === "int" && typeof value === "number") this.#checkRange(type, value, span);
      if (type.kind === "clock" && typeof value === "number" && value < 0)
        throw new Halt("negative-clock", span, "a clock cannot be negative");
      return value;
    }
    if (type.kind === "array") return value.map((v) => this.convert(type.element, v, span));
    if (type.kind === "struct") {
      return value.map((v, i) => {
        const field = type.fields[i];
        if (field === undefined) throw unknownValue(span);
        return this.convert(field.type, v, span);
      });
    }
    return clone(value);
  }

  #checkRange(type: IntType, value: number, span: Span): void {
    if (type.low === undefined || type.high === undefined) return;
    const low = this.bound(type.low);
    const high = this.bound(type.high);
    if (value < low || value > high)
      throw new Halt("value-out-of-range", span, `${value} is outside ${low} .. ${high}`);
  }

  bound(bound: Bound): number {
    if (bound.value !== undefined) return bound.value;
    assert(bound.expr !== undefined, "a bound has a value or an expression");
    return this.number(bound.expr) + (bound.plus ?? 0);
  }

  indexLow(index: IntType | ScalarType): number {
    return index.kind === "int" && index.low !== undefined ? this.bound(index.low) : 0;
  }

  /** Number of elements of an index type. */
  size(index: IntType | ScalarType, span: Span): number {
    const size =
      index.kind === "scalar"
        ? this.bound(index.set.size)
        : index.low === undefined || index.high === undefined
          ? 0
          : this.bound(index.high) - this.bound(index.low) + 1;
    if (size < 1) throw new Halt("array-size", span, `an array of ${size} elements`);
    if (size > 10_000_000)
      throw new Halt("evaluation-limit", span, `an array of ${size} elements is too large to compute with`);
    return size;
  }

  *range(type: Type, span: Span): Generator<number> {
    let low = 0;
    let high = -1;
    if (type.kind === "scalar") high = this.bound(type.set.size) - 1;
    else if (type.kind === "int" && type.low !== undefined && type.high !== undefined) {
      low = this.bound(type.low);
      high = this.bound(type.high);
    } else throw unknownValue(span);
    for (let i = low; i <= high; i++) yield i;
  }

  initialise(type: Type, init: Initialiser | undefined, span: Span): Store {
    if (init === undefined) return this.#fallback(type, span);
    if (init.kind !== "list") return this.convert(type, this.value(init), init);
    if (type.kind === "array") return this.#initialiseArray(type.element, this.size(type.index, span), init);
    if (type.kind !== "struct") throw unknownValue(init);
    const values = new Map<number, Store>();
    let at = 0;
    for (const item of init.items) {
      if (item.field !== undefined) at = type.fields.findIndex((f) => f.name === item.field?.name);
      const field = type.fields[at];
      if (field === undefined || values.has(at)) throw unknownValue(init);
      values.set(at, this.initialise(field.type, item.value, item.value));
      at++;
    }
    return type.fields.map((_, i) => {
      const value = values.get(i);
      if (value === undefined) throw unknownValue(init);
      return value;
    });
  }

  #initialiseArray(element: Type, size: number, init: InitialiserList): Store {
    if (init.items.length !== size) {
      throw new Halt(
        "initialiser-length",
        init,
        `the array has ${size} elements, the initialiser ${init.items.length}`,
      );
    }
    return init.items.map((item) => this.initialise(element, item.value, item.value));
  }

  /** What a variable without initialiser starts with: 0, or the low end of a range without 0 (I6). */
  #fallback(type: Type, span: Span): Store {
    this.step(span);
    switch (type.kind) {
      case "array": {
        const size = this.size(type.index, span);
        return Array.from({ length: size }, () => this.#fallback(type.element, span));
      }
      case "struct":
        return type.fields.map((f) => this.#fallback(f.type, span));
      case "int": {
        if (type.low === undefined || type.high === undefined) return 0;
        const low = this.bound(type.low);
        return low <= 0 && this.bound(type.high) >= 0 ? 0 : low;
      }
      case "string":
        return "";
      default:
        return 0;
    }
  }
}

function unknownValue(span: Span): Halt {
  return new Halt("not-computable", span, "the value is not known at compile time");
}
