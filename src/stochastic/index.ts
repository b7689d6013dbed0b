/** Statistical model checking: a stochastic network, its runs, and what many runs say. */
export type * from "./code.ts";
export type * from "./network.ts";
export type * from "./query.ts";
export type * from "./sample.ts";
