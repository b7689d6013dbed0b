import { type Body, callIndirect, type FuncType, type I32, i32, i64, memory, type Table } from "../../engine/index.ts";
import type { Emitter } from "./emitter.ts";

/**
 * Sets of small numbers that are emptied in increasing order, in time that grows with what is in them: words of 64 bits, and
 * above them words that say which of those are not 0.
 */
export interface Bitmap {
  readonly words: number;
  readonly above: number;
  readonly size: number;
}

export function bitmapFor(size: number, e: Emitter): Bitmap {
  const words = Math.ceil(size / 64);
  return { words: e.region(8 * words), above: words > 1 ? e.region(8 * Math.ceil(words / 64)) : 0, size };
}

export function mark({ words, above }: Bitmap, member: number, f: Body): void {
  const word = Math.floor(member / 64);
  set(words + 8 * word, member % 64, f);
  if (above > 0) set(above + 8 * Math.floor(word / 64), word % 64, f);
}

/** The same for a member that is only known at run time; a local. */
export function markAny({ words, above }: Bitmap, member: I32, f: Body): void {
  const word = f.local("i32", "word", i32.shr_u(member, 6));
  setAny(words, word, member, f);
  if (above > 0) setAny(above, i32.shr_u(word, 6), word, f);
}

/** Sets a bit, the last 6 of whose number are its place in the word. */
function setAny(list: number, word: I32, bit: I32, f: Body): void {
  const address = f.local("i32", "address", i32.shl(word, 3));
  f.do(i64.store(address, i64.or(i64.load(address, list), i64.shl(1, i64.extend_i32_u(bit))), list));
}

export function clear({ words, above, size }: Bitmap, f: Body): void {
  const count = Math.ceil(size / 64);
  if (count <= 4) for (let k = 0; k < count; k++) f.do(i64.store(0, 0, words + 8 * k));
  else f.do(memory.fill(words, 0, 8 * count));
  if (above > 0) f.do(memory.fill(above, 0, 8 * Math.ceil(count / 64)));
}

/** How many there are. */
export function countOf({ words, size }: Bitmap, f: Body): I32 {
  const [count, word] = [f.local("i32", "count", 0), f.local("i32", "word")];
  const end = words + 8 * Math.ceil(size / 64);
  f.for(word, words, end, () => f.set(count, i32.add(count, i32.wrap_i64(i64.popcnt(i64.load(word))))), 8);
  return count;
}

function set(address: number, bit: number, f: Body): void {
  f.do(i64.store(0, i64.or(i64.load(0, address), 1n << BigInt(bit)), address));
}

/** Calls the function of each member, in order. Nothing is marked meanwhile. */
export function drain(bitmap: Bitmap, table: Table, type: FuncType<readonly [], "void">, f: Body): void {
  empty(bitmap, f, (member) => f.do(callIndirect(table, type, member)));
}

function empty({ words, above, size }: Bitmap, f: Body, visit: (member: I32) => void): void {
  const each = (address: I32, base: I32, done: (member: I32) => void) => {
    const bits = f.local("i64", "bits", i64.load(address));
    f.do(i64.store(address, 0));
    f.loop("bits", (again) =>
      f.if(i64.ne(bits, 0), () => {
        const member = f.local("i32", "member", i32.add(base, i32.wrap_i64(i64.ctz(bits))));
        f.set(bits, i64.and(bits, i64.sub(bits, 1)));
        done(member);
        f.br(again);
      }),
    );
  };
  if (above === 0) return each(i32.const(words), i32.const(0), visit);
  const k = f.local("i32", "k");
  const word = f.local("i32", "word");
  f.for(k, 0, Math.ceil(size / 4096), () => {
    each(i32.add(i32.mul(k, 8), above), i32.mul(k, 64), (found) => {
      f.set(word, found);
      each(i32.add(i32.mul(word, 8), words), i32.mul(word, 64), visit);
    });
  });
}
