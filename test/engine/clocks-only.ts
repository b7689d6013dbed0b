import type { Network } from "../../src/network/index.ts";

const origin = { start: 0, end: 0 };

/** A network of clocks alone, to try what is done with zones. */
export function networkWith(clocks: number): Network {
  return {
    processes: [],
    slots: [],
    constants: [],
    cells: 0,
    channels: [],
    functions: [],
    beforeUpdate: [],
    afterUpdate: [],
    hasPriorities: false,
    defaultPriority: 0,
    vectors: [],
    origin,
    clocks: Array.from({ length: clocks + 1 }, (_, i) => ({ name: `x${i}`, initial: 0, origin })),
  };
}
