import { type Body, type Func, type Global, type I32, i32, i32x4, type Local, memory, v128 } from "../../wasm/index.ts";
import type { Action, ActionOn, Emitter } from "../emitter.ts";
import { INF } from "../plan.ts";
import { type Listing, lessBy, setAbove, sum, sums, tighten, watchSizes, type ZoneFunctions } from "./zone.ts";

/**
 * Operations on working zones where there are many clocks and few of them count at a time: the same as in zone.ts, over the
 * rows of listed clocks and the blocks of four columns that they stand in. Other rows and columns hold anything; in listed
 * rows and blocks, columns of clocks that are not listed hold INF.
 *
 * Listed are the active clocks of the state that is expanded, then those that a transition sets. A clock that is asked for
 * and is not listed may have any value: it becomes listed so.
 */
export function listedZoneFunctions(e: Emitter): ZoneFunctions {
  const { module, plan } = e;
  const list = listOf(e);
  const add = addFunction(list);
  const { begin, again } = sourceFunctions(list, add);
  const { eachBlock } = list;
  const listing: Listing = { ...list, begin, all: allFunction(list), ensure: ensureFunction(list, add) };
  return {
    listing,
    constrain: constrainFunction(e, listing),
    ...settingFunctions(list, listing, add),
    up: module.func("up", ["z: i32"], "void", (f, z) => {
      eachBlock(f, (k) => f.do(v128.store(i32.add(z, k), i32x4.splat(INF))));
      f.do(i32.store(z, 1));
    }),
    copy: module.func("copy", ["to: i32", "from: i32"], "void", (f, to, from) => {
      f.comment("a transition begins");
      f.if(i32.eq(from, plan.at.zone), () => f.call(again, to));
      const distance = f.local("i32", "distance", i32.sub(from, to));
      const at = f.local("i32", "place");
      eachEntry(list, f, to, (row, k) => {
        f.set(at, i32.add(row, k));
        f.do(v128.store(at, v128.load(i32.add(at, distance))));
      });
    }),
  };
}

interface List extends Pick<Listing, "eachRow" | "eachBlock"> {
  readonly e: Emitter;
  /** A word for each clock: whether it is listed. Four times the numbers of those that are, and how many bytes that is. */
  readonly isRow: number;
  readonly rows: number;
  readonly rowsEnd: Global<"i32">;
  /** The same for blocks, by their offsets in a row. */
  readonly isBlock: number;
  readonly blocks: number;
  readonly blocksEnd: Global<"i32">;
  /** All are listed. */
  readonly isWhole: Global<"i32">;
}

function listOf(e: Emitter): List {
  const { module, plan } = e;
  const [rows, blocks] = [e.region(4 * plan.dim), e.region(plan.rowBytes)];
  const rowsEnd = module.global("i32", "rows_end");
  const blocksEnd = module.global("i32", "blocks_end");
  const eachRow: Listing["eachRow"] = (f, z, statements) => {
    const [at, x, row] = f.locals("i32", "at", "x", "row");
    const next = () => {
      f.set(x, i32.load(at, rows));
      f.set(row, i32.add(z, i32.mul(x, plan.width)));
      statements(row, x);
    };
    f.for(at, 0, rowsEnd, next, 4);
  };
  const eachBlock: Listing["eachBlock"] = (f, statements) => {
    const [at, block] = f.locals("i32", "at_block", "block");
    const next = () => {
      f.set(block, i32.load(at, blocks));
      statements(block);
    };
    f.for(at, 0, blocksEnd, next, 4);
  };
  const isWhole = module.global("i32", "rows_whole");
  const [isRow, isBlock] = [e.region(4 * plan.dim), e.region(plan.rowBytes)];
  return { e, isRow, rows, rowsEnd, isBlock, blocks, blocksEnd, isWhole, eachRow, eachBlock };
}

/** Does something with each vector of listed rows and blocks. */
function eachEntry(
  { eachRow, eachBlock }: List,
  f: Body,
  z: I32,
  statements: (row: Local<"i32">, block: Local<"i32">) => void,
): void {
  eachRow(f, z, (row) => eachBlock(f, (k) => statements(row, k)));
}

