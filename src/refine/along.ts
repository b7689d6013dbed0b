/**
 * A path of the search as one of the closed network (`compose.ts`), held to where it is a path of the product. The closed network allows
 * more: there the specification can ignore a broadcast for which it is ready, and stay in a transient location that it can leave. So each
 * step in which it takes no edge of its own excludes the valuations in which it has one to take. Such a step changes no clock of the
 * specification, so that this can be said of its arrival. And it allows less: its transient locations are committed, so that they can be
 * left while the implementation is in a committed one, but where the specification is stuck in one the implementation goes on alone.
 * For such a path the location is an urgent one.
 */
import { Concrete, type Predicate, type Product } from "../engine/index.ts";
import type { Network } from "../network/index.ts";
import { edgeOf, type PathStep, type TracePart, traceTransition } from "../trace/index.ts";
import { type Federation, federation, type Zone } from "../zones/index.ts";
import type { Composition } from "./compose.ts";

interface Along {
  /** The closed network in which it can be gone. */
  readonly network: Network;
  readonly steps: readonly PathStep[];
  /** The discrete state at the end. */
  readonly end: Int32Array;
}

export function along(composition: Composition, product: Product, path: readonly (readonly number[])[]): Along {
  const machine = new Concrete(product.network);
  machine.initial();
  const here = (): Int32Array => Int32Array.from(machine.cells.subarray(0, product.size));
  const steps: PathStep[] = [{ words: [] }];
  const stuck = new Set<number>();
  for (const words of path) {
    const state = here();
    steps.push({ words, start: ownDuty(composition, product, state, words) });
    if (goesAlone(composition, product, state, words)) stuck.add(state[composition.roles.specification]!);
    take(machine, words);
  }
  return { network: uncommitted(composition, stuck), steps, end: here() };
}

/** Whether the implementation takes a step that a committed location of the specification would forbid. */
function goesAlone(
  { transient, roles: { specification } }: Composition,
  product: Product,
  state: Int32Array,
  words: readonly number[],
): boolean {
  product.cells.set(state);
  const isAlone = !partsOf(product.network, words).some(({ process }) => process === specification);
  return isAlone && transient[state[specification]!] === true && !product.isCommitted();
}

/** The closed network where some locations of the specification are urgent only. */
function uncommitted({ network, roles }: Composition, stuck: ReadonlySet<number>): Network {
  if (stuck.size === 0) return network;
  const processes = network.processes.map((p) => {
    if (p.index !== roles.specification) return p;
    return { ...p, locations: p.locations.map((l) => (stuck.has(l.index) ? { ...l, committed: false } : l)) };
  });
  return { ...network, processes };
}

/** Where a transient location is left at once by an internal edge; nowhere in other locations. Requires: the state is in the cells. */
export function passing({ transient, roles }: Composition, product: Product, zone: Zone): Federation {
  return transient[product.cells[roles.specification]!] ? product.specSteps(zone, { step: () => {} }) : [];
}

export function predicate(satisfying: (zone: Zone) => Federation): Predicate {
  return { onlyData: false, satisfying, holds: (zone) => satisfying(zone).length > 0 };
}

/** Where the specification has an edge of its own to take instead of this step; undefined if it takes one in it. */
function ownDuty(
  composition: Composition,
  product: Product,
  state: Int32Array,
  words: readonly number[],
): Predicate | undefined {
  const { specification, ownEdges } = composition.roles;
  const part = partsOf(product.network, words).find(({ process }) => process === specification);
  if (part !== undefined && part.edge < ownEdges) return undefined;
  return predicate((zone) => {
    product.cells.set(state);
    const left = passing(composition, product, zone);
    // An edge that ignores a broadcast has its channel as select value.
    const heard = part === undefined ? [] : product.heard(zone, part.selects[0]!.value);
    return federation.union(left, heard, product.dim);
  });
}

/** Takes a step in the cells alone. */
function take({ network, cells, program }: Concrete, words: readonly number[]): void {
  const parts = partsOf(network, words);
  program.machine.begin();
  for (const { edge: id, selects } of parts) {
    const edge = edgeOf(network, id);
    edge.selects.forEach(({ cell }, k) => void (cells[cell] = selects[k]!.value));
    for (const code of edge.update) program.compiler.code(code)();
  }
  for (const { process, target } of parts) cells[process] = target;
}

function partsOf(network: Network, words: readonly number[]): readonly TracePart[] {
  return traceTransition(network, words, -1).parts;
}
