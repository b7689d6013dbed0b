/** Rewrites of models: each returns a new text or tree that is checked again. */
export { reduce, type ReduceOptions, type Reduction, type ReportedReset } from "./reduce.ts";
