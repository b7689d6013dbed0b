import { assert, unreachable } from "../base/index.ts";
import type { Func, Variable } from "../model/index.ts";
import { isFault } from "../model/index.ts";
import type { Binary, Call, Expr, Member, Name, Quantified, BinaryOp as SourceOp } from "../syntax/index.ts";
import { printExpr, someExpr } from "../syntax/index.ts";
import { lowerAssign, lowerStep } from "./assign.ts";
import type { BinaryOp, Code, IndexTerm } from "./code.ts";
import type { Context, Lowering } from "./context.ts";
import { binary, both, choose, constant, either, isConst, isPure, negate, not, one, truth, zero } from "./fold.ts";
import { lowerCall } from "./function.ts";
import { memberOf } from "./named.ts";
import { cellAddress, element, field, type Place } from "./place.ts";
import { type ProcessNames, Scope } from "./scope.ts";
import { isData } from "./shape.ts";

/**
 * Expressions to code. `lowerValue` yields one 32-bit integer; `lowerPlace` says where a variable or a part of it lives.
 * Clock constraints are not values: constraint.ts takes them apart first.
 */
function lowerValue(expr: Expr, context: Context): Code {
  switch (expr.kind) {
    case "int":
      return constant(expr.value | 0);
    case "bool":
      return constant(expr.value ? 1 : 0);
    case "name":
    case "index":
    case "member":
      return lowerRead(expr, context);
    case "unary": {
      const operand = lowerValue(expr.operand, context);
      return expr.op === "-" ? negate(operand) : expr.op === "!" ? not(operand) : operand;
    }
    case "binary":
      return lowerBinary(expr, context);
    case "assign":
      return lowerAssign(expr, context);
    case "step":
      return lowerStep(expr, context);
    case "conditional":
      return choose(lowerValue(expr.condition, context), lowerValue(expr.yes, context), lowerValue(expr.no, context));
    case "call":
      return lowerCallValue(expr, context);
    case "quantified":
      return lowerQuantified(expr, context);
    case "comma":
      return { op: "sequence", items: expr.items.map((item) => lowerValue(item, context)) };
    case "string":
      return constant(context.builder.text(expr.value));
    case "real":
    case "rate":
    case "deadlock":
    case "spawn":
    case "exit":
    case "numOf":
    case "path":
    case "broken":
      return refuse(expr, context);
    default:
      return unreachable(expr);
  }
}

/** How the values and places inside of other constructs become code. */
export const lowering: Lowering = { value: lowerValue, place: lowerPlace };

/** What the symbolic engine has no meaning for. A double that is known at compile time has been folded before. */
function refuse(expr: Expr, context: Context): Code {
  const what =
    expr.kind === "real" ? "a floating-point number" : expr.kind === "rate" ? "a clock rate" : `'${expr.kind}'`;
  context.refuse("not-symbolic", `${what} cannot be used here by symbolic verification`, expr);
  return zero;
}

function lowerRead(expr: Name | (Expr & { kind: "index" | "member" }), context: Context): Code {
  if (expr.kind === "name") {
    const symbol = context.symbol(expr);
    if (symbol?.kind === "location") {
      const process = context.scope.process;
      return process === undefined ? refuse(expr, context) : at(process, symbol.index, context, expr);
    }
    if (symbol?.kind === "variable") {
      const binding = context.scope.find(symbol);
      if (binding && "value" in binding) return constant(binding.value);
      if (symbol.role === "builtin" && symbol.value !== undefined && Number.isInteger(symbol.value))
        return constant(symbol.value);
    }
  }
  if (expr.kind === "member") {
    const processes = processesOf(expr.object, context);
    if (processes) return byProcess(processes, expr.object, context, (p) => lowerProcessMember(expr, p, context));
  }
  const known = foldConstant(expr, context);
  if (known) return known;
  const place = lowerPlace(expr, context);
  if (!place) return notANumber(expr, context);
  return loadPlace(place, expr, context);
}

