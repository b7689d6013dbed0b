/**
 * Symmetries by scalar sets (Hendriks, Behrmann, Larsen, Niebert, Vaandrager: Adding symmetry reduction to Uppaal, 2003).
 * The elements of a scalar set are interchangeable: exchanging two of them everywhere (processes that have them as
 * arguments, array elements they index, variables that hold them) takes runs to runs. A state may then stand for all its
 * images. Here: for each set what belongs to each element, what an exchange of two neighbours moves, and why a set is left
 * alone. `representative.ts` and the compiled engine sort states by it.
 */
import type { Address, Code, Edge, Network, Orbit, Step } from "../network/index.ts";
import { eachCodeOf } from "./walk.ts";

export interface SetSymmetry {
  readonly set: number;
  readonly size: number;
  /** By element: cells that belong to it and to no other element of the set, in one order for all elements. */
  readonly cells: readonly (readonly number[])[];
  readonly clocks: readonly (readonly number[])[];
  /** Cells that hold an element of this set. */
  readonly values: readonly number[];
  /** `swaps[i]` exchanges i and i + 1: pairs of cells and of clocks. */
  readonly swaps: readonly {
    readonly cells: readonly (readonly [number, number])[];
    readonly clocks: readonly (readonly [number, number])[];
  }[];
}

export interface Symmetry {
  readonly sets: readonly SetSymmetry[];
  /** Sets that are not used, with the reason. */
  readonly refused: readonly { readonly set: number; readonly reason: string }[];
}

export function findSymmetry(network: Network): Symmetry {
  const sets: SetSymmetry[] = [];
  const refused: { set: number; reason: string }[] = [];
  (network.scalarSets ?? []).forEach(({ size, local }, set) => {
    if (size < 2) return;
    const reason = local
      ? "it is declared inside a template"
      : (orderedBroadcast(network, set) ?? orderedLoop(network, size));
    const found = reason === undefined ? symmetryOf(network, set, size) : reason;
    if (typeof found === "string") refused.push({ set, reason: found });
    else sets.push(found);
  });
  return { sets, refused };
}

function symmetryOf(network: Network, set: number, size: number): SetSymmetry | string {
  const cells = new Places(
    network.slots.map((slot) => slot.orbit),
    set,
    size,
  );
  const clocks = new Places(
    network.clocks.map((clock) => clock.orbit),
    set,
    size,
  );
  const reason = cells.missing ?? clocks.missing;
  if (reason !== undefined) return reason;
  return {
    set,
    size,
    cells: cells.own(),
    clocks: clocks.own(),
    values: network.slots.flatMap((slot, cell) => (slot.scalarSet === set ? [cell] : [])),
    swaps: Array.from({ length: size - 1 }, (_, i) => ({ cells: cells.swap(i), clocks: clocks.swap(i) })),
  };
}

/** Cells, or clocks, by key and elements. */
class Places {
  readonly missing: string | undefined;
  private readonly at = new Map<string, number>();
  private readonly orbits: readonly (Orbit | undefined)[];
  private readonly set: number;
  private readonly size: number;

  constructor(orbits: readonly (Orbit | undefined)[], set: number, size: number) {
    this.orbits = orbits;
    this.set = set;
    this.size = size;
    orbits.forEach((orbit, i) => orbit && this.at.set(nameOf(orbit), i));
    for (let i = 0; i + 1 < size && this.missing === undefined; i++) {
      const lonely = orbits.find((orbit) => orbit && !this.at.has(nameOf(this.image(orbit, i))));
      if (lonely) this.missing = `'${lonely.key}' is not there for every element`;
    }
  }

