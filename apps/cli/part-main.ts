import { workerData } from "node:worker_threads";
import { type PartTask, runPart } from "../../src/index.ts";

/** A thread of a shared search (see crew.ts): runs its part to the end of the whole. */
runPart(workerData as PartTask);
