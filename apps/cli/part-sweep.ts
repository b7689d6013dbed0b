import { parentPort } from "node:worker_threads";
import type { Run, RunResult } from "../../src/index.ts";
import { processIo } from "./io.ts";
import { Runner, type SweepModel } from "./sweep-run.ts";

/** A thread of a study (see sweep-pool.ts): takes models and runs, gives back results, and ends when it is ended. */
export type ToPart =
  | { readonly kind: "model"; readonly model: SweepModel }
  | { readonly kind: "run"; readonly run: Run };

export interface FromPart {
  readonly result: RunResult;
}

export function serveRuns(): void {
  const runner = new Runner(processIo(() => undefined));
  parentPort?.on("message", async (said: ToPart) => {
    if (said.kind === "model") return runner.add(said.model);
    const result = await runner.run(said.run);
    parentPort?.postMessage({ result } satisfies FromPart);
  });
}
