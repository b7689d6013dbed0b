import type { Point } from "../tree.ts";
import { boxAt } from "./measure.ts";
import type { Plane } from "./plane.ts";

/** Free places for texts in a drawing that is there already: beside an edge, or around a location, the usual one first. */
interface Extent {
  readonly width: number;
  readonly height: number;
}

const steps = [0.5, 0.42, 0.58, 0.34, 0.66, 0.26, 0.74, 0.18, 0.82];
const gaps = [4, 12, 24, 40, 64, 96, 140, 200];

/** Where a block of labels goes that belongs to the way through `points`. */
export function spotBeside(plane: Plane, points: readonly Point[], size: Extent): Point {
  const { width: w, height: h } = size;
  const middles = steps.map((t) => alongWay(points, t));
  const wishes = gaps.flatMap((d) =>
    middles.flatMap(({ x, y }) => [
      { x: x - w / 2, y: y + d },
      { x: x - w / 2, y: y - d - h },
      { x: x + d, y: y + d / 2 },
      { x: x + d, y: y - h - d / 2 },
      { x: x + d, y: y - h / 2 },
      { x: x - d - w, y: y + d / 2 },
      { x: x - d - w, y: y - h - d / 2 },
      { x: x - d - w, y: y - h / 2 },
    ]),
  );
  return freest(plane, wishes, size);
}

/** Where a text of a location goes: above or below it, or as near as there is room. */
export function spotAround(plane: Plane, { x, y }: Point, size: Extent, side: "above" | "below"): Point {
  const { width: w, height: h } = size;
  const above = (d: number): Point[] => [x - 10, x + 10 - w, x - w / 2].map((left) => ({ x: left, y: y - 17 - d - h }));
  const below = (d: number): Point[] => [x - 10, x + 10 - w, x - w / 2].map((left) => ({ x: left, y: y + 17 + d }));
  const wishes = [0, 6, 17, 34, 51, 68, 102, 136, 187].flatMap((d) => [
    ...(side === "above" ? [...above(d), ...below(d)] : [...below(d), ...above(d)]),
    { x: x + 17 + d, y: y - h / 2 },
    { x: x - 17 - d - w, y: y - h / 2 },
    { x: x + 14 + d, y: y + 4 + d / 2 },
    { x: x + 14 + d, y: y - h - 4 - d / 2 },
    { x: x - 14 - d - w, y: y + 4 + d / 2 },
    { x: x - 14 - d - w, y: y - h - 4 - d / 2 },
  ]);
  return freest(plane, wishes, size);
}

/** In a drawing of more parts than this nobody looks for room. */
const crowded = 30_000;

/** The first place where nothing is, or else the one with the least. */
function freest(plane: Plane, wishes: readonly Point[], size: Extent): Point {
  let best = wishes[0]!;
  let least = Infinity;
  for (const wish of plane.size > crowded ? wishes.slice(0, 1) : wishes) {
    const place = { x: Math.round(wish.x), y: Math.round(wish.y) };
    const met = plane.size > crowded ? 0 : plane.inBox(boxAt(place, size)).length;
    if (met < least) [best, least] = [place, met];
    if (met === 0) break;
  }
  return best;
}

/** The point of a way after a part of its length. */
function alongWay(points: readonly Point[], part: number): Point {
  const lengths = points.slice(1).map((p, i) => Math.hypot(p.x - points[i]!.x, p.y - points[i]!.y));
  let rest = part * lengths.reduce((sum, length) => sum + length, 0);
  for (const [i, length] of lengths.entries()) {
    if (rest <= length && length > 0) {
      const [a, b] = [points[i]!, points[i + 1]!];
      return { x: a.x + ((b.x - a.x) * rest) / length, y: a.y + ((b.y - a.y) * rest) / length };
    }
    rest -= length;
  }
  return points[0] ?? { x: 0, y: 0 };
}
