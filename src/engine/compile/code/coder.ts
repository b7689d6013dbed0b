import type { Function as NetworkFunction } from "../../../network/index.ts";
import type { Func, Global } from "../../wasm/index.ts";
import type { Action, Emitter } from "../emitter.ts";
import type { ZoneFunctions } from "../zones/zone.ts";

/**
 * The second stage of a module: what the model's code is made with. Expressions and statements refer to each other, so that
 * functions of the model are reached through this value (`statement.ts` makes it).
 */
export interface Coder extends Emitter {
  readonly zones: ZoneFunctions;
  /** Where clocks are noted instead of set; undefined where that never is. */
  readonly notes: ClockNotes | undefined;
  /** Functions of the network and of the query, and those of them that are compiled, by index. */
  readonly functions: readonly NetworkFunction[];
  readonly made: Map<number, Action>;
  /** The compiled function of an index. */
  readonly functionOf: (index: number, e: Coder) => Action;
}

/** While transitions are only listed, updates change no zone but note what clocks become (`zones/priority.ts`). */
export interface ClockNotes {
  readonly listing: Global<"i32">;
  /** clock x becomes y + d, while listing. */
  readonly set: Func<readonly ["i32", "i32", "i32"], "void">;
}
