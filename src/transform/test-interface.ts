/**
 * What a tester watches: the channels, each with its dimensions as types to sweep over, and the variables. By default the
 * channels are those that the specification uses and those of the other processes of the system that only one side speaks;
 * the variables are the global ones that the specification and some other process mention.
 */
import { append } from "../base/index.ts";
import {
  type CheckedTemplate,
  type Func,
  joinedEdges,
  type Symbol as Meaning,
  type Model,
  type Type,
  type Variable,
} from "../model/index.ts";
import { build, childrenOf, type Expr, type Statement, type TypeExpr } from "../syntax/index.ts";
import { boundExpr } from "./rewrite.ts";

export interface TestChannel {
  readonly symbol: Variable;
  readonly name: string;
  readonly urgent: boolean;
  readonly broadcast: boolean;
  readonly dimensions: readonly TypeExpr[];
}

/** The channel of a synchronisation and its subscripts. */
export function channelOf(
  model: Model,
  expr: Expr,
): { readonly symbol: Variable; readonly subscripts: readonly Expr[] } | undefined {
  const subscripts: Expr[] = [];
  let e = expr;
  for (; e.kind === "index"; e = e.array) subscripts.unshift(e.index);
  const symbol = e.kind === "name" ? model.symbols.get(e) : undefined;
  return symbol?.kind === "variable" ? { symbol, subscripts } : undefined;
}

/** Undefined if it is no channel, or one whose elements cannot be named by a type. */
export function testChannel(symbol: Variable): TestChannel | undefined {
  const dimensions: TypeExpr[] = [];
  let type: Type = symbol.type;
  for (; type.kind === "array"; type = type.element) {
    const index = indexType(type.index);
    if (index === undefined) return undefined;
    dimensions.push(index);
  }
  return type.kind === "chan"
    ? { symbol, name: symbol.name, urgent: type.urgent, broadcast: type.broadcast, dimensions }
    : undefined;
}

function indexType(index: Extract<Type, { kind: "array" }>["index"]): TypeExpr | undefined {
  if (index.kind === "scalar") return index.set.name === undefined ? undefined : build.type(index.set.name);
  const low = index.low === undefined ? undefined : boundExpr(index.low);
  const high = index.high === undefined ? undefined : boundExpr(index.high);
  if (low === undefined || high === undefined) return undefined;
  const made = build.type("int[0,1]");
  return made.base.kind === "int" ? { ...made, base: { ...made.base, range: [low, high] } } : undefined;
}

export interface Uses {
  readonly sends: ReadonlySet<Variable>;
  readonly receives: ReadonlySet<Variable>;
  readonly variables: ReadonlySet<Variable>;
  /** Global variables that can change and are not compared: clocks, meta variables. */
  readonly others: ReadonlySet<Variable>;
  readonly committed: boolean;
  /** Whether an urgent action has a guard with clocks. */
  readonly rushes: boolean;
}

/** What a template uses of the global channels and variables, through functions too. */
export function usesOf(
  model: Model,
  template: CheckedTemplate,
  meant: ReadonlyMap<Variable, Variable> = new Map(),
): Uses {
  const sends = new Set<Variable>();
  const receives = new Set<Variable>();
  const variables = new Set<Variable>();
  let rushes = false;
  const note = (symbol: Meaning | undefined): void => {
    if (symbol?.kind === "variable") variables.add(meant.get(symbol) ?? symbol);
    if (symbol?.kind === "function") for (const v of [...symbol.reads, ...symbol.writes]) variables.add(v);
  };
  const look = (e: Expr | undefined): void => {
    if (e !== undefined) eachName(e, (part) => note(model.symbols.get(part)));
  };
  for (const { node } of template.locations) look(node.invariant?.value);
  for (const edge of template.edges) {
    const { node } = edge;
    look(node.guard?.value);
    for (const u of node.update?.value ?? []) look(u);
    const { sync } = node;
    if (sync === undefined) continue;
    const isWatched = () => joinedEdges(template.edges, edge).some((e) => mentions(model, e.node.guard?.value));
    eachName(sync.value.channel, (name) => {
      const used = model.symbols.get(name);
      const symbol = used?.kind === "variable" ? (meant.get(used) ?? used) : undefined;
      if (symbol === undefined || !isChannel(symbol.type)) return note(used);
      (sync.value.direction === "?" ? receives : sends).add(symbol);
      if (testChannel(symbol)?.urgent === true && isWatched()) rushes = true;
    });
  }
  return {
    sends,
    receives,
    variables: new Set([...variables].filter(isShareable)),
    others: new Set(
      [...variables].filter((v) => v.role === "global" && !v.constant && !isShareable(v) && !isChannel(v.type)),
    ),
    committed: template.locations.some((l) => l.node.committed),
    rushes,
  };
}

