import { type Body, call, type I32, i32, type Local } from "../../engine/index.ts";
import type { Emitter } from "./emitter.ts";
import { countOf, eachValue, isEnabled, type Offer } from "./option.ts";
import type { Random } from "./random.ts";

/**
 * The enabled options of one process in one place, of which one is taken out at a time, each as likely. Few are the bits of a
 * number, many are listed in memory.
 */
interface Choice {
  /** Not 0 while there are some. */
  readonly some: I32;
  /** The number of one that is then no longer there. Requires that there are some. */
  readonly take: () => Local<"i32">;
}

const FEW = 32;

/** A list has room at `address` for all options. */
export function choiceOf(offers: readonly Offer[], address: number, random: Random, e: Emitter, f: Body): Choice {
  const all = offers.reduce((sum, offer) => sum + countOf(offer), 0);
  return all <= FEW ? inBits(offers, random, e, f) : inList(offers, address, random, e, f);
}

function eachEnabled(offers: readonly Offer[], e: Emitter, f: Body, visit: (number: I32) => void): void {
  let base = 0;
  for (const offer of offers) {
    const first = base;
    eachValue(offer, f, (number) => f.if(isEnabled(offer, e, f), () => visit(i32.add(number, first))));
    base += countOf(offer);
  }
}

function inBits(offers: readonly Offer[], random: Random, e: Emitter, f: Body): Choice {
  const left = f.local("i32", "options", 0);
  eachEnabled(offers, e, f, (number) => f.set(left, i32.or(left, i32.shl(1, number))));
  return {
    some: left,
    take: () => {
      const number = f.local("i32", "option", i32.ctz(left));
      const rest = i32.and(left, i32.sub(left, 1));
      f.if(rest, () => f.set(number, call(anyBit(random, e), left)));
      f.set(left, i32.xor(left, i32.shl(1, number)));
      return number;
    },
  };
}

/** The place of one of the bits that are 1. */
function anyBit(random: Random, e: Emitter) {
  return e.shared(
    "any bit",
    () => e.module.declare("anyBit", ["bits: i32"], "i32"),
    (func) =>
      e.module.define(func, (f, bits) => {
        const k = f.local("i32", "k", call(random.pick, i32.popcnt(bits)));
        f.while(k, () => {
          f.set(bits, i32.and(bits, i32.sub(bits, 1)));
          f.set(k, i32.sub(k, 1));
        });
        return i32.ctz(bits);
      }),
  );
}

function inList(offers: readonly Offer[], address: number, random: Random, e: Emitter, f: Body): Choice {
  const count = f.local("i32", "count", 0);
  eachEnabled(offers, e, f, (number) => {
    f.do(i32.store(i32.shl(count, 2), number, address));
    f.set(count, i32.add(count, 1));
  });
  return {
    some: count,
    take: () => {
      const number = f.local("i32", "option", call(takerOut(address, e), call(random.pick, count), count));
      f.set(count, i32.sub(count, 1));
      return number;
    },
  };
}

/** Takes entry k out of a list of `count`. */
function takerOut(address: number, e: Emitter) {
  return e.shared(
    `take out ${address}`,
    () => e.module.declare("takeOut", ["k: i32", "count: i32"], "i32"),
    (func) =>
      e.module.define(func, (f, at, size) => {
        const found = f.local("i32", "found", i32.load(i32.shl(at, 2), address));
        f.for(at, i32.add(at, 1), size, () =>
          f.do(i32.store(i32.shl(i32.sub(at, 1), 2), i32.load(i32.shl(at, 2), address), address)),
        );
        return found;
      }),
  );
}
