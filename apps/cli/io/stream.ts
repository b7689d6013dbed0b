import { createReadStream } from "node:fs";
import { createConnection } from "node:net";
import { Failure } from "../process/exit.ts";
import type { Io } from "./io.ts";
import { textLines } from "./lines.ts";
import { reason } from "./reason.ts";

/**
 * Lines as they come from a file, standard input or a socket. A socket that vanishes is connected to again, a number of times
 * in a row; each loss is reported. Ends when the source does, or when a signal asks for it.
 */
interface StreamOptions {
  /** A file; `-` is standard input. */
  readonly input: string;
  /** `HOST:PORT`, or the path of a Unix socket. */
  readonly socket?: string | undefined;
  readonly retries: number;
  readonly wait: number;
  /** Told of every loss of the socket. */
  readonly lost: (reason: string) => void;
}

export async function* linesOf(options: StreamOptions, io: Io): AsyncGenerator<string> {
  if (options.socket !== undefined) yield* socketLines(options.socket, options, io);
  else if (options.input === "-") yield* untilSignal(io.lines(""), io);
  else yield* fileLines(options.input, io);
}

async function* fileLines(path: string, io: Io): AsyncGenerator<string> {
  try {
    yield* untilSignal(textLines(createReadStream(path)), io);
  } catch (error) {
    // What is thrown by whoever reads the lines does not come here.
    throw new Failure(`${path} cannot be read: ${reason(error)}`);
  }
}

async function* socketLines(address: string, options: StreamOptions, io: Io): AsyncGenerator<string> {
  const port = /^(.*):(\d+)$/.exec(address);
  let attempts = 0;
  for (;;) {
    const socket =
      port === null
        ? createConnection(address)
        : createConnection(Number(port[2]), port[1] === "" ? "localhost" : port[1]);
    let reason = "it was closed";
    try {
      for await (const line of untilSignal(textLines(socket), io)) {
        attempts = 0;
        yield line;
      }
    } catch (error) {
      reason = (error as Error).message;
    } finally {
      socket.destroy();
    }
    if (io.signal() !== undefined) return;
    options.lost(reason);
    if (++attempts > options.retries)
      throw new Failure(`the socket ${address} is gone after ${attempts} attempts: ${reason}`, { code: 3 });
    await pause(options.wait);
  }
}

/** The same lines, until a signal comes; looked at also while no line does. */
async function* untilSignal(lines: AsyncIterable<string>, io: Io): AsyncGenerator<string> {
  const source = lines[Symbol.asyncIterator]();
  let timer: NodeJS.Timeout | undefined;
  const stopped = new Promise<"stop">((resolve) => {
    timer = setInterval(() => {
      if (io.signal() !== undefined) resolve("stop");
    }, 50);
  });
  try {
    for (;;) {
      const next = await Promise.race([source.next(), stopped]);
      if (next === "stop" || next.done === true) return;
      yield next.value;
      if (io.signal() !== undefined) return;
    }
  } finally {
    clearInterval(timer);
    void source.return?.();
  }
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
