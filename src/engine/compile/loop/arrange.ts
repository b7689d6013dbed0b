/**
 * The smallest arrangement of tied elements in compiled code, by exactly the rules of `analysis/symmetry/arrange.ts`: one
 * level of the search after the other on a stack in memory.
 */
import { MOST_LEVELS, MOST_TRIED } from "../../../analysis/index.ts";
import { type Body, call, type Func, type Global, type I32, i32, type Local } from "../../wasm/index.ts";
import type { Action, ActionOn, Emitter } from "../emitter.ts";

/** The state at hand. */
interface Arranged {
  readonly count: number;
  /** By place: which element stands there. */
  readonly order: number;
  readonly exchange: ActionOn;
  /** Of the blocks at an address; gives a number that tells of the colours. */
  readonly narrow: Func<readonly ["i32"], "i32">;
  readonly save: Action;
  readonly restore: Action;
  readonly compare: Func<readonly [], "i32">;
}

/** A level: order, blocks and orbits, then single words. */
class Layout {
  readonly bytes: number;
  readonly block: number;
  readonly orbit: number;
  readonly first: number;
  readonly last: number;
  readonly next: number;
  readonly colours: number;
  readonly ahead: number;
  readonly chosen: number;

  constructor(count: number) {
    this.block = 4 * count;
    this.orbit = 8 * count;
    const words = 12 * count;
    [this.first, this.last, this.next] = [words, words + 4, words + 8];
    [this.colours, this.ahead, this.chosen] = [words + 12, words + 16, words + 20];
    this.bytes = words + 24;
  }
}

interface Tree extends Arranged {
  readonly layout: Layout;
  readonly most: number;
  /** Where the levels are, and how many bytes of them there are now. */
  readonly levels: number;
  readonly top: Global<"i32">;
  /** What may still be tried. */
  readonly left: Global<"i32">;
  /** Blocks of the state at hand. */
  readonly work: number;
  /**
   * Of the best: its element by place, the colours and elements put first on the way, and the bytes of its levels; -1 if
   * there is none.
   */
  readonly bestOrder: number;
  readonly bestColours: number;
  readonly bestPath: number;
  readonly bestTop: Global<"i32">;
  /** Which element the symmetry that was found takes each to. */
  readonly to: number;
}

/** Arranges blocks at an address; 0 if it is too much. */
export function arrangeFunction(arranged: Arranged, e: Emitter): Func<readonly ["i32"], "i32"> {
  const { count, order, exchange, restore } = arranged;
  const most = Math.min(count, MOST_LEVELS);
  const layout = new Layout(count);
  const tree: Tree = {
    ...arranged,
    layout,
    most,
    levels: e.region(most * layout.bytes),
    top: e.module.global("i32", e.name("top")),
    left: e.module.global("i32", e.name("left")),
    work: e.region(4 * count),
    bestOrder: e.region(4 * count),
    bestColours: e.region(4 * (most + 1)),
    bestPath: e.region(4 * (most + 1)),
    bestTop: e.module.global("i32", e.name("best_top")),
    to: e.region(4 * count),
  };
  const { levels, top, left, bestTop, work } = tree;
  const enter = enterFunction(tree, e);
  const bring = bringFunction(arranged, e);
  const isKnown = knownFunction(tree, e);
  return e.module.func(e.name("arrange"), ["block: i32"], "i32", (f, block) => {
    const [at, p, place] = f.locals("i32", "at", "p", "place");
    copyWords(f, p, count - 1, block, work);
    f.set(top, 0);
    f.set(bestTop, -1);
    f.set(left, MOST_TRIED);
    f.call(enter);
    f.while(top, (leave, again) => {
      f.set(at, i32.add(i32.sub(top, layout.bytes), levels));
      f.set(place, i32.load(at, layout.next));
      f.while(i32.andThen(i32.le_s(place, i32.load(at, layout.last)), call(isKnown, at, place)), () => f.add(place, 1));
      f.if(i32.gt_s(place, i32.load(at, layout.last)), () => {
        f.add(left, -1);
        f.set(top, i32.sub(top, layout.bytes));
        f.br(again);
      });
      f.brIf(leave, i32.le_s(left, 0));
      f.add(left, -1);
      f.do(i32.store(at, i32.load(i32.add(at, i32.shl(place, 2))), layout.chosen));
      f.do(i32.store(at, i32.add(place, 1), layout.next));
      f.call(bring, at);
      f.set(p, place);
      f.set(place, i32.load(at, layout.first));
      f.while(i32.gt_s(p, place), () => {
        f.add(p, -1);
        f.call(exchange, p);
      });
      copyWords(f, p, count - 1, i32.add(at, layout.block), work);
      f.do(i32.store(i32.shl(place, 2), 0, work));
      f.call(enter);
    });
    f.if(i32.ge_s(bestTop, 0), () => {
      f.call(restore);
      copyWords(f, p, count, i32.const(tree.bestOrder), order);
    });
    return i32.eqz(top);
  });
}

