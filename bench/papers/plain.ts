import type { VerifyOptions } from "../../src/index.ts";

/**
 * What "plain" means in every table: the model as it is written, breadth first, with all reductions off. Dead variables tell
 * states apart and no process is left out (`reduce`), nothing is exchanged (`symmetry`), nothing jumped over (`acceleration`).
 */
export const plain = {
  reduce: false,
  symmetry: false,
  acceleration: false,
  order: "bfs",
} as const satisfies VerifyOptions;
