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
import type { Exchange } from "./partition.ts";
import { INF, INF16, LIMIT } from "./plan.ts";

/**
 * The store: discrete states in a hash table, for each a list of zones, compared under aLU without extrapolation
 * (Herbreteau, Srivathsan, Walukiewicz 2012): a new zone inside a stored one is dropped, stored ones inside it go. Nodes
 * and records come from one growing heap; nodes that went are used again, unless a trace may need them.
 */
export interface Store {
  /** Adds the state in the cells and the target zone unless it is covered. The new node, or 0. */
  readonly insert: Func<readonly [], "i32">;
  /** Takes an expanded node out, unless it went already. */
  readonly forget: Func<readonly ["i32"], "void">;
  /** So many bytes of the heap; 0 if memory ran out. */
  readonly allocate: Func<readonly ["i32"], "i32">;
  /** The next waiting node, 0 if there is none. It no longer waits. */
  readonly next: Func<readonly [], "i32">;
  /** Reads a zone in stored form at `from` into the working zone `to`. */
  readonly load: Func<readonly ["i32", "i32"], "void">;
  /** Makes the table; takes the first free address. */
  readonly open: Func<readonly ["i32"], "void">;
  readonly stored: Global<"i32">;
  readonly waiting: Global<"i32">;
  readonly discrete: Global<"i32">;
  /** Bytes in use. */
  readonly used: Global<"i32">;
  /** Memory ran out (1), or a bound did not fit (2). */
  readonly trouble: Global<"i32">;
  /** The node being expanded, parent of what is inserted. */
  readonly current: Global<"i32">;
  /** Pages of memory that may be used. */
  readonly limit: Global<"i32">;
  /** The hash table of discrete states: its address, and its number of words less one. */
  readonly table: Global<"i32">;
  readonly mask: Global<"i32">;
}

const DEAD = 1;
const WAITING = 2;
const FIRST_TABLE = 1 << 12;

