import {
  type Body,
  call,
  type Func,
  type I32,
  i16x8,
  i32,
  i32x4,
  type Local,
  memory,
  type V128,
  v128,
} from "../wasm/index.ts";
import type { Emitter } from "./emitter.ts";
import type { Store } from "./store.ts";

/**
 * The nodes of a discrete state whose search was in vain. Most questions are answered by signatures, which lie one behind
 * the other: if one zone is inside another, so is its signature, entry by entry. A signature is the first vector of the
 * zone in stored form, and the sum of all vectors with entries shifted so far to the right that nothing overflows.
 *
 * In the record three words: address of the list, its length, and for how many there is room. An entry of the list:
 * 16 + 16 bytes of signature, then the address of the node.
 */
export interface DoneNodes {
  /** Whether the candidate is inside the zone of one that is done. */
  readonly covers: Func<readonly ["i32"], "i32">;
  /** Adds a node to its record; those inside it go. */
  readonly add: Func<readonly ["i32", "i32"], "void">;
}

const ENTRY = 36;

export function doneFunctions(
  e: Emitter,
  store: Store,
  inside: Func<readonly ["i32", "i32"], "i32">,
  release: Func<readonly ["i32"], "void">,
  { zone, vectors, list }: { readonly zone: number; readonly vectors: number; readonly list: number },
): DoneNodes {
  const { module, plan } = e;
  const { entry } = plan;
  const shift = Math.ceil(Math.log2(Math.max(vectors, 1)));
  const signature = e.region(16);
  const [add, shiftRight, beyond] =
    entry === 2 ? [i16x8.add, i16x8.shr_s, i16x8.gt_s] : [i32x4.add, i32x4.shr_s, i32x4.gt_s];

  /** Leaves the sum of the vectors of a zone in stored form in the region `signature`. */
  const sign = module.func("sign", ["z: i32"], "void", (f, z) => {
    const all = f.local("v128", "all", i32x4.splat(0));
    for (let k = 0; k < vectors; k++) f.set(all, add(all, shiftRight(v128.load(z, 16 * k, entry), shift)));
    f.do(v128.store(0, all, signature));
  });

  /** Whether one signature is not inside another. */
  const differ = (a: V128, as: V128, b: V128, bs: V128): I32 => v128.any_true(v128.or(beyond(a, b), beyond(as, bs)));

  /** Goes through the list of a record, by address. */
  function each(f: Body, record: I32, statements: (at: Local<"i32">, end: Local<"i32">) => void): void {
    const at = f.local("i32", "at", i32.load(record, list));
    const end = f.local("i32", "end", i32.add(at, i32.mul(i32.load(record, list + 4), ENTRY)));
    f.while(i32.lt_u(at, end), () => {
      statements(at, end);
      f.set(at, i32.add(at, ENTRY));
    });
  }

  const covers = module.func("done_covers", ["record: i32"], "i32", (f, record) => {
    f.if(i32.eqz(i32.load(record, list + 4)), () => f.return(0));
    f.call(sign, plan.at.candidate);
    const first = f.local("v128", "first", v128.load(0, plan.at.candidate));
    const sum = f.local("v128", "sum", v128.load(0, signature));
    each(f, record, (at) => {
      const mayBe = i32.eqz(differ(first, sum, v128.load(at, 0, 4), v128.load(at, 16, 4)));
      f.if(i32.andThen(mayBe, call(inside, plan.at.candidate, i32.add(i32.load(at, 32), zone))), () => f.return(1));
    });
    return 0;
  });

  /** Room for one more. */
  const reserve = module.func("reserve", ["record: i32"], "i32", (f, record) => {
    const room = f.local("i32", "room", i32.load(record, list + 8));
    f.if(i32.lt_u(i32.load(record, list + 4), room), () => f.return(1));
    const more = f.local("i32", "more", i32.add(i32.add(room, i32.shr_u(room, 1)), 1));
    const fresh = f.local("i32", "fresh", call(store.allocate, i32.mul(more, ENTRY)));
    f.if(i32.eqz(fresh), () => f.return(0));
    f.do(memory.copy(fresh, i32.load(record, list), i32.mul(room, ENTRY)));
    f.do(i32.store(record, fresh, list), i32.store(record, more, list + 8));
    return 1;
  });

  const addNode = module.func("done_add", ["record: i32", "n: i32"], "void", (f, record, n) => {
    const own = f.local("i32", "own", i32.add(n, zone));
    f.call(sign, own);
    const first = f.local("v128", "first", v128.load(own, 0, 4));
    const sum = f.local("v128", "sum", v128.load(0, signature));
    each(f, record, (at, end) => {
      const mayBe = i32.eqz(differ(v128.load(at, 0, 4), v128.load(at, 16, 4), first, sum));
      f.if(i32.andThen(mayBe, call(inside, i32.add(i32.load(at, 32), zone), own)), () => {
        f.call(release, i32.load(at, 32));
        f.comment("the last one takes its place and is looked at next");
        f.set(end, i32.sub(end, ENTRY));
        f.do(memory.copy(at, end, ENTRY));
        f.do(i32.store(record, i32.sub(i32.load(record, list + 4), 1), list + 4));
        f.set(at, i32.sub(at, ENTRY));
      });
    });
    f.if(i32.eqz(call(reserve, record)), () => f.return());
    const count = f.local("i32", "count", i32.load(record, list + 4));
    const to = f.local("i32", "to", i32.add(i32.load(record, list), i32.mul(count, ENTRY)));
    f.do(v128.store(to, first, 0, 4), v128.store(to, sum, 16, 4), i32.store(to, n, 32));
    f.do(i32.store(record, i32.add(count, 1), list + 4));
  });

  return { covers, add: addNode };
}