/** Elements of constant tables with constant indices are numbers already. */
function foldConstant(expr: Expr, context: Context): Code | undefined {
  if (expr.kind !== "index" && expr.kind !== "member") return undefined;
  let root: Expr = expr;
  while (root.kind === "index" || root.kind === "member") {
    if (root.kind === "index" && root.index.kind !== "int" && root.index.kind !== "name") return undefined;
    if (root.kind === "index" && root.index.kind === "name" && !isConst(lowerValue(root.index, context)))
      return undefined;
    root = root.kind === "index" ? root.array : root.object;
  }
  if (root.kind !== "name") return undefined;
  const symbol = context.symbol(root);
  if (symbol?.kind !== "variable" || !symbol.constant || (symbol.role !== "global" && symbol.role !== "template"))
    return undefined;
  const value = context.known(expr);
  return !isFault(value) && typeof value === "number" && Number.isInteger(value) ? constant(value) : undefined;
}

function loadPlace(place: Place, expr: Expr, context: Context): Code {
  const { kind } = place.shape;
  if (kind === "int" || kind === "bool" || kind === "scalar") return { op: "load", at: cellAddress(place) };
  return notANumber(expr, context);
}

function notANumber(expr: Expr, context: Context): Code {
  context.refuse("not-symbolic", "this has no integer value in symbolic verification", expr);
  return zero;
}

/** Is process `process` in location `location`? */
function at(process: number, location: number, context: Context, expr: Expr): Code {
  return binary("eq", { op: "load", at: { base: process, terms: [] } }, constant(location), context.origin(expr));
}

const operators: Partial<Record<SourceOp, BinaryOp>> = {
  "**": "pow",
  "*": "mul",
  "/": "div",
  "%": "mod",
  "+": "add",
  "-": "sub",
  "<<": "shl",
  ">>": "shr",
  "<?": "min",
  ">?": "max",
  "<": "lt",
  "<=": "le",
  ">=": "ge",
  ">": "gt",
  "==": "eq",
  "!=": "ne",
  "&": "and",
  "^": "xor",
  "|": "or",
};

/** Left-nested chains are as long as the user likes, so the left spine is a loop. */
function lowerBinary(expr: Binary, context: Context): Code {
  const spine: Binary[] = [];
  let left: Expr = expr;
  for (; left.kind === "binary"; left = left.left) spine.push(left);
  let code: Code | undefined;
  for (let k = spine.length - 1; k >= 0; k--) {
    const node = spine[k]!;
    const whole = wholeComparison(node, context);
    if (whole) {
      code = whole;
      continue;
    }
    code ??= lowerValue(left, context);
    const right = lowerValue(node.right, context);
    code = combine(node, code, right, context);
  }
  return code ?? zero;
}

function combine(node: Binary, a: Code, b: Code, context: Context): Code {
  switch (node.op) {
    case "&&":
      return both(a, b);
    case "||":
      return either(a, b);
    case "imply":
      return either(not(a), b);
    case "xor":
      return binary("ne", truth(a), truth(b), context.origin(node));
    default:
      return binary(operators[node.op]!, a, b, context.origin(node));
  }
}

/** `==` and `!=` on arrays and structs compare cell by cell. */
function wholeComparison(node: Binary, context: Context): Code | undefined {
  if (node.op !== "==" && node.op !== "!=") return undefined;
  const { kind } = context.type(node.left);
  if (kind !== "array" && kind !== "struct") return undefined;
  const a = lowerPlace(node.left, context);
  const b = lowerPlace(node.right, context);
  if (!a || !b) return notANumber(node, context);
  if (!isData(a.shape))
    context.refuse("not-symbolic", "objects that hold clocks or doubles cannot be compared as a whole", node);
  const count = a.shape.room.cells;
  const right = cellAddress(b);
  // A call on the right may write where the left is read, which may be the result of the same function.
  const left = isPure({ op: "load", at: right }) ? cellAddress(a) : context.aside(cellAddress(a), count, node.left);
  const same: Code = { op: "same", a: left, b: right, count };
  return node.op === "==" ? same : not(same);
}

function lowerCallValue(expr: Call, context: Context): Code {
  const { callee } = expr;
  if (callee.kind === "member") {
    const processes = processesOf(callee.object, context);
    const func = context.symbol(callee.member);
    if (processes && func?.kind === "function") {
      return byProcess(processes, callee.object, context, (p) => lowerCall(func, expr, p.scope, context));
    }
  }
  const func = callee.kind === "name" ? context.symbol(callee) : undefined;
  if (func?.kind !== "function") return refuse(expr, context);
  if (func.builtin) return lowerBuiltin(func, expr, context);
  return lowerCall(func, expr, context.scope.home(func), context);
}

