/**
 * Weakest preconditions: what must hold before updates for a condition to hold after them. Assignments to whole variables
 * and to elements with indices that are plainly the same or plainly different are substituted; calls that write nothing the
 * condition reads are passed over. Undefined where that does not do.
 */
import type { Symbol as Meaning } from "../model/index.ts";
import { build, type Expr, printExpr, someExpr } from "../syntax/index.ts";
import { typeOf } from "./clause.ts";
import type { Rewriter } from "./rewrite.ts";
import { numberOf } from "./simplify.ts";

export function weakest(condition: Expr, updates: readonly Expr[], names: Rewriter): Expr | undefined {
  let now: Expr | undefined = condition;
  for (const update of updates.toReversed()) {
    if (now === undefined) return undefined;
    now = before(now, update, names);
  }
  return now;
}

function before(condition: Expr, update: Expr, names: Rewriter): Expr | undefined {
  switch (update.kind) {
    case "assign": {
      if (hasEffect(update.value)) return undefined;
      const value =
        update.op === "=" ? update.value : build.binary(update.op.slice(0, -1) as "+", update.target, update.value);
      return substituted(condition, update.target, value, names);
    }
    case "step":
      return substituted(
        condition,
        update.operand,
        build.binary(update.op === "++" ? "+" : "-", update.operand, build.int(1)),
        names,
      );
    case "call":
      return callPasses(condition, update, names) ? condition : undefined;
    case "comma":
      return weakest(condition, update.items, names);
    default:
      return hasEffect(update) ? undefined : condition;
  }
}

function hasEffect(e: Expr): boolean {
  return someExpr(e, (part) => part.kind === "assign" || part.kind === "step" || part.kind === "call");
}

/** The condition with a variable, or an element, replaced by a value. */
function substituted(condition: Expr, target: Expr, value: Expr, names: Rewriter): Expr | undefined {
  const symbol = rootOf(target, names);
  if (symbol === undefined) return undefined;
  const used = names.uses(condition);
  if ([...used].some((s) => s.kind === "function" && (s.reads as ReadonlySet<Meaning>).has(symbol))) return undefined;
  if (!used.has(symbol)) return condition;
  // A number in a boolean is 0 or 1 afterwards.
  if (typeOf(target, names)?.kind === "bool" && !isCondition(value)) return undefined;
  if (target.kind === "name") return names.expr(condition, new Map([[symbol, value]]));
  // An element: every use must be plainly the same one or plainly another.
  let clear = true;
  const text = printExpr(target);
  const replace = (e: Expr): Expr => {
    if (rootOf(e, names) === symbol && (e.kind === "index" || e.kind === "member" || e.kind === "name")) {
      if (printExpr(e) === text) return value;
      if (!isApart(e, target, names)) clear = false;
      return e;
    }
    return mapChildren(e, replace);
  };
  const out = replace(condition);
  return clear ? out : undefined;
}

function isCondition(e: Expr): boolean {
  if (e.kind === "bool" || e.kind === "quantified") return true;
  if (e.kind === "unary") return e.op === "!";
  return e.kind === "binary" && ["<", "<=", ">", ">=", "==", "!=", "&&", "||", "imply", "xor"].includes(e.op);
}

function rootOf(e: Expr, names: Rewriter): Meaning | undefined {
  if (e.kind === "index") return rootOf(e.array, names);
  if (e.kind === "member") return rootOf(e.object, names);
  return e.kind === "name" ? names.symbolOf(e) : undefined;
}

/** Whether two parts of one variable can have nothing in common. */
function isApart(a: Expr, b: Expr, names: Rewriter): boolean {
  const [p, q] = [pathOf(a), pathOf(b)];
  return p.some((step, i) => {
    const other = q[i];
    if (other === undefined) return false;
    if (typeof step === "string" || typeof other === "string")
      return typeof step === "string" && typeof other === "string" && step !== other;
    const [m, n] = [numberOf(step, names), numberOf(other, names)];
    return m !== undefined && n !== undefined && m !== n;
  });
}

/** Field names and index expressions from the variable on. */
function pathOf(e: Expr): readonly (string | Expr)[] {
  if (e.kind === "index") return [...pathOf(e.array), e.index];
  if (e.kind === "member") return [...pathOf(e.object), e.member.name];
  return [];
}

function callPasses(condition: Expr, call: Extract<Expr, { kind: "call" }>, names: Rewriter): boolean {
  const symbol = call.callee.kind === "name" ? names.symbolOf(call.callee) : undefined;
  if (symbol?.kind !== "function") return false;
  const read = names.uses(condition);
  const written = new Set<Meaning>(symbol.writes);
  for (const a of call.args) for (const s of names.uses(a)) written.add(s);
  // A function in the condition may read anything.
  if ([...read].some((s) => s.kind === "function" && !s.builtin)) return false;
  return ![...written].some((s) => read.has(s));
}

/** The expression with its direct parts mapped; bound variables are left as they are. */
function mapChildren(e: Expr, f: (part: Expr) => Expr): Expr {
  switch (e.kind) {
    case "unary":
    case "step":
      return { ...e, operand: f(e.operand) };
    case "binary":
      return { ...e, left: f(e.left), right: f(e.right) };
    case "conditional":
      return { ...e, condition: f(e.condition), yes: f(e.yes), no: f(e.no) };
    case "index":
      return { ...e, array: f(e.array), index: f(e.index) };
    case "call":
      return { ...e, args: e.args.map(f) };
    case "member":
      return { ...e, object: f(e.object) };
    case "quantified":
      return { ...e, body: f(e.body) };
    default:
      return e;
  }
}
