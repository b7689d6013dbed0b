import type { Point } from "../tree.ts";
import type { Cell, Layers } from "./layers.ts";

/**
 * Coordinates of layers: columns from left to right; across them each cell as near to its neighbours as the room of the
 * others allows, by least squares. A long row of columns is folded into bands below each other, every other of which
 * runs from right to left and upside down, as a path does that turns: so edges go from band to band around one side.
 */
export interface Placed {
  /** From where to where the cell's column reaches in the drawing; `from` is the side that its edges come from. */
  readonly from: number;
  readonly to: number;
  readonly place: Point;
  readonly band: number;
  /** Whether its band runs from right to left. */
  readonly turned: boolean;
}

export interface Columns {
  readonly placed: ReadonlyMap<Cell, Placed>;
  /** Per band, how far it reaches to the left and to the right. */
  readonly bands: readonly Band[];
}
interface Band {
  readonly left: number;
  readonly right: number;
}

/** What is left of a node's centre. */
const before = 14;
const [narrow, wide] = [34, 110];
/** Wider drawings are folded; this is how much wider than high they shall be. */
const page = 1500;
const shape = 1.5;
const rounds = 10;

export function placeColumns({ columns }: Layers): Columns {
  const widths = columns.map((column, i) => widthOf(column, i % 2 === 0));
  const bandOf = fold(columns, widths);
  const isTurned = (cell: Cell): boolean => bandOf[cell.column]! % 2 === 1;
  for (let round = 0; round < rounds; round++) {
    if (round === rounds - 4) for (const cell of columns.flat()) if (cell.kind === "label") flip(cell, isTurned(cell));
    for (const column of round % 2 === 0 ? columns : columns.toReversed())
      settle(column, isTurned, round >= rounds - 3 ? "both" : round % 2 === 0 ? "before" : "next");
  }
  const starts = startsOf(columns, widths, bandOf);
  return assemble(columns, widths, bandOf, starts);
}

function widthOf(column: readonly Cell[], hasNodes: boolean): number {
  const most = column.reduce((sum, { size }) => Math.max(sum, size.width), 0);
  return hasNodes ? before + Math.max(before, most) : most;
}

/** The band of each column; bands begin with a layer of nodes. */
function fold(columns: readonly (readonly Cell[])[], widths: readonly number[]): number[] {
  const total = widths.reduce((sum, w) => sum + w + narrow * 1.5, 0);
  const heights = columns.map((column) => column.reduce((sum, { size }) => sum + size.above + size.below, 0));
  const height = Math.max(
    150,
    heights.reduce((a, b) => Math.max(a, b), 0),
  );
  const count = total <= page ? 1 : Math.max(1, Math.round(Math.sqrt(total / (shape * (height + 60)))));
  let [band, used] = [0, 0];
  return columns.map((_, i) => {
    const next = widths[i]! + narrow * 1.5;
    if (i % 2 === 0 && i > 0 && band < count - 1 && used + next / 2 >= total / count) {
      band++;
      used = 0;
    }
    used += next;
    return band;
  });
}

/** Moves the cells of a column next to their neighbours, least squares under the room they need (pool adjacent violators). */
function settle(column: readonly Cell[], isTurned: (cell: Cell) => boolean, side: "before" | "next" | "both"): void {
  interface Block {
    sum: number;
    weight: number;
    readonly first: number;
  }
  const offsets: number[] = [];
  const blocks: Block[] = [];
  for (const [i, cell] of column.entries()) {
    const previous = column[i - 1];
    offsets.push(previous === undefined ? 0 : offsets[i - 1]! + roomBetween(previous, cell, isTurned(cell)));
    const weight = cell.kind === "node" ? 1 : 2;
    let block: Block = { sum: (wanted(cell, side) - offsets[i]!) * weight, weight, first: i };
    for (
      let top = blocks.at(-1);
      top !== undefined && top.sum / top.weight > block.sum / block.weight;
      top = blocks.at(-1)
    ) {
      blocks.pop();
      block = { sum: top.sum + block.sum, weight: top.weight + block.weight, first: top.first };
    }
    blocks.push(block);
  }
  for (const [b, block] of blocks.entries())
    for (let i = block.first; i < (blocks[b + 1]?.first ?? column.length); i++)
      column[i]!.at = block.sum / block.weight + offsets[i]!;
}

/** Puts labels above their line where it comes from below: so the two ways between two locations lie side by side. */
function flip(cell: Cell, turned: boolean): void {
  const height = cell.size.below - cell.size.above;
  const sign = turned ? -1 : 1;
  if (sign * (wanted(cell, "both") - cell.at) <= height / 2) return;
  cell.at += sign * height;
  cell.size = { ...cell.size, above: cell.size.below, below: cell.size.above };
}

function roomBetween(a: Cell, b: Cell, turned: boolean): number {
  return turned ? a.size.above + b.size.below : a.size.below + b.size.above;
}

function wanted(cell: Cell, side: "before" | "next" | "both"): number {
  const others = side === "both" ? [...cell.before, ...cell.next] : cell[side];
  return others.length === 0 ? cell.at : others.reduce((sum, other) => sum + other.at, 0) / others.length;
}

/** Where each column begins in its band, with more room where edges are steep. */
function startsOf(
  columns: readonly (readonly Cell[])[],
  widths: readonly number[],
  bandOf: readonly number[],
): number[] {
  let at = 0;
  return columns.map((column, i) => {
    if (bandOf[i] !== bandOf[i - 1]) at = 0;
    else {
      let steep = 0;
      for (const cell of column) for (const other of cell.before) steep = Math.max(steep, Math.abs(cell.at - other.at));
      at += Math.max(narrow, Math.min(wide, 0.35 * steep));
    }
    const start = at;
    at += widths[i]!;
    return start;
  });
}

function assemble(
  columns: readonly (readonly Cell[])[],
  widths: readonly number[],
  bandOf: readonly number[],
  starts: readonly number[],
): Columns {
  const count = (bandOf.at(-1) ?? 0) + 1;
  const placed = new Map<Cell, Placed>();
  const bands: Band[] = [];
  let bottom = 0;
  let turn = -before;
  for (let band = 0; band < count; band++) {
    const turned = band % 2 === 1;
    const sign = turned ? -1 : 1;
    const mine = columns.flatMap((column, i) => (bandOf[i] === band ? [{ column, i }] : []));
    const last = mine.at(-1)?.i ?? 0;
    const width = starts[last]! + widths[last]!;
    let top = Infinity;
    let end = -Infinity;
    for (const { column } of mine)
      for (const { at, size } of column) {
        top = Math.min(top, sign * at - size.above);
        end = Math.max(end, sign * at + size.below);
      }
    const down = band === 0 ? -(columns[0]?.[0]?.at ?? 0) : bottom + 34 - top;
    for (const { column, i } of mine)
      for (const cell of column) {
        const from = turn + sign * starts[i]!;
        const to = from + sign * widths[i]!;
        const place = { x: Math.round(from + sign * before), y: Math.round(sign * cell.at + down) };
        placed.set(cell, { from, to, place, band, turned });
      }
    bands.push(turned ? { left: turn - width, right: turn } : { left: turn, right: turn + width });
    bottom = down + end;
    turn += sign * width;
  }
  return { placed, bands };
}
