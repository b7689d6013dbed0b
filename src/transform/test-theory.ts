/**
 * What lies outside the theory of test automata (Bourke and Sowmya 2007, section 2): constructs by which what a process does
 * depends on its environment, or which take time or steps that no trace shows. `zonal refine` refuses the same.
 */
import type { CheckedTemplate, Model } from "../model/index.ts";
import { someExpr } from "../syntax/index.ts";

/** Why there is no tester for these, by name; undefined if there may be one. */
export function whyOutside(
  model: Model,
  specification: CheckedTemplate,
  implementation: readonly CheckedTemplate[],
): string | undefined {
  const { tree } = model;
  const environment = "what a process does then depends on its environment";
  if ((tree.system?.groups.length ?? 0) > 1) return `the system line has process priorities: ${environment}`;
  for (const { kind } of [...tree.declarations, ...tree.systemDeclarations]) {
    if (kind === "priority") return `the model has channel priorities: ${environment}`;
    if (kind === "before_update" || kind === "after_update") return `the model has ${kind}`;
  }
  for (const template of new Set([specification, ...implementation])) {
    if (template.locations.some(({ node }) => node.invariant !== undefined && hasRate(node.invariant.value)))
      return `${template.name} has stopped clocks`;
    if (template.edges.some(({ node }) => node.sync?.value.direction === ""))
      return `${template.name} synchronises without ! and ?`;
  }
  return undefined;
}

function hasRate(invariant: Parameters<typeof someExpr>[0]): boolean {
  return someExpr(invariant, (part) => part.kind === "rate");
}
