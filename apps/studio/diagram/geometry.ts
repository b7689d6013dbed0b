import { type Edge, layoutTemplate, type Point, type Template } from "../../../src/index.ts";

/** Where things are drawn: UPPAAL's coordinates, one to one. */
export const radius = 13;
export const dot = 4;
export const lineHeight = 17;
const characterWidth = 6.9;

export interface Node {
  readonly place: Point;
  readonly radius: number;
}

const drawings = new WeakMap<Template, Template>();
/** The template with coordinates for everything; computed once. */
export function drawn(template: Template): Template {
  let result = drawings.get(template);
  if (result === undefined) {
    result = layoutTemplate(template);
    drawings.set(template, result);
  }
  return result;
}

export function nodesOf(template: Template): ReadonlyMap<string, Node> {
  const nodes = new Map<string, Node>();
  for (const l of template.locations) nodes.set(l.id, { place: l.place ?? { x: 0, y: 0 }, radius });
  for (const b of template.branchpoints) nodes.set(b.id, { place: b.place ?? { x: 0, y: 0 }, radius: dot });
  return nodes;
}

/** The corners of an edge from rim to rim; undefined when an end does not exist. */
export function route(edge: Edge, nodes: ReadonlyMap<string, Node>): Point[] | undefined {
  const from = nodes.get(edge.source.name);
  const to = nodes.get(edge.target.name);
  return from === undefined || to === undefined ? undefined : between(from, edge.nails, to);
}

export function between(from: Node, nails: readonly Point[], to: Node): Point[] {
  const points = [from.place, ...nails, to.place];
  const last = points.length - 1;
  const first = towards(points[0]!, points[1]!, from.radius);
  points[last] = towards(points[last]!, points[last - 1]!, to.radius);
  points[0] = first;
  return points;
}

function towards(p: Point, q: Point, r: number): Point {
  const length = Math.hypot(q.x - p.x, q.y - p.y);
  return length <= r ? p : { x: p.x + ((q.x - p.x) / length) * r, y: p.y + ((q.y - p.y) / length) * r };
}

export function pathOf(points: readonly Point[]): string {
  return points.map((p, i) => `${i === 0 ? "M" : "L"}${n(p.x)} ${n(p.y)}`).join("");
}

export function n(value: number): number {
  return Math.round(value * 100) / 100;
}

/** Half way along a line of several pieces. */
export function middleOf(points: readonly Point[]): Point {
  const piece = Math.floor((points.length - 1) / 2);
  const [a, b] = [points[piece]!, points[Math.min(piece + 1, points.length - 1)]!];
  return { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 };
}

/** Which piece of a line is nearest to a point. */
export function nearestPiece(points: readonly Point[], p: Point): number {
  let best = 0;
  let least = Infinity;
  for (let i = 0; i + 1 < points.length; i++) {
    const [a, b] = [points[i]!, points[i + 1]!];
    const length = (b.x - a.x) ** 2 + (b.y - a.y) ** 2;
    const t =
      length === 0 ? 0 : Math.max(0, Math.min(1, ((p.x - a.x) * (b.x - a.x) + (p.y - a.y) * (b.y - a.y)) / length));
    const distance = Math.hypot(p.x - a.x - t * (b.x - a.x), p.y - a.y - t * (b.y - a.y));
    if (distance < least) {
      least = distance;
      best = i;
    }
  }
  return best;
}

export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** A box around the whole drawing, texts included. */
export function boxOf(template: Template, texts: readonly { readonly place: Point; readonly text: string }[]): Box {
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
  const add = (x1: number, y1: number, x2: number, y2: number): void => {
    left = Math.min(left, x1);
    top = Math.min(top, y1);
    right = Math.max(right, x2);
    bottom = Math.max(bottom, y2);
  };
  for (const node of nodesOf(template).values()) {
    const { x, y } = node.place;
    add(x - node.radius, y - node.radius, x + node.radius, y + node.radius);
  }
  for (const edge of template.edges) for (const { x, y } of edge.nails) add(x, y, x, y);
  for (const { place, text } of texts) {
    const lines = text.split("\n");
    add(
      place.x,
      place.y,
      place.x + Math.max(...lines.map((l) => l.length)) * characterWidth,
      place.y + lines.length * lineHeight,
    );
  }
  if (left > right) return { x: -200, y: -150, width: 400, height: 300 };
  return { x: left - 24, y: top - 20, width: right - left + 48, height: bottom - top + 40 };
}