export function storeFunctions(
  e: Emitter,
  pack: Func<readonly [], "void">,
  bounds: Func<readonly [], "void">,
  exchange?: Exchange,
): Store {
  const { module, plan } = e;
  const { dim, entry, rowBytes, at, node, packed, meta } = plan;
  const perVector = 16 / entry;
  const vectors = Math.ceil(dim / perVector);

  const stored = module.global("i32", "stored");
  const waiting = module.global("i32", "waiting");
  const discrete = module.global("i32", "discrete");
  const used = module.global("i32", "used");
  const trouble = module.global("i32", "trouble");
  const current = module.global("i32", "current");
  const limit = module.global("i32", "limit", 65536);
  const head = module.global("i32", "head");
  const tail = module.global("i32", "tail");
  const expanded = module.global("i32", "expanded");
  const wasted = module.global("i32", "wasted");
  // Those that go first, in the adaptive order.
  const early = module.global("i32", "early");
  const earlyTail = module.global("i32", "early_tail");
  const free = module.global("i32", "free");
  const table = module.global("i32", "table");
  const mask = module.global("i32", "mask");

  const allocate = module.func("allocate", ["bytes: i32"], "i32", (f, bytes) => {
    const result = f.local("i32", "result", used);
    f.set(used, i32.add(used, bytes));
    const giveUp = (): void => {
      f.set(used, result);
      f.set(trouble, 1);
      f.return(0);
    };
    // Some bytes stay free behind everything, for reads of whole vectors.
    const end = f.local("i32", "end", i32.add(used, 64));
    // At the end of 4 GiB addresses begin anew.
    f.if(i32.lt_u(end, result), giveUp);
    const pages = f.local("i32", "pages", i32.add(i32.shr_u(end, 16), 1));
    f.if(i32.gt_u(pages, memory.size()), () => {
      const want = f.local("i32", "want", i32.add(pages, i32.shr_u(pages, 3)));
      f.if(i32.gt_u(want, limit), () => f.set(want, limit));
      f.if(i32.orElse(i32.lt_u(want, pages), i32.eq(memory.grow(i32.sub(want, memory.size())), -1)), giveUp);
    });
    return result;
  });

  const open = module.func("open", ["from: i32"], "void", (f, from) => {
    f.set(used, i32.and(i32.add(from, 15), -16));
    f.set(table, call(allocate, 4 * FIRST_TABLE));
    f.set(mask, FIRST_TABLE - 1);
  });

  // ---- discrete states

  const grow = module.func("grow_table", [], "void", (f) => {
    const old = f.local("i32", "old", table);
    const size = f.local("i32", "size", i32.add(mask, 1));
    const fresh = f.local("i32", "fresh", call(allocate, i32.shl(size, 3)));
    f.if(i32.eqz(fresh), () => f.return());
    f.do(memory.fill(fresh, 0, i32.shl(size, 3)));
    f.set(table, fresh);
    f.set(mask, i32.sub(i32.shl(size, 1), 1));
    const k = f.local("i32", "k");
    const record = f.local("i32", "record");
    f.for(k, 0, size, () => {
      f.set(record, i32.load(i32.add(old, i32.shl(k, 2))));
      f.if(record, () => {
        const slot = f.local("i32", "slot", i32.and(i32.load(record, 4), mask));
        f.while(i32.load(i32.add(table, i32.shl(slot, 2))), () => f.set(slot, i32.and(i32.add(slot, 1), mask)));
        f.do(i32.store(i32.add(table, i32.shl(slot, 2)), record));
      });
    });
  });

  const hash = module.func("hash", [], "i32", (f) => {
    const h = f.local("i32", "h", 0x9747b28c | 0);
    for (let w = 0; w < packed; w++) {
      f.set(h, i32.mul(i32.xor(h, i32.load(0, at.packed + 4 * w)), 0x85ebca6b | 0));
      f.set(h, i32.xor(h, i32.shr_u(h, 15)));
    }
    f.set(h, i32.mul(h, 0xc2b2ae35 | 0));
    return i32.xor(h, i32.shr_u(h, 16));
  });

  /** The record of the packed state, made if new; 0 if memory ran out. */
  const find = module.func("find", ["h: i32"], "i32", (f, h) => {
    const slot = f.local("i32", "slot", i32.and(h, mask));
    const record = f.local("i32", "record");
    f.block("new", (fresh) => {
      f.loop("probe", (probe) => {
        f.set(record, i32.load(i32.add(table, i32.shl(slot, 2))));
        f.brIf(fresh, i32.eqz(record));
        let same: I32 = i32.eq(i32.load(record, 4), h);
        for (let w = 0; w < packed; w++)
          same = i32.andThen(same, i32.eq(i32.load(record, 8 + 4 * w), i32.load(0, at.packed + 4 * w)));
        f.if(same, () => f.return(record));
        f.set(slot, i32.and(i32.add(slot, 1), mask));
        f.br(probe);
      });
    });
    f.set(record, call(allocate, 8 + 4 * packed));
    f.if(i32.eqz(record), () => f.return(0));
    f.do(i32.store(record, 0), i32.store(record, h, 4));
    for (let w = 0; w < packed; w++) f.do(i32.store(record, i32.load(0, at.packed + 4 * w), 8 + 4 * w));
    f.do(i32.store(i32.add(table, i32.shl(slot, 2)), record));
    f.set(discrete, i32.add(discrete, 1));
    f.if(i32.gt_u(i32.add(discrete, i32.shr_u(discrete, 1)), mask), () => f.call(grow));
    return record;
  });

  // ---- zones

  /** Writes the target zone in stored form to `candidate`; 0 if a bound does not fit. */
  const compress = module.func("compress", [], "i32", (f) => {
    const bad = f.local("v128", "bad", i32x4.splat(0));
    const high = i32x4.splat(LIMIT[entry]);
    const low = i32x4.splat(-LIMIT[entry]);
    for (let x = 0; x < dim; x++) {
      for (let k = 0; k < plan.width; k += entry === 2 ? 8 : 4) {
        const part = (lane: number): Local<"v128"> => {
          const v = f.local("v128", "", v128.load(0, at.target + x * rowBytes + 4 * lane));
          const infinite = i32x4.ge_s(v, i32x4.splat(INF));
          f.set(bad, v128.or(bad, v128.or(v128.andnot(i32x4.gt_s(v, high), infinite), i32x4.lt_s(v, low))));
          return v;
        };
        const first = part(k);
        if (entry === 4) {
          f.do(v128.store(0, first, at.candidate + 4 * (x * dim + k), 4));
        } else {
          const second = k + 4 < plan.width ? part(k + 4) : first;
          f.do(v128.store(0, i16x8.narrow_i32x4_s(first, second), at.candidate + 2 * (x * dim + k), 2));
        }
      }
    }
    return i32.eqz(v128.any_true(bad));
  });

  const load = module.func("load", ["from: i32", "to: i32"], "void", (f, n, to) => {
    for (let x = 0; x < dim; x++) {
      for (let k = 0; k < plan.width; k += 4) {
        const from = entry * (x * dim + k);
        let v: V128 = entry === 2 ? v128.load16x4_s(n, from, 2) : v128.load(n, from, 4);
        if (entry === 2) {
          const kept = f.local("v128", "", v);
          v = v128.bitselect(i32x4.splat(INF), kept, i32x4.eq(kept, i32x4.splat(INF16)));
        }
        f.do(v128.store(to, v, x * rowBytes + 4 * k));
      }
      // What lies behind a row is the next one: unused entries must be infinite.
      for (let k = dim; k < plan.width; k++) f.do(i32.store(to, INF, x * rowBytes + 4 * k));
    }
  });

  /** Not inside iff for some x, y: a(0-x) >= -U(x), b(y-x) < a(y-x) and b(y-x) + (<, -L(y)) < a(0-x). One vector of y. */
  function escapes(a: V128, b: V128, lowers: V128, a0x: V128): V128 {
    if (entry === 2) {
      const sum = i16x8.add_sat_s(v128.and(b, i16x8.splat(-2)), lowers);
      return v128.and(i16x8.lt_s(b, a), i16x8.lt_s(sum, a0x));
    }
    const sum = i32x4.add(v128.and(b, i32x4.splat(-2)), lowers);
    return v128.and(i32x4.lt_s(b, a), i32x4.lt_s(sum, a0x));
  }
  /** What lies behind a row does not count. */
  function within(k: number, out: V128): V128 {
    if (k < vectors - 1 || dim % perVector === 0) return out;
    const lanes = Array.from({ length: perVector }, (_, lane) => (k * perVector + lane < dim ? -1 : 0));
    return v128.and(out, entry === 2 ? i16x8.const(...lanes) : i32x4.const(...lanes));
  }
  const splat = entry === 2 ? i16x8.splat : i32x4.splat;
  const loadEntry = entry === 2 ? i32.load16_s : i32.load;

  /** Lists the rows of the candidate that can tell it from others: byte offsets of rows, ended by -1. */
  const listRows = module.func("list_rows", [], "void", (f) => {
    const to = f.local("i32", "to", at.rows);
    for (let x = 0; x < dim; x++) {
      const a0x = loadEntry(0, at.candidate + entry * x * dim);
      f.if(i32.ge_s(a0x, loadEntry(0, at.thresholds + entry * x)), () => {
        f.do(i32.store(to, entry * x * dim));
        f.set(to, i32.add(to, 4));
      });
    }
    f.do(i32.store(to, -1));
  });

  /** Whether the candidate is inside aLU of the zone at `b`. */
  const covered = module.func("covered", ["b: i32"], "i32", (f, b) => {
    const row = f.local("i32", "row");
    const next = f.local("i32", "next", at.rows);
    const a0x = f.local("v128", "a0x");
    const lower = lowersOf(f);
    f.block("end", (end) => {
      f.loop("rows", (again) => {
        f.set(row, i32.load(next));
        f.brIf(end, i32.lt_s(row, 0));
        f.set(a0x, splat(loadEntry(row, at.candidate)));
        let any: V128 | undefined;
        const from = f.local("i32", "", i32.add(b, row));
        for (let k = 0; k < vectors; k++) {
          const out = escapes(
            v128.load(row, at.candidate + 16 * k, entry),
            v128.load(from, 16 * k, entry),
            lower[k],
            a0x,
          );
          any = any ? v128.or(any, within(k, out)) : within(k, out);
        }
        f.if(v128.any_true(any!), () => f.return(0));
        f.set(next, i32.add(next, 4));
        f.br(again);
      });
    });
    return 1;
  });

  /** Whether the zone at `a` is inside aLU of the candidate. */
  const covers = module.func("covers", ["a: i32"], "i32", (f, a) => {
    const a0x = f.local("i32", "a0x");
    const lower = lowersOf(f);
    for (let x = 0; x < dim; x++) {
      f.set(a0x, loadEntry(a, entry * x * dim));
      f.if(i32.ge_s(a0x, loadEntry(0, at.thresholds + entry * x)), () => {
        const wide = f.local("v128", "", splat(a0x));
        let any: V128 | undefined;
        for (let k = 0; k < vectors; k++) {
          const offset = entry * x * dim + 16 * k;
          const out = escapes(v128.load(a, offset, entry), v128.load(0, at.candidate + offset, entry), lower[k], wide);
          any = any ? v128.or(any, within(k, out)) : within(k, out);
        }
        f.if(v128.any_true(any!), () => f.return(0));
      });
    }
    return 1;
  });

  /** Unused lanes hold "no bound", so that what lies behind a row never counts. */
  function lowersOf(f: Body): (Local<"v128"> | V128)[] {
    const list: (Local<"v128"> | V128)[] = [];
    for (let k = 0; k < vectors; k++)
      list.push(k < 8 ? f.local("v128", `l${k}`, v128.load(0, at.lowers + 16 * k)) : v128.load(0, at.lowers + 16 * k));
    return list;
  }

  // ---- nodes

  const push = module.func("push", ["n: i32", "first: i32"], "void", (f, n, first) => {
    f.set(waiting, i32.add(waiting, 1));
    if (plan.order === "dfs") {
      f.do(i32.store(n, head, 8));
      f.set(head, n);
      return;
    }
    f.do(i32.store(n, 0, 8));
    if (plan.order === "adaptive") {
      // More than three of five expanded in vain, once there is something to count.
      const inVain = i32.gt_u(i32.mul(wasted, 5), i32.mul(expanded, 3));
      f.if(i32.andThen(first, i32.and(i32.gt_u(expanded, 1000), inVain)), () => {
        append(f, n, early, earlyTail);
        f.return();
      });
    }
    append(f, n, head, tail);
  });

  function append(f: Body, n: I32, from: Global<"i32">, to: Global<"i32">): void {
    f.if(
      from,
      () => f.do(i32.store(to, n, 8)),
      () => f.set(from, n),
    );
    f.set(to, n);
  }

  const recycle = module.func("recycle", ["n: i32"], "void", (f, n) => {
    if (plan.trace) return;
    f.do(i32.store(n, free));
    f.set(free, n);
  });

  const next = module.func("next", [], "i32", (f) => {
    const n = f.local("i32", "node");
    const word = f.local("i32", "word");
    f.while(i32.or(head, early), () => {
      f.if(
        early,
        () => {
          f.set(n, early);
          f.set(early, i32.load(n, 8));
        },
        () => {
          f.set(n, head);
          f.set(head, i32.load(n, 8));
        },
      );
      f.set(waiting, i32.sub(waiting, 1));
      f.set(word, i32.load(n, 4));
      f.do(i32.store(n, i32.and(word, ~WAITING), 4));
      f.if(i32.eqz(i32.and(word, DEAD)), () => {
        f.set(expanded, i32.add(expanded, 1));
        f.return(n);
      });
      f.call(recycle, n);
    });
    return 0;
  });

  const insert = module.func("insert", [], "i32", (f) => {
    f.if(i32.eqz(call(compress)), () => {
      f.set(trouble, 2);
      f.return(0);
    });
    f.call(pack);
    const h = f.local("i32", "h", call(hash));
    if (exchange && plan.partition) {
      const owner = f.local("i32", "owner", exchange.owner(h));
      f.if(i32.ne(owner, plan.partition.part), () => {
        f.call(exchange.send, owner);
        f.return(0);
      });
    }
    const record = f.local("i32", "record", call(find, h));
    f.if(i32.eqz(record), () => f.return(0));
    f.call(bounds);
    f.call(listRows);
    const n = f.local("i32", "node", i32.load(record));
    f.while(n, () => {
      f.if(call(covered, i32.add(n, node.zone)), () => f.return(0));
      f.set(n, i32.load(n));
    });
    const hasDropped = f.local("i32", "has_dropped", 0);
    drop(f, record, n, hasDropped);
    // A node of its own, from those that went or new.
    f.set(n, free);
    f.if(
      n,
      () => f.set(free, i32.load(n)),
      () => f.set(n, call(allocate, node.bytes)),
    );
    f.if(i32.eqz(n), () => f.return(0));
    f.do(i32.store(n, i32.load(record)), i32.store(n, i32.or(record, WAITING), 4));
    if (plan.trace) f.do(i32.store(n, current, 12));
    for (const [k, cell] of meta.entries()) f.do(i32.store(n, i32.load(0, at.cells + 4 * cell), node.meta + 4 * k));
    f.do(memory.copy(i32.add(n, node.zone), at.candidate, dim * dim * entry));
    f.do(i32.store(record, n));
    f.set(stored, i32.add(stored, 1));
    f.call(push, n, hasDropped);
    return n;
  });

  const forget = module.func("forget", ["n: i32"], "void", (f, n) => {
    const link = f.local("i32", "link", i32.load(n, 4));
    f.comment("dead, or used again for one that waits");
    f.if(i32.and(link, DEAD | WAITING), () => f.return());
    f.while(i32.ne(i32.load(link), n), () => f.set(link, i32.load(link)));
    f.do(i32.store(link, i32.load(n)), i32.store(n, i32.or(i32.load(n, 4), DEAD), 4));
    f.set(stored, i32.sub(stored, 1));
    f.call(recycle, n);
  });

  /** Takes the nodes that the candidate covers out of a record's list; says whether one of them had been expanded. */
  function drop(f: Body, record: Local<"i32">, n: Local<"i32">, hasDropped: Local<"i32">): void {
    const link = f.local("i32", "link", record);
    const word = f.local("i32", "word");
    f.set(n, i32.load(record));
    f.while(n, () => {
      const after = f.local("i32", "after", i32.load(n));
      f.set(word, i32.load(n, 4));
      const may = plan.shortest ? i32.eqz(i32.and(word, WAITING)) : i32.const(1);
      f.if(
        i32.andThen(may, call(covers, i32.add(n, node.zone))),
        () => {
          f.do(i32.store(link, after), i32.store(n, i32.or(word, DEAD), 4));
          f.set(stored, i32.sub(stored, 1));
          f.if(i32.eqz(i32.and(word, WAITING)), () => {
            f.set(hasDropped, 1);
            f.set(wasted, i32.add(wasted, 1));
            f.call(recycle, n);
          });
        },
        () => f.set(link, n),
      );
      f.set(n, after);
    });
  }

  return {
    insert,
    forget,
    allocate,
    next,
    load,
    open,
    stored,
    waiting,
    discrete,
    used,
    trouble,
    current,
    limit,
    table,
    mask,
  };
}
