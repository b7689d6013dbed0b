/**
 * A template with its time multiplied: every number that is compared with a clock, with a difference of clocks, or given to
 * one, also when it starts, times a factor. What has no plain meaning then (clocks set inside functions, rates) is refused.
 */
import { wants } from "../base/index.ts";
import type { CheckedTemplate, Model, Variable } from "../model/index.ts";
import {
  build,
  type Edge,
  type Expr,
  type Location,
  someExpr,
  type Template,
  type VariableDeclaration,
} from "../syntax/index.ts";
import { AlgebraError } from "./actions.ts";
import { mentionsClock } from "./clause.ts";
import { Rewriter } from "./rewrite.ts";

export function multiplyTime(model: Model, template: CheckedTemplate, factor: number): Template {
  wants("multiplyTime", model, "model");
  wants("multiplyTime", template, "object");
  wants("multiplyTime", factor, "number");
  if (!Number.isInteger(factor) || factor < 1) throw new AlgebraError("the factor must be a whole number of 1 or more");
  const names = new Rewriter(model, []);
  const number = (value: number): Expr => {
    if (value >= 2 ** 31) throw new AlgebraError(`${value} is larger than any number of a model`);
    return build.int(value);
  };
  const times = (e: Expr): Expr => (e.kind === "int" ? number(e.value * factor) : build.binary("*", e, number(factor)));
  const condition = (e: Expr): Expr => {
    if (!mentionsClock(e, names)) return e;
    if (e.kind === "quantified") return { ...e, body: condition(e.body) };
    if (e.kind !== "binary") throw new AlgebraError("clocks are used in a way that cannot be multiplied");
    if (e.op === "&&" || e.op === "||" || e.op === "imply")
      return { ...e, left: condition(e.left), right: condition(e.right) };
    if (e.left.kind === "rate" || e.right.kind === "rate") return e;
    return { ...e, left: side(e.left), right: side(e.right) };
  };
  /** A side of a comparison: clocks stay, numbers are multiplied. */
  const side = (e: Expr): Expr => {
    if (!mentionsClock(e, names)) return times(e);
    if (e.kind === "binary" && (e.op === "+" || e.op === "-"))
      return { ...e, left: side(e.left), right: side(e.right) };
    if (e.kind === "name" || e.kind === "index" || e.kind === "member") return e;
    throw new AlgebraError("clocks are used in a way that cannot be multiplied");
  };
  const update = (e: Expr): Expr => {
    if (e.kind === "assign" && mentionsClock(e.target, names))
      return e.op === "=" ? { ...e, value: side(e.value) } : refuse();
    if (e.kind === "call" || someExpr(e, (part) => part.kind === "call")) {
      const sets = [...names.uses(e)].some(
        (s) => s.kind === "function" && [...s.writes].some((v) => mentionsClock(names.named(v.name, v), names)),
      );
      if (sets) refuse();
    }
    return e;
  };
  const refuse = (): never => {
    throw new AlgebraError("a clock is set in a way that cannot be multiplied");
  };
  const { node } = template;
  refuseForeign(model, template, names);
  return {
    ...node,
    declarations: node.declarations.map((d) => (d.kind === "variables" ? started(d, names, times) : d)),
    locations: node.locations.map(
      (l): Location =>
        l.invariant === undefined ? l : { ...l, invariant: { ...l.invariant, value: condition(l.invariant.value) } },
    ),
    edges: node.edges.map(
      (e): Edge => ({
        ...e,
        ...(e.guard === undefined ? {} : { guard: { ...e.guard, value: condition(e.guard.value) } }),
        ...(e.update === undefined ? {} : { update: { ...e.update, value: e.update.value.map(update) } }),
      }),
    ),
  };
}

/** A declaration with the first values of its clocks multiplied. */
function started(d: VariableDeclaration, names: Rewriter, times: (e: Expr) => Expr): VariableDeclaration {
  const declarators = d.declarators.map((x) => {
    const { initialiser } = x;
    if (initialiser === undefined || !mentionsClock(x.name, names)) return x;
    if (initialiser.kind === "list") throw new AlgebraError(`the first values of ${x.name.name} cannot be multiplied`);
    return { ...x, initialiser: times(initialiser) };
  });
  return declarators.every((x, i) => x === d.declarators[i]) ? d : { ...d, declarators };
}

/** A clock of others that does not start at 0 would have to start elsewhere for this template only. */
function refuseForeign(model: Model, template: CheckedTemplate, names: Rewriter): void {
  const { locations, edges } = template.node;
  const labels = [
    ...locations.flatMap((l) => l.invariant?.value ?? []),
    ...edges.flatMap((e) => [...(e.guard === undefined ? [] : [e.guard.value]), ...(e.update?.value ?? [])]),
  ];
  const used = new Set(labels.flatMap((e) => [...names.uses(e)]));
  const isStarted = (v: Variable): boolean =>
    v.role === "global" && v.initialiser !== undefined && mentionsClock(names.named(v.name, v), names);
  const foreign = model.variables.find((v) => isStarted(v) && used.has(v));
  const passed = template.parameters.some((p) => p.reference && mentionsClock(names.named(p.name, p), names));
  const found = foreign ?? (passed ? model.variables.find(isStarted) : undefined);
  if (found !== undefined) throw new AlgebraError(`${found.name} is a clock of all templates that does not start at 0`);
}
