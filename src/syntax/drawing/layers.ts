/**
 * A layered drawing of a directed graph (Sugiyama, Tagawa and Toda 1981), up to its coordinates: layers by longest paths after
 * turning back edges around, none much fuller than the others, and their order by barycentre sweeps. Layers are the even
 * columns; the odd ones between them hold the labels of edges. An edge has a cell in every column it passes, so that there is
 * room kept for it everywhere. A graph whose cells would be too many is laid out without them.
 */
export interface Cell {
  readonly id: number;
  readonly kind: "node" | "bend" | "label";
  readonly before: Cell[];
  readonly next: Cell[];
  size: Size;
  column: number;
  /** Where it stands across the columns: of an edge its line, of a node its centre. */
  at: number;
}

/** The room a cell needs from its centre or line; a node's texts go to the right of its centre. */
export interface Size {
  readonly above: number;
  readonly below: number;
  readonly width: number;
}

export interface Link {
  readonly source: string;
  readonly target: string;
  /** The size of its labels, if it has any. */
  readonly label: Size | undefined;
}

export interface Layers {
  readonly columns: readonly (readonly Cell[])[];
  readonly nodes: ReadonlyMap<string, Cell>;
  /** Per link, its cells from source to target. */
  readonly chains: readonly (readonly Cell[])[];
}

const maxCells = 20_000;
const sweeps = 12;
const bend: Size = { above: 7, below: 7, width: 0 };

export function layersOf(
  sizes: ReadonlyMap<string, Size>,
  links: readonly Link[],
  initial: string | undefined,
): Layers {
  const nodes = new Map([...sizes].map(([id, size], i) => [id, newCell(i, "node", size)]));
  for (const { source, target } of links) connect(nodes.get(source), nodes.get(target));
  const start = initial === undefined ? undefined : nodes.get(initial);
  assignColumns(rankAll(start === undefined ? [...nodes.values()] : [start, ...nodes.values()]));
  const chains = chainAll(nodes, links);
  const columns = sortColumns([...nodes.values(), ...chains.flat()]);
  for (const column of columns) stack(column);
  let best = columns.map((column) => [...column]);
  let least = crossings(columns);
  for (let sweep = 0; sweep < sweeps && least > 0; sweep++) {
    const forward = sweep % 2 === 0;
    for (const column of forward ? columns : columns.toReversed()) order(column, forward);
    const now = crossings(columns);
    if (now >= least) continue;
    least = now;
    best = columns.map((column) => [...column]);
  }
  for (const column of best) stack(column);
  return { columns: best, nodes, chains };
}

function newCell(id: number, kind: Cell["kind"], size: Size, column = 0): Cell {
  return { id, kind, before: [], next: [], size, column, at: 0 };
}

function connect(from: Cell | undefined, to: Cell | undefined): void {
  if (from === undefined || to === undefined || from === to) return;
  from.next.push(to);
  to.before.push(from);
}

/** Reverse order of finishing of a depth-first walk: topological but for back edges. A later root goes behind. */
function rankAll(roots: readonly Cell[]): Cell[] {
  const seen = new Set<Cell>();
  const result: Cell[] = [];
  for (const root of roots) {
    if (seen.has(root)) continue;
    const finished: Cell[] = [];
    const path = [{ node: root, i: 0 }];
    seen.add(root);
    for (let top = path.at(-1); top !== undefined; top = path.at(-1)) {
      const next = top.node.next[top.i++];
      if (next === undefined) {
        finished.push(top.node);
        path.pop();
      } else if (!seen.has(next)) {
        seen.add(next);
        path.push({ node: next, i: 0 });
      }
    }
    for (const node of finished.toReversed()) result.push(node);
  }
  return result;
}

/** Even columns, in the order of ranks; edges against it are back edges, and turned around. */
function assignColumns(ranked: readonly Cell[]): void {
  const rank = new Map(ranked.map((node, i) => [node, i]));
  const most = Math.max(5, Math.ceil(1.2 * Math.sqrt(ranked.length)));
  const full = new Map<number, number>();
  for (const node of ranked) {
    for (const from of [...node.before, ...node.next])
      if (rank.get(from)! < rank.get(node)!) node.column = Math.max(node.column, from.column + 2);
    while ((full.get(node.column) ?? 0) >= most) node.column += 2;
    full.set(node.column, (full.get(node.column) ?? 0) + 1);
  }
}

