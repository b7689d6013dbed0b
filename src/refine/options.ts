/** What may be wished for when refinement is decided. */
import type { Limits, Order } from "../search/index.ts";
import type { InterfaceOptions } from "./interface.ts";

export interface RefineOptions extends Limits, InterfaceOptions {
  /** Where the specification is not deterministic: in how many states it may be at a time, 8 unless told; 0 follows no sets of states. */
  readonly sets?: number | undefined;
  /**
   * Where the specification is not deterministic or has internal edges: look for a timed simulation. It proves inclusion;
   * that there is none proves nothing.
   */
  readonly simulation?: boolean | undefined;
  readonly order?: Order | undefined;
  readonly seed?: number | undefined;
}
