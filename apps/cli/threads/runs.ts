import { type SamplingTask, sampleThread } from "../../../src/index.ts";

export function makeRuns(task: SamplingTask): void {
  sampleThread(task);
}
