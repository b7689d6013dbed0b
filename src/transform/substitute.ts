/**
 * Substitution of dead assignments (Slomp, section 8.1): `b = c + 2, a = test[b]`, with b dead behind the edge, becomes
 * `a = test[c + 2]`. Only where nothing can tell: the value is a plain expression that cannot fail and fits the variable,
 * what it reads stays as it is up to the last use, and no function reads or writes the variable in between.
 */
import type { Liveness } from "../analysis/index.ts";
import type { CheckedTemplate, Func, Model, Variable } from "../model/index.ts";
import type { Instantiated, Edge as NetworkEdge } from "../network/index.ts";
import { childrenOf, type Edge, type Expr, printExpr } from "../syntax/index.ts";
import { replaceNames } from "./replace.ts";
import type { Reset } from "./resets.ts";

export interface Substitution {
  readonly template: CheckedTemplate;
  readonly edge: Edge;
  readonly reset: Reset;
  readonly variable: string;
  readonly value: string;
  readonly isUsed: boolean;
  /** The whole update label afterwards. */
  readonly label: readonly string[];
  /** Whether it makes a reset unnecessary. */
  readonly covers: (reset: Reset) => boolean;
}

export function substitutions(made: Instantiated, live: Liveness, resets: readonly Reset[]): readonly Substitution[] {
  const { model } = made;
  const found: Substitution[] = [];
  for (const edge of new Set(resets.map((r) => r.edge))) {
    let items = edge.update?.value ?? [];
    const done: { readonly reset: Reset; readonly value: string; readonly isUsed: boolean }[] = [];
    for (const reset of resets) {
      if (reset.edge !== edge || reset.leaf.path !== "" || reset.leaf.kind === "clock") continue;
      const next = substitute(items, reset, model, live);
      if (next === undefined) continue;
      items = next.items;
      done.push({ reset, value: next.value, isUsed: next.isUsed });
    }
    const label = items.map(printExpr);
    for (const { reset, value, isUsed } of done) {
      const covers = (r: Reset): boolean => r.edge === edge && r.leaf === reset.leaf && r.rule === "changed";
      found.push({ template: reset.template, edge, reset, variable: reset.place.name, value, isUsed, label, covers });
    }
  }
  return found;
}

function substitute(
  items: readonly Expr[],
  reset: Reset,
  model: Model,
  live: Liveness,
): { readonly items: readonly Expr[]; readonly value: string; readonly isUsed: boolean } | undefined {
  const { variable } = reset.place;
  // Two names may be one variable.
  if (reset.template.parameters.some((p) => p.reference && !p.constant)) return undefined;
  const uses = new Uses(model);
  const writers = items.filter((item) => uses.of(item).writes.has(variable));
  const [item] = writers;
  if (item === undefined || writers.length !== 1) return undefined;
  const at = items.indexOf(item);
  if (
    item.kind !== "assign" ||
    item.op !== "=" ||
    item.target.kind !== "name" ||
    uses.symbol(item.target) !== variable ||
    !isPlain(item.value)
  )
    return undefined;
  if (uses.typeOf(item.value) !== variable.type.kind || !fits(item, reset.edges, live)) return undefined;
  const value = uses.of(item.value);
  const later = items.slice(at + 1);
  const last = later.findLastIndex((i) => uses.of(i).reads.has(variable) || uses.of(i).called.has(variable));
  for (const [k, i] of later.slice(0, last + 1).entries()) {
    const { called, writes, binders } = uses.of(i);
    if (called.has(variable) || binders.some((name) => value.names.has(name))) return undefined;
    // The last assignment may change what the value reads: that has been read by then.
    const allowed = k === last && i.kind === "assign" && isPlain(i.value) && childrenOf(i.target).every(isPlain);
    if (!allowed && [...writes].some((v) => value.reads.has(v))) return undefined;
  }
  const replaced = later.map((i) =>
    replaceNames(i, (name) => (uses.symbol(name) === variable ? item.value : undefined)),
  );
  return { items: [...items.slice(0, at), ...replaced], value: printExpr(item.value), isUsed: last >= 0 };
}

