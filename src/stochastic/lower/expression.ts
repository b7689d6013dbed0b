import { unreachable } from "../../base/index.ts";
import { builtin, type Func, isFault, type Variable } from "../../model/index.ts";
import type { Binary, Call, Expr, Name, Quantified, BinaryOp as SourceOp, Spawn } from "../../syntax/index.ts";
import type { Arithmetic, Bitwise, Code, Relation, Type } from "../code.ts";
import { lowerAssign, lowerStep } from "./assign.ts";
import type { Context } from "./context.ts";
import {
  arithmetic,
  both,
  choose,
  compare,
  constant,
  either,
  int,
  isConst,
  negate,
  not,
  one,
  real,
  sequence,
  toReal,
  truth,
  zero,
} from "./fold.ts";
import { lowerCall } from "./function.ts";
import { byProcess, lowerPlace, processesOf, type Reader } from "./name.ts";
import { addressOf, type Place } from "./place.ts";
import { Scope } from "./scope.ts";
import { holdsClock, numberOf } from "./shape.ts";

/** Expressions to code. A clock is a real; an integer beside a real becomes one. */
export function lower(expr: Expr, context: Context): Code {
  switch (expr.kind) {
    case "int":
      return int(expr.value);
    case "real":
      return real(expr.value);
    case "bool":
      return expr.value ? one : zero;
    case "string":
      return int(context.builder.text(expr.value));
    case "name":
    case "index":
    case "member":
      return lowerRead(expr, context);
    case "unary": {
      const operand = lower(expr.operand, context);
      return expr.op === "-" ? negate(operand) : expr.op === "!" ? not(operand) : operand;
    }
    case "binary":
      return lowerBinary(expr, context);
    case "assign":
      return lowerAssign(expr, context);
    case "step":
      return lowerStep(expr, context);
    case "conditional":
      return choose(lower(expr.condition, context), lower(expr.yes, context), lower(expr.no, context));
    case "call":
      return lowerCallValue(expr, context);
    case "quantified":
      return lowerQuantified(expr, context);
    case "comma":
      return sequence(expr.items.map((item) => lower(item, context)));
    case "rate": {
      const place = lowerPlace(expr.clock, context);
      return place?.shape.kind === "clock" ? { op: "rate", is: "real", at: addressOf(place) } : refuse(expr, context);
    }
    case "spawn":
      return lowerSpawn(expr, context);
    case "exit":
      return { op: "exit", is: "int", process: context.scope.process ?? 0 };
    case "numOf":
      return countOf(context.builder.counts.get(expr.template.name));
    case "deadlock":
    case "path":
    case "broken":
      return refuse(expr, context);
    default:
      return unreachable(expr);
  }
}

function refuse(expr: Expr, context: Context): Code {
  const what = expr.kind === "deadlock" ? "'deadlock'" : expr.kind === "path" ? "a path formula" : "this";
  context.refuse("not-statistical", `${what} cannot be used here by statistical model checking`, expr);
  return zero;
}

function lowerRead(expr: Expr & { kind: "name" | "index" | "member" }, context: Context): Code {
  if (expr.kind === "name") {
    const known = lowerName(expr, context);
    if (known) return known;
  }
  if (expr.kind === "member") {
    const processes = processesOf(expr.object, context);
    if (processes) {
      const read: Reader = (process) => {
        if (expr.member.name === "location") return load(process.index);
        const symbol = context.symbol(expr.member);
        if (symbol?.kind === "location") return compare("eq", load(process.index), int(symbol.index));
        const binding = symbol?.kind === "variable" ? process.scope.find(symbol) : undefined;
        if (binding === undefined || "process" in binding) return refuse(expr, context);
        return "value" in binding ? constant(binding.value, binding.is) : loadPlace(binding, expr, context);
      };
      return byProcess(processes, expr.object, context, read);
    }
  }
  const known = foldConstant(expr, context);
  if (known) return known;
  const place = lowerPlace(expr, context);
  return place ? loadPlace(place, expr, context) : refuse(expr, context);
}

function load(cell: number): Code {
  return { op: "load", is: "int", at: { base: cell, terms: [] } };
}

/** Names that are no places: locations, known numbers. */
function lowerName(expr: Name, context: Context): Code | undefined {
  const symbol = context.symbol(expr);
  if (symbol?.kind === "location") {
    const { process } = context.scope;
    return process === undefined ? refuse(expr, context) : compare("eq", load(process), int(symbol.index));
  }
  if (symbol?.kind !== "variable") return undefined;
  const binding = context.scope.find(symbol);
  if (binding && "value" in binding) return constant(binding.value, binding.is);
  if (symbol.role === "builtin" && symbol.value !== undefined)
    return constant(symbol.value, symbol.type.kind === "double" ? "real" : "int");
  return undefined;
}

