import type { Chart, ChartCondition, ChartMessage, Expr, Name } from "../syntax/index.ts";
import * as is from "./class.ts";
import type { Context } from "./context.ts";
import { checkDeclaration, declareParameters } from "./declaration.ts";
import { checkPure, checkUpdates } from "./label.ts";
import { Scope } from "./scope.ts";
import { showType } from "./show.ts";

/**
 * One live sequence chart (X17): its parameters and declarations, the processes its lines are called by, and the labels of its
 * messages, conditions and updates. A line may be called by a process that the system section will declare, so that only what
 * is known to be a template is looked at. Charts are checked and not verified.
 */
export function checkChart(ctx: Context, chart: Chart): void {
  const scope = new Scope(ctx.scope);
  ctx.template = { scope, dynamic: false, restricted: new Set() };
  ctx.inScope(scope, () => {
    declareParameters(ctx, chart.parameters, "parameter");
    const sink = { variables: [], functions: [] };
    for (const declaration of chart.declarations) checkDeclaration(ctx, declaration, "template", sink);
    for (const { process } of chart.lines) checkLine(ctx, process);
    const lines = new Set(chart.lines.map(({ id }) => id));
    for (const message of chart.messages) checkMessage(ctx, message, lines);
    for (const condition of chart.conditions) checkCondition(ctx, condition, chart.prechart, lines);
    for (const { anchors, label } of chart.updates) {
      checkAnchors(ctx, anchors, lines);
      if (label !== undefined) checkUpdates(ctx, label.value);
    }
  });
  ctx.template = undefined;
}

/** `P`, or `Train(1)`: a template wants all its arguments. */
function checkLine(ctx: Context, process: Expr): void {
  const callee = process.kind === "call" ? process.callee : process;
  if (callee.kind === "broken") return;
  const symbol = callee.kind === "name" ? ctx.lookup(callee.name) : undefined;
  if (process.kind !== "call") {
    if (callee.kind !== "name") ctx.error("not-a-template", process, "a line is called by a process");
    else if (symbol?.kind === "template" && symbol.parameters.length > 0)
      ctx.error("line-arguments", process, `'${symbol.name}' takes ${count(symbol.parameters.length)}`);
    return;
  }
  if (symbol?.kind !== "template" && symbol?.kind !== "instance")
    return ctx.error("not-a-template", callee, "only a template is called with arguments here");
  const [wanted, given] = [symbol.parameters.length, process.args.length];
  for (const arg of process.args) checkPure(ctx, arg, "an argument of a template", () => true);
  if (given === wanted) return;
  const code = given < wanted ? "too-few-template-arguments" : "too-many-template-arguments";
  ctx.error(code, process, `'${symbol.name}' takes ${count(wanted)}, not ${given}`);
}

function count(n: number): string {
  return `${n} argument${n === 1 ? "" : "s"}`;
}

function checkMessage(ctx: Context, { source, target, label }: ChartMessage, lines: ReadonlySet<string>): void {
  if (source.name !== "" && !lines.has(source.name))
    ctx.error("no-such-line-source", source, `there is no instance line '${source.name}'`);
  else if (target.name !== "" && !lines.has(target.name))
    ctx.error("no-such-line-target", target, `there is no instance line '${target.name}'`);
  if (label === undefined) return;
  checkPure(ctx, label.value, "a message", (type) => {
    if (type.kind === "chan") return true;
    ctx.error("channel-expected", label.value, `a channel is needed here, not ${showType(type)}`);
    return false;
  });
}

function checkCondition(
  ctx: Context,
  { anchors, location, hot, label, start, end }: ChartCondition,
  prechart: number | undefined,
  lines: ReadonlySet<string>,
): void {
  checkAnchors(ctx, anchors, lines);
  if (hot && prechart !== undefined && location < prechart)
    ctx.warn("hot-prechart", label ?? { start, end }, "in the prechart all conditions are cold; this one says hot");
  if (label === undefined) return;
  checkPure(ctx, label.value, "a condition", (type) => {
    if (is.isGuard(type)) return true;
    ctx.error("not-a-condition", label.value, `${showType(type)} cannot be used as a condition`);
    return false;
  });
}

function checkAnchors(ctx: Context, anchors: readonly Name[], lines: ReadonlySet<string>): void {
  for (const anchor of anchors)
    if (!lines.has(anchor.name)) ctx.error("no-such-line-anchor", anchor, `there is no instance line '${anchor.name}'`);
}