/** Looks at the state at hand, with its blocks in `work`: a new level, or nothing is tied in it. */
function enterFunction(tree: Tree, e: Emitter): Action {
  const { count, order, narrow, layout, levels, most, top, left, work, bestColours, bestTop } = tree;
  const end = endFunction(tree, e);
  return e.module.func(e.name("enter"), [], "void", (f) => {
    const [ahead, known, at, p, first] = f.locals("i32", "ahead", "known", "at", "p", "first");
    const colours = f.local("i32", "colours", call(narrow, work));
    f.set(at, i32.add(top, levels));
    f.if(top, () => f.set(ahead, i32.load(i32.sub(at, layout.bytes), layout.ahead)));
    f.if(i32.andThen(i32.ge_s(bestTop, 0), i32.eqz(ahead)), () => {
      f.if(i32.gt_u(top, bestTop), () => f.return());
      f.set(known, i32.load(i32.shl(i32.div_u(top, layout.bytes), 2), bestColours));
      f.if(i32.gt_s(colours, known), () => f.return());
      f.set(ahead, i32.sub(0, i32.lt_s(colours, known)));
    });
    f.while(i32.andThen(i32.lt_s(first, count - 1), i32.eqz(i32.load(i32.shl(first, 2), work))), () => f.add(first, 1));
    f.if(i32.eq(first, count - 1), () => {
      f.call(end, colours, ahead);
      f.return();
    });
    f.if(i32.eq(top, most * layout.bytes), () => {
      f.set(left, 0);
      f.return();
    });
    copyWords(f, p, count, i32.const(order), at);
    copyWords(f, p, count - 1, i32.const(work), i32.add(at, layout.block));
    f.for(p, 0, count, () => f.do(i32.store(i32.add(at, i32.shl(p, 2)), p, layout.orbit)));
    f.do(i32.store(at, first, layout.first), i32.store(at, first, layout.next));
    f.while(i32.andThen(i32.lt_s(first, count - 1), i32.load(i32.shl(first, 2), work)), () => f.add(first, 1));
    f.do(i32.store(at, first, layout.last), i32.store(at, colours, layout.colours));
    f.do(i32.store(at, ahead, layout.ahead), i32.store(at, -1, layout.chosen));
    f.add(top, layout.bytes);
  });
}

/** Nothing is tied any more: a new best, or a symmetry. */
function endFunction(tree: Tree, e: Emitter): Func<readonly ["i32", "i32"], "void"> {
  const { count, order, compare, save, layout, levels, top, bestOrder, bestColours, bestPath, bestTop } = tree;
  const join = joinFunction(tree, e);
  return e.module.func(e.name("end"), ["colours: i32", "ahead: i32"], "void", (f, colours, ahead) => {
    const [sign, at, p] = f.locals("i32", "sign", "at", "p");
    f.set(sign, -1);
    f.if(i32.andThen(i32.eqz(ahead), i32.eq(top, bestTop)), () => f.set(sign, call(compare)));
    f.if(i32.eqz(sign), () => {
      f.call(join);
      f.return();
    });
    f.if(i32.gt_s(sign, 0), () => f.return());
    f.call(save);
    f.set(bestTop, top);
    copyWords(f, p, count, i32.const(order), bestOrder);
    f.set(p, 0);
    f.for(
      at,
      levels,
      i32.add(levels, top),
      () => {
        f.do(i32.store(at, 0, layout.ahead));
        f.do(
          i32.store(p, i32.load(at, layout.colours), bestColours),
          i32.store(p, i32.load(at, layout.chosen), bestPath),
        );
        f.add(p, 4);
      },
      layout.bytes,
    );
    f.do(i32.store(p, colours, bestColours));
  });
}