/** Elements of constant tables with constant indices are numbers already. */
function foldConstant(expr: Expr, context: Context): Code | undefined {
  let root: Expr = expr;
  while (root.kind === "index" || root.kind === "member") {
    if (root.kind === "index" && !isConst(lower(root.index, context))) return undefined;
    root = root.kind === "index" ? root.array : root.object;
  }
  const symbol = root.kind === "name" ? context.symbol(root) : undefined;
  if (symbol?.kind !== "variable" || !symbol.constant || (symbol.role !== "global" && symbol.role !== "template"))
    return undefined;
  const value = context.constant(expr);
  if (isFault(value) || typeof value !== "number") return undefined;
  return constant(value, context.type(expr).kind === "double" ? "real" : "int");
}

function loadPlace(place: Place, expr: Expr, context: Context): Code {
  const at = addressOf(place);
  switch (place.shape.kind) {
    case "int":
    case "bool":
    case "scalar":
    case "double":
      return { op: "load", is: numberOf(place.shape), at };
    case "clock":
      return { op: "clock", is: "real", at };
    default:
      return refuse(expr, context);
  }
}

const arithmetics: Partial<Record<SourceOp, Arithmetic>> = {
  "**": "pow",
  "*": "mul",
  "/": "div",
  "%": "mod",
  "+": "add",
  "-": "sub",
  "<?": "min",
  ">?": "max",
};
const bitwise: Partial<Record<SourceOp, Bitwise>> = { "<<": "shl", ">>": "shr", "&": "and", "^": "xor", "|": "or" };
const relations: Partial<Record<SourceOp, Relation>> = {
  "<": "lt",
  "<=": "le",
  ">=": "ge",
  ">": "gt",
  "==": "eq",
  "!=": "ne",
};

/** Left-nested chains are as long as the user likes, so the left spine is a loop. */
function lowerBinary(expr: Binary, context: Context): Code {
  const spine: Binary[] = [];
  let left: Expr = expr;
  for (; left.kind === "binary"; left = left.left) spine.push(left);
  let code: Code | undefined;
  for (const node of spine.reverse()) {
    const whole = wholeComparison(node, context);
    code = whole ?? combine(node, code ?? lower(left, context), lower(node.right, context), context);
  }
  return code ?? zero;
}

function combine(node: Binary, a: Code, b: Code, context: Context): Code {
  const { op } = node;
  const relation = relations[op];
  if (relation) return compare(relation, a, b);
  const sum = arithmetics[op];
  if (sum) return arithmetic(sum, a, b, context.origin(node));
  const bits = bitwise[op];
  if (bits) return { op: bits, is: "int", a, b, origin: context.origin(node) };
  if (op === "&&") return both(a, b);
  if (op === "||") return either(a, b);
  if (op === "imply") return either(not(a), b);
  return compare("ne", truth(a), truth(b));
}

/** `==` and `!=` on arrays and structs compare cell by cell. */
function wholeComparison(node: Binary, context: Context): Code | undefined {
  const { kind } = context.type(node.left);
  if ((node.op !== "==" && node.op !== "!=") || (kind !== "array" && kind !== "struct")) return undefined;
  const [a, b] = [lowerPlace(node.left, context), lowerPlace(node.right, context)];
  if (!a || !b || holdsClock(a.shape)) return refuse(node, context);
  const types: Type[] = [];
  leavesOf(a, types);
  const same: Code = { op: "same", is: "int", a: addressOf(a), b: addressOf(b), types };
  return node.op === "==" ? same : not(same);
}

function leavesOf({ shape }: Place, types: Type[]): void {
  const visit = (part: typeof shape): void => {
    if (part.kind === "array") for (let i = 0; i < part.size; i++) visit(part.element);
    else if (part.kind === "struct") for (const { shape: inner } of part.fields) visit(inner);
    else if (part.cells > 0) types.push(numberOf(part));
  };
  visit(shape);
}

function lowerCallValue(expr: Call, context: Context): Code {
  const { callee } = expr;
  if (callee.kind === "member") {
    const processes = processesOf(callee.object, context);
    const func = context.symbol(callee.member);
    if (processes && func?.kind === "function")
      return byProcess(processes, callee.object, context, ({ scope }) => lowerCall(func, expr, scope, context));
  }
  const func = callee.kind === "name" ? context.symbol(callee) : undefined;
  if (func?.kind !== "function") return refuse(expr, context);
  return func.builtin ? lowerBuiltin(func, expr, context) : lowerCall(func, expr, context.scope.home(func), context);
}

function lowerBuiltin(func: Func, expr: Call, context: Context): Code {
  const { name } = func;
  const origin = context.origin(expr);
  const args = expr.args.map((arg) => lower(arg, context));
  const [first] = args;
  if (name === "abs" && first) return isConst(first) ? int(Math.abs(first.value)) : { op: "abs", is: "int", a: first };
  if (name === "fint" && first) return { op: "toInt", is: "int", a: toReal(first), origin };
  const reals = args.map(toReal);
  if (builtin(name)?.random) return { op: "random", is: "real", name, args: reals, origin };
  const is = func.result.kind === "double" ? "real" : "int";
  return { op: "math", is, name, args: reals, origin };
}

