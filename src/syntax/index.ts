export type * from "./tree.ts";
export { parseTck } from "./tck.ts";
export type * from "./tcktree.ts";
