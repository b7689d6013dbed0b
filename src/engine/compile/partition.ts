import { call, type Func, type I32, i32, memory } from "../wasm/index.ts";
import type { Emitter } from "./emitter.ts";

/**
 * A search in parts (after Stern, Dill 1997): the hash of the packed discrete state says which part keeps it. A successor of
 * another part's is written to an outbox; full outboxes go to the host, which carries them over. A message is the packed
 * state, the meta variables and the zone in stored form.
 */
export interface Exchange {
  /** Which part keeps a state with this hash. */
  readonly owner: (hash: I32) => I32;
  /** Writes the packed state and the candidate zone to a part's outbox. */
  readonly send: Func<readonly ["i32"], "void">;
  /** Hands over what is in the outboxes. */
  readonly flush: Func<readonly [], "void">;
  /** Where the host puts messages to be received. */
  readonly inbox: number;
}

const BOX = 1 << 16;

/** Bytes of a message, a multiple of 4. */
export function messageBytes(e: { readonly plan: Emitter["plan"] }): number {
  const { packed, meta, dim, entry } = e.plan;
  return 4 * (packed + meta.length) + ((dim * dim * entry + 3) & ~3);
}

export function exchangeFunctions(e: Emitter): Exchange | undefined {
  const { module, plan } = e;
  const { partition, at, packed, meta, dim, entry } = plan;
  if (!partition || !e.flush) return undefined;
  const flush = e.flush;
  const bytes = messageBytes(e);
  const size = Math.max(BOX, bytes);
  const boxes = e.region(size * partition.parts);
  const ends = e.region(4 * partition.parts);
  const inbox = e.region(size);

  const deliver = module.func("deliver", ["to: i32"], "void", (f, to) => {
    const used = f.local("i32", "used", i32.load(i32.shl(to, 2), ends));
    f.if(used, () => {
      f.call(flush, to, i32.add(boxes, i32.mul(to, size)), used);
      f.do(i32.store(i32.shl(to, 2), 0, ends));
    });
  });

  const send = module.func("send", ["to: i32"], "void", (f, to) => {
    f.if(i32.gt_u(i32.add(i32.load(i32.shl(to, 2), ends), bytes), size), () => f.call(deliver, to));
    const used = f.local("i32", "used", i32.load(i32.shl(to, 2), ends));
    const box = f.local("i32", "box", i32.add(i32.add(boxes, i32.mul(to, size)), used));
    for (let w = 0; w < packed; w++) f.do(i32.store(box, i32.load(0, at.packed + 4 * w), 4 * w));
    for (const [k, cell] of meta.entries()) f.do(i32.store(box, i32.load(0, at.cells + 4 * cell), 4 * (packed + k)));
    f.do(memory.copy(i32.add(box, 4 * (packed + meta.length)), at.candidate, dim * dim * entry));
    f.do(i32.store(i32.shl(to, 2), i32.add(used, bytes), ends));
  });

  return {
    // The table uses the low bits of the hash.
    owner: (hash) => i32.rem_u(i32.shr_u(hash, 12), partition.parts),
    send,
    flush: module.func("flush_all", [], "void", (f) => {
      for (let to = 0; to < partition.parts; to++) f.do(call(deliver, to));
    }),
    inbox,
  };
}
