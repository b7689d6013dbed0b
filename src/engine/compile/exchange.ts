import { type Body, call, type Func, type Global, i32, memory } from "../wasm/index.ts";
import type { Emitter } from "./emitter.ts";
import type { Store } from "./store.ts";

/**
 * A search in several memories (after Stern, Dill 1997, Parallelizing the Murphi verifier): a WebAssembly memory has at most
 * 4 GiB, so several instances of one module, its parts, search together in one thread (several.ts). The hash of the packed
 * discrete state says which part keeps it. A successor that another part keeps is written to a box for it; full boxes are
 * carried over by the host.
 *
 * A message: the parent's address (only when a trace is wanted), the packed state, meta variables, the exact working zone.
 */
export interface Exchange {
  /** Which part this is; set by the host. */
  readonly part: Global<"i32">;
  /** Sends the state in the cells and the target zone to the part that keeps it; 0 if that is this one: then it is packed. */
  readonly send: Func<readonly [], "i32">;
  /** Hands over what is in the boxes. */
  readonly flush: Func<readonly [], "void">;
  /** Where the host puts messages, and bytes of one. */
  readonly inbox: number;
  readonly bytes: number;
  /** Takes so many messages of a part out of the inbox; each state is handed to `keep`, packed. */
  readonly receive: (keep: Func<readonly [], "void">) => Func<readonly ["i32", "i32"], "void">;
}

const BOX = 1 << 16;

export function exchangeFunctions(
  e: Emitter,
  parts: number,
  pack: Func<readonly [], "void">,
  unpack: Func<readonly ["i32"], "void">,
  store: Store,
): Exchange {
  const { module, plan } = e;
  const { at, packed, meta, trace, zoneBytes } = plan;
  const fixed = trace ? 4 : 0;
  const zone = fixed + 4 * (packed + meta.length);
  const bytes = zone + zoneBytes;
  const size = Math.max(BOX, bytes);
  const boxes = e.region(size * parts);
  const ends = e.region(4 * parts);
  const inbox = e.region(size);
  const part = module.global("i32", "part");

  const deliver = module.func("deliver", ["to: i32"], "void", (f, to) => {
    const used = f.local("i32", "used", i32.load(i32.shl(to, 2), ends));
    f.if(used, () => {
      f.do(i32.store(i32.shl(to, 2), 0, ends));
      f.call(e.carry!, to, i32.add(boxes, i32.mul(to, size)), used);
    });
  });

  const send = module.func("send", [], "i32", (f) => {
    f.call(pack);
    // The upper half: the table uses the lower bits.
    const upper = i32.shr_u(call(store.heap.hash), 16);
    const to = f.local("i32", "to", i32.shr_u(i32.mul(upper, parts), 16));
    f.if(i32.eq(to, part), () => f.return(0));
    f.if(i32.gt_u(i32.add(i32.load(i32.shl(to, 2), ends), bytes), size), () => f.call(deliver, to));
    const used = f.local("i32", "used", i32.load(i32.shl(to, 2), ends));
    const box = f.local("i32", "box", i32.add(i32.add(boxes, i32.mul(to, size)), used));
    if (trace) f.do(i32.store(box, store.current));
    for (let w = 0; w < packed; w++) f.do(i32.store(box, i32.load(0, at.packed + 4 * w), fixed + 4 * w));
    for (const [k, cell] of meta.entries())
      f.do(i32.store(box, i32.load(0, at.cells + 4 * cell), fixed + 4 * (packed + k)));
    f.do(memory.copy(i32.add(box, zone), at.target, zoneBytes));
    f.do(i32.store(i32.shl(to, 2), i32.add(used, bytes), ends));
    return 1;
  });

  const flush = module.func("flush", [], "void", (f: Body) => {
    for (let to = 0; to < parts; to++) f.call(deliver, to);
  });

  const receive = (keep: Func<readonly [], "void">) =>
    module.func("receive", ["count: i32", "sender: i32"], "void", (f, count, sender) => {
      const from = f.local("i32", "from", inbox);
      f.set(store.origin, sender);
      f.while(count, () => {
        if (trace) f.set(store.current, i32.load(from));
        for (let w = 0; w < packed; w++) f.do(i32.store(0, i32.load(from, fixed + 4 * w), at.packed + 4 * w));
        f.call(unpack, i32.add(from, fixed));
        for (const [k, cell] of meta.entries())
          f.do(i32.store(0, i32.load(from, fixed + 4 * (packed + k)), at.cells + 4 * cell));
        f.do(memory.copy(at.target, i32.add(from, zone), zoneBytes));
        f.call(keep);
        f.set(from, i32.add(from, bytes));
        f.set(count, i32.sub(count, 1));
      });
      f.set(store.origin, part);
    });

  return { part, send, flush, inbox, bytes, receive };
}
