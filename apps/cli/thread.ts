import { Worker } from "node:worker_threads";
import { exit } from "./exit.ts";
import { shown } from "./terminal.ts";

/**
 * Runs a program of this folder in a thread of its own. The main thread only listens: the first Ctrl-C or SIGTERM sets a
 * flag that the search looks at, and so ends with what it has learned; the second ends the process at once. Memory that
 * runs out in the thread is heard of here too, and is a result rather than a crash.
 */
export interface ThreadData {
  readonly program: "zonal" | "verifyta";
  readonly argv: readonly string[];
  /** 0: go on; 1: SIGINT came; 2: SIGTERM came. Written here, read there. */
  readonly flag: Int32Array;
}

export function runThread(program: "zonal" | "verifyta", argv: readonly string[]): Promise<number> {
  const flag = new Int32Array(new SharedArrayBuffer(4));
  const data: ThreadData = { program, argv, flag };
  const worker = new Worker(new URL("./worker.js", import.meta.url), { workerData: data, stdin: false });
  const ask = (value: number, code: number) => () => {
    if (Atomics.load(flag, 0) !== 0) process.exit(code);
    Atomics.store(flag, 0, value);
  };
  process.on("SIGINT", ask(1, exit.interrupted));
  process.on("SIGTERM", ask(2, exit.terminated));
  return new Promise((finish) => {
    let code: number | undefined;
    worker.on("message", (value: number) => {
      code = value;
    });
    worker.on("error", (error: NodeJS.ErrnoException) => {
      const full = error.code === "ERR_WORKER_OUT_OF_MEMORY";
      process.stderr.write(
        full
          ? "error: out of memory: no verdict; set --memory to stop earlier, with what was learned\n"
          : shown(`internal error: ${error.message}\n`),
      );
      code = full ? exit.inconclusive : exit.internal;
    });
    // Without a message the thread's own code counts, unless it is Node's for an end that nobody wanted.
    worker.on("exit", (own) => finish(code ?? (own > 1 ? own : exit.internal)));
  });
}
