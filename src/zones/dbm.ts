/**
 * Difference-bound matrices, gathered: everything that is done to one zone kept as `(z, at, dim)`. The encoding, and what
 * *closed* and *empty* mean, stand in `matrix.ts`. Imported as a namespace: `dbm.constrain(z, at, dim, x, 0, le(3))`.
 */
export * from "./compare.ts";
export * from "./delay.ts";
export * from "./matrix.ts";
export * from "./update.ts";
