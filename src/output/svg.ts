import { wants } from "../base/index.ts";
import {
  type Branchpoint,
  dot,
  type Edge,
  type LabelText,
  type Location,
  labelTexts,
  layoutTemplate,
  lineHeight,
  linesOf,
  type Point,
  radius,
  sizeOf,
  type Template,
  towards,
} from "../syntax/index.ts";
import { escapeXml } from "./escape.ts";

/**
 * A template as UPPAAL draws it, as a stand-alone SVG picture: its own coordinates one to one, a double ring for the initial
 * location, U and C marks, names and labels in UPPAAL's colours, nails as bends, uncontrollable and branching edges dashed.
 * What has no coordinates is laid out first. Colours follow the reader's light or dark scheme; all text is escaped.
 */
export interface SvgOptions {
  /** The text of the file the template was read from: labels are then drawn as written, line breaks included. */
  readonly source?: string;
}

const margin = 20;

// Light and dark values of each colour.
const colors = {
  ink: ["#222222", "#d8d8d8"],
  fill: ["#dcdcff", "#3a3a66"],
  name: ["#990033", "#ff8fa8"],
  invariant: ["#990099", "#e58fe5"],
  rate: ["#b03000", "#ff9b70"],
  select: ["#808000", "#cfcf60"],
  guard: ["#008000", "#6fd06f"],
  sync: ["#0088bb", "#66c8ee"],
  update: ["#0000cc", "#9a9aff"],
  probability: ["#8a5a20", "#d8a868"],
  note: ["#707070", "#a0a0a0"],
} as const satisfies Readonly<Record<string, readonly [light: string, dark: string]>>;

export function templateToSvg(template: Template, options: SvgOptions = {}): string {
  wants("templateToSvg", template, "template");
  const drawn = layoutTemplate(template, options.source);
  const box = new Box();
  const nodes = new Map<string, { readonly place: Point; readonly radius: number }>();
  for (const l of drawn.locations) nodes.set(l.id, { place: l.place ?? origin, radius });
  for (const b of drawn.branchpoints) nodes.set(b.id, { place: b.place ?? origin, radius: dot });
  const branching = new Set(drawn.branchpoints.map((b) => b.id));
  const parts = [
    ...drawn.edges.map((edge) => drawEdge(edge, nodes, branching, box, options)),
    ...drawn.branchpoints.map((b) => drawBranchpoint(b, box)),
    ...drawn.locations.map((l) => drawLocation(l, l.id === drawn.initial?.name, box, options)),
  ];
  const { x, y, width, height } = box.size();
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${x} ${y} ${width} ${height}" width="${width}" height="${height}" role="img">`,
    `<title>${escapeXml(template.name.name)}</title>`,
    `<style>${stylesheet()}</style>`,
    '<defs><marker id="arrow" viewBox="0 0 10 10" refX="10" refY="5" markerWidth="9" markerHeight="9" orient="auto"><path d="M0 1 10 5 0 9z" class="head"/></marker></defs>',
    ...parts,
    "</svg>",
    "",
  ].join("\n");
}

const origin: Point = { x: 0, y: 0 };

/** Plain rules rather than custom properties, which not every viewer of drawings knows. */
function stylesheet(): string {
  const paint = (dark: 0 | 1): string => {
    const { ink, fill, ...texts } = colors;
    return (
      `.edge,.ring,.location{stroke:${ink[dark]}}.head,.point,.mark{fill:${ink[dark]}}.location{fill:${fill[dark]}}` +
      Object.entries(texts)
        .map(([name, pair]) => `.${name}{fill:${pair[dark]}}`)
        .join("")
    );
  };
  return (
    `svg{font:12px sans-serif}.edge,.ring{fill:none}.dashed{stroke-dasharray:5 4}.mark{font-weight:bold;text-anchor:middle}.name{font-weight:bold}` +
    `${paint(0)}@media(prefers-color-scheme:dark){${paint(1)}}`
  );
}

function drawLocation(location: Location, initial: boolean, box: Box, options: SvgOptions): string {
  const { x, y } = location.place ?? origin;
  box.add(x - radius, y - radius, x + radius, y + radius);
  const fill = colorOf(location.color);
  const mark = location.committed ? "C" : location.urgent ? "U" : "";
  const parts = [
    `<circle class="location" cx="${n(x)}" cy="${n(y)}" r="${radius}"${fill === undefined ? "" : ` style="fill:${fill}"`}/>`,
    initial ? `<circle class="ring" cx="${n(x)}" cy="${n(y)}" r="${radius - 4}"/>` : "",
    mark === "" ? "" : `<text class="mark" x="${n(x)}" y="${n(y + 4)}">${mark}</text>`,
  ];
  if (location.name !== undefined)
    parts.push(drawText("name", location.name.name, location.namePlace ?? { x: x - 10, y: y - 34 }, box));
  let below = y + lineHeight;
  for (const label of labelTexts(location, options.source)) {
    parts.push(drawText(classOf(label), label.text, label.place ?? { x: x - 10, y: below }, box));
    if (label.place === undefined) below += lineHeight;
  }
  return `<g data-id="${escapeXml(location.id)}">${parts.join("")}</g>`;
}

