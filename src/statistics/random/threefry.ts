/**
 * Threefry4x32-20 (Salmon, Moraes, Dror, Shaw: "Parallel random numbers: as easy as 1, 2, 3", SC 2011): a function from a
 * counter and a key of four 32-bit words each to four random words. No state goes from one number to the next, so any block
 * can be had alone, in any order, by any thread. Only 32-bit additions, rotations and exclusive ors: the same bit for bit in
 * JavaScript and WebAssembly.
 *
 * Layout: words as 32-bit integers, signed or not, word 0 first. The key schedule is k0 k1 k2 k3 p, p = 0x1BD11BDA ^ k0 ^ k1
 * ^ k2 ^ k3, written on periodically to nine words; after every fourth round r (r = 1 to 5 counts those) word i of the state
 * is increased by word r + i of the schedule, word 3 also by r. A pair (a, b) is mixed by a += b, b = rotl(b, n) ^ a. Odd
 * rounds mix (0, 1) and (2, 3), even rounds (0, 3) and (2, 1), by n = 10 26, 11 21, 13 27, 23 5, 6 20, 17 11, 25 10, 18 20
 * and again from the first.
 */
export function schedule(k0: number, k1: number, k2: number, k3: number): Int32Array {
  const parity = 0x1bd11bda ^ k0 ^ k1 ^ k2 ^ k3;
  return Int32Array.of(k0, k1, k2, k3, parity, k0, k1, k2, k3);
}

/** Writes the block of a counter into `out`, whose entries may be a counter themselves. */
export function threefry(
  key: Int32Array,
  c0: number,
  c1: number,
  c2: number,
  c3: number,
  out: Int32Array | Uint32Array,
): void {
  let x0 = (c0 + key[0]!) | 0;
  let x1 = (c1 + key[1]!) | 0;
  let x2 = (c2 + key[2]!) | 0;
  let x3 = (c3 + key[3]!) | 0;
  for (let r = 1; ; r += 2) {
    x0 = (x0 + x1) | 0;
    x1 = ((x1 << 10) | (x1 >>> 22)) ^ x0;
    x2 = (x2 + x3) | 0;
    x3 = ((x3 << 26) | (x3 >>> 6)) ^ x2;
    x0 = (x0 + x3) | 0;
    x3 = ((x3 << 11) | (x3 >>> 21)) ^ x0;
    x2 = (x2 + x1) | 0;
    x1 = ((x1 << 21) | (x1 >>> 11)) ^ x2;
    x0 = (x0 + x1) | 0;
    x1 = ((x1 << 13) | (x1 >>> 19)) ^ x0;
    x2 = (x2 + x3) | 0;
    x3 = ((x3 << 27) | (x3 >>> 5)) ^ x2;
    x0 = (x0 + x3) | 0;
    x3 = ((x3 << 23) | (x3 >>> 9)) ^ x0;
    x2 = (x2 + x1) | 0;
    x1 = ((x1 << 5) | (x1 >>> 27)) ^ x2;
    x0 = (x0 + key[r]!) | 0;
    x1 = (x1 + key[r + 1]!) | 0;
    x2 = (x2 + key[r + 2]!) | 0;
    x3 = (x3 + key[r + 3]! + r) | 0;
    if (r === 5) break;
    x0 = (x0 + x1) | 0;
    x1 = ((x1 << 6) | (x1 >>> 26)) ^ x0;
    x2 = (x2 + x3) | 0;
    x3 = ((x3 << 20) | (x3 >>> 12)) ^ x2;
    x0 = (x0 + x3) | 0;
    x3 = ((x3 << 17) | (x3 >>> 15)) ^ x0;
    x2 = (x2 + x1) | 0;
    x1 = ((x1 << 11) | (x1 >>> 21)) ^ x2;
    x0 = (x0 + x1) | 0;
    x1 = ((x1 << 25) | (x1 >>> 7)) ^ x0;
    x2 = (x2 + x3) | 0;
    x3 = ((x3 << 10) | (x3 >>> 22)) ^ x2;
    x0 = (x0 + x3) | 0;
    x3 = ((x3 << 18) | (x3 >>> 14)) ^ x0;
    x2 = (x2 + x1) | 0;
    x1 = ((x1 << 20) | (x1 >>> 12)) ^ x2;
    x0 = (x0 + key[r + 1]!) | 0;
    x1 = (x1 + key[r + 2]!) | 0;
    x2 = (x2 + key[r + 3]!) | 0;
    x3 = (x3 + key[r + 4]! + r + 1) | 0;
  }
  out[0] = x0;
  out[1] = x1;
  out[2] = x2;
  out[3] = x3;
}
