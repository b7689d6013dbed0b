import { parentPort } from "node:worker_threads";
import type { Run, RunResult } from "../../../src/index.ts";
import type { Piece } from "../cluster/piece.ts";
import { processIo } from "../io/io.ts";
import { Runner, type SweepModel } from "../sweep/run.ts";

/**
 * A thread of a study (see sweep/pool.ts): takes models, runs and pieces of questions, gives back results, and ends when
 * it is ended.
 */
export type ToPart =
  | { readonly kind: "model"; readonly model: SweepModel }
  | { readonly kind: "run"; readonly run: Run }
  | { readonly kind: "piece"; readonly piece: Piece };

/** A result; of a piece what it came to, packed (see `packing.ts`), unless it broke its thread. */
export type FromPart = { readonly result: RunResult } | { readonly packed: string };

export function serveRuns(): void {
  const io = processIo(() => undefined);
  const runner = new Runner(io);
  const models = new Map<string, SweepModel>();
  const say = (said: FromPart): void => parentPort?.postMessage(said);
  parentPort?.on("message", async (said: ToPart) => {
    if (said.kind === "run") return say({ result: await runner.run(said.run) });
    if (said.kind === "piece")
      return say({ packed: (await import("../cluster/piece-ask.ts")).askPiece(said.piece, models, io) });
    models.set(said.model.sha256, said.model);
    runner.add(said.model);
  });
}