/** Whether the assigned value is within the variable's range in every process. */
function fits(item: Expr, edges: readonly NetworkEdge[], live: Liveness): boolean {
  return edges.every((e) => {
    const code = e.update.find((c) => c.op === "store" && c.origin.start === item.start && c.origin.end === item.end);
    if (code?.op !== "store") return false;
    const { low, high } = live.possible.ranges.of(code.value);
    return low >= code.low && high <= code.high;
  });
}

/** Operators with a result for all operands. */
const total: ReadonlySet<string> = new Set("+ - * <? >? < <= >= > == != & ^ | && || xor imply".split(" "));

/** An expression without effects that cannot fail. */
function isPlain(e: Expr): boolean {
  switch (e.kind) {
    case "int":
    case "bool":
    case "name":
      return true;
    case "unary":
      return isPlain(e.operand);
    case "conditional":
      return isPlain(e.condition) && isPlain(e.yes) && isPlain(e.no);
    case "member":
      return e.object.kind === "name";
    case "binary":
      if ((e.op === "/" || e.op === "%") && e.right.kind === "int" && e.right.value !== 0) return isPlain(e.left);
      return total.has(e.op) && isPlain(e.left) && isPlain(e.right);
    default:
      return false;
  }
}

interface Used {
  readonly reads: Set<Variable>;
  readonly writes: Set<Variable>;
  /** Read or written by a function, or named by a reference. */
  readonly called: Set<Variable>;
  readonly names: Set<string>;
  readonly binders: string[];
}

class Uses {
  private readonly model: Model;

  constructor(model: Model) {
    this.model = model;
  }

  symbol(name: Expr & { kind: "name" }): unknown {
    return this.model.symbols.get(name);
  }

  typeOf(e: Expr): string {
    return this.model.types.get(e)?.kind ?? "unknown";
  }

  of(e: Expr): Used {
    const used: Used = { reads: new Set(), writes: new Set(), called: new Set(), names: new Set(), binders: [] };
    this.walk(e, used, true);
    return used;
  }

  private walk(e: Expr, used: Used, read: boolean): void {
    switch (e.kind) {
      case "name": {
        used.names.add(e.name);
        const symbol = this.model.symbols.get(e);
        if (symbol?.kind === "variable" && read) used.reads.add(symbol);
        return;
      }
      case "assign":
        this.written(e.target, used);
        this.walk(e.target, used, e.op !== "=" || e.target.kind !== "name");
        this.walk(e.value, used, true);
        return;
      case "step":
        this.written(e.operand, used);
        this.walk(e.operand, used, true);
        return;
      case "quantified":
        used.binders.push(e.binder.name.name);
        this.walk(e.body, used, true);
        return;
      case "call": {
        const func = e.callee.kind === "name" ? this.model.symbols.get(e.callee) : undefined;
        if (func?.kind === "function") this.call(func, e.args, used);
        for (const arg of e.args) this.walk(arg, used, true);
        return;
      }
      default:
        for (const child of childrenOf(e)) this.walk(child, used, true);
    }
  }

  private call(func: Func, args: readonly Expr[], used: Used): void {
    for (const v of [...func.reads, ...func.writes]) used.called.add(v);
    for (const v of func.writes) used.writes.add(v);
    func.parameters.forEach((p, i) => {
      const root = p.reference && args[i] !== undefined ? rootOf(args[i]) : undefined;
      const symbol = root === undefined ? undefined : this.model.symbols.get(root);
      if (symbol?.kind !== "variable") return;
      used.called.add(symbol);
      used.writes.add(symbol);
    });
  }

  private written(target: Expr, used: Used): void {
    const root = rootOf(target);
    const symbol = root === undefined ? undefined : this.model.symbols.get(root);
    if (symbol?.kind === "variable") used.writes.add(symbol);
  }
}

/** The variable that a place belongs to. */
function rootOf(e: Expr): (Expr & { kind: "name" }) | undefined {
  if (e.kind === "name") return e;
  if (e.kind === "index") return rootOf(e.array);
  if (e.kind === "member") return rootOf(e.object);
  return e.kind === "assign" ? rootOf(e.target) : e.kind === "step" ? rootOf(e.operand) : undefined;
}
