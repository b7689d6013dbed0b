import { call, type I32, i32 } from "../../wasm/index.ts";
import type { Action, ActionOn, Emitter, Question } from "../emitter.ts";
import type { ActiveCode } from "../zones/active.ts";
import type { KeptZones } from "../zones/comparison.ts";
import type { Heap } from "./heap.ts";
import { DEAD, recordOf } from "./node.ts";
import type { Tally } from "./tally.ts";

/**
 * Room for nodes, and nodes that are used again: lists through their second words, since others may still follow the first; the
 * nodes stay dead. Nodes of one size have a list of their own: one for all, or one for each number of active clocks, which
 * records tell.
 */
interface Room {
  /** Room for a node with the zone of the candidate; 0 if memory ran out. */
  readonly newNode: Question;
  /** Lets a node be used again; of several threads, once all have met: others may still read it. */
  readonly recycle: ActionOn;
  /** After all threads have met. */
  readonly settle: Action;
}

/** What nodes have: zones of active clocks in themselves, or addresses of zones. */
interface Contents {
  readonly active: ActiveCode | undefined;
  readonly kept: KeptZones | undefined;
  readonly tally: Tally | undefined;
}

export function roomFunctions(e: Emitter, heap: Heap, { active, kept, tally }: Contents): Room {
  const { module, plan } = e;
  const sizes = active ? plan.dim + 1 : 1;
  // Nodes to be used again; of several threads, the first and the last of those that went since all have met.
  const [free, gone, goneLast] = [e.region(4 * sizes), e.region(4 * sizes), e.region(4 * sizes)];
  const slotOf = (count: I32): I32 => (active ? i32.shl(count, 2) : i32.const(0));
  const newNode = module.func("new_node", [], "i32", (f) => {
    const slot = f.local("i32", "slot", slotOf(active?.count ?? i32.const(0)));
    const n = f.local("i32", "n", i32.load(slot, free));
    const bytes = active ? i32.and(i32.add(active.zoneBytes, plan.node.zone + 3), -4) : plan.node.bytes;
    f.if(i32.eqz(n), () => {
      if (tally) f.add(tally.nodeBytes, bytes);
      f.return(call(heap.allocate, bytes));
    });
    f.do(i32.store(slot, i32.and(i32.load(n, 4), ~DEAD), free));
    return n;
  });
  const recycle = module.func("recycle", ["n: i32"], "void", (f, n) => {
    if (plan.trace) return;
    if (kept) f.call(kept.release, i32.load(n, plan.node.zone));
    const slot = f.local("i32", "slot", slotOf(i32.load(recordOf(n), 8 + 4 * plan.kept)));
    const to = plan.shared ? gone : free;
    if (plan.shared) f.if(i32.eqz(i32.load(slot, gone)), () => f.do(i32.store(slot, n, goneLast)));
    f.do(i32.store(n, i32.or(i32.load(slot, to), DEAD), 4), i32.store(slot, n, to));
  });
  const settle = module.func("settle_gone", [], "void", (f) => {
    const slot = f.local("i32", "slot");
    f.for(
      slot,
      0,
      4 * sizes,
      () =>
        f.if(i32.load(slot, gone), () => {
          f.do(i32.store(i32.load(slot, goneLast), i32.or(i32.load(slot, free), DEAD), 4));
          f.do(i32.store(slot, i32.load(slot, gone), free), i32.store(slot, 0, gone));
        }),
      4,
    );
  });
  return { newNode, recycle, settle };
}
