import type { Crew, SamplingCrew, SamplingTask, ThreadTask } from "../../../src/index.ts";

/** What a thread is started for: its part as plain data. */
export type Part =
  | { readonly kind: "search"; readonly task: ThreadTask }
  | { readonly kind: "runs"; readonly task: SamplingTask }
  | { readonly kind: "sweep" };

/** Threads for a shared search. */
export function threads(size: number, err: (text: string) => void): Crew {
  return { size, start: (task) => start({ kind: "search", task }, err) };
}

/** Threads that make the runs of statistical queries. */
export function samplingThreads(size: number, err: (text: string) => void): SamplingCrew {
  return { size, start: (task) => start({ kind: "runs", task }, err) };
}

/** A failure there is told on stderr. */
function start(part: Part, err: (text: string) => void): void {
  // Loaded here, since most commands need it not.
  const { Worker } = process.getBuiltinModule("node:worker_threads");
  const worker = new Worker(new URL("./part.js", import.meta.url), { workerData: part, stdin: false });
  worker.on("error", (error) => err(`error: a thread failed: ${error.message}\n`));
  worker.unref();
}
