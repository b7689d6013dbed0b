/** Timed trace inclusion of two networks. */
export type { RefineOptions } from "./options.ts";
export { refine } from "./refine.ts";
export type {
  Distinction,
  Refinement,
  RefinementEdge,
  RefinementInterface,
  RefinementNote,
  RefinementPairs,
  RefinementPlace,
  RefinementRelation,
  Violation,
} from "./refinement.ts";
export { spokenWithin } from "./uses.ts";
