import { type Body, call, type Global, type I32, i32, memory } from "../../wasm/index.ts";
import type { Emitter, Question, QuestionOf } from "../emitter.ts";
import { costOf } from "../zones/zone.ts";
import type { List } from "./block.ts";

/** Waiting nodes in one growing array: any of them by chance, or those of least cost first. */

/** What the numbers of a seed begin with. */
export function randomStart(seed: number): number {
  return (Math.imul(seed, 0x9e3779b1) ^ 0x2545f491) | 1;
}

/** A number for the orders that are by chance: xorshift (Marsaglia 2003), which must not begin with zero. */
export function chance({ module, plan }: Emitter): { readonly random: Global<"i32">; readonly draw: Question } {
  const random = module.global("i32", "random", randomStart(plan.seed));
  const draw = module.func("draw", [], "i32", (f) => {
    f.set(random, i32.xor(random, i32.shl(random, 13)));
    f.set(random, i32.xor(random, i32.shr_u(random, 17)));
    f.set(random, i32.xor(random, i32.shl(random, 5)));
    return random;
  });
  return { random, draw };
}

/** So many words that grow by doubling; what was too small is lost. */
function list(name: string, entry: number, { module }: Emitter, allocate: QuestionOf) {
  const [words, size, room] = ["words", "size", "room"].map((what) => module.global("i32", `${name}_${what}`));
  /** Makes room for one more at the end; 0 if memory ran out. */
  const reserve = module.func(`reserve_${name}`, [], "i32", (f) => {
    f.if(i32.lt_u(size!, room!), () => f.return(1));
    const more = f.local("i32", "more", i32.if(room!, i32.shl(room!, 1), 256));
    const fresh = f.local("i32", "fresh", call(allocate, i32.mul(more, entry)));
    f.if(i32.eqz(fresh), () => f.return(0));
    f.do(memory.copy(fresh, words!, i32.mul(size!, entry)));
    f.set(words!, fresh);
    f.set(room!, more);
    return 1;
  });
  const at = (k: I32): I32 => i32.add(words!, i32.mul(k, entry));
  return { size, reserve, at };
}

/** Any of them, as often as any other. */
export function bag(draw: Question, e: Emitter, allocate: QuestionOf): List {
  const { module } = e;
  const { size, reserve, at } = list("bag", 4, e, allocate);
  const append = module.func("append_bag", ["n: i32"], "void", (f, n) => {
    f.if(i32.eqz(call(reserve)), () => f.return());
    f.do(i32.store(at(size!), n));
    f.add(size!, 1);
  });
  const take = module.func("take_bag", [], "i32", (f) => {
    f.if(i32.eqz(size!), () => f.return(0));
    const from = f.local("i32", "from", at(i32.rem_u(call(draw), size!)));
    const n = f.local("i32", "n", i32.load(from));
    f.set(size!, i32.sub(size!, 1));
    f.do(i32.store(from, i32.load(at(size!))));
    return n;
  });
  return { head: size!, tail: size!, append, take };
}

/**
 * Those of least cost first: a binary heap of pairs. The cost of a node is that of the target zone when it is pushed; `cost`
 * becomes that of the node taken last.
 */
export function soonest(measure: number, cost: Global<"i32">, e: Emitter, allocate: QuestionOf): List {
  const { module, plan } = e;
  const { size, reserve, at } = list("heap", 8, e, allocate);
  const append = module.func("append_heap", ["n: i32"], "void", (f, n) => {
    f.if(i32.eqz(call(reserve)), () => f.return());
    const own = f.local("i32", "own", costOf(plan.at.target, measure, e));
    const k = f.local("i32", "k", size);
    const up = f.local("i32", "up");
    f.add(size!, 1);
    f.block("placed", (placed) =>
      f.while(k, () => {
        f.set(up, i32.shr_u(i32.sub(k, 1), 1));
        f.brIf(placed, i32.le_s(i32.load(at(up)), own));
        move(f, up, k);
        f.set(k, up);
      }),
    );
    f.do(i32.store(at(k), own), i32.store(at(k), n, 4));
  });
  const take = module.func("take_heap", [], "i32", (f) => {
    f.if(i32.eqz(size!), () => f.return(0));
    f.set(cost, i32.load(at(i32.const(0))));
    const n = f.local("i32", "n", i32.load(at(i32.const(0)), 4));
    f.set(size!, i32.sub(size!, 1));
    f.comment("the last one sinks from the top");
    const own = f.local("i32", "own", i32.load(at(size!)));
    const k = f.local("i32", "k", 0);
    const child = f.local("i32", "child", 1);
    f.block("placed", (placed) =>
      f.while(i32.lt_u(child, size!), () => {
        const next = i32.add(child, 1);
        f.if(i32.andThen(i32.lt_u(next, size!), i32.lt_s(i32.load(at(next)), i32.load(at(child)))), () =>
          f.set(child, next),
        );
        f.brIf(placed, i32.ge_s(i32.load(at(child)), own));
        move(f, child, k);
        f.set(k, child);
        f.set(child, i32.add(i32.shl(k, 1), 1));
      }),
    );
    f.do(memory.copy(at(k), at(size!), 8));
    return n;
  });
  return { head: size!, tail: size!, append, take };

  function move(f: Body, from: I32, to: I32): void {
    f.do(memory.copy(at(to), at(from), 8));
  }
}
