import type { Point, Template } from "../../../src/index.ts";

/**
 * How the texts of an edge go along when some of its corners move: each as far as the point of the edge that it is nearest
 * to. Nothing if none of its corners moves, or all do and it goes as a whole.
 */
export function driftOf(
  template: Template,
  index: number,
  keys: ReadonlySet<string>,
  by: Point,
): ((text: Point) => Point) | undefined {
  const edge = template.edges[index];
  const place = (id: string): Point | undefined =>
    [...template.locations, ...template.branchpoints].find((node) => node.id === id)?.place;
  const from = edge === undefined ? undefined : place(edge.source.name);
  const to = edge === undefined ? undefined : place(edge.target.name);
  if (edge === undefined || from === undefined || to === undefined) return undefined;
  const goes = (id: string): boolean => keys.has(`l:${id}`) || keys.has(`b:${id}`);
  const ends = [goes(edge.source.name), goes(edge.target.name)] as const;
  const moves = [ends[0], ...edge.nails.map((_, k) => keys.has(`n:${index}:${k}`)), ends[1]];
  if (!moves.includes(true) || (ends[0] && ends[1])) return undefined;
  const points = [from, ...edge.nails, to];
  return (text) => {
    const share = shareOf(points, moves, text);
    return { x: Math.round(by.x * share), y: Math.round(by.y * share) };
  };
}

/** Which part of the move the nearest point of the way makes. */
function shareOf(points: readonly Point[], moves: readonly boolean[], text: Point): number {
  let share = 0;
  let least = Infinity;
  for (let i = 1; i < points.length; i++) {
    const [a, b] = [points[i - 1]!, points[i]!];
    const length = (b.x - a.x) ** 2 + (b.y - a.y) ** 2 || 1;
    const t = Math.max(0, Math.min(1, ((text.x - a.x) * (b.x - a.x) + (text.y - a.y) * (b.y - a.y)) / length));
    const distance = Math.hypot(text.x - a.x - t * (b.x - a.x), text.y - a.y - t * (b.y - a.y));
    if (distance >= least) continue;
    least = distance;
    share = (moves[i - 1] ? 1 - t : 0) + (moves[i] ? t : 0);
  }
  return share;
}