/** The cells that replace each edge between its ends; its labels go to the emptiest column on its way. */
function chainAll(nodes: ReadonlyMap<string, Cell>, links: readonly Link[]): Cell[][] {
  const ends = links.map(({ source, target }) => [nodes.get(source), nodes.get(target)] as const);
  let total = 0;
  for (const [from, to] of ends) total += Math.abs((from?.column ?? 0) - (to?.column ?? 0));
  for (const node of nodes.values()) node.before.length = node.next.length = 0;
  const load = new Map<number, number>();
  let id = nodes.size;
  return ends.map(([from, to], i) => {
    if (from === undefined || to === undefined || from === to || total > maxCells) return [];
    const [left, right] = from.column < to.column ? [from, to] : [to, from];
    const label = links[i]?.label;
    const home = label === undefined ? -1 : emptiest(left.column, right.column, load);
    const chain: Cell[] = [];
    for (let column = left.column + 1; column < right.column; column++) {
      const isHome = column === home && label !== undefined;
      chain.push(isHome ? newCell(id++, "label", label, column) : newCell(id++, "bend", bend, column));
    }
    if (label !== undefined) load.set(home, (load.get(home) ?? 0) + label.above + label.below);
    const path = [left, ...chain, right];
    for (let k = 1; k < path.length; k++) connect(path[k - 1], path[k]);
    return left === from ? chain : chain.reverse();
  });
}

/** The odd column between two even ones with the least in it, of those the one nearest to the middle. */
function emptiest(left: number, right: number, load: ReadonlyMap<number, number>): number {
  let best = left + 1;
  const cost = (column: number): number => (load.get(column) ?? 0) + Math.abs(column - (left + right) / 2) * 4;
  for (let column = left + 3; column < right; column += 2) if (cost(column) < cost(best)) best = column;
  return best;
}

function sortColumns(cells: readonly Cell[]): Cell[][] {
  const columns: Cell[][] = [];
  for (const cell of cells) {
    while (columns.length <= cell.column) columns.push([]);
    columns[cell.column]!.push(cell);
  }
  return columns;
}

/** Puts the cells of a column one below the other around the middle. */
function stack(column: readonly Cell[]): void {
  let at = -column.reduce((sum, { size }) => sum + size.above + size.below, 0) / 2;
  for (const cell of column) {
    cell.at = at + cell.size.above;
    at += cell.size.above + cell.size.below;
  }
}

function order(column: Cell[], forward: boolean): void {
  const weights = new Map(
    column.map((cell) => {
      const others = forward ? cell.before : cell.next;
      const mean = others.reduce((sum, other) => sum + other.at, 0) / others.length;
      return [cell, others.length === 0 ? cell.at : mean];
    }),
  );
  column.sort((a, b) => (weights.get(a) ?? 0) - (weights.get(b) ?? 0));
  stack(column);
}

/** How many pairs of edges cross between neighbouring columns, by inversions in a binary indexed tree. */
function crossings(columns: readonly (readonly Cell[])[]): number {
  const index = new Map<Cell, number>();
  for (const column of columns) for (const [i, cell] of column.entries()) index.set(cell, i);
  let total = 0;
  for (const [c, column] of columns.entries()) {
    const size = (columns[c + 1]?.length ?? 0) + 1;
    const sums = new Int32Array(size + 1);
    let seen = 0;
    for (const cell of column) {
      const targets = cell.next.map((to) => index.get(to)! + 1);
      for (const to of targets) {
        total += seen;
        for (let k = to; k > 0; k -= k & -k) total -= sums[k]!;
      }
      for (const to of targets) {
        seen++;
        for (let k = to; k <= size; k += k & -k) sums[k]!++;
      }
    }
  }
  return total;
}
