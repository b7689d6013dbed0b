import { greatest } from "../../base/index.ts";
import { labelTexts } from "../labeltext.ts";
import type { Edge, Location, Point } from "../tree.ts";
import type { Size } from "./layers.ts";
import { lineHeight, radius, sizeOf } from "./measure.ts";

/**
 * What a location wears, relative to its centre: its name above, its labels below, its loops above with their labels to the
 * right of them, the longer ones around the shorter. With loops the name goes below, too. Everything but the loops' lines stays
 * clear of the row in which edges come and go.
 */
export interface Dress {
  readonly size: Size;
  readonly name: Spot | undefined;
  readonly labels: readonly Spot[];
  readonly loops: readonly { readonly nails: readonly Point[]; readonly labels: readonly Spot[] }[];
}
export interface Spot extends Point {
  readonly width: number;
  readonly height: number;
}

const left = -10;

/** How far texts keep away from the row of a node with so many edges, up and down. */
export function rowOf(edges: number): number {
  return Math.max(14, Math.min(48, 2.5 * edges));
}

export function dressOf(location: Location, loops: readonly Edge[], row: number, source: string | undefined): Dress {
  const name = location.name === undefined ? undefined : sizeOf(location.name.name);
  const isBelow = name !== undefined && loops.length > 0;
  const labels = stackTexts(
    labelTexts(location, source).map((l) => l.text),
    {
      x: left,
      y: row + 3 + (isBelow ? lineHeight : 0),
    },
  );
  const named = name === undefined ? undefined : { x: left, y: isBelow ? row + 3 : -row - 3 - lineHeight, ...name };
  const drawn = drawLoops(loops, row, source);
  const spots = [...(named === undefined ? [] : [named]), ...labels, ...drawn.flatMap((l) => l.labels)];
  return {
    name: named,
    labels,
    loops: drawn,
    size: {
      above: 8 + greatest([radius, ...spots.map((s) => -s.y), ...drawn.map(({ nails }) => -nails[0]!.y)]),
      below: 8 + greatest([radius, ...spots.map((s) => s.y + s.height)]),
      width: 8 + greatest([radius, ...spots.map((s) => s.x + s.width)]),
    },
  };
}

/** Loops leave at different angles; their labels stand to the right of the outermost. */
function drawLoops(loops: readonly Edge[], row: number, source: string | undefined): Dress["loops"] {
  const slope = (i: number): number => 0.25 + 0.12 * i;
  let height = row + 6;
  return loops.map((loop, i) => {
    const texts = labelTexts(loop, source).map((l) => l.text);
    const taken = texts.reduce((sum, text) => sum + sizeOf(text).height, 0);
    height += Math.max(lineHeight, taken) + (i === 0 ? 0 : 6);
    const half = Math.round(height * slope(i));
    return {
      nails: [
        { x: -half, y: -height },
        { x: half, y: -height },
      ],
      labels: stackTexts(texts, { x: height * slope(loops.length - 1) + 6, y: -height }),
    };
  });
}

/** Places for texts, one below the other. */
export function stackTexts(texts: readonly string[], from: Point): Spot[] {
  let { y } = from;
  return texts.map((text) => {
    const spot = { x: from.x, y, ...sizeOf(text) };
    y += spot.height;
    return spot;
  });
}