function lowerBuiltin(func: Func, expr: Call, context: Context): Code {
  const [only] = expr.args;
  if (func.name === "abs" && only !== undefined) {
    const a = lowerValue(only, context);
    return isConst(a) ? constant(Math.abs(a.value) | 0) : { op: "abs", a };
  }
  const value = context.known(expr);
  if (!isFault(value) && typeof value === "number" && Number.isInteger(value)) return constant(value);
  context.refuse("not-symbolic", `'${func.name}' can only be used on constants in symbolic verification`, expr);
  return zero;
}

/** Bound variables run in a cell, unless the body needs each value at compile time (a process by number, a range). */
function lowerQuantified(expr: Quantified, context: Context): Code {
  const range = context.shape(context.typeOf(expr.binder.type));
  if (expr.quantifier === "foreach" || (range.kind !== "int" && range.kind !== "scalar")) return refuse(expr, context);
  const variable = context.symbol(expr.binder.name) as Variable;
  if (needsUnrolling(expr, context)) {
    const items = unroll(variable, range.low, range.high, expr, context, (inner) => lowerValue(expr.body, inner));
    if (expr.quantifier === "sum") return items.reduce((a, b) => binary("add", a, b, context.origin(expr)), zero);
    return expr.quantifier === "forall" ? items.reduce(both, one) : items.reduce(either, zero);
  }
  const scope = new Scope(context.scope);
  const cell = context.builder.scratch(1);
  scope.bindings.set(variable, { base: { cells: cell, clocks: 0, channels: 0 }, shape: range, steps: [] });
  const body = lowerValue(expr.body, context.with(scope));
  return { op: expr.quantifier, cell, low: range.low, high: range.high, body };
}

const MAX_UNROLL = 65536;

/** One result for each value of a bound variable, which is a known number inside. */
export function unroll<T>(
  variable: Variable,
  low: number,
  high: number,
  expr: Expr,
  context: Context,
  make: (inner: Context) => T,
): T[] {
  if (high - low >= MAX_UNROLL) {
    context.refuse("range-too-large", `a quantifier over ${high - low + 1} values is too large here`, expr);
    return [];
  }
  const items: T[] = [];
  for (let value = low; value <= high; value++) {
    const scope = new Scope(context.scope);
    scope.bindings.set(variable, { value });
    scope.values.set(variable, value);
    items.push(make(context.with(scope)));
  }
  return items;
}

function needsUnrolling(expr: Quantified, context: Context): boolean {
  return someExpr(expr.body, (part) => {
    if (part.kind === "call" && part.callee.kind === "name") return context.symbol(part.callee)?.kind === "instance";
    if (part.kind !== "quantified") return false;
    const { base } = part.binder.type;
    return base.kind === "int" && base.range !== undefined && base.range.some((bound) => bound.kind !== "int");
  });
}

// ---------------------------------------------------------------- places

/** Where an l-value lives; undefined for what is not one. */
function lowerPlace(expr: Expr, context: Context): Place | undefined {
  switch (expr.kind) {
    case "name": {
      const symbol = context.symbol(expr);
      const binding = symbol?.kind === "variable" ? context.scope.find(symbol) : undefined;
      return binding && !("value" in binding) ? binding : undefined;
    }
    case "index": {
      const array = lowerPlace(expr.array, context);
      return array && element(array, lowerValue(expr.index, context), context.origin(expr.index));
    }
    case "member": {
      const processes = processesOf(expr.object, context);
      if (processes) {
        const symbol = context.symbol(expr.member);
        const [only, ...more] = processes;
        if (symbol?.kind !== "variable" || only === undefined || more.length > 0) return undefined;
        const binding = only.process.scope.find(symbol);
        return binding && !("value" in binding) ? binding : undefined;
      }
      const object = lowerPlace(expr.object, context);
      return object && field(object, expr.member.name);
    }
    case "call": {
      // A struct result stands in the function's result cells once the call has run.
      if (context.type(expr).kind !== "struct") return undefined;
      const call = lowerCallValue(expr, context);
      // Arguments that call functions are computed before: then the call is the last item of a sequence.
      const final = call.op === "sequence" ? call.items.at(-1) : call;
      if (final?.op !== "call") return undefined;
      const result = context.builder.resultOf(final.function);
      return {
        base: { cells: result, clocks: 0, channels: 0 },
        shape: context.shape(context.type(expr)),
        steps: [],
        first: call,
      };
    }
    default:
      return undefined;
  }
}

