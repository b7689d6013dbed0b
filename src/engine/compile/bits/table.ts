/**
 * The table of a bit-state search (Holzmann 1998, An analysis of bitstate hashing): of each state that was reached three bits
 * are set, and a state whose bits are all set is taken for one that was reached. So another state may be, by chance, and then
 * what follows from it is not looked at: such a search finds, and proves nothing. The hash is of the packed discrete state
 * and of the zone in stored form.
 */
import { type Global, i32, type Local } from "../../wasm/index.ts";
import type { Emitter, Question } from "../emitter.ts";

export interface BitTable {
  /** Notes the state at hand, which is packed, with its zone in the candidate; 0 if it was there. */
  readonly note: Question;
  /** Bits that are set, and where the table begins. */
  readonly ones: Global<"i32">;
  readonly at: Global<"i32">;
}

/** Bits of a state. */
export const BITS = 3;

/** `bytes`: of the table, a multiple of 4, at most 4 GiB. */
export function bitTable(e: Emitter, bytes: number): BitTable {
  const { module, plan } = e;
  const { at, packed, dim, entry } = plan;
  const ones = module.global("i32", "ones");
  const table = module.global("i32", "bits");
  const zoneWords = (dim * dim * entry) >> 2;
  const rest = dim * dim * entry - 4 * zoneWords;
  const note = module.func("note", [], "i32", (f) => {
    const [h, g] = [f.local("i32", "h", 0x9747b28c | 0), f.local("i32", "g", 0x3c6ef372)];
    const mix = (word: Local<"i32">): void => {
      f.set(h, i32.mul(i32.xor(h, word), 0x85ebca6b | 0));
      f.set(h, i32.xor(h, i32.shr_u(h, 15)));
      f.set(g, i32.mul(i32.add(g, word), 0xc2b2ae35 | 0));
      f.set(g, i32.xor(g, i32.shr_u(g, 13)));
    };
    const [k, word] = [f.local("i32", "k"), f.local("i32", "word")];
    const all = (from: number, count: number): void =>
      f.for(
        k,
        0,
        4 * count,
        () => {
          f.set(word, i32.load(k, from));
          mix(word);
        },
        4,
      );
    all(at.packed, packed);
    all(at.candidate, zoneWords);
    for (let b = 0; b < rest; b++) {
      f.set(word, i32.load8_u(0, at.candidate + 4 * zoneWords + b));
      mix(word);
    }
    const isNew = f.local("i32", "is_new", 0);
    const [place, bit] = [f.local("i32", "place"), f.local("i32", "bit")];
    for (let b = 0; b < BITS; b++) {
      f.set(h, i32.mul(i32.xor(h, i32.add(g, b)), 0x9e3779b1 | 0));
      f.set(h, i32.xor(h, i32.shr_u(h, 16)));
      f.set(place, i32.add(table, i32.shl(i32.rem_u(h, bytes >>> 2), 2)));
      f.set(bit, i32.shl(1, i32.and(g, 31)));
      f.set(g, i32.add(i32.mul(g, 0x2c9277b5), 0x27100001));
      f.set(g, i32.xor(g, i32.shr_u(g, 11)));
      f.if(i32.eqz(i32.and(i32.load(place), bit)), () => {
        f.do(i32.store(place, i32.or(i32.load(place), bit)));
        f.set(isNew, 1);
        f.add(ones, 1);
      });
    }
    return isNew;
  });
  return { note, ones, at: table };
}
