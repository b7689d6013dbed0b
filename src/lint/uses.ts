import type { Symbol, Tables, Type, Variable } from "../model/index.ts";
import { childrenOf, type Expr } from "../syntax/index.ts";
import type { Role, Site } from "./sites.ts";

/**
 * What is done with each variable, channel and function, and where: read, written, sent, received, called. `n++` and `n += 1`
 * write n; that they read it too counts for nothing. What is passed by reference counts as read and as written.
 */
export interface Use {
  readonly site: Site;
  readonly expr: Expr;
}

export class Uses {
  readonly reads = new Map<Symbol, Use[]>();
  readonly writes = new Map<Symbol, Use[]>();
  readonly sends = new Map<Symbol, Use[]>();
  readonly receives = new Map<Symbol, Use[]>();
  private readonly tables: Tables;

  constructor(sites: readonly Site[], tables: Tables) {
    this.tables = tables;
    for (const site of sites) this.site(site);
  }

  readIn(variable: Symbol, ...roles: readonly Role[]): readonly Use[] {
    return (this.reads.get(variable) ?? []).filter(({ site }) => roles.includes(site.role));
  }

  private site(site: Site): void {
    const { role, expr, edge } = site;
    if (role === "sync") this.sync(expr, site, edge?.sync?.value.direction ?? "");
    else if (role === "argument") this.reference(expr, site);
    else this.read(expr, site);
  }

  private sync(channel: Expr, site: Site, direction: "!" | "?" | ""): void {
    const base = baseOf(channel, this.tables);
    if (base !== undefined && direction !== "?") note(this.sends, base, channel, site);
    if (base !== undefined && direction !== "!") note(this.receives, base, channel, site);
    for (const index of indexesOf(channel)) this.read(index, site);
  }

  private read(root: Expr, site: Site): void {
    const pending: Expr[] = [root];
    for (let part = pending.pop(); part !== undefined; part = pending.pop()) {
      if (part.kind === "name" || part.kind === "member") {
        const symbol = this.tables.symbolOf(part.kind === "name" ? part : part.member);
        if (symbol !== undefined) note(this.reads, symbol, part, site);
        if (part.kind === "member") pending.push(part.object);
      } else if (part.kind === "assign" || part.kind === "step") {
        const target = part.kind === "assign" ? part.target : part.operand;
        this.written(target, part, site);
        if (part.kind === "assign") pending.push(part.value);
        // The value of a step inside something larger is looked at.
        if (part !== root && part.kind === "step") pending.push(target);
      } else if (part.kind === "call") this.call(part, site, pending);
      else for (const child of childrenOf(part)) pending.push(child);
    }
  }

  private call(part: Extract<Expr, { kind: "call" }>, site: Site, pending: Expr[]): void {
    const called = part.callee.kind === "name" ? this.tables.symbolOf(part.callee) : undefined;
    pending.push(part.callee);
    part.args.forEach((arg, i) => {
      const parameter = called?.kind === "function" ? called.parameters[i] : undefined;
      if (parameter?.reference && !parameter.constant) this.reference(arg, site);
      else pending.push(arg);
    });
  }

  private reference(expr: Expr, site: Site): void {
    const base = baseOf(expr, this.tables);
    if (base !== undefined) note(this.writes, base, expr, site);
    if (base?.kind === "variable" && isChannel(base.type))
      for (const map of [this.sends, this.receives]) note(map, base, expr, site);
    this.read(expr, site);
  }

  private written(target: Expr, whole: Expr, site: Site): void {
    if (target.kind === "conditional") {
      this.read(target.condition, site);
      for (const side of [target.yes, target.no]) this.written(side, whole, site);
      return;
    }
    const base = baseOf(target, this.tables);
    if (base !== undefined) note(this.writes, base, whole, site);
    for (const index of indexesOf(target)) this.read(index, site);
  }
}

function note(map: Map<Symbol, Use[]>, symbol: Symbol, expr: Expr, site: Site): void {
  const list = map.get(symbol);
  if (list === undefined) map.set(symbol, [{ site, expr }]);
  else list.push({ site, expr });
}

/** The variable that an l-value or channel is part of. */
export function baseOf(expr: Expr, tables: Tables): Symbol | undefined {
  switch (expr.kind) {
    case "name":
      return tables.symbolOf(expr);
    case "index":
      return baseOf(expr.array, tables);
    case "member":
      return tables.symbolOf(expr.member) ?? baseOf(expr.object, tables);
    case "assign":
      return baseOf(expr.target, tables);
    case "step":
      return baseOf(expr.operand, tables);
    default:
      return undefined;
  }
}

function indexesOf(expr: Expr): readonly Expr[] {
  if (expr.kind === "index") return [...indexesOf(expr.array), expr.index];
  return expr.kind === "member" ? indexesOf(expr.object) : [];
}

/** A channel, or an array of them. */
export function isChannel(type: Type): boolean {
  return type.kind === "array" ? isChannel(type.element) : type.kind === "chan";
}

/** A variable that others are names for: a reference parameter of a template stands for what is passed. */
export function isAlias(variable: Variable): boolean {
  return variable.role === "parameter" && variable.reference;
}
