/**
 * The bits of a double: what is put into `whole[0]` is read from `words`, of which `highWord` has sign, exponent and the upper 20
 * bits of the fraction, and `lowWord` the lower 32; and the other way round. One pair of views for all, as nothing
 * here calls back.
 */
export const whole = new Float64Array(1);
export const words = new Int32Array(whole.buffer);
whole[0] = 1;
export const highWord: 0 | 1 = words[1] === 0x3ff00000 ? 1 : 0;
export const lowWord: 0 | 1 = highWord === 1 ? 0 : 1;
