import type { Point } from "../tree.ts";
import type { Box, Disc } from "./measure.ts";

/**
 * What lies where: texts, discs and lines in a grid of cells, so that asking what a box or a line meets looks only at what is
 * near. Touching is not meeting.
 */
export type Thing =
  | { readonly kind: "text"; readonly owner: unknown; readonly box: Box }
  | { readonly kind: "disc"; readonly owner: unknown; readonly disc: Disc }
  | { readonly kind: "line"; readonly owner: unknown; readonly from: Point; readonly to: Point };

const cell = 64;
/** Less than this is touching. */
const slack = 0.5;

export class Plane {
  private readonly cells = new Map<string, Thing[]>();
  /** How many things there are, lines counted in pieces. */
  size = 0;

  addText(owner: unknown, box: Box): void {
    this.add({ kind: "text", owner, box }, box);
  }

  addDisc(owner: unknown, disc: Disc): void {
    this.add({ kind: "disc", owner, disc }, aroundDisc(disc));
  }

  /** In pieces, so that a long line lies only in the cells it passes. */
  addLine(owner: unknown, points: readonly Point[]): void {
    for (let i = 1; i < points.length; i++) {
      const [a, b] = [points[i - 1]!, points[i]!];
      const pieces = Math.max(1, Math.ceil(Math.hypot(b.x - a.x, b.y - a.y) / cell));
      for (let k = 0; k < pieces; k++) {
        const [from, to] = [between(a, b, k / pieces), between(a, b, (k + 1) / pieces)];
        this.add({ kind: "line", owner, from, to }, aroundLine(from, to));
      }
    }
  }

  /** The things that a box meets, each once. */
  inBox(box: Box): Thing[] {
    return this.near(box).filter((thing) => meets(box, thing));
  }

  /** The texts and discs that a straight line comes nearer to than `clear`. */
  onLine(a: Point, b: Point, clear = 0): Thing[] {
    return this.near(wider(aroundLine(a, b), clear)).filter((thing) => {
      if (thing.kind === "text") return crosses(a, b, wider(thing.box, clear));
      return thing.kind === "disc" && distanceTo(thing.disc.place, a, b) < thing.disc.radius + clear;
    });
  }

  /** Whether a line lies along a piece of somebody else's, so that the two look like one. */
  hasParallel(a: Point, b: Point, owner: unknown): boolean {
    return this.near(aroundLine(a, b)).some(
      (thing) => thing.kind === "line" && thing.owner !== owner && liesAlong(thing.from, thing.to, a, b),
    );
  }

  near(box: Box): Thing[] {
    const found = new Set<Thing>();
    for (const key of keysOf(box)) for (const thing of this.cells.get(key) ?? []) found.add(thing);
    return [...found];
  }

  private add(thing: Thing, box: Box): void {
    this.size++;
    for (const key of keysOf(box)) {
      const known = this.cells.get(key);
      if (known === undefined) this.cells.set(key, [thing]);
      else known.push(thing);
    }
  }
}

function keysOf(box: Box): string[] {
  const keys: string[] = [];
  for (let x = Math.floor(box.left / cell); x <= Math.floor(box.right / cell); x++)
    for (let y = Math.floor(box.top / cell); y <= Math.floor(box.bottom / cell); y++) keys.push(`${x},${y}`);
  return keys;
}

function between(a: Point, b: Point, t: number): Point {
  return { x: a.x + (b.x - a.x) * t, y: a.y + (b.y - a.y) * t };
}

export function aroundLine(a: Point, b: Point): Box {
  return { left: Math.min(a.x, b.x), top: Math.min(a.y, b.y), right: Math.max(a.x, b.x), bottom: Math.max(a.y, b.y) };
}

function wider(box: Box, by: number): Box {
  return { left: box.left - by, top: box.top - by, right: box.right + by, bottom: box.bottom + by };
}

/** Whether one of two lines, if it is not very short, is all the way close to the other. */
function liesAlong(from: Point, to: Point, a: Point, b: Point): boolean {
  const within = (p: Point, q: Point, r: Point, s: Point): boolean =>
    Math.hypot(p.x - q.x, p.y - q.y) > 20 && distanceTo(p, r, s) < 6 && distanceTo(q, r, s) < 6;
  return within(from, to, a, b) || within(a, b, from, to);
}

function aroundDisc({ place: { x, y }, radius: r }: Disc): Box {
  return { left: x - r, top: y - r, right: x + r, bottom: y + r };
}

function meets(box: Box, thing: Thing): boolean {
  switch (thing.kind) {
    case "text":
      return boxesMeet(box, thing.box);
    case "line":
      return crosses(thing.from, thing.to, box);
    case "disc": {
      const { x, y } = thing.disc.place;
      const dx = Math.max(box.left - x, 0, x - box.right);
      const dy = Math.max(box.top - y, 0, y - box.bottom);
      return Math.hypot(dx, dy) < thing.disc.radius - slack;
    }
  }
}

function boxesMeet(a: Box, b: Box): boolean {
  return a.left < b.right - slack && b.left < a.right - slack && a.top < b.bottom - slack && b.top < a.bottom - slack;
}

/** Whether a line goes through the inside of a box (Liang and Barsky 1984). */
function crosses(a: Point, b: Point, box: Box): boolean {
  let [from, to] = [0, 1];
  const clip = (p: number, q: number): boolean => {
    if (p === 0) return q > 0;
    if (p < 0) from = Math.max(from, q / p);
    else to = Math.min(to, q / p);
    return true;
  };
  const [dx, dy] = [b.x - a.x, b.y - a.y];
  const inside =
    clip(-dx, a.x - box.left - slack) &&
    clip(dx, box.right - slack - a.x) &&
    clip(-dy, a.y - box.top - slack) &&
    clip(dy, box.bottom - slack - a.y);
  return inside && from < to;
}

/** How far a point is from a line between two others. */
export function distanceTo(p: Point, a: Point, b: Point): number {
  const t = along(p, a, b);
  return Math.hypot(p.x - a.x - t * (b.x - a.x), p.y - a.y - t * (b.y - a.y));
}

/** Where on a line, from 0 to 1, a point is nearest. */
function along(p: Point, a: Point, b: Point): number {
  const length = (b.x - a.x) ** 2 + (b.y - a.y) ** 2;
  return length === 0 ? 0 : Math.max(0, Math.min(1, ((p.x - a.x) * (b.x - a.x) + (p.y - a.y) * (b.y - a.y)) / length));
}
