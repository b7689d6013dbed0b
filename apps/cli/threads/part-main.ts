import { workerData } from "node:worker_threads";
import type { Part } from "./crew.ts";

/** A thread of a shared search, of a statistical query or of a study (see crew.ts): does its part to the end of the whole. */
async function main(part: Part): Promise<void> {
  if (part.kind === "search") (await import("./search.ts")).search(part.task);
  else if (part.kind === "sweep") (await import("./sweep.ts")).serveRuns();
  else (await import("./runs.ts")).makeRuns(part.task);
}

void main(workerData as Part);
