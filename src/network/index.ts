export type * from "./code.ts";
export type * from "./network.ts";
