import { wants } from "../base/index.ts";
import { type LabelText, type Location, labelTexts, type Point, type Template } from "../syntax/index.ts";

/**
 * A template for Graphviz. Coordinates, where there are any, are given as pinned positions (`neato -n` keeps them; `dot`
 * lays out anew).
 */
export function templateToDot(template: Template, options: { readonly source?: string } = {}): string {
  wants("templateToDot", template, "template");
  const lines = [
    `digraph ${quote(template.name.name)} {`,
    "  node [shape=circle, fontname=sans];",
    "  edge [fontname=sans];",
  ];
  for (const location of template.locations) {
    const attributes = [`label=${quote(nodeText(location, options.source))}`];
    if (location.id === template.initial?.name) attributes.push("peripheries=2");
    if (location.committed || location.urgent) attributes.push(`xlabel=${location.committed ? "C" : "U"}`);
    lines.push(`  ${quote(location.id)} [${[...attributes, ...look(location.place, location.color)].join(", ")}];`);
  }
  for (const point of template.branchpoints) {
    lines.push(`  ${quote(point.id)} [${["shape=point", ...look(point.place, point.color)].join(", ")}];`);
  }
  for (const edge of template.edges) {
    const text = labelTexts(edge, options.source)
      .filter(isMeaning)
      .map((label) => label.text.trim())
      .join("\n");
    const attributes = [
      ...(text === "" ? [] : [`label=${quote(text)}`]),
      ...(edge.controllable ? [] : ["style=dashed"]),
      ...look(undefined, edge.color),
    ];
    lines.push(
      `  ${quote(edge.source.name)} -> ${quote(edge.target.name)}${attributes.length === 0 ? "" : ` [${attributes.join(", ")}]`};`,
    );
  }
  return `${lines.join("\n")}\n}\n`;
}

function nodeText(location: Location, source: string | undefined): string {
  const labels = labelTexts(location, source)
    .filter(isMeaning)
    .map((label) => label.text.trim());
  return [location.name?.name ?? `_${location.id}`, ...labels].join("\n");
}

function isMeaning(label: LabelText): boolean {
  return !label.note;
}

/** Graphviz measures upwards and in points: UPPAAL's y grows downwards. */
function look(place: Point | undefined, color: string | undefined): string[] {
  return [
    ...(place === undefined ? [] : [`pos="${place.x},${-place.y}!"`]),
    ...(color === undefined ? [] : [`color=${quote(color)}`]),
  ];
}

function quote(text: string): string {
  return `"${text.replace(/\\/g, "\\\\").replace(/"/g, '\\"').replace(/\r?\n/g, "\\n")}"`;
}