function lowerSpawn(expr: Spawn, context: Context): Code {
  const pools = [...context.builder.pools.keys()];
  const pool = pools.indexOf(expr.template.name);
  if (pool < 0) return refuse(expr, context);
  const args = expr.args.map((arg) => lower(arg, context));
  return { op: "spawn", is: "int", pool, args, origin: context.origin(expr) };
}

/** Without a cell there are none. */
function countOf(cell: number | undefined): Code {
  return cell === undefined ? zero : load(cell);
}

/** Bound variables run in a cell, unless the body needs each value at compile time. */
function lowerQuantified(expr: Quantified, context: Context): Code {
  const expanded = expandedItems(expr, context, (inner) => lower(expr.body, inner));
  if (expanded) return combined(expr, expanded, context);
  const range = context.shape(context.typeOf(expr.binder.type));
  const variable = context.symbol(expr.binder.name) as Variable;
  if (expr.quantifier === "foreach" || !("high" in range)) return refuse(expr, context);
  const scope = new Scope(context.scope);
  const cell = context.builder.scratch(1);
  scope.bindings.set(variable, { base: cell, shape: range, steps: [] });
  const body = lower(expr.body, context.with(scope));
  const is = expr.quantifier === "sum" ? body.is : "int";
  return {
    op: expr.quantifier,
    is,
    cell,
    low: range.low,
    high: range.high,
    body: is === "real" ? body : expr.quantifier === "sum" ? body : truth(body),
  };
}

/** One item of an expanded quantifier: where `when` is given, only while that process exists. */
interface Item<T> {
  readonly when?: Code;
  readonly item: T;
}

/** The items of a quantifier over processes of a dynamic template, or over numbers that the body needs at compile time. */
export function expandedItems<T>(
  expr: Quantified,
  context: Context,
  make: (inner: Context) => T,
  always = false,
): Item<T>[] | undefined {
  const variable = context.symbol(expr.binder.name) as Variable;
  const { base } = expr.binder.type;
  const pool = base.kind === "named" ? context.builder.pools.get(base.name) : undefined;
  if (pool && variable.type.kind === "process") {
    return pool.map((process) => {
      const scope = new Scope(context.scope);
      scope.bindings.set(variable, { process });
      return { when: compare("ge", load(process.index), zero), item: make(context.with(scope)) };
    });
  }
  const range = context.shape(context.typeOf(expr.binder.type));
  if (!("high" in range) || !(always || needsValues(expr, context))) return undefined;
  if (range.high - range.low >= MAX_UNROLL) {
    context.refuse("range-too-large", `a quantifier over ${range.high - range.low + 1} values is too large here`, expr);
    return [];
  }
  return Array.from({ length: range.high - range.low + 1 }, (_, k) => {
    const scope = new Scope(context.scope);
    scope.bindings.set(variable, { value: range.low + k, is: "int" });
    scope.values.set(variable, range.low + k);
    return { item: make(context.with(scope)) };
  });
}

const MAX_UNROLL = 65536;

function combined(expr: Quantified, items: readonly Item<Code>[], context: Context): Code {
  switch (expr.quantifier) {
    case "forall":
      return inPairs([one, ...items.map(({ when, item }) => (when ? either(not(when), item) : item))], both);
    case "exists":
      return inPairs([zero, ...items.map(({ when, item }) => (when ? both(when, item) : item))], either);
    case "sum": {
      const origin = context.origin(expr);
      const terms = items.map(({ when, item }) => (when ? choose(when, item, constant(0, item.is)) : item));
      return inPairs([zero, ...terms], (a, b) => arithmetic("add", a, b, origin));
    }
    default: {
      const effects = items.map(({ when, item }) => (when ? choose(when, item, constant(0, item.is)) : item));
      return sequence([...effects, zero]);
    }
  }
}

/** Joins codes, of which there is at least one, from left to right, but in pairs: thousands of them make no deep code. */
function inPairs(codes: readonly Code[], join: (a: Code, b: Code) => Code): Code {
  let row = codes;
  while (row.length > 1) {
    const wide = row;
    row = wide.flatMap((a, k) => (k % 2 === 1 ? [] : k + 1 < wide.length ? [join(a, wide[k + 1]!)] : [a]));
  }
  return row[0]!;
}

function needsValues(expr: Quantified, context: Context): boolean {
  let found = false;
  const visit = (part: unknown): void => {
    if (found || typeof part !== "object" || part === null) return;
    if (Array.isArray(part)) return part.forEach(visit);
    const node = part as Expr;
    if (node.kind === "call" && node.callee.kind === "name") found = context.symbol(node.callee)?.kind === "instance";
    else if (node.kind === "quantified")
      found = node.binder.type.base.kind !== "int" || node.binder.type.base.range !== undefined;
    for (const value of Object.values(part)) visit(value);
  };
  visit(expr.body);
  return found;
}