function clear({ e: { plan }, isRow, rowsEnd, isBlock, blocksEnd, isWhole }: List, f: Body): void {
  f.do(memory.fill(isRow, 0, 4 * plan.dim), memory.fill(isBlock, 0, plan.rowBytes));
  f.set(rowsEnd, 0);
  f.set(blocksEnd, 0);
  f.set(isWhole, 0);
}

type Add = Func<readonly ["i32", "i32"], "void">;

/** `begin` lists the clocks of the state that is expanded, `again` only those again. */
function sourceFunctions(list: List, add: Add): { readonly begin: Listing["begin"]; readonly again: ActionOn } {
  const { e, isRow, rows, rowsEnd, isBlock, blocks, blocksEnd, isWhole } = list;
  const { module, plan } = e;
  const source = e.region(4 * plan.dim + 4);
  const sourceRows = module.global("i32", "source_rows");
  const sourceBlocks = module.global("i32", "source_blocks");
  const only = module.func("list_only", ["z: i32", "from: i32"], "void", (f, z, from) => {
    clear(list, f);
    const x = f.local("i32", "x", i32.load(from));
    f.while(i32.ge_s(x, 0), () => {
      f.call(add, z, x);
      f.add(from, 4);
      f.set(x, i32.load(from));
    });
  });
  const begin = module.func("begin_rows", ["z: i32", "from: i32"], "void", (f, z, from) => {
    f.call(only, z, from);
    eachEntry(list, f, z, (row, k) => f.do(v128.store(i32.add(row, k), i32x4.splat(INF))));
    f.set(sourceRows, rowsEnd);
    f.set(sourceBlocks, blocksEnd);
    f.do(memory.copy(source, from, i32.add(sourceRows, 4)));
  });
  const again = module.func("source_rows_again", ["z: i32"], "void", (f, z) => {
    f.if(isWhole, () => {
      f.call(only, z, source);
      f.return();
    });
    const shorten = (end: Global<"i32">, to: I32, all: number, is: number) =>
      f.while(i32.gt_s(end, to), () => {
        f.set(end, i32.sub(end, 4));
        f.do(i32.store(i32.load(end, all), 0, is));
      });
    shorten(rowsEnd, sourceRows, rows, isRow);
    shorten(blocksEnd, sourceBlocks, blocks, isBlock);
  });
  return { begin, again };
}

function allFunction(list: List): Action {
  const { e, isRow, rows, rowsEnd, isBlock, blocks, blocksEnd, isWhole } = list;
  const { dim, rowBytes } = e.plan;
  return e.module.func("all_rows", [], "void", (f) => {
    const k = f.local("i32", "k");
    f.for(k, 0, 4 * dim, () => f.do(i32.store(k, k, rows), i32.store(k, 1, isRow)), 4);
    f.set(rowsEnd, 4 * dim);
    f.for(k, 0, rowBytes / 4, () => f.do(i32.store(k, i32.shl(k, 2), blocks)), 4);
    f.do(memory.fill(isBlock, 1, rowBytes));
    f.set(blocksEnd, rowBytes / 4);
    f.set(isWhole, 1);
  });
}

function ensureFunction({ e: { module, plan }, isRow, eachBlock }: List, add: Add): Listing["ensure"] {
  return module.func("ensure_row", ["z: i32", "x: i32"], "void", (f, z, x) => {
    const at = f.local("i32", "at", i32.shl(x, 2));
    f.if(i32.load(at, isRow), () => f.return());
    f.call(add, z, at);
    const row = f.local("i32", "row", i32.add(z, i32.mul(at, plan.width)));
    f.comment("nothing is above it by less than above zero");
    eachBlock(f, (k) => f.do(v128.store(i32.add(row, k), v128.load(i32.add(z, k)))));
    f.do(i32.store(i32.add(row, at), 1));
  });
}

