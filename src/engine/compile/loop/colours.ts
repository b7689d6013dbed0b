/**
 * Colours of tied elements in compiled code, by exactly the rules of `analysis/symmetry/colours.ts`: the elements of each
 * block are sorted by their colours, and what is left are blocks of one colour in which the order shows.
 */
import { holdingPlaces, MOST_ROUNDS, type Relation, relationsOf, type SetSymmetry } from "../../../analysis/index.ts";
import { INF as ENDLESS } from "../../../zones/index.ts";
import { type Body, call, type Func, type I32, i32, type Local } from "../../wasm/index.ts";
import type { Emitter } from "../emitter.ts";
import { INF } from "../plan.ts";
import { isOneOf, seen } from "./element.ts";
import type { RelabelCode } from "./relabel.ts";

type Step = Func<readonly ["i32"], "void">;
type Ask = Func<readonly ["i32"], "i32">;

/**
 * Narrows the blocks at an address: word i says whether element i + 1 may change places with element i. Gives a number that
 * tells of the colours.
 */
export function narrowFunction(
  set: SetSymmetry,
  {
    exchange,
    isIdle,
    within,
  }: { readonly exchange: Step; readonly isIdle: Ask; readonly within: readonly RelabelCode[] },
  e: Emitter,
): Ask {
  const count = set.elements.length;
  const byColour =
    holdingPlaces(set).length + relationsOf(set).length + set.clocks[0]!.length > 0
      ? byColourFunction(set, exchange, within, e)
      : undefined;
  return e.module.func(e.name("narrow"), ["block: i32"], "i32", (f, block) => {
    const colours = f.local("i32", "colours", byColour ? call(byColour, block) : 0);
    const [i, end, idle] = f.locals("i32", "i", "end", "idle");
    const tied = (k: Local<"i32">): I32 => i32.andThen(i32.lt_u(k, count - 1), i32.load(i32.add(block, i32.shl(k, 2))));
    f.set(i, 0);
    f.while(i32.lt_u(i, count - 1), () => {
      f.set(idle, 1);
      f.set(end, i);
      f.while(tied(end), () => {
        f.set(idle, i32.andThen(idle, call(isIdle, end)));
        f.add(end, 1);
      });
      f.while(i32.andThen(idle, i32.lt_u(i, end)), () => {
        f.do(i32.store(i32.add(block, i32.shl(i, 2)), 0));
        f.add(i, 1);
      });
      f.set(i, i32.add(end, 1));
    });
    return colours;
  });
}

function byColourFunction(set: SetSymmetry, exchange: Step, within: readonly RelabelCode[], e: Emitter): Ask {
  const count = set.elements.length;
  const colours = e.region(4 * count);
  const refine = refineFunction(set, colours, within, e);
  const mix = mixFunction(e);
  return e.module.func(e.name("by_colour"), ["block: i32"], "i32", (f, block) => {
    const [i, last, at, kept] = f.locals("i32", "i", "last", "at", "kept");
    f.do(i32.store(0, 0, colours));
    f.for(i, 1, count, () => {
      f.set(at, i32.shl(i, 2));
      f.do(
        i32.store(at, i32.add(i32.load(at, colours - 4), i32.eqz(i32.load(i32.sub(i32.add(block, at), 4)))), colours),
      );
    });
    f.call(refine);
    f.set(last, count - 1);
    f.while(last, () => {
      f.for(i, 0, last, () => {
        f.set(at, i32.shl(i, 2));
        f.if(
          i32.andThen(i32.load(i32.add(block, at)), i32.gt_s(i32.load(at, colours), i32.load(at, colours + 4))),
          () => {
            f.call(exchange, i);
            f.set(kept, i32.load(at, colours));
            f.do(i32.store(at, i32.load(at, colours + 4), colours), i32.store(at, kept, colours + 4));
          },
        );
      });
      f.set(last, i32.sub(last, 1));
    });
    f.for(i, 0, count - 1, () => {
      f.set(at, i32.shl(i, 2));
      f.if(i32.ne(i32.load(at, colours), i32.load(at, colours + 4)), () => f.do(i32.store(i32.add(block, at), 0)));
    });
    f.set(kept, 0);
    f.for(i, 0, 4 * count, () => f.set(kept, call(mix, kept, i32.load(i, colours))), 4);
    return kept;
  });
}

function mixFunction(e: Emitter): Func<readonly ["i32", "i32"], "i32"> {
  return e.shared("mix", (name) =>
    e.module.func(name, ["a: i32", "b: i32"], "i32", (f, a, b) => {
      const x = f.local("i32", "x", i32.mul(i32.xor(a, i32.mul(b, 0x9e3779b1 | 0)), 0x85ebca6b | 0));
      return i32.xor(x, i32.shr_u(x, 15));
    }),
  );
}

/** Renews the colours, round by round. */
function refineFunction(
  set: SetSymmetry,
  colours: number,
  within: readonly RelabelCode[],
  e: Emitter,
): Func<readonly [], "void"> {
  const count = set.elements.length;
  const [next, around] = [e.region(4 * count), e.region(4 * count)];
  const mix = mixFunction(e);
  const add = (f: Body, at: I32, table: number, value: I32): void =>
    f.do(i32.store(at, i32.add(i32.load(at, table), value), table));
  const held = heldFunction(set, { colours, next, around }, e);
  const relations = relationsOf(set).map((r, k) => relatedFunction(set, r, k, { colours, next, around, within }, e));
  const clocks = set.clocks[0]!.map((_, k) => clocksFunction(set, k, { colours, next, around }, add, e));
  return e.module.func(e.name("refine"), [], "void", (f) => {
    const [round, at] = f.locals("i32", "round", "at");
    f.for(round, 0, Math.min(count, MOST_ROUNDS), () => {
      f.for(
        at,
        0,
        4 * count,
        () => f.do(i32.store(at, call(mix, 1, i32.load(at, colours)), next), i32.store(at, 0, around)),
        4,
      );
      f.call(held);
      for (const each of relations) f.call(each);
      for (const each of clocks) f.call(each);
      f.for(
        at,
        0,
        4 * count,
        () => f.do(i32.store(at, call(mix, i32.load(at, next), i32.load(at, around)), colours)),
        4,
      );
    });
  });
}

