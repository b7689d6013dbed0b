import {
  type Body,
  call,
  type Func,
  type Global,
  type I32,
  i32,
  i32x4,
  type Local,
  memory,
  type V128,
  v128,
} from "../../wasm/index.ts";
import type { Emitter } from "../emitter.ts";
import { lanesOf } from "../zones/lanes.ts";
import type { Store } from "./store.ts";
import { discreteTable } from "./table.ts";
import { doneFunctions } from "./vain.ts";

/**
 * The states of a depth-first search for paths that stay, as `search/passed.ts`: those not yet done are found by equality
 * of abstract zones; those done, whose search was in vain, cover all inside them. The stack is a list through the nodes,
 * with states to be entered on it and, below each group of those, the open one they follow from.
 *
 * A record of the table begins with the list of nodes not yet done and ends with those that are (vain.ts).
 * A node:    word 0   next node not yet done of the same discrete state
 *            word 1   address of the discrete record, and its status in bits 0 and 1
 *            word 2   the node below in the stack; word 3 the one above, 0 at the ends
 *            word 4   what the host wants to know of it: for `-->`, the state of the first search it began in
 *            word 5   the hash of the zone
 *            then     meta variables, a word each; the zone in stored form, filled up to whole vectors
 */
export interface PassedStates {
  readonly open: Func<readonly [], "void">;
  /**
   * Puts the state in the cells and the target zone, which must be abstract, on top of the stack unless it is in vain. If it
   * is open, that is a loop: the node is left in `loop`.
   */
  readonly insert: Func<readonly [], "void">;
  /** Whether the state in the cells and the target zone is that of a node. */
  readonly matches: Func<readonly ["i32"], "i32">;
  /** The node on top was searched in vain: takes it from the stack, and all that it covers from everywhere. */
  readonly finish: Func<readonly [], "void">;
  /** Reads a node into the cells and the source zone. */
  readonly load: Func<readonly ["i32"], "void">;
  readonly top: Global<"i32">;
  readonly loop: Global<"i32">;
  /** Put into word 4 of new nodes. */
  readonly origin: Global<"i32">;
  readonly stored: Global<"i32">;
  readonly discrete: Global<"i32">;
  readonly waiting: Global<"i32">;
  readonly layout: { readonly meta: number; readonly zone: number };
}

/** Status of a node. */
export const NEW = 0;
export const OPEN = 1;
export const DONE = 2;

