/** Every road to an answer, and how to make it begin at once: what is said of one road is tried on all. */
import type { RoadName, VerifyOptions } from "../../src/search/index.ts";

import { Shelf } from "./shelf.ts";

const bytes = 2 ** 24;
const due = (name: RoadName): VerifyOptions => ({ knobs: { leaf: 2, due: { [name]: 0 } } });

export const roads: Readonly<Record<RoadName, VerifyOptions>> = {
  interpreted: { compiled: false },
  compiled: { knobs: { leaf: 2 } },
  memories: { memory: 3 * bytes, knobs: { memories: { bytes, alone: 0 } } },
  // Nobody comes: this thread does all, as one of two. `threads.test.ts` has others that come.
  threads: { crew: { size: 2, start: () => {}, narrow: 1 } },
  forays: due("forays"),
  proofs: due("proofs"),
  jumps: { acceleration: true },
  cones: due("cones"),
  local: { localTime: true },
  // Kept at every turn, by somebody who forgets it. `checkpoint.test.ts` has searches that go on.
  // What it does not find is unknown; `bitstate.test.ts` looks closer.
  bitstate: { bitstate: 2 ** 16 },
  spilled: { memory: 2 ** 22, spill: new Shelf(), knobs: { leaf: 2, spill: { parts: 3, alone: 0 } } },
  checkpointed: { knobs: { leaf: 2 }, keeper: { isDue: () => true, keep: () => {} } },
};
