/** Timed trace inclusion of two networks. */
export type { RefineOptions } from "./options.ts";
export { refine } from "./refine.ts";
export type {
  Refinement,
  RefinementEdge,
  RefinementInterface,
  RefinementNote,
  RefinementPairs,
  RefinementPlace,
  Violation,
} from "./refinement.ts";
