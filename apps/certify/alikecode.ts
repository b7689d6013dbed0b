/**
 * Functions and statements before and after an exchange of elements (docs/semantics.md 9.12). A call is looked at with what
 * is known of its arguments; what is known of a variable of the function holds of all its values, so the body is looked at
 * until nothing new is found.
 */
import type { Func, Variable } from "../../src/model/index.ts";
import type { Block, Call, Expr, Initialiser, Statement } from "../../src/syntax/index.ts";
import { Alike } from "./alike.ts";
import { defaultOf, eachLeaf, type Shape } from "./shape.ts";
import { EQUAL, EXCHANGED, equal, type Local, type Places, type Twin, type What } from "./twin.ts";

/** A place for a reference, or the values of an argument. */
type Given = { readonly place: Local | Places } | { readonly twin: Twin };

export class AlikeCode extends Alike {
  private result: Local = { mask: 0 };
  private resultShape: Shape = { kind: "nothing", size: 0 };

  protected call(expr: Call): Twin {
    const { callee, args } = expr;
    const func = callee.kind === "name" ? this.tables.symbolOf(callee) : undefined;
    if (func?.kind !== "function") return this.fail(expr);
    if (func.builtin) {
      for (const arg of args) this.demandEqual(arg);
      return equal;
    }
    const given = args.map((arg, k) => this.argument(func.parameters[k]!, arg));
    const { tables, scopes, frame, result, resultShape } = this;
    this.enter(this.system.context.own, [scopes[0].home(func), scopes[1].home(func)]);
    try {
      return this.body(func, given, expr);
    } finally {
      this.enter(tables, scopes);
      this.frame = frame;
      this.result = result;
      this.resultShape = resultShape;
    }
  }

  private argument(parameter: Variable, arg: Expr): Given {
    const isPlace = arg.kind === "name" || arg.kind === "index" || arg.kind === "member";
    return parameter.reference && isPlace ? { place: this.places(arg) } : { twin: this.value(arg) };
  }

  private body(func: Func, given: readonly Given[], expr: Call): Twin {
    if (func.node === undefined) return this.fail(expr);
    func.parameters.forEach((parameter, k) => this.frame.set(parameter, this.bind(parameter, given[k]!, expr)));
    this.resultShape = this.shape(func.result, expr);
    const result: Local = { mask: EQUAL | EXCHANGED };
    this.result = result;
    const known = (): string => Array.from(this.frame.values(), (so) => ("mask" in so ? so.mask : "")).join();
    for (let before = "none"; before !== known(); ) {
      before = known();
      this.statement(func.node.body);
    }
    return { mask: result.mask };
  }

  private bind(parameter: Variable, given: Given, expr: Call): Local | Places {
    const shape = this.shape(parameter.type, expr);
    if ("twin" in given) return this.declared(shape, given.twin, expr);
    const { place } = given;
    // Elements of an array are found by the type of the parameter.
    const isOther = "pairs" in place && shape.size > 1 && JSON.stringify(place.shape) !== JSON.stringify(shape);
    return isOther ? this.fail(expr) : place;
  }

  private declared(shape: Shape, twin: Twin, what: What): Local {
    const isWhole = shape.kind === "array" || shape.kind === "struct";
    if (!isWhole) this.fit(shape, twin, what);
    return twin.mask === 0 ? this.fail(what) : { mask: twin.mask };
  }

  private statement(node: Statement): void {
    switch (node.kind) {
      case "empty":
        return;
      case "block":
        this.block(node);
        return;
      case "expression":
        this.value(node.expr);
        return;
      case "if":
        this.demandEqual(node.condition);
        this.statement(node.yes);
        if (node.no !== undefined) this.statement(node.no);
        return;
      case "while":
      case "do":
      case "for":
        if (node.kind === "for") for (const part of [node.first, node.step]) this.value(part);
        this.demandEqual(node.condition);
        this.statement(node.body);
        return;
      case "range": {
        // Its rounds go in one order: the same values on both sides.
        const variable = this.tables.symbolOf(node.binder.name) as Variable;
        this.shape(variable.type, variable.name);
        this.frame.set(variable, { mask: EQUAL });
        this.statement(node.body);
        return;
      }
      case "return":
        if (node.value !== undefined) this.put(this.result, this.value(node.value), this.resultShape, node.value);
        return;
      case "assert":
        this.demandEqual(node.condition);
    }
  }

  private block({ declarations, statements }: Block): void {
    for (const declaration of declarations) {
      if (declaration.kind !== "variables") continue;
      for (const { name, initialiser } of declaration.declarators) {
        const variable = this.tables.symbolOf(name) as Variable;
        const shape = this.shape(variable.type, name);
        const local = this.frame.get(variable) ?? { mask: EQUAL | EXCHANGED };
        this.frame.set(variable, local);
        this.initialise(local as Local, shape, initialiser, name);
      }
    }
    for (const statement of statements) this.statement(statement);
  }

  private initialise(local: Local, shape: Shape, initialiser: Initialiser | undefined, name: Expr): void {
    if (initialiser?.kind === "list") {
      if (shape.kind !== "array") this.fail(name);
      else for (const { value } of initialiser.items) this.initialise(local, shape.element, value, name);
    } else if (initialiser !== undefined) this.put(local, this.value(initialiser), shape, name);
    else
      eachLeaf(shape, 0, "", (leaf) => {
        const first = leaf.kind === "clock" || leaf.kind === "chan" ? this.fail(name) : defaultOf(leaf);
        this.put(local, this.known(first, first), leaf, name);
      });
  }
}
