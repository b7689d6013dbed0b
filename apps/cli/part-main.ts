import { workerData } from "node:worker_threads";
import type { Part } from "./crew.ts";

/** A thread of a shared search or of a statistical query (see crew.ts): does its part to the end of the whole. */
async function main(part: Part): Promise<void> {
  if (part.kind === "search") (await import("./part-search.ts")).search(part.task);
  else (await import("./part-runs.ts")).makeRuns(part.task);
}

void main(workerData as Part);
