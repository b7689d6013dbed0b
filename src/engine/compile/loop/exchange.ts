import { type Body, call, type Func, type Global, i32, memory } from "../../wasm/index.ts";
import type { Action, ActionOn, Emitter, Question } from "../emitter.ts";
import type { Store } from "../store/store.ts";
import type { ActiveCode } from "../zones/active.ts";

/**
 * A search in several memories (after Stern, Dill 1997, Parallelizing the Murphi verifier): a WebAssembly memory has at most
 * 4 GiB, so several instances of one module, its parts, search together in one thread (host/memories.ts). The hash of the packed
 * discrete state says which part keeps it. A successor that another part keeps is written to a box for it; full boxes are
 * carried over by the host.
 *
 * A message: the hash, the parent's address (only when a trace is wanted), the packed state, meta variables, the exact zone in
 * stored form.
 */
export interface Exchange {
  /** Which part this is; set by the host. */
  readonly part: Global<"i32">;
  /** Sends the state in the cells and the target zone to the part that keeps it; 0 if that is this one. */
  readonly send: Question;
  /** Hands over what is in the boxes. */
  readonly flush: Action;
  /** Where the host puts messages, and bytes of one. */
  readonly inbox: number;
  readonly bytes: number;
  /** Takes so many messages of a part out of the inbox; each state is handed to `keep`. */
  readonly receive: (keep: Action) => Func<readonly ["i32", "i32"], "void">;
}

const BOX = 1 << 14;

interface Forms {
  readonly pack: Action;
  readonly unpack: ActionOn;
  /** States are packed, and zones compressed to the candidate, before they are inserted. */
  readonly isSent: boolean;
  /** Zones have active clocks only; messages are long enough for all. */
  readonly active: ActiveCode | undefined;
}

/** Where what is: bytes of a message, offsets in it, regions of the boxes. */
interface Boxes {
  readonly e: Emitter;
  readonly forms: Forms;
  readonly store: Store;
  /** Which part this is. */
  readonly part: Global<"i32">;
  readonly fixed: number;
  readonly zone: number;
  readonly zoneBytes: number;
  readonly bytes: number;
  /** Bytes of a box; one for each part, how full each is, and one for what comes in. */
  readonly size: number;
  readonly boxes: number;
  readonly ends: number;
  readonly inbox: number;
}

export function exchangeFunctions(
  e: Emitter,
  carry: NonNullable<Emitter["carry"]>,
  forms: Forms,
  store: Store,
): Exchange {
  const boxes = boxesOf(e, forms, store);
  const touched = e.module.global("i32", "touched");
  const deliver = deliverFunction(boxes, carry);
  const send = sendFunction(boxes, deliver);
  const flush = e.module.func("flush", [], "void", (f: Body) => {
    for (let to = 0; to < e.plan.memories; to++) f.call(deliver, to);
  });
  const receive: Exchange["receive"] = (keep) => receiveFunction(boxes, keep, touched);
  const { part, inbox, bytes } = boxes;
  return { part, send, flush, inbox, bytes, receive };
}

function boxesOf(e: Emitter, forms: Forms, store: Store): Boxes {
  const { packed, meta, trace, dim, entry, memories } = e.plan;
  const zoneBytes = dim * dim * entry;
  const fixed = trace ? 8 : 4;
  const zone = fixed + 4 * (packed + meta.length);
  const bytes = (zone + zoneBytes + 3) & ~3;
  const size = Math.max(BOX, bytes);
  const boxes = e.region(size * memories);
  const ends = e.region(4 * memories);
  const inbox = e.region(size);
  const part = e.module.global("i32", "part");
  return { e, forms, store, part, fixed, zone, zoneBytes, bytes, size, boxes, ends, inbox };
}

/** Hands the box of a part over, unless it is empty. */
function deliverFunction({ e, size, boxes, ends }: Boxes, carry: NonNullable<Emitter["carry"]>): ActionOn {
  return e.module.func("deliver", ["to: i32"], "void", (f, to) => {
    const used = f.local("i32", "used", i32.load(i32.shl(to, 2), ends));
    f.if(used, () => {
      f.do(i32.store(i32.shl(to, 2), 0, ends));
      f.call(carry, to, i32.add(boxes, i32.mul(to, size)), used);
    });
  });
}

