import { runThread, type ThreadTask } from "../../../src/index.ts";

export function search(task: ThreadTask): void {
  runThread(task);
}
