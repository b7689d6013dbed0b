import type { Crew, ThreadTask } from "../../src/index.ts";

/** Threads for a shared search. Each is posted its part as plain data; a failure there is told on stderr. */
export function threads(size: number, err: (text: string) => void): Crew {
  // Loaded here, since most commands need it not.
  const { Worker } = process.getBuiltinModule("node:worker_threads");
  const start = (task: ThreadTask): void => {
    const worker = new Worker(new URL("./part.js", import.meta.url), { workerData: task, stdin: false });
    worker.on("error", (error) => err(`error: a thread of the search failed: ${error.message}\n`));
    worker.unref();
  };
  return { size, start };
}