function drawBranchpoint(branchpoint: Branchpoint, box: Box): string {
  const { x, y } = branchpoint.place ?? origin;
  box.add(x - dot, y - dot, x + dot, y + dot);
  const fill = colorOf(branchpoint.color);
  return `<circle class="point" data-id="${escapeXml(branchpoint.id)}" cx="${n(x)}" cy="${n(y)}" r="${dot}"${fill === undefined ? "" : ` style="fill:${fill}"`}/>`;
}

function drawEdge(
  edge: Edge,
  nodes: ReadonlyMap<string, { readonly place: Point; readonly radius: number }>,
  branching: ReadonlySet<string>,
  box: Box,
  options: SvgOptions,
): string {
  const from = nodes.get(edge.source.name);
  const to = nodes.get(edge.target.name);
  if (from === undefined || to === undefined) return "";
  const points = [from.place, ...edge.nails, to.place];
  const last = points.length - 1;
  points[0] = towards(points[0]!, points[1]!, from.radius);
  points[last] = towards(points[last]!, points[last - 1]!, to.radius);
  for (const p of points) box.add(p.x, p.y, p.x, p.y);
  const color = colorOf(edge.color);
  const dashed = !edge.controllable || branching.has(edge.source.name) ? " dashed" : "";
  const path = points.map((p, i) => `${i === 0 ? "M" : "L"}${n(p.x)} ${n(p.y)}`).join("");
  const middle = { x: (points[0].x + points[last].x) / 2, y: (points[0].y + points[last].y) / 2 };
  const parts = [
    `<path class="edge${dashed}" d="${path}"${color === undefined ? "" : ` style="stroke:${color}"`} marker-end="url(#arrow)"/>`,
  ];
  labelTexts(edge, options.source).forEach((label, i) => {
    parts.push(drawText(classOf(label), label.text, label.place ?? { x: middle.x, y: middle.y + i * lineHeight }, box));
  });
  return `<g>${parts.join("")}</g>`;
}

function classOf(label: LabelText): string {
  return Object.hasOwn(colors, label.kind) && label.kind !== "ink" && label.kind !== "fill" ? label.kind : "note";
}

/** UPPAAL gives the upper left corner of a text. */
function drawText(kind: string, text: string, place: Point, box: Box): string {
  const lines = linesOf(text);
  const { width, height } = sizeOf(text);
  box.add(place.x, place.y, place.x + width, place.y + height);
  if (lines.length === 1)
    return `<text class="${kind}" x="${n(place.x)}" y="${n(place.y + 12)}" xml:space="preserve">${escapeXml(lines[0]!)}</text>`;
  const spans = lines
    .map((line, i) => `<tspan x="${n(place.x)}" y="${n(place.y + 12 + i * lineHeight)}">${escapeXml(line)}</tspan>`)
    .join("");
  return `<text class="${kind}" xml:space="preserve">${spans}</text>`;
}

/** A colour as UPPAAL writes it; anything else could break out of the attribute and is ignored. */
function colorOf(color: string | undefined): string | undefined {
  return color !== undefined && /^#[\da-fA-F]{3,8}$/.test(color) ? color : undefined;
}

class Box {
  private left = Infinity;
  private top = Infinity;
  private right = -Infinity;
  private bottom = -Infinity;

  add(left: number, top: number, right: number, bottom: number): void {
    this.left = Math.min(this.left, left);
    this.top = Math.min(this.top, top);
    this.right = Math.max(this.right, right);
    this.bottom = Math.max(this.bottom, bottom);
  }

  size(): { x: number; y: number; width: number; height: number } {
    if (this.left > this.right) return { x: 0, y: 0, width: 2 * margin, height: 2 * margin };
    const x = Math.floor(this.left) - margin;
    const y = Math.floor(this.top) - margin;
    return { x, y, width: Math.ceil(this.right) + margin - x, height: Math.ceil(this.bottom) + margin - y };
  }
}

function n(value: number): string {
  return String(Math.round(value * 100) / 100);
}
