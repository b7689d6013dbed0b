/**
 * Channel arrays by partitions, as the report of 2007 has them (Bourke and Sowmya, section 3.2), instead of the swept form:
 * each dimension is subscripted either by select variables on all edges or by none. For every way in which the subscripts
 * of the edges can coincide there is an edge for each block of those that do, guarded by that they do; and one edge for all
 * elements that no edge names. There are as many ways as the Bell number of the edges says, so that sweeping is the default.
 */
import { append, first } from "../base/index.ts";
import { type Binder, build, type Expr, printExpr, type TypeExpr } from "../syntax/index.ts";
import { type FlipOptions, type Flippable, type Flipped, flip, NotFlippable } from "./flip.ts";
import type { Rewriter } from "./rewrite.ts";
import { join, simplify } from "./simplify.ts";

const mostEdges = 6;

export function flipByPartitions(
  edges: readonly Flippable[],
  dimensions: readonly TypeExpr[],
  always: readonly Expr[],
  names: Rewriter,
  options: FlipOptions,
): readonly Flipped[] {
  const selected = dimensions.map((_, d) => isSelected(edges, d, names));
  const sweep = dimensions.flatMap((type, d): Binder[] => (selected[d] ? [build.binder(names.fresh("s"), type)] : []));
  const groups = groupsOf(edges, selected);
  if (groups.length > mostEdges)
    throw new NotFlippable(`${groups.length} edges with different subscripts have too many partitions: sweep them`);
  const out: Flipped[] = [];
  for (const partition of partitionsOf(groups)) {
    const condition = conditionOf(partition);
    for (const block of partition) {
      const members = block
        .flatMap((g) => g.edges)
        .map((e) => ({ ...e, subscripts: e.subscripts.filter((_, d) => selected[d]) }));
      for (const way of flip(members, sweep, [...always, ...condition], names, options)) {
        const fixed = first(block).subscripts;
        let [swept, kept] = [0, 0];
        const subscripts = selected.map((so): Expr => (so ? sweep[swept++]!.name : fixed[kept++]!));
        out.push({ ...way, subscripts });
      }
    }
  }
  return [...out, ...coverAll(groups, dimensions, selected, always, names)];
}

interface Group {
  readonly edges: readonly Flippable[];
  /** In the dimensions without select variables. */
  readonly subscripts: readonly Expr[];
}

function isSelected(edges: readonly Flippable[], d: number, names: Rewriter): boolean {
  const kinds = edges.map(({ selects, subscripts }) => {
    const s = subscripts[d]!;
    const used = names.uses(s);
    const bound = selects.some((b) => {
      const symbol = names.symbolOf(b.name);
      return symbol !== undefined && used.has(symbol);
    });
    if (bound && s.kind !== "name")
      throw new NotFlippable(`a select variable stands inside the subscript ${printExpr(s)}`);
    return bound;
  });
  if (kinds.some((k) => k !== kinds[0]))
    throw new NotFlippable("some edges select the subscript of a dimension and some do not");
  return kinds[0] ?? false;
}

/** Edges whose subscripts are written alike belong together. */
function groupsOf(edges: readonly Flippable[], selected: readonly boolean[]): Group[] {
  const groups = new Map<string, Group>();
  for (const e of edges) {
    const subscripts = e.subscripts.filter((_, d) => !selected[d]);
    const key = subscripts.map(printExpr).join("|");
    groups.set(key, { subscripts, edges: [...(groups.get(key)?.edges ?? []), e] });
  }
  return [...groups.values()];
}

/** All ways to put the groups into blocks. */
function partitionsOf(groups: readonly Group[]): (readonly Group[])[][] {
  let all: (readonly Group[])[][] = [[]];
  for (const g of groups) {
    all = all.flatMap((partition) => [
      [...partition, [g]],
      ...partition.map((_, i) => partition.map((block, j) => (i === j ? [...block, g] : block))),
    ]);
  }
  return all;
}

/** That subscripts coincide inside the blocks and nowhere else. */
function conditionOf(partition: readonly (readonly Group[])[]): Expr[] {
  const out: Expr[] = [];
  for (const block of partition) for (const g of block.slice(1)) append(out, compared("==", g, first(block)));
  partition.forEach((block, i) => {
    for (const other of partition.slice(0, i)) out.push(join(compared("!=", first(block), first(other)), "||"));
  });
  return out;
}

/** Two groups have as many subscripts. */
function compared(op: "==" | "!=", a: Group, b: Group): Expr[] {
  return a.subscripts.map((s, d) => build.binary(op, s, b.subscripts[d]!));
}

/** The elements that no edge names. */
function coverAll(
  groups: readonly Group[],
  dimensions: readonly TypeExpr[],
  selected: readonly boolean[],
  always: readonly Expr[],
  names: Rewriter,
): readonly Flipped[] {
  const sweep = dimensions.map((type) => build.binder(names.fresh("s"), type));
  const free = sweep.filter((_, d) => !selected[d]);
  const elsewhere = groups.map((g) =>
    join(
      g.subscripts.map((s, d) => build.binary("!=", free[d]!.name, s)),
      "||",
    ),
  );
  const guard = simplify([...always, ...elsewhere], names);
  return guard === null ? [] : [{ selects: sweep, guard, subscripts: sweep.map((b) => b.name) }];
}
