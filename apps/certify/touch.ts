/**
 * What code touches (docs/semantics.md 9.13, 9.14), read off its text, whatever the state: the cells that it may read and may
 * write, and those that it overwrites in any case. Clocks count by negative numbers. A variable counts as a whole, an
 * argument by reference as read and written; variables of functions are nobody's.
 */
import type { Func, Variable } from "../../src/model/index.ts";
import {
  type Block,
  type Call,
  childrenOf,
  type Expr,
  type Initialiser,
  type Name,
  type Statement,
} from "../../src/syntax/index.ts";
import { namedBy } from "./named.ts";
import { type Context, type Scope, within } from "./scope.ts";
import { eachLeaf } from "./shape.ts";

const READ = 1;
const WRITE = 2;

export class Touch {
  readonly reads = new Set<number>();
  readonly writes = new Set<number>();
  private readonly called = new Map<Scope, Set<Func>>();

  /** Something whose value is looked at. */
  condition(expr: Expr | undefined, context: Context): this {
    if (expr !== undefined) this.use(expr, context, READ);
    return this;
  }

  /** Something that is run for what it does. */
  update(expr: Expr, context: Context): this {
    this.use(expr, context, 0);
    return this;
  }

  private use(expr: Expr, context: Context, how: number): void {
    switch (expr.kind) {
      case "name":
        this.note(expr, context, how);
        return;
      case "index":
        this.use(expr.array, context, how);
        this.use(expr.index, context, READ);
        return;
      case "member":
        this.member(expr, context, how);
        return;
      case "conditional":
        this.use(expr.condition, context, READ);
        for (const part of [expr.yes, expr.no]) this.use(part, context, how);
        return;
      case "assign":
        // What `=` yields is what it was given.
        this.use(expr.target, context, WRITE | (expr.op === "=" ? how & WRITE : READ));
        this.use(expr.value, context, READ);
        return;
      case "step":
        this.use(expr.operand, context, READ | WRITE);
        return;
      case "binary": {
        // Chains may be as long as the file.
        let left: Expr = expr;
        for (; left.kind === "binary"; left = left.left) this.use(left.right, context, READ);
        this.use(left, context, READ);
        return;
      }
      case "comma":
        for (const item of expr.items) this.use(item, context, how);
        return;
      case "call":
        this.call(expr, context);
        return;
      default:
        for (const part of childrenOf(expr)) this.use(part, context, READ);
    }
  }

  private note(name: Name, context: Context, how: number): void {
    const symbol = context.tables.symbolOf(name);
    const { process } = context.scope;
    if (symbol?.kind === "location" && process !== undefined) this.reads.add(process);
    if (symbol?.kind !== "variable") return;
    for (const cell of cellsOf(symbol, context)) {
      if ((how & READ) !== 0) this.reads.add(cell);
      if ((how & WRITE) !== 0) this.writes.add(cell);
    }
  }

  private member(expr: Extract<Expr, { kind: "member" }>, context: Context, how: number): void {
    const all = namedBy(expr.object, context);
    if (all === undefined) {
      this.use(expr.object, context, how);
      return;
    }
    this.arguments(expr.object, context);
    for (const { scope, index } of all) {
      if (expr.member.name === "location") this.reads.add(index);
      else this.note(expr.member, { ...context, scope }, how);
    }
  }

  private arguments(expr: Expr, context: Context): void {
    if (expr.kind === "call") for (const arg of expr.args) this.use(arg, context, READ);
  }

  private call(expr: Call, context: Context): void {
    const { callee, args } = expr;
    const func = context.tables.symbolOf(callee.kind === "member" ? callee.member : (callee as never));
    const isFunction = func?.kind === "function";
    args.forEach((arg, k) => {
      this.use(arg, context, isFunction && func.parameters[k]?.reference === true ? READ | WRITE : READ);
    });
    if (!isFunction) return;
    const all = callee.kind === "member" ? namedBy(callee.object, context) : undefined;
    if (callee.kind === "member") this.arguments(callee.object, context);
    for (const scope of all?.map((p) => p.scope) ?? [context.scope]) this.body(func, scope.home(func), context);
  }

  private body(func: Func, home: Scope, context: Context): void {
    const known = this.called.get(home) ?? new Set<Func>();
    this.called.set(home, known);
    if (func.node === undefined || known.has(func)) return;
    known.add(func);
    this.statement(func.node.body, { ...within(context, home), tables: context.own });
  }

  private statement(node: Statement, context: Context): void {
    switch (node.kind) {
      case "block":
        this.block(node, context);
        return;
      case "expression":
        this.use(node.expr, context, 0);
        return;
      case "if":
        this.use(node.condition, context, READ);
        for (const part of [node.yes, node.no]) if (part !== undefined) this.statement(part, context);
        return;
      case "for":
        for (const part of [node.first, node.step]) this.use(part, context, 0);
        this.use(node.condition, context, READ);
        this.statement(node.body, context);
        return;
      case "while":
      case "do":
        this.use(node.condition, context, READ);
        this.statement(node.body, context);
        return;
      case "range":
        this.statement(node.body, context);
        return;
      case "return":
        this.condition(node.value, context);
        return;
      case "assert":
        this.use(node.condition, context, READ);
        return;
      case "empty":
    }
  }

  private block({ declarations, statements }: Block, context: Context): void {
    const initial = (value: Initialiser | undefined): void => {
      if (value?.kind === "list") for (const item of value.items) initial(item.value);
      else this.condition(value, context);
    };
    for (const declaration of declarations)
      if (declaration.kind === "variables") for (const { initialiser } of declaration.declarators) initial(initialiser);
    for (const part of statements) this.statement(part, context);
  }
}

/**
 * The cells that running this overwrites whatever happens: those of variables that are set as a whole, in functions before
 * anything is decided.
 */
export function overwritten(expr: Expr, context: Context): readonly number[] {
  if (expr.kind === "comma") return expr.items.flatMap((item) => overwritten(item, context));
  if (expr.kind === "assign") {
    const symbol = expr.target.kind === "name" ? context.tables.symbolOf(expr.target) : undefined;
    const isSet = expr.op === "=" && symbol?.kind === "variable";
    return [...(isSet ? cellsOf(symbol, context) : []), ...overwritten(expr.value, context)];
  }
  const func = expr.kind === "call" && expr.callee.kind === "name" ? context.tables.symbolOf(expr.callee) : undefined;
  if (func?.kind !== "function" || func.node === undefined) return [];
  const inner = { ...within(context, context.scope.home(func)), tables: context.own };
  const { statements } = func.node.body;
  const end = statements.findIndex((part) => part.kind !== "expression");
  const first = statements.slice(0, end < 0 ? statements.length : end);
  return first.flatMap((part) => (part.kind === "expression" ? overwritten(part.expr, inner) : []));
}

/** The cells of a variable; none if it is one of a function, a selection or bound. */
function cellsOf(variable: Variable, { scope, memory }: Context): readonly number[] {
  const place = scope.find(variable);
  const cells: number[] = [];
  if (place !== undefined)
    eachLeaf(place.shape, place.at, "", (leaf, at) => {
      cells.push(leaf.kind === "clock" ? -memory.cells[at]! : at);
    });
  return cells;
}
