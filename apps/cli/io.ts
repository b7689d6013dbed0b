import { fstatSync, readFileSync, writeSync } from "node:fs";
import { isatty } from "node:tty";
import { Failure, Unheard } from "./exit.ts";

/**
 * What a verb knows of the world: where to print, what time it is, whether to stop. Verbs take it as an argument, so that
 * tests run them without a process. Results go to `out`, everything else to `err`.
 */
export interface Io {
  out(text: string | Uint8Array): void;
  err(text: string): void;
  /** Whether each stream is a terminal that takes colour. */
  readonly colorOut: boolean;
  readonly colorErr: boolean;
  /** Whether `err` is a terminal, where a progress line can be rewritten. */
  readonly liveErr: boolean;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** All bytes of standard input. */
  input(): Uint8Array;
  /** The lines of standard input as they come; at a terminal each is asked for with a prompt, on stderr. */
  lines(prompt: string): AsyncIterable<string>;
  /** Milliseconds; only differences mean anything. */
  now(): number;
  /** Bytes of memory in use. */
  memory(): number;
  /** The signal that asked this run to end, once there was one. */
  signal(): "SIGINT" | "SIGTERM" | undefined;
  /** Called between the turns of a search: where signals are heard only meanwhile, the promise is to be awaited. */
  turn?(isLast: boolean): Promise<void> | undefined;
}

/** The world as it is. Writing is synchronous, so that nothing is lost when the process ends or a worker is busy. */
export function processIo(signal: () => "SIGINT" | "SIGTERM" | undefined): Io {
  const { env } = process;
  const plain = (env.NO_COLOR ?? "") !== "" || env.TERM === "dumb";
  const forced = env.FORCE_COLOR !== undefined && env.FORCE_COLOR !== "0" && env.FORCE_COLOR !== "";
  const color = (fd: number): boolean => forced || (!plain && isatty(fd));
  return {
    out: (text) => writeAll(1, text),
    err: (text) => writeAll(2, text),
    colorOut: color(1),
    colorErr: color(2),
    liveErr: isatty(2),
    env,
    input: () => readStandardInput(),
    lines: (prompt) => readLines(prompt),
    // Not `performance`: loading it costs more than a short run.
    now: () => Number(process.hrtime.bigint()) / 1e6,
    memory: () => process.memoryUsage.rss(),
    signal,
  };
}

function readStandardInput(): Uint8Array {
  try {
    if (fstatSync(0).isDirectory()) throw new Failure("standard input is a directory");
    return readFileSync(0);
  } catch (error) {
    if (error instanceof Failure) throw error;
    throw new Failure(`standard input cannot be read: ${(error as Error).message}`);
  }
}

async function* readLines(prompt: string): AsyncIterable<string> {
  const { createInterface } = await import("node:readline");
  const terminal = isatty(0);
  const reader = createInterface({ input: process.stdin, ...(terminal ? { output: process.stderr, prompt } : {}) });
  if (terminal) reader.prompt();
  for await (const line of reader) {
    yield line;
    if (terminal) reader.prompt();
  }
}

const pause = new Int32Array(new SharedArrayBuffer(4));

function writeAll(fd: number, text: string | Uint8Array): void {
  const bytes = typeof text === "string" ? Buffer.from(text, "utf8") : text;
  let at = 0;
  while (at < bytes.length) {
    try {
      at += writeSync(fd, bytes, at, bytes.length - at);
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      // A pipe that is full for now: its reader needs a moment.
      if (code === "EAGAIN") Atomics.wait(pause, 0, 0, 5);
      else if (code === "EPIPE") throw new Unheard();
      else if (fd === 1)
        throw new Failure(
          `standard output cannot be written: ${code === "ENOSPC" ? "the disk is full" : (error as Error).message}`,
        );
      else return; // Nowhere left to complain.
    }
  }
}
