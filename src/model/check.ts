import type { Diagnostic } from "../base/index.ts";
import { wants } from "../base/index.ts";
import type { Declaration, Template, Tree } from "../syntax/index.ts";
import { predeclared } from "./builtin.ts";
import { checkChart } from "./chart.ts";
import { type CheckOptions, Context } from "./context.ts";
import { checkDeclaration } from "./declaration.ts";
import { checkExpr } from "./expression.ts";
import { classify } from "./features.ts";
import { checkListed, type Traits } from "./label.ts";
import type { CheckedTemplate, Func, Model, Variable } from "./model.ts";
import { Scope } from "./scope.ts";
import { warnSymbolic } from "./symbolic.ts";
import {
  type Assembly,
  checkDynamic,
  checkGantt,
  checkInstantiation,
  checkPriority,
  checkProgress,
  checkSystem,
} from "./system.ts";
import { checkTemplate } from "./template.ts";

/** What later questions about a checked model (queries, constants) start from. */
export interface Checked {
  readonly context: Context;
  readonly traits: Traits;
  readonly assembly: Assembly;
  readonly model: Model;
}

const checkedModels = new WeakMap<Model, Checked>();

export function checkedOf(model: Model): Checked | undefined {
  return checkedModels.get(model);
}

/**
 * Checks a tree: global declarations, templates, system declarations, the system line and what follows it, in the order
 * of the file, since every name must be declared before its use. Always yields a model, however broken the tree is.
 */
export function check(tree: Tree, options: CheckOptions = {}): Model {
  wants("check", tree, "tree");
  const ctx = new Context(options, globalScope(tree), checkExpr);
  ctx.templateNames = new Set(templatesOf(tree).map((t) => t.name.name));
  ctx.processNames = new Set([...ctx.templateNames, ...instancesOf(tree)]);
  const traits: Traits = {
    strictInvariant: false,
    clockGuardedReceiver: false,
    io: false,
    csp: false,
    mixed: false,
    priorities: (tree.system?.groups.length ?? 0) > 1,
  };
  const assembly: Assembly = {
    restricted: new Map(),
    scopes: new Map(),
    instances: [],
    system: [],
    processes: new Map(),
    scenarios: new Set(tree.charts.flatMap((c) => (c.name === undefined ? [] : [c.name]))),
    broken: new Set(),
  };
  const run = new Checking(ctx, tree, traits, assembly);
  for (const declaration of tree.declarations) run.declaration(declaration);
  for (const template of tree.templates) run.template(template);
  for (const chart of tree.charts) checkChart(ctx, chart);
  for (const declaration of tree.systemDeclarations) run.declaration(declaration);
  if (tree.system !== undefined) checkSystem(ctx, tree.system, assembly);
  ctx.processes = assembly.processes;
  for (const measure of tree.progress) checkProgress(ctx, measure);
  for (const row of tree.gantt) checkGantt(ctx, row);
  const used = new Set([...assembly.processes.values()].map((p) => p.template));
  const features = classify(ctx, run.variables, used, traits);
  if (features.symbolic && (ctx.oddClocks || ctx.doubles)) for (const template of used) warnSymbolic(ctx, template);
  ctx.releaseTypeFaults();
  const model: Model = {
    tree,
    variables: run.variables,
    functions: run.functions,
    templates: run.templates,
    instances: assembly.instances,
    system: assembly.system,
    symbols: ctx.symbols,
    types: ctx.types,
    typeExprs: ctx.typeExprs,
    changed: ctx.changed,
    features,
    diagnostics: arrange(ctx.diagnostics),
  };
  checkedModels.set(model, { context: ctx, traits, assembly, model });
  return model;
}

function globalScope(tree: Tree): Scope {
  // The 3.x language predeclares nothing (O6).
  if (tree.syntax === "old") return new Scope();
  const scope = new Scope();
  // Nor do those of 4.0 that are the model's own.
  const own = new Set(tree.names);
  for (const [name, symbol] of predeclared()) if (!own.has(name)) scope.set(name, symbol);
  return scope;
}

function templatesOf(tree: Tree): readonly Template[] {
  const inside = [...tree.declarations, ...tree.systemDeclarations].flatMap((d) =>
    d.kind === "template" ? [d.template] : [],
  );
  return [...tree.templates, ...inside];
}

function instancesOf({ declarations, systemDeclarations }: Tree): readonly string[] {
  return [...declarations, ...systemDeclarations].flatMap((d) => (d.kind === "instantiation" ? [d.name.name] : []));
}

/** By place, each fault once; of two at the same place and of the same kind the error counts. */
export function arrange(diagnostics: readonly Diagnostic[]): readonly Diagnostic[] {
  const kept = new Map<string, Diagnostic>();
  for (const d of diagnostics) {
    const key = `${d.code} ${d.span.start} ${d.span.end}`;
    const other = kept.get(key);
    if (other === undefined || (other.severity === "warning" && d.severity === "error")) kept.set(key, d);
  }
  return [...kept.values()].sort((a, b) => a.span.start - b.span.start);
}

class Checking {
  readonly variables: Variable[] = [];
  readonly functions: Func[] = [];
  readonly templates: CheckedTemplate[] = [];
  readonly #ctx: Context;
  readonly #tree: Tree;
  readonly #traits: Traits;
  readonly #assembly: Assembly;

  constructor(ctx: Context, tree: Tree, traits: Traits, assembly: Assembly) {
    this.#ctx = ctx;
    this.#tree = tree;
    this.#traits = traits;
    this.#assembly = assembly;
  }

  declaration(node: Declaration): void {
    const ctx = this.#ctx;
    ctx.options.patience?.();
    if (checkDeclaration(ctx, node, "global", this)) return;
    switch (node.kind) {
      case "template":
        return this.template(node.template);
      case "instantiation":
        return checkInstantiation(ctx, node, this.#assembly);
      case "dynamic":
        return checkDynamic(ctx, node);
      case "priority":
        this.#traits.priorities = true;
        return checkPriority(ctx, node);
      case "before_update":
      case "after_update":
        if (node.updates.length === 1) ctx.check(node.updates[0]!);
        else for (const update of node.updates) checkListed(ctx, update);
    }
  }

  template(node: Template): void {
    const ctx = this.#ctx;
    ctx.options.patience?.();
    const { name } = node.name;
    const declared = ctx.dynamics.get(name);
    if (declared !== undefined && !sameParameters(declared.parameters, node)) {
      ctx.error("inconsistent-parameters", node.name, `'${name}' was declared with other parameters`);
    }
    const { template, scope, restricted } = checkTemplate(ctx, node, this.#tree.format, this.#traits);
    if (declared !== undefined) ctx.dynamics.set(name, { parameters: declared.parameters, template, scope });
    this.templates.push(template);
    this.#assembly.scopes.set(template, scope);
    this.#assembly.restricted.set(template, restricted);
  }
}

function sameParameters(declared: readonly Variable[], node: Template): boolean {
  return (
    declared.length === node.parameters.length && declared.every((p, i) => p.name === node.parameters[i]?.name.name)
  );
}
