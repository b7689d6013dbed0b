/**
 * What the numbers of a certificate mean: it names processes, variables and clocks, and all must be named once. Of two
 * systems side by side those of the first come first.
 */
import { Unreadable } from "./outcome.ts";
import type { Process, System } from "./system.ts";

export interface Names {
  /** For each value of a member's state the position in the system's own order. */
  readonly cells: readonly number[];
  /** For each clock of a member's zone, zero included, its number here. */
  readonly clocks: readonly number[];
}

/** How many values and clocks states have, and what they mean. */
export interface Layout {
  readonly names: Names;
  readonly cells: number;
  readonly clocks: number;
  /** Gives those values of a state that cannot matter one value. */
  readonly settle?: (values: number[]) => void;
  /** With the position of each one's location among the values. */
  readonly processes: readonly Pick<Process, "name" | "index" | "locations">[];
}

/** The values of a state as a certificate has them, in the system's own order. */
export function placed(state: readonly number[], { cells }: Names): number[] {
  const values = new Array<number>(state.length);
  state.forEach((value, k) => {
    values[cells[k]!] = value;
  });
  return values;
}

type Named = { readonly [key in "processes" | "variables" | "clocks"]: readonly string[] };

/** Of a system whose clocks are counted from `first` on. Requires: no others have been counted yet. */
export function layoutOf({ processes, variables, clocks }: Named, system: System, first = 0): Layout {
  if (processes.some((name, k) => system.processes[k]?.name !== name) || processes.length !== system.processes.length)
    throw new Unreadable("the certificate's processes are not those of the model");
  const own = system.memory.clockNames.slice(first);
  return {
    names: {
      cells: matched([...processes, ...variables], system.names, "variables"),
      clocks: matched(first === 0 ? ["0", ...clocks] : clocks, own, "clocks").map((x) => x + first),
    },
    cells: system.cells.length,
    clocks: own.length,
    processes: system.processes,
  };
}

export function sideBySide(a: Layout, b: Layout): Layout {
  return {
    names: {
      cells: [...a.names.cells, ...b.names.cells.map((at) => at + a.cells)],
      clocks: [...a.names.clocks, ...b.names.clocks],
    },
    cells: a.cells + b.cells,
    clocks: a.clocks + b.clocks,
    processes: [...a.processes, ...b.processes.map((p) => ({ ...p, index: p.index + a.cells }))],
  };
}

function matched(given: readonly string[], own: readonly string[], what: string): number[] {
  const positions = new Map(own.map((name, k) => [name, k]));
  const found = given.map((name) => {
    const at = positions.get(name);
    positions.delete(name);
    if (at === undefined) throw new Unreadable(`the certificate's ${what} are not those of the model: '${name}'`);
    return at;
  });
  const [missing] = positions.keys();
  if (missing !== undefined) throw new Unreadable(`the certificate leaves out '${missing}' of the model's ${what}`);
  return found;
}
