import { runThread, type ThreadTask } from "../../../src/index.ts";

/** A shared search, in a thread: a file of its own, so that threads of other kinds do not load what searches. */
export function search(task: ThreadTask): void {
  runThread(task);
}
