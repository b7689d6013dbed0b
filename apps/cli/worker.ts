import { parentPort, workerData } from "node:worker_threads";
import { processIo } from "./io.ts";
import type { ThreadData } from "./thread.ts";

/** The thread's side of `thread.ts`: runs the program and sends its exit code. */
const { program, argv, flag } = workerData as ThreadData;
const signals = [undefined, "SIGINT", "SIGTERM"] as const;
const io = processIo(() => signals[Atomics.load(flag, 0)]);
const main = program === "verifyta" ? (await import("./verifyta-run.ts")).verifyta : (await import("./zonal.ts")).zonal;
parentPort?.postMessage(await main(argv, io));