export function passedFunctions(
  e: Emitter,
  store: Store,
  pack: Func<readonly [], "void">,
  unpack: Func<readonly ["i32"], "void">,
): PassedStates {
  const { module, plan } = e;
  const { dim, entry, at, meta, packed } = plan;
  const { candidate } = at;
  const { compress } = store.comparison;
  const vectors = Math.ceil((dim * dim * entry) / 16);
  const zone = 24 + 4 * meta.length;
  const bytes = zone + 16 * vectors;
  const table = discreteTable(e, store.allocate, "passed", 1);

  const top = module.global("i32", "top");
  const loop = module.global("i32", "loop");
  const origin = module.global("i32", "origin");
  const stored = module.global("i32", "passed_stored");
  const waiting = module.global("i32", "passed_waiting");
  const free = module.global("i32", "passed_free");

  const load = module.func("passed_load", ["n: i32"], "void", (f, n) => {
    f.call(unpack, i32.add(recordOf(n), 8));
    for (const [k, cell] of meta.entries()) f.do(i32.store(0, i32.load(n, 24 + 4 * k), at.cells + 4 * cell));
    f.call(store.load, i32.add(n, zone), at.zone);
  });

  /** Compares two zones in stored form, a vector of differences at a time. */
  const compare = (name: string, differs: (a: V128, b: V128) => V128) =>
    module.func(name, ["a: i32", "b: i32"], "i32", (f, a, b) => {
      const differ = (k: number, x: I32, y: I32) =>
        f.if(v128.any_true(differs(v128.load(x, 16 * k, entry), v128.load(y, 16 * k, entry))), () => f.return(0));
      if (vectors <= 24) {
        for (let k = 0; k < vectors; k++) differ(k, a, b);
        return 1;
      }
      const k = f.local("i32", "k");
      f.for(k, 0, 16 * vectors, () => differ(0, i32.add(a, k), i32.add(b, k)), 16);
      return 1;
    });
  const inside = compare("passed_inside", lanesOf(entry).gt_s);
  const same = compare("passed_same", v128.xor);

  const release = module.func("release", ["n: i32"], "void", (f, n) => {
    f.do(i32.store(n, free));
    f.set(free, n);
    f.set(stored, i32.sub(stored, 1));
  });
  const done = doneFunctions(e, store, inside, release, { zone, list: 8 + 4 * packed });

  /** Packs the state and writes its zone to the candidate; its record, or 0. */
  const prepare = module.func("passed_prepare", [], "i32", (f) => {
    f.if(i32.eqz(call(compress)), () => {
      f.set(store.trouble, 2);
      f.return(0);
    });
    f.call(pack);
    return call(table.find);
  });

  /** Of the candidate. */
  const zoneHash = module.func("zone_hash", [], "i32", (f) => {
    const h = f.local("v128", "h", i32x4.splat(0x2545f491));
    for (let k = 0; k < vectors; k++)
      f.set(h, i32x4.mul(v128.xor(h, v128.load(0, candidate + 16 * k)), i32x4.splat(0x85ebca6b | 0)));
    const lane = (k: number): I32 => i32.mul(i32x4.extract_lane(h, k), 2 * k + 3);
    return i32.add(i32.xor(lane(0), i32.shr_u(lane(1), 7)), i32.xor(lane(2), i32.shr_u(lane(3), 13)));
  });

  // ---- the stack

  function push(f: Body, n: I32): void {
    f.do(i32.store(n, top, 8), i32.store(n, 0, 12));
    f.if(top, () => f.do(i32.store(top, n, 12)));
    f.set(top, n);
  }

  const unlink = module.func("unlink", ["n: i32"], "void", (f, n) => {
    const below = f.local("i32", "below", i32.load(n, 8));
    const above = f.local("i32", "above", i32.load(n, 12));
    f.if(below, () => f.do(i32.store(below, above, 12)));
    f.if(
      above,
      () => f.do(i32.store(above, below, 8)),
      () => f.set(top, below),
    );
  });

  const insert = module.func("passed_insert", [], "void", (f) => {
    const record = f.local("i32", "record", call(prepare));
    f.if(i32.eqz(record), () => f.return());
    const hash = f.local("i32", "hash", call(zoneHash));
    const n = f.local("i32", "node", i32.load(record));
    f.while(n, () => {
      f.if(i32.andThen(i32.eq(i32.load(n, 20), hash), call(same, candidate, i32.add(n, zone))), () => {
        f.if(
          i32.and(i32.load(n, 4), OPEN),
          () => f.set(loop, n),
          () => {
            f.comment("known but not yet entered: it comes next");
            f.call(unlink, n);
            push(f, n);
          },
        );
        f.return();
      });
      f.set(n, i32.load(n));
    });
    f.if(call(done.covers, record), () => f.return());
    f.set(n, free);
    f.if(
      n,
      () => f.set(free, i32.load(n)),
      () => f.set(n, call(store.allocate, bytes)),
    );
    f.if(i32.eqz(n), () => f.return());
    f.do(i32.store(n, i32.load(record)), i32.store(n, i32.or(record, NEW), 4));
    f.do(i32.store(n, origin, 16), i32.store(n, hash, 20));
    for (const [k, cell] of meta.entries()) f.do(i32.store(n, i32.load(0, at.cells + 4 * cell), 24 + 4 * k));
    f.do(memory.copy(i32.add(n, zone), candidate, 16 * vectors), i32.store(record, n));
    push(f, n);
    f.set(stored, i32.add(stored, 1));
    f.set(waiting, i32.add(waiting, 1));
  });

  const finish = module.func("passed_finish", [], "void", (f) => {
    const ready = f.local("i32", "ready", top);
    f.call(unlink, ready);
    const record = f.local("i32", "record", recordOf(ready));
    f.do(i32.store(ready, i32.or(record, DONE), 4));
    f.comment("it leaves the list of those to be done, with those inside it");
    const link = f.local("i32", "link", record);
    const n = f.local("i32", "node", i32.load(record));
    const after = f.local("i32", "after");
    f.while(n, () => {
      f.set(after, i32.load(n));
      const isInside = i32.andThen(
        i32.eqz(i32.and(i32.load(n, 4), OPEN)),
        call(inside, i32.add(n, zone), i32.add(ready, zone)),
      );
      f.if(
        i32.orElse(i32.eq(n, ready), isInside),
        () => {
          f.do(i32.store(link, after));
          f.if(i32.ne(n, ready), () => {
            f.call(unlink, n);
            f.set(waiting, i32.sub(waiting, 1));
            f.call(release, n);
          });
        },
        () => f.set(link, n),
      );
      f.set(n, after);
    });
    f.call(done.add, record, ready);
  });

  const matches = module.func("passed_matches", ["n: i32"], "i32", (f, n) => {
    const record = f.local("i32", "record", call(prepare));
    return i32.andThen(i32.eq(record, recordOf(n)), call(same, candidate, i32.add(n, zone)));
  });

  return {
    open: table.open,
    insert,
    matches,
    finish,
    load,
    top,
    loop,
    origin,
    stored,
    discrete: table.count,
    waiting,
    layout: { meta: 24, zone },
  };
}

/** The discrete record of a node. */
export function recordOf(n: I32 | Local<"i32">): I32 {
  return i32.and(i32.load(n, 4), -4);
}
