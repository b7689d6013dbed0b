/**
 * Local zones of waiting nodes: the store compares standard zones, and a local one is needed only until its node is expanded.
 * They stand in blocks of their own that are used again; a word of the node says where. Of several threads each uses those
 * again that it has taken: a node is taken only when all have met since it was made, by one of them.
 */
import { type Body, call, type Global, i32, i32x4, memory, v128 } from "../../wasm/index.ts";
import type { ActionOn, Emitter, QuestionOf } from "../emitter.ts";
import { INF, type Plan } from "../plan.ts";
import type { Heap } from "../store/heap.ts";

/** A plan of the store whose nodes have a word more. */
export function withWord(plan: Plan): Plan {
  const { node } = plan;
  return { ...plan, node: { ...node, zone: node.zone + 4, bytes: node.bytes + 4 } };
}

export interface WaitingZones {
  /** A node waits no more: its block is free. */
  readonly release: ActionOn;
  /** Keeps the target zone for a new node. */
  readonly keep: (heap: Pick<Heap, "allocate" | "trouble">) => ActionOn;
  /** Takes the zone of a node as the source zone; its block is free. */
  readonly take: ActionOn;
}

export function waitingZones(e: Emitter, word: number): WaitingZones {
  const { module, plan } = e;
  const free = module.global("i32", "free_block");
  const release = module.func("release_block", ["n: i32"], "void", (f, n) => {
    const block = f.local("i32", "block", i32.load(n, word));
    f.do(i32.store(block, free));
    f.set(free, block);
  });
  const take = module.func("take_zone", ["n: i32"], "void", (f, n) => {
    f.do(memory.copy(plan.at.zone, i32.load(n, word), plan.zoneBytes));
    f.call(release, n);
  });
  return { release, take, keep: (heap) => keepFunction(e, word, free, heap) };
}

function keepFunction(
  e: Emitter,
  word: number,
  free: Global<"i32">,
  { allocate, trouble }: Pick<Heap, "allocate" | "trouble">,
): ActionOn {
  const { zoneBytes, at } = e.plan;
  const block = blockFunction(e, free, allocate);
  return e.module.func("keep_zone", ["n: i32"], "void", (f, n) => {
    const to = f.local("i32", "to", call(block));
    f.if(i32.eqz(to), () => f.return());
    f.do(i32.store(n, to, word), memory.copy(to, at.target, zoneBytes));
    f.comment("what is too large to be added up ends the search");
    f.if(isTooLarge(f, e), () => f.set(trouble, 2));
  });
}

function blockFunction({ module, plan }: Emitter, free: Global<"i32">, allocate: QuestionOf) {
  return module.func("new_block", [], "i32", (f) => {
    const block = f.local("i32", "block", free);
    f.if(i32.eqz(block), () => f.return(call(allocate, plan.zoneBytes)));
    f.set(free, i32.load(block));
    return block;
  });
}

/** Whether a finite entry of the target zone is beyond the limit of the plan. */
function isTooLarge(f: Body, { plan: { at, zoneBytes, limit } }: Emitter) {
  const bad = f.local("v128", "bad", i32x4.splat(0));
  const [k, v] = [f.local("i32", "k"), f.local("v128", "v")];
  f.for(
    k,
    0,
    zoneBytes,
    () => {
      f.set(v, v128.load(k, at.target));
      const above = v128.and(i32x4.lt_s(v, i32x4.splat(INF)), i32x4.gt_s(v, i32x4.splat(limit)));
      f.set(bad, v128.or(bad, v128.or(above, i32x4.lt_s(v, i32x4.splat(-limit)))));
    },
    16,
  );
  return v128.any_true(bad);
}
