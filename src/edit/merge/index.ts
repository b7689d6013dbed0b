export { type Merged, mergeModels, type Versions } from "./merge.ts";
export type { Conflict } from "./three.ts";