function sendFunction(
  { e, forms, store, part, fixed, zone, zoneBytes, bytes, size, boxes, ends }: Boxes,
  deliver: ActionOn,
): Question {
  const { at, packed, meta, trace, memories } = e.plan;
  const { isSent, pack } = forms;
  return e.module.func("send", [], "i32", (f) => {
    const compress = () =>
      f.if(i32.eqz(call(store.comparison.compress)), () => {
        f.set(store.trouble, 2);
        f.return(1);
      });
    if (isSent) compress();
    f.call(pack);
    // The upper half: the table uses the lower bits.
    const hash = f.local("i32", "hash", call(store.heap.hash));
    const to = f.local("i32", "to", i32.shr_u(i32.mul(i32.shr_u(hash, 16), memories), 16));
    f.if(i32.eq(to, part), () => f.return(0));
    if (!isSent) compress();
    f.if(i32.gt_u(i32.add(i32.load(i32.shl(to, 2), ends), bytes), size), () => f.call(deliver, to));
    const used = f.local("i32", "used", i32.load(i32.shl(to, 2), ends));
    const box = f.local("i32", "box", i32.add(i32.add(boxes, i32.mul(to, size)), used));
    f.do(i32.store(box, hash));
    if (trace) f.do(i32.store(box, store.current, 4));
    for (let w = 0; w < packed; w++) f.do(i32.store(box, i32.load(0, at.packed + 4 * w), fixed + 4 * w));
    for (const [k, cell] of meta.entries())
      f.do(i32.store(box, i32.load(0, at.cells + 4 * cell), fixed + 4 * (packed + k)));
    f.do(memory.copy(i32.add(box, zone), at.candidate, forms.active?.zoneBytes ?? zoneBytes));
    f.do(i32.store(i32.shl(to, 2), i32.add(used, bytes), ends));
    return 1;
  });
}

function receiveFunction(
  { e, forms, store, part, fixed, zone, zoneBytes, bytes, inbox }: Boxes,
  keep: Action,
  touched: Global<"i32">,
): Func<readonly ["i32", "i32"], "void"> {
  const { plan } = e;
  const { at, packed, meta, trace } = plan;
  const { isSent, unpack, active } = forms;
  return e.module.func("receive", ["count: i32", "sender: i32"], "void", (f, count, sender) => {
    const from = f.local("i32", "from", inbox);
    f.comment("memory is slow: all slots, records and first nodes are asked for at once");
    const ahead = f.local("i32", "ahead", 0);
    const end = f.local("i32", "end", i32.add(inbox, i32.mul(count, bytes)));
    f.upTo(from, end, bytes, () => {
      const slot = i32.shl(i32.and(i32.load(from), store.mask), 2);
      const node = i32.and(i32.load(i32.load(i32.add(store.table, slot))), -4);
      f.set(ahead, i32.xor(ahead, i32.load(node, plan.node.zone)));
    });
    f.set(touched, ahead);
    f.set(from, inbox);
    f.set(store.origin, sender);
    f.while(count, () => {
      if (trace) f.set(store.current, i32.load(from, 4));
      f.call(unpack, i32.add(from, fixed));
      for (const [k, cell] of meta.entries())
        f.do(i32.store(0, i32.load(from, fixed + 4 * (packed + k)), at.cells + 4 * cell));
      if (isSent) {
        for (let w = 0; w < packed; w++) f.do(i32.store(0, i32.load(from, fixed + 4 * w), at.packed + 4 * w));
        if (active) f.call(active.find);
        f.do(memory.copy(at.candidate, i32.add(from, zone), active?.zoneBytes ?? zoneBytes));
      } else f.call(store.read, i32.add(from, zone), at.target);
      f.call(keep);
      f.add(from, bytes);
      f.set(count, i32.sub(count, 1));
    });
    f.set(store.origin, part);
  });
}