// ---------------------------------------------------------------- processes in queries

interface Candidate {
  readonly process: ProcessNames;
  readonly when: Code;
}

/** The processes `P` or `T(e)` may denote, with the condition for each; undefined when it is not a process. */
function processesOf(expr: Expr, context: Context): Candidate[] | undefined {
  const name = expr.kind === "call" ? expr.callee : expr;
  if (name.kind !== "name") return undefined;
  const symbol = context.symbol(name);
  if (symbol?.kind !== "instance") return undefined;
  const all = context.builder.processes.get(symbol) ?? [];
  const args = expr.kind === "call" ? expr.args.map((arg) => lowerValue(arg, context)) : [];
  const numbers = args.flatMap((arg) => (isConst(arg) ? [arg.value] : []));
  const only = numbers.length === args.length ? memberOf(all, numbers) : undefined;
  if (only !== undefined) return [{ process: only, when: one }];
  const candidates: Candidate[] = [];
  for (const process of all) {
    const when = args.reduce(
      (so, arg, k) => both(so, binary("eq", arg, constant(argument(process, k)), context.origin(expr))),
      one,
    );
    if (!(isConst(when) && when.value === 0)) candidates.push({ process, when });
    if (isConst(when) && when.value !== 0) return [{ process, when }];
  }
  // With names in it, the number may belong to a case that is never asked (an expanded quantifier).
  const literal = expr.kind === "call" && !expr.args.some((arg) => someExpr(arg, (e) => e.kind === "name"));
  if (candidates.length === 0 && literal)
    context.refuse("no-such-process", `there is no process '${printExpr(expr)}'`, expr);
  return candidates;
}

/** Chooses among processes at run time; a number that belongs to none is an index fault. */
function byProcess(
  candidates: readonly Candidate[],
  expr: Expr,
  context: Context,
  make: (process: ProcessNames) => Code,
): Code {
  const none: Code = { op: "load", at: { base: 0, terms: outsideTerms(expr, context) } };
  return candidates.reduceRight<Code>((rest, { process, when }) => choose(when, make(process), rest), none);
}

/** The check has counted the arguments of a member of a process set. */
function argument(process: ProcessNames, k: number): number {
  const arg = process.args[k];
  assert(arg !== undefined, "a member of a process set is named with all its arguments");
  return arg;
}

/** The numbers in `T(i, j)` with the range of each: one of them is outside where no process matches. */
function outsideTerms(expr: Expr, context: Context): IndexTerm[] {
  const symbol = expr.kind === "call" && expr.callee.kind === "name" ? context.symbol(expr.callee) : undefined;
  const all = symbol?.kind === "instance" ? (context.builder.processes.get(symbol) ?? []) : [];
  const [lowest, highest] = [all[0], all.at(-1)];
  if (expr.kind !== "call" || lowest === undefined || highest === undefined) return [];
  return expr.args.map((arg, k) => ({
    index: lowerValue(arg, context),
    low: argument(lowest, k),
    size: argument(highest, k) - argument(lowest, k) + 1,
    stride: 0,
    origin: context.origin(arg),
  }));
}

function lowerProcessMember(expr: Member, process: ProcessNames, context: Context): Code {
  if (expr.member.name === "location") return { op: "load", at: { base: process.index, terms: [] } };
  const symbol = context.symbol(expr.member);
  if (symbol?.kind === "location") return at(process.index, symbol.index, context, expr);
  if (symbol?.kind !== "variable") return notANumber(expr, context);
  const binding = process.scope.find(symbol);
  if (!binding) return notANumber(expr, context);
  return "value" in binding ? constant(binding.value) : loadPlace(binding, expr, context);
}
