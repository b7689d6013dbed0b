/** Rewrites of models: each returns a new text or tree that is checked again. */
export { reduce, type ReduceOptions, type Reduction, type ReportedReset } from "./reduce.ts";
export { type Composed, type ComposeOptions, composeTest } from "./test-compose.ts";
export { makeTest, type TestResult } from "./test-automaton.ts";
export type { TestNote, TestOptions } from "./test-setup.ts";