/** The way from the best to the state at hand, which is the same, is a symmetry. */
function joinFunction(tree: Tree, e: Emitter): Action {
  const { count, order, layout, levels, top, bestOrder, bestPath, to } = tree;
  return e.module.func(e.name("join"), [], "void", (f) => {
    const [at, p, k, chosen, path] = f.locals("i32", "at", "p", "k", "chosen", "path");
    const [from, image] = f.locals("i32", "from", "image");
    f.for(p, 0, 4 * count, () => f.do(i32.store(i32.shl(i32.load(p, bestOrder), 2), i32.load(p, order), to)), 4);
    f.set(path, bestPath);
    f.for(
      at,
      levels,
      i32.add(levels, top),
      () => {
        f.for(
          p,
          0,
          4 * count,
          () => {
            f.set(image, i32.load(i32.add(at, p), layout.orbit));
            f.set(from, i32.load(i32.add(at, i32.shl(i32.load(p, to), 2)), layout.orbit));
            f.if(i32.ne(from, image), () => {
              f.for(
                k,
                at,
                i32.add(at, 4 * count),
                () => f.if(i32.eq(i32.load(k, layout.orbit), from), () => f.do(i32.store(k, image, layout.orbit))),
                4,
              );
            });
          },
          4,
        );
        f.set(chosen, i32.load(at, layout.chosen));
        f.set(image, i32.load(path));
        f.if(i32.ne(chosen, image), () => {
          f.comment("where the two ways part, all that comes behind is an image of what was tried");
          f.if(i32.eq(i32.load(i32.shl(image, 2), to), chosen), () =>
            f.set(top, i32.sub(i32.add(at, layout.bytes), levels)),
          );
          f.return();
        });
        f.if(i32.ne(i32.load(i32.shl(chosen, 2), to), chosen), () => f.return());
        f.add(path, 4);
      },
      layout.bytes,
    );
  });
}

/** Whether the element in a place of a level is like one before it in its block. */
function knownFunction({ layout }: Tree, e: Emitter): Func<readonly ["i32", "i32"], "i32"> {
  return e.module.func(e.name("known"), ["at: i32", "place: i32"], "i32", (f, at, place) => {
    const p = f.local("i32", "p");
    const orbit = (k: I32): I32 =>
      i32.load(i32.add(at, i32.shl(i32.load(i32.add(at, i32.shl(k, 2))), 2)), layout.orbit);
    const own = f.local("i32", "own", orbit(place));
    f.for(p, i32.load(at, layout.first), place, () => f.if(i32.eq(orbit(p), own), () => f.return(1)));
    return 0;
  });
}

/** Exchanges neighbours until the elements stand in the order at an address. */
function bringFunction({ count, order, exchange }: Arranged, e: Emitter): ActionOn {
  return e.module.func(e.name("bring"), ["wanted: i32"], "void", (f, wanted) => {
    const [place, p] = f.locals("i32", "place", "p");
    f.for(place, 0, count, () => {
      f.set(p, place);
      f.while(i32.ne(i32.load(i32.shl(p, 2), order), i32.load(i32.add(wanted, i32.shl(place, 2)))), () => f.add(p, 1));
      f.while(i32.gt_s(p, place), () => {
        f.add(p, -1);
        f.call(exchange, p);
      });
    });
  });
}

function copyWords(f: Body, k: Local<"i32">, count: number, from: I32, to: number | I32): void {
  f.for(k, 0, 4 * count, () => f.do(i32.store(i32.add(to, k), i32.load(i32.add(from, k)))), 4);
}
