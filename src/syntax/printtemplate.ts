import { wants } from "../base/index.ts";
import { isKeyword } from "./keyword.ts";
import { printDeclarations, printSync } from "./printdeclaration.ts";
import { printBinder, printExpr, printExprs } from "./printexpression.ts";
import { printParameters } from "./printtype.ts";
import type { Edge, Location, Template } from "./tree.ts";

/**
 * Prints a template as an XTA process. Locations and branch points without a name get `_` and their id, as UPPAAL calls
 * them; coordinates, colours and notes have no place in XTA and are left out.
 */
export function printTemplate(template: Template): string {
  wants("printTemplate", template, "template");
  const { name, parameters, declarations, locations, branchpoints, initial, edges } = template;
  const names = xtaNames(template);
  const nameOf = (id: string): string => names.get(id) ?? id;
  let text = `process ${name.name}(${printParameters(parameters)}) {\n${printDeclarations(declarations, "  ")}`;
  if (locations.length > 0)
    text += list(
      "state",
      locations.map((l) => printLocation(l, nameOf(l.id))),
    );
  if (branchpoints.length > 0) text += `  branchpoint ${branchpoints.map((b) => nameOf(b.id)).join(", ")};\n`;
  const committed = locations.filter((l) => l.committed);
  const urgent = locations.filter((l) => l.urgent);
  if (committed.length > 0) text += `  commit ${committed.map((l) => nameOf(l.id)).join(", ")};\n`;
  if (urgent.length > 0) text += `  urgent ${urgent.map((l) => nameOf(l.id)).join(", ")};\n`;
  if (initial) text += `  init ${nameOf(initial.name)};\n`;
  if (edges.length > 0)
    text += list(
      "trans",
      edges.map((e) => printEdge(e, nameOf(e.source.name), nameOf(e.target.name))),
    );
  return `${text}}`;
}

function list(word: string, items: readonly string[]): string {
  return `  ${word}\n    ${items.join(",\n    ")};\n`;
}

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