interface Tables {
  readonly colours: number;
  readonly next: number;
  readonly around: number;
}

/** What the variables of elements hold. */
function heldFunction(set: SetSymmetry, { colours, next, around }: Tables, e: Emitter): Func<readonly [], "void"> {
  const { cells } = e.plan.at;
  const { elements } = set;
  const mix = mixFunction(e);
  const [low, high] = [elements[0]!, elements[elements.length - 1]!];
  const place = e.data(Int32Array.from({ length: high - low + 1 }, (_, k) => elements.indexOf(low + k)));
  return e.module.func(e.name("held"), [], "void", (f) => {
    const [i, j, value] = f.locals("i32", "i", "j", "value");
    for (const k of holdingPlaces(set)) {
      const own = e.data(Int32Array.from(set.cells, (cellsOf) => cells + 4 * cellsOf[k]!));
      f.for(
        i,
        0,
        4 * elements.length,
        () => {
          f.set(value, i32.sub(i32.load(i32.load(i, own)), low));
          f.set(j, i32.if(i32.le_u(value, high - low), i32.load(i32.shl(value, 2), place), -1));
          f.if(i32.ge_s(j, 0), () => {
            f.set(j, i32.shl(j, 2));
            f.do(i32.store(i, call(mix, i32.load(i, next), call(mix, k, i32.load(j, colours))), next));
            f.do(i32.store(j, i32.add(i32.load(j, around), call(mix, k + 0x100, i32.load(i, colours))), around));
          });
        },
        4,
      );
    }
  });
}

/** What belongs to two elements. */
function relatedFunction(
  { elements, values }: SetSymmetry,
  relation: Relation,
  k: number,
  { colours, around, within }: Tables & { readonly within: readonly RelabelCode[] },
  e: Emitter,
): Func<readonly [], "void"> {
  const { cells } = e.plan.at;
  const mix = mixFunction(e);
  const count = elements.length;
  const table = e.data(relation.map((cell) => cells + 4 * Math.max(0, cell)));
  const isHolding = values.includes(relation[1]!);
  return e.module.func(e.name("related"), [], "void", (f) => {
    const [i, j, a, b] = f.locals("i32", "i", "j", "a", "b");
    const load = (value: Local<"i32">, x: I32, y: I32): void => {
      f.set(value, i32.load(i32.load(i32.add(i32.mul(x, count), y), table)));
      if (isHolding) f.if(isOneOf(value, elements), () => f.set(value, 0x7ffffffe));
      else seen(value, relation[1]!, within, f);
    };
    f.for(
      i,
      0,
      4 * count,
      () =>
        f.for(
          j,
          0,
          4 * count,
          () =>
            f.if(i32.ne(i, j), () => {
              load(a, i, j);
              load(b, j, i);
              const stand = call(mix, a, b);
              f.do(
                i32.store(
                  i,
                  i32.add(i32.load(i, around), call(mix, stand, call(mix, k + 0x200, i32.load(j, colours)))),
                  around,
                ),
              );
            }),
          4,
        ),
      4,
    );
  });
}

/** How the clocks of elements stand to zero and to each other. */
function clocksFunction(
  set: SetSymmetry,
  k: number,
  { colours, next, around }: Tables,
  add: (f: Body, at: I32, table: number, value: I32) => void,
  e: Emitter,
): Func<readonly [], "void"> {
  const { rowBytes } = e.plan;
  const { target } = e.plan.at;
  const mix = mixFunction(e);
  const bytes = 4 * set.elements.length;
  const own = e.data(Int32Array.from(set.clocks, (clocks) => clocks[k]!));
  // No bound is the number that it is for others, so that colours are the same.
  const bound = e.shared("entry", (name) =>
    e.module.func(name, ["x: i32", "y: i32"], "i32", (f, x, y) => {
      const value = f.local("i32", "value", i32.load(i32.add(i32.mul(y, rowBytes), i32.shl(x, 2)), target));
      return i32.select(i32.ge_s(value, INF), ENDLESS, value);
    }),
  );
  const entry = (x: I32, y: I32): I32 => call(bound, x, y);
  return e.module.func(e.name("clocks"), [], "void", (f) => {
    const [i, j, p, q] = f.locals("i32", "i", "j", "p", "q");
    f.for(
      i,
      0,
      bytes,
      () => {
        f.set(p, i32.load(i, own));
        f.do(
          i32.store(i, call(mix, i32.load(i, next), call(mix, entry(i32.const(0), p), entry(p, i32.const(0)))), next),
        );
        f.for(
          j,
          0,
          bytes,
          () => {
            f.if(i32.ne(i, j), () => {
              f.set(q, i32.load(j, own));
              const stand = call(mix, entry(p, q), entry(q, p));
              add(f, i, around, call(mix, stand, call(mix, k, i32.load(j, colours))));
            });
          },
          4,
        );
      },
      4,
    );
  });
}
