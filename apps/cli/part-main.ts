import { workerData } from "node:worker_threads";
import { runThread, type ThreadTask } from "../../src/index.ts";

/** A thread of a shared search (see crew.ts): runs its part to the end of the whole. */
runThread(workerData as ThreadTask);
