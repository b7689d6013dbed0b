import { type SamplingTask, sampleThread } from "../../../src/index.ts";

/** Runs of a statistical query, in a thread: a file of its own, so that threads of other kinds do not load what makes runs. */
export function makeRuns(task: SamplingTask): void {
  sampleThread(task);
}