/** Whether a guard speaks of clocks. */
function mentions(model: Model, guard: Expr | undefined): boolean {
  let found = false;
  if (guard === undefined) return false;
  eachName(guard, (name) => {
    const symbol = model.symbols.get(name);
    let type = symbol?.kind === "variable" ? symbol.type : undefined;
    while (type?.kind === "array") type = type.element;
    // A struct may hold clocks: better too often than not.
    if (type?.kind === "clock" || type?.kind === "struct") found = true;
  });
  return found;
}

/** Data that is declared globally and can change; clocks and channels aside. */
export function isShareable(v: Variable): boolean {
  return v.role === "global" && !v.constant && !v.meta && isData(v.type);
}

function isChannel(type: Type): boolean {
  return type.kind === "chan" || (type.kind === "array" && isChannel(type.element));
}

function isData(type: Type): boolean {
  if (type.kind === "array") return isData(type.element);
  if (type.kind === "struct") return type.fields.every((f) => isData(f.type));
  return type.kind === "int" || type.kind === "bool" || type.kind === "scalar";
}

export function eachName(e: Expr, visit: (name: Extract<Expr, { kind: "name" }>) => void): void {
  const pending: Expr[] = [e];
  for (let part = pending.pop(); part !== undefined; part = pending.pop()) {
    if (part.kind === "name") visit(part);
    append(pending, childrenOf(part));
  }
}

/** Functions that a function calls, itself included. */
export function calledBy(model: Model, func: Func): ReadonlySet<Func> {
  const found = new Set<Func>();
  const pending = [func];
  for (let f = pending.pop(); f !== undefined; f = pending.pop()) {
    if (found.has(f) || f.builtin) continue;
    found.add(f);
    if (f.node === undefined) continue;
    eachExpr(f.node.body, (e) =>
      eachName(e, (name) => {
        const symbol = model.symbols.get(name);
        if (symbol?.kind === "function") pending.push(symbol);
      }),
    );
  }
  return found;
}

function eachExpr(s: Statement, visit: (e: Expr) => void): void {
  switch (s.kind) {
    case "block":
      for (const inner of s.statements) eachExpr(inner, visit);
      for (const d of s.declarations)
        for (const x of d.declarators)
          if (x.initialiser !== undefined && x.initialiser.kind !== "list") visit(x.initialiser);
      return;
    case "expression":
      visit(s.expr);
      return;
    case "if":
      visit(s.condition);
      eachExpr(s.yes, visit);
      if (s.no !== undefined) eachExpr(s.no, visit);
      return;
    case "while":
    case "do":
      visit(s.condition);
      eachExpr(s.body, visit);
      return;
    case "for":
      visit(s.first);
      visit(s.condition);
      visit(s.step);
      eachExpr(s.body, visit);
      return;
    case "range":
      eachExpr(s.body, visit);
      return;
    case "return":
      if (s.value !== undefined) visit(s.value);
      return;
    case "assert":
      visit(s.condition);
      return;
    case "empty":
      return;
  }
}
