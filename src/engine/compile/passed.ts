import {
  type Body,
  call,
  type Func,
  type Global,
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
import { INF, INF16, LIMIT } from "./plan.ts";
import type { Store } from "./store.ts";
import { discreteTable } from "./table.ts";

/**
 * The states of a depth-first search for paths that stay, as `search/passed.ts`: those not yet done are found by equality
 * of abstract zones; those done, whose search was in vain, cover all inside them. The stack is a list through the nodes,
 * with states to be entered on it and, below each group of those, the open one they follow from.
 *
 * A node:    word 0   next node of the same discrete state
 *            word 1   address of the discrete record, and its status in bits 0 and 1
 *            word 2   the node below in the stack; word 3 the one above, 0 at the ends
 *            word 4   what the host wants to know of it: for `-->`, the state of the first search it began in
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
  const { dim, entry, width, rowBytes, at, meta } = plan;
  const vectors = Math.ceil((dim * dim * entry) / 16);
  const zone = 20 + 4 * meta.length;
  const bytes = zone + 16 * vectors;
  const candidate = e.region(16 * vectors + 64);
  const table = discreteTable(e, store.allocate, "passed");

  const top = module.global("i32", "top");
  const loop = module.global("i32", "loop");
  const origin = module.global("i32", "origin");
  const stored = module.global("i32", "passed_stored");
  const waiting = module.global("i32", "passed_waiting");
  const free = module.global("i32", "passed_free");

  /** Writes the target zone in stored form to `candidate`; 0 if a bound does not fit. */
  const compress = module.func("passed_compress", [], "i32", (f) => {
    const bad = f.local("v128", "bad", i32x4.splat(0));
    const part = (row: number, lane: number): V128 => {
      if (lane >= width) return i32x4.splat(INF);
      const v = f.local("v128", "", v128.load(0, at.target + row * rowBytes + 4 * lane));
      const large = v128.andnot(i32x4.gt_s(v, i32x4.splat(LIMIT[entry])), i32x4.ge_s(v, i32x4.splat(INF)));
      f.set(bad, v128.or(bad, v128.or(large, i32x4.lt_s(v, i32x4.splat(-LIMIT[entry])))));
      return v;
    };
    // What a row writes too much the next one overwrites; behind the last one it is the same for all zones.
    for (let x = 0; x < dim; x++) {
      if (entry === 4)
        for (let k = 0; k < width; k += 4) f.do(v128.store(0, part(x, k), candidate + 4 * (x * dim + k), 4));
      else
        for (let k = 0; k < width; k += 8)
          f.do(v128.store(0, i16x8.narrow_i32x4_s(part(x, k), part(x, k + 4)), candidate + 2 * (x * dim + k), 2));
    }
    return i32.eqz(v128.any_true(bad));
  });

  const load = module.func("passed_load", ["n: i32"], "void", (f, n) => {
    f.call(unpack, i32.add(recordOf(n), 8));
    for (const [k, cell] of meta.entries()) f.do(i32.store(0, i32.load(n, 20 + 4 * k), at.cells + 4 * cell));
    for (let x = 0; x < dim; x++) {
      for (let k = 0; k < width; k += 4) {
        const from = zone + entry * (x * dim + k);
        let v: V128 = entry === 2 ? v128.load16x4_s(n, from, 2) : v128.load(n, from, 4);
        if (entry === 2) {
          const kept = f.local("v128", "", v);
          v = v128.bitselect(i32x4.splat(INF), kept, i32x4.eq(kept, i32x4.splat(INF16)));
        }
        f.do(v128.store(0, v, at.zone + x * rowBytes + 4 * k));
      }
      for (let k = dim; k < width; k++) f.do(i32.store(0, INF, at.zone + x * rowBytes + 4 * k));
    }
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
  const inside = compare("passed_inside", entry === 2 ? i16x8.gt_s : i32x4.gt_s);
  const same = compare("passed_same", v128.xor);

  /** Packs the state and writes its zone to the candidate; its record, or 0. */
  const prepare = module.func("passed_prepare", [], "i32", (f) => {
    f.if(i32.eqz(call(compress)), () => {
      f.set(store.trouble, 2);
      f.return(0);
    });
    f.call(pack);
    return call(table.find);
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
    const n = f.local("i32", "node", i32.load(record));
    const status = f.local("i32", "status");
    f.while(n, () => {
      f.set(status, i32.and(i32.load(n, 4), 3));
      f.if(
        i32.eq(status, DONE),
        () => f.if(call(inside, candidate, i32.add(n, zone)), () => f.return()),
        () =>
          f.if(call(same, candidate, i32.add(n, zone)), () => {
            f.if(
              i32.eq(status, OPEN),
              () => f.set(loop, n),
              () => {
                f.comment("known but not yet entered: it comes next");
                f.call(unlink, n);
                push(f, n);
              },
            );
            f.return();
          }),
      );
      f.set(n, i32.load(n));
    });
    f.set(n, free);
    f.if(
      n,
      () => f.set(free, i32.load(n)),
      () => f.set(n, call(store.allocate, bytes)),
    );
    f.if(i32.eqz(n), () => f.return());
    f.do(i32.store(n, i32.load(record)), i32.store(n, i32.or(record, NEW), 4), i32.store(n, origin, 16));
    for (const [k, cell] of meta.entries()) f.do(i32.store(n, i32.load(0, at.cells + 4 * cell), 20 + 4 * k));
    f.do(memory.copy(i32.add(n, zone), candidate, 16 * vectors), i32.store(record, n));
    push(f, n);
    f.set(stored, i32.add(stored, 1));
    f.set(waiting, i32.add(waiting, 1));
  });

  const finish = module.func("passed_finish", [], "void", (f) => {
    const done = f.local("i32", "done", top);
    f.call(unlink, done);
    const record = f.local("i32", "record", recordOf(done));
    f.do(i32.store(done, i32.or(record, DONE), 4));
    const link = f.local("i32", "link", record);
    const n = f.local("i32", "node", i32.load(record));
    const status = f.local("i32", "status");
    f.while(n, () => {
      const after = f.local("i32", "after", i32.load(n));
      f.set(status, i32.and(i32.load(n, 4), 3));
      f.if(
        i32.andThen(
          i32.and(i32.ne(status, OPEN), i32.ne(n, done)),
          call(inside, i32.add(n, zone), i32.add(done, zone)),
        ),
        () => {
          f.if(i32.eq(status, NEW), () => {
            f.call(unlink, n);
            f.set(waiting, i32.sub(waiting, 1));
          });
          f.do(i32.store(link, after), i32.store(n, free));
          f.set(free, n);
          f.set(stored, i32.sub(stored, 1));
        },
        () => f.set(link, n),
      );
      f.set(n, after);
    });
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
    waiting,
    layout: { meta: 20, zone },
  };
}

/** The discrete record of a node. */
export function recordOf(n: I32 | Local<"i32">): I32 {
  return i32.and(i32.load(n, 4), -4);
}