  own(): number[][] {
    const lists = Array.from({ length: this.size }, (): { key: string; at: number }[] => []);
    this.orbits.forEach((orbit, at) => {
      const mine = orbit?.elements.filter(({ set }) => set === this.set) ?? [];
      if (orbit && mine.length === 1) {
        const others = orbit.elements.map(({ set, element }) => (set === this.set ? "*" : `${set}:${element}`)).join();
        lists[mine[0].element].push({ key: `${orbit.key} ${others}`, at });
      }
    });
    return lists.map((list) => list.sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0)).map(({ at }) => at));
  }

  swap(i: number): [number, number][] {
    return this.orbits.flatMap((orbit, at): [number, number][] => {
      const to = orbit === undefined ? at : this.at.get(nameOf(this.image(orbit, i)))!;
      return to > at ? [[at, to]] : [];
    });
  }

  private image({ key, elements }: Orbit, i: number): Orbit {
    const moved = (element: number) => (element === i ? i + 1 : element === i + 1 ? i : element);
    return {
      key,
      elements: elements.map(({ set, element }) => ({ set, element: set === this.set ? moved(element) : element })),
    };
  }
}

function nameOf({ key, elements }: Orbit): string {
  return `${key} ${elements.map(({ set, element }) => `${set}:${element}`).join()}`;
}

/**
 * Receivers of a broadcast update in the order of their processes. That is the same for every order only if each writes
 * what is its own, and reads nothing that another writes.
 */
function orderedBroadcast(network: Network, set: number): string | undefined {
  for (const process of network.processes) {
    const element = network.slots[process.index].orbit?.elements.find((e) => e.set === set)?.element;
    if (element === undefined) continue;
    for (const edge of process.edges) {
      if (receivesBroadcast(edge, network) && !edge.update.every((code) => staysAtHome(code, network, set, element))) {
        return `${process.name} writes or reads what others may write when it receives a broadcast`;
      }
    }
  }
  return undefined;
}

function receivesBroadcast({ sync }: Edge, network: Network): boolean {
  if (sync?.kind !== "channel" || sync.direction !== "?") return false;
  return sync.channel.terms.length === 0
    ? network.channels[sync.channel.base].broadcast
    : network.channels.some((c) => c.broadcast);
}

function staysAtHome(code: Code, network: Network, set: number, element: number): boolean {
  let home = true;
  const mine = (at: Address, orbit: (base: number) => Orbit | undefined) =>
    at.terms.length === 0 &&
    at.pointer === undefined &&
    !at.first &&
    orbit(at.base)?.elements.some((e) => e.set === set && e.element === element) === true;
  eachCodeOf([{ do: "code", code }], (part) => {
    switch (part.op) {
      case "store":
        if (!mine(part.at, (cell) => network.slots[cell]?.orbit)) home = false;
        break;
      case "reset":
        if (!mine(part.clock, (clock) => network.clocks[clock]?.orbit)) home = false;
        break;
      case "load":
        if (part.at.base < network.slots.length && !mine(part.at, (cell) => network.slots[cell]?.orbit)) home = false;
        break;
      case "copy":
      case "call":
      case "move":
        home = false;
        break;
      default:
    }
  });
  return home;
}

/** A loop over the elements that leaves early, or writes what is not indexed by the element, may depend on their order. */
function orderedLoop(network: Network, size: number): string | undefined {
  const ordered = (steps: readonly Step[]): boolean =>
    steps.some((step) => {
      switch (step.do) {
        case "range":
          return (
            (step.low === 0 && step.high === size - 1 && step.body.some((inner) => leaks(inner, step.cell))) ||
            ordered(step.body)
          );
        case "if":
          return ordered(step.yes) || ordered(step.no);
        case "loop":
          return ordered(step.body);
        default:
          return false;
      }
    });
  const func = network.functions.find((f) => ordered(f.body));
  return func && `a loop in '${func.name}' may depend on the order of the elements`;
}

function leaks(step: Step, cell: number): boolean {
  switch (step.do) {
    case "return":
      return true;
    case "if":
      return [...step.yes, ...step.no].some((inner) => leaks(inner, cell));
    case "loop":
    case "range":
      return step.body.some((inner) => leaks(inner, cell));
    case "assert":
      return false;
    default: {
      const own = (at: Address) =>
        at.terms.some(({ index }) => index.op === "load" && index.at.base === cell && index.at.terms.length === 0);
      let leaked = false;
      eachCodeOf([step], (part) => {
        if (part.op === "store" && !own(part.at)) leaked = true;
        if (part.op === "reset" && !own(part.clock)) leaked = true;
        if (part.op === "copy" || part.op === "call" || part.op === "move") leaked = true;
      });
      return leaked;
    }
  }
}
