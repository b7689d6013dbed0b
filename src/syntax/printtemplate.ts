import { isKeyword } from "./keyword.ts";
import { printBinder, printExpr, printExprs, printSync } from "./printexpression.ts";
import type { Edge, Location, Template } from "./tree.ts";

/** What each id is called in XTA. */
export function xtaNames(template: Template): ReadonlyMap<string, string> {
  const nodes = [...template.locations, ...template.branchpoints];
  const taken = new Set(nodes.map((node) => node.name?.name));
  const names = new Map<string, string>();
  for (const node of nodes) {
    // Of two nodes with one id the first counts: that is what edges refer to.
    if (names.has(node.id)) continue;
    const own = node.name?.name;
    // XML allows a few words that are keywords in XTA, such as `select`.
    if (own === undefined) names.set(node.id, freshName(`_${node.id}`, taken));
    else names.set(node.id, isKeyword(own, "new") ? freshName(`${own}_`, taken) : own);
  }
  return names;
}

function freshName(wanted: string, taken: Set<string | undefined>): string {
  const base = wanted.replace(/[^A-Za-z0-9_]/g, "_");
  let name = base;
  for (let i = 1; taken.has(name); i++) name = `${base}_${i}`;
  taken.add(name);
  return name;
}

export function printLocation(location: Location, name: string): string {
  const { invariant, rate } = location;
  if (!invariant && !rate) return name;
  const speed = rate ? `; ${rate.value.map(printExpr).join(" : ")}` : "";
  return `${name} { ${invariant ? printExpr(invariant.value) : ""}${speed} }`;
}

export function printEdge(edge: Edge, source: string, target: string): string {
  const { select, guard, sync, update, probability } = edge;
  let labels = "";
  if (select) labels += `select ${select.value.map(printBinder).join(", ")}; `;
  if (guard) labels += `guard ${printExpr(guard.value)}; `;
  if (sync) labels += `sync ${printSync(sync.value)}; `;
  if (update) labels += `assign ${printExprs(update.value)}; `;
  if (probability) labels += `probability ${printExpr(probability.value)}; `;
  return `${source} ${edge.controllable ? "->" : "-u->"} ${target} { ${labels}}`;
}