/** Lists a clock, by four times its number, which is not; its column is INF in the other rows of the zone, its row not filled. */
function addFunction({ e, isRow, rows, rowsEnd, isBlock, blocks, blocksEnd }: List): Add {
  const { width } = e.plan;
  return e.module.func("add_row", ["z: i32", "x: i32"], "void", (f, z, x) => {
    const k = f.local("i32", "k", i32.and(x, -16));
    const [at, row] = f.locals("i32", "at", "row");
    f.if(i32.eqz(i32.load(k, isBlock)), () => {
      f.for(
        at,
        0,
        rowsEnd,
        () => {
          f.set(row, i32.add(z, i32.mul(i32.load(at, rows), width)));
          f.do(v128.store(i32.add(row, k), i32x4.splat(INF)));
        },
        4,
      );
      f.do(i32.store(k, 1, isBlock), i32.store(blocksEnd, k, blocks));
      f.add(blocksEnd, 4);
    });
    f.do(i32.store(x, 1, isRow), i32.store(rowsEnd, x, rows));
    f.add(rowsEnd, 4);
  });
}

function constrainFunction(e: Emitter, { ensure, eachRow, eachBlock }: Listing): ZoneFunctions["constrain"] {
  return e.module.func("constrain", ["z: i32", "x: i32", "y: i32", "c: i32"], "i32", (f, z, x, y, c) => {
    f.call(ensure, z, x);
    f.call(ensure, z, y);
    const rowX = tighten(f, e, z, x, y, c);
    const yj = f.local("i32", "yj");
    const [s, from] = f.locals("v128", "s", "from");
    const at = f.local("i32", "place");
    const sizes = watchSizes(f, e);
    eachRow(f, z, (row) => {
      f.set(yj, i32.load(i32.add(row, i32.shl(y, 2))));
      f.if(i32.lt_s(yj, INF), () => {
        f.set(s, i32x4.splat(sum(yj, c)));
        eachBlock(f, (k) => {
          f.set(at, i32.add(row, k));
          f.set(from, v128.load(i32.add(rowX, k)));
          f.do(v128.store(at, sizes.seen(from, i32x4.min_s(v128.load(at), sums(from, s)))));
        });
      });
    });
    sizes.judge();
    return 1;
  });
}

/** x = y + d, where y may be x or the zero clock: row and column of x become those of y, shifted. */
function settingFunctions(
  { e, isRow }: List,
  { ensure, eachRow, eachBlock }: Listing,
  add: Add,
): Pick<ZoneFunctions, "reset" | "move" | "shift"> {
  const { rowBytes } = e.plan;
  const shift = e.module.func("shift", ["z: i32", "x: i32", "y: i32", "d: i32"], "void", (f, z, x, y, d) => {
    f.call(ensure, z, y);
    const [columnX, columnY] = [f.local("i32", "column_x", i32.shl(x, 2)), f.local("i32", "column_y", i32.shl(y, 2))];
    f.if(i32.eqz(i32.load(columnX, isRow)), () => f.call(add, z, columnX));
    const twice = f.local("i32", "twice", i32.shl(d, 1));
    const rowX = f.local("i32", "row_x", i32.add(z, i32.mul(x, rowBytes)));
    const rowY = f.local("i32", "row_y", i32.add(z, i32.mul(y, rowBytes)));
    const [less, from] = f.locals("v128", "less", "from");
    f.set(less, i32x4.splat(twice));
    const sizes = watchSizes(f, e);
    eachBlock(f, (k) => {
      f.set(from, v128.load(i32.add(rowY, k)));
      f.do(v128.store(i32.add(rowX, k), sizes.seen(from, lessBy(less, from))));
    });
    sizes.judge();
    const v = f.local("i32", "v");
    eachRow(f, z, (row) => {
      setAbove(f, e, i32.add(row, columnX), i32.add(row, columnY), twice, v);
    });
    f.do(i32.store(i32.add(rowX, columnX), 1));
  });
  return {
    shift,
    reset: e.module.func("reset", ["z: i32", "x: i32", "value: i32"], "void", (f, z, x, value) =>
      f.call(shift, z, x, 0, value),
    ),
    move: e.module.func("move", ["z: i32", "x: i32", "y: i32"], "void", (f, z, x, y) =>
      f.if(i32.ne(x, y), () => f.call(shift, z, x, y, 0)),
    ),
  };
}
