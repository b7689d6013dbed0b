import { type Body, call, f64, type Global, i32 } from "../../wasm/index.ts";
import type { Emitter, QuestionOf } from "../emitter.ts";
import type { ActiveCode } from "../zones/active.ts";

/** What the memory of small states is made of: counted where zones have active clocks only, or states are folded. */
export interface Tally {
  /** Bytes of nodes and of records; those of folded parts are the folding's. */
  readonly nodeBytes: Global<"i32">;
  readonly recordBytes: Global<"i32">;
  /** Bytes of trees of zones, and of what waits. */
  readonly treeBytes: Global<"i32">;
  readonly waitingBytes: Global<"i32">;
  /** Bytes of tables beside those of the heap and of what is kept once. */
  readonly tableBytes: Global<"i32">;
  /** Of nodes made: how many, their active clocks together, and the most that one had. */
  readonly made: Global<"i32">;
  readonly activeSum: Global<"f64">;
  readonly activeMost: Global<"i32">;
}

/** Undefined where states are stored as they are. */
export function tallyOf({ module, plan }: Emitter): Tally | undefined {
  if (plan.active === undefined && !plan.folds) return undefined;
  const number = (name: string) => module.global("i32", name);
  return {
    nodeBytes: number("node_bytes"),
    recordBytes: number("record_bytes"),
    treeBytes: number("tree_bytes"),
    waitingBytes: number("waiting_bytes"),
    tableBytes: number("table_bytes"),
    made: number("nodes_made"),
    activeSum: module.global("f64", "active_sum"),
    activeMost: number("active_most"),
  };
}

/** As `allocate`, and what it gives, for so and so, is counted as bytes of one kind. */
export function counted(
  { module }: Emitter,
  tally: Tally | undefined,
  allocate: QuestionOf,
  name: string,
  what: "tree" | "waiting" | "table",
): QuestionOf {
  if (tally === undefined) return allocate;
  return module.func(`room_for_${name}`, ["bytes: i32"], "i32", (f, bytes) => {
    f.add(tally[`${what}Bytes`], bytes);
    return call(allocate, bytes);
  });
}

/** Counts a new node. */
export function count({ made, activeSum, activeMost }: Tally, active: ActiveCode | undefined, f: Body): void {
  f.add(made, 1);
  if (!active) return;
  // The zero clock is none.
  const clocks = f.local("i32", "clocks", i32.sub(active.count, 1));
  f.set(activeSum, f64.add(activeSum, f64.convert_i32_u(clocks)));
  f.if(i32.gt_u(clocks, activeMost), () => f.set(activeMost, clocks));
}
