import { parentPort, workerData } from "node:worker_threads";
import { processIo } from "./io.ts";
import type { ThreadData } from "./thread.ts";

/** The thread's side of `thread.ts`: runs the program and sends its exit code. */
async function main({ program, argv, flag }: ThreadData): Promise<number> {
  const signals = [undefined, "SIGINT", "SIGTERM"] as const;
  const io = processIo(() => signals[Atomics.load(flag, 0)]);
  const run =
    program === "verifyta" ? (await import("./verifyta-run.ts")).verifyta : (await import("./zonal.ts")).zonal;
  return run(argv, io);
}

main(workerData as ThreadData).then((code) => parentPort?.postMessage(code));
