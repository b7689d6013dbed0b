/**
 * Classes of values as assignments: where a variable is only compared with 5 from here on, an edge ends with
 * `n = n < 5 ? 0 : 5`. On each edge behind which values of a variable are one class (`analysis/classes/classes.ts`), and
 * which changes the variable or leaves a location where more of them are told apart, one value stands for all: the initial
 * one if it is among them, otherwise the lowest.
 *
 * Only integers that one process alone reads and writes are treated: then nobody else looks at them while the transition
 * runs, and which comparisons can still be made is decided by where that process is, and by the queries. What the others
 * might need anywhere is kept. So a state and the one with the other value are bisimilar, with time and faults, and every
 * answer is the same. With several processes of a template, the text must be right for all of them.
 */
import { type Liveness, looksAt, usesOf, type ValueClasses, valueClasses } from "../analysis/index.ts";
import type { CheckedTemplate } from "../model/index.ts";
import {
  type Edge,
  type Formula,
  type Instantiated,
  locationAt,
  type Network,
  type NetworkQuery,
} from "../network/index.ts";
import type { Edge as TreeEdge } from "../syntax/index.ts";
import { globalPlaces, ownPlaces, type Place, processesOf } from "./places.ts";
import { groupsOf } from "./reset-groups.ts";

/** An assignment at the end of an edge. */
export interface ClassAssignment {
  readonly template: string;
  readonly edge: TreeEdge;
  readonly source: string;
  readonly target: string;
  readonly variable: string;
  readonly value: string;
}

/** More cases than this are not readable. */
const MOST_CASES = 6;

export function classAssignments(
  made: Instantiated,
  live: Liveness,
  queries: readonly NetworkQuery[],
  isTaken: (edge: TreeEdge, template: CheckedTemplate, place: Place) => boolean,
): readonly ClassAssignment[] {
  const { network } = made;
  const byCell = new Map(classesFor(network, queries).map((one) => [one.cell, one]));
  if (byCell.size === 0) return [];
  const found: ClassAssignment[] = [];
  const processes = processesOf(made);
  const globals = globalPlaces(made, live);
  for (const { template, node, edges } of groupsOf(made, live)) {
    const list = processes.get(template) ?? [];
    const places = [...ownPlaces(template, list, made, live), ...(list.length === 1 ? globals : [])];
    for (const place of places) {
      const [leaf, more] = place.leaves;
      if (leaf?.kind !== "int" || leaf.path !== "" || more !== undefined || place.variable.reference) continue;
      const texts = new Set(edges.map((e) => valueBehind(network, e, byCell.get(leaf.element(e.process)), place.name)));
      const [value] = texts;
      if (texts.size !== 1 || value === undefined || isTaken(node, template, place)) continue;
      const { source, target, process } = edges[0]!;
      const at = network.processes[process]!;
      found.push({
        template: template.name,
        edge: node,
        source: locationAt(at, source).name,
        target: locationAt(at, target).name,
        variable: place.name,
        value,
      });
    }
  }
  return found;
}

/**
 * Classes that all queries leave. What a query looks at in its own functions or bound variables, or for its values,
 * is left alone.
 */
function classesFor(network: Network, queries: readonly NetworkQuery[]): readonly ValueClasses[] {
  const uses = usesOf(network);
  const left = new Set<number>();
  const formulas: Formula[] = [];
  for (const query of queries) {
    if (query.functions.length > 0 || query.cells > network.cells || "terms" in query)
      for (const x of looksAt(uses, query)) left.add(x);
    else if (query.kind === "-->") formulas.push(query.left, query.right);
    else formulas.push(query.formula);
  }
  const asked: NetworkQuery = {
    kind: "E<>",
    text: "",
    origin: network.origin,
    cells: network.cells,
    functions: [],
    formula: { is: "or", items: formulas },
  };
  return valueClasses(network, asked, left).filter(({ cell }) => (uses.users.get(cell) ?? -1) >= 0 && !left.has(cell));
}

/** What the variable is set to, as text; undefined if it may as well stay. */
function valueBehind(network: Network, e: Edge, classes: ValueClasses | undefined, name: string): string | undefined {
  if (classes === undefined) return undefined;
  const { users, flows } = usesOf(network);
  if (users.get(classes.cell) !== e.process) return undefined;
  const flow = flows[e.id];
  const mask = maskAt(classes, e.process, e.target);
  const isChanged = flow?.writes.has(classes.cell) === true || maskAt(classes, e.process, e.source) !== mask;
  if (mask < 0 || !isChanged) return undefined;
  const slot = network.slots.at(classes.cell)!;
  const known = flow?.settled.get(classes.cell);
  const runs = runsOf(classes, mask, slot.initial, slot.high);
  if (known !== undefined) {
    const run = runs.find(({ to }) => known <= to);
    return run === undefined || run.isOwn || run.value === known ? undefined : String(run.value);
  }
  if (runs.length > MOST_CASES || runs.every(({ isOwn }) => isOwn)) return undefined;
  return runs
    .map(({ to, value, isOwn }, k) => {
      const text = isOwn ? name : String(value);
      return k === runs.length - 1 ? text : `${name} < ${to + 1} ? ${text} : `;
    })
    .join("");
}

/** Which tests are needed while the process is in a location, wherever the others are; negative if the value itself is. */
function maskAt({ general, rows }: ValueClasses, process: number, location: number): number {
  return rows.reduce(
    (bits, row) => row.masks.reduce((all, m, l) => (row.process !== process || l === location ? all | m : all), bits),
    general,
  );
}

/** Values up to `to` for which one value stands; `isOwn`: each for itself. */
interface Run {
  readonly to: number;
  readonly value: number;
  readonly isOwn: boolean;
}

function runsOf({ ends, signs }: ValueClasses, mask: number, initial: number, high: number): readonly Run[] {
  const at = (value: number): number => {
    let k = 0;
    while (k + 1 < ends.length && ends[k + 1]! <= value) k++;
    return k;
  };
  const first = signs[at(initial)]!;
  const runs: Run[] = [];
  ends.forEach((end, k) => {
    const to = k + 1 < ends.length ? ends[k + 1]! - 1 : high;
    const isInitial = ((signs[k]! ^ first) & mask) === 0;
    const value = isInitial ? initial : ends[signs.findIndex((sign) => ((sign ^ signs[k]!) & mask) === 0)]!;
    const isOwn = end === to && value === end;
    const before = runs.at(-1);
    if (before && before.isOwn && isOwn) runs[runs.length - 1] = { ...before, to };
    else if (before && !before.isOwn && before.value === value) runs[runs.length - 1] = { ...before, to };
    else runs.push({ to, value, isOwn });
  });
  return runs;
}
