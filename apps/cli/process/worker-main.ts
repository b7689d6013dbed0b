import { parentPort, workerData } from "node:worker_threads";
import { processIo } from "../io/io.ts";
import { Failure } from "./exit.ts";
import type { Line, Said, ThreadData } from "./thread.ts";

/** The thread's side of `thread.ts`: runs the program, tells what it does, and sends its exit code. */
const say = (said: Said): void => parentPort?.postMessage(said);

/** Lines come from the main thread, which has the terminal; one is asked for when it is wanted. */
async function* lines(prompt: string): AsyncIterable<string> {
  for (;;) {
    const next = new Promise<Line>((line) => parentPort?.once("message", line));
    say({ kind: "line", prompt });
    const { line, failure } = await next;
    if (failure !== undefined) throw new Failure(failure);
    if (line === undefined) return;
    yield line;
  }
}

async function main({ program, argv, since, input, flag }: ThreadData): Promise<number> {
  const signals = [undefined, "SIGINT", "SIGTERM"] as const;
  const io = processIo(() => signals[Atomics.load(flag, 0)], {
    since,
    tell: say,
    lines,
    ...(input === undefined ? {} : { input: () => input }),
  });
  const run =
    program === "verifyta" ? (await import("../verifyta/run.ts")).verifyta : (await import("../zonal.ts")).zonal;
  return run(argv, io);
}

main(workerData as ThreadData).then((code) => say({ kind: "code", code }));
