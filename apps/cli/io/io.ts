import { fstatSync, readSync, type Stats, statSync } from "node:fs";
import { Failure } from "../process/exit.ts";
import { type News, newWatch, type Watch } from "../process/watch.ts";
import { textLines } from "./lines.ts";
import { patiently } from "./patiently.ts";
import { reason } from "./reason.ts";
import { shown } from "./terminal.ts";
import { writeAll } from "./write.ts";

/**
 * What a verb knows of the world: where to print, what time it is, whether to stop. Verbs take it as an argument, so that
 * tests run them without a process. Results go to `out`, everything else to `err`.
 */
export interface Io {
  /**
   * Text for people and programs; bytes are a file, which stays what it is unless a terminal shows it. Once the reader went away
   * (`zonal verify | head`), text goes nowhere and the run goes on: its exit code and its files have readers of their own.
   */
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
  /** The day and time of the calendar, for what is written down. */
  date(): Date;
  /** Bytes of memory in use. */
  memory(): number;
  /** The signal that asked this run to end, once there was one. */
  signal(): "SIGINT" | "SIGTERM" | undefined;
  /** Called between the turns of a search: where signals are heard only meanwhile, the promise is to be awaited. */
  turn?(isLast: boolean): Promise<void> | undefined;
  /** Whether a search can only wait now, for what others do. */
  isWaiting?(): boolean;
  /** Whether the reader of `out` went away: what would run for ever, only to be read, ends then by `Unheard`. */
  isUnheard?(): boolean;
  /** Where a run can still be begun anew, what others could see is done at its end: writing files. */
  later?(action: () => void): void;
  readonly watch: Watch;
}

/** What a thread has from the one that started it. */
interface Behind {
  /** When the run began. */
  readonly since?: number;
  readonly tell?: (news: News) => void;
  readonly input?: () => Uint8Array;
  readonly lines?: (prompt: string) => AsyncIterable<string>;
}

/** The world as it is. Writing is synchronous, so that nothing is lost when the process ends or a worker is busy. */
export function processIo(signal: () => "SIGINT" | "SIGTERM" | undefined, behind: Behind = {}): Io {
  const { env } = process;
  const plain = (env.NO_COLOR ?? "") !== "" || env.TERM === "dumb";
  const forced = env.FORCE_COLOR !== undefined && env.FORCE_COLOR !== "0" && env.FORCE_COLOR !== "";
  const color = (fd: number): boolean => forced || (!plain && isatty(fd));
  let isUnheard = false;
  return {
    out: (text) => {
      isUnheard ||= !print(1, text);
    },
    err: (text) => void print(2, text),
    isUnheard: () => isUnheard,
    colorOut: color(1),
    colorErr: color(2),
    liveErr: isatty(2),
    env,
    input: behind.input ?? readStandardInput,
    lines: behind.lines ?? readLines,
    now,
    date: () => new Date(),
    memory: () => process.memoryUsage.rss(),
    signal,
    watch: newWatch(now, behind.since ?? now(), behind.tell),
  };
}

/** Milliseconds, the same in all threads. Not `performance`: loading it costs more than a short run. */
export const now = (): number => Number(process.hrtime.bigint()) / 1e6;

/**
 * Whether a stream is a terminal. Only of a device that may be one `node:tty` is asked: to load it takes as long as to check a
 * model.
 */
function isatty(fd: number): boolean {
  try {
    const file = fstatSync(fd);
    return file.isCharacterDevice() && !isNull(file) && process.getBuiltinModule("node:tty").isatty(fd);
  } catch {
    return false; // It is closed.
  }
}

function isNull({ rdev }: Stats): boolean {
  return statSync("/dev/null", { throwIfNoEntry: false })?.rdev === rdev;
}

function readStandardInput(): Uint8Array {
  try {
    refuseFolder();
    const chunks: Uint8Array[] = [];
    for (;;) {
      const chunk = new Uint8Array(65_536);
      const size = patiently(() => readSync(0, chunk));
      if (size === 0) return Buffer.concat(chunks);
      chunks.push(chunk.subarray(0, size));
    }
  } catch (error) {
    if (error instanceof Failure) throw error;
    throw new Failure(`standard input cannot be read: ${reason(error)}`);
  }
}

/** Node would take a folder for an empty stream. */
function refuseFolder(): void {
  if (fstatSync(0).isDirectory()) throw new Failure("standard input is a directory");
}

export function readLines(prompt: string): AsyncIterable<string> {
  // Begun with the first line, so that whatever is wrong with the stream is thrown to the reader of the lines.
  let lines: AsyncIterableIterator<string> | undefined;
  const begin = (): AsyncIterableIterator<string> => {
    refuseFolder();
    return textLines(process.stdin, isatty(0) ? { output: process.stderr, prompt } : undefined);
  };
  const next = async (): Promise<IteratorResult<string>> => {
    lines ??= begin();
    return lines.next();
  };
  const end = async (): Promise<IteratorResult<string>> =>
    (await lines?.return?.()) ?? { done: true, value: undefined };
  const tell = (error: unknown): never => {
    if (!isSystemError(error)) throw error;
    throw new Failure(`standard input cannot be read: ${reason(error)}`);
  };
  const own = { next: () => next().catch(tell), return: end };
  return { [Symbol.asyncIterator]: () => own };
}

function isSystemError(error: unknown): error is NodeJS.ErrnoException {
  return error instanceof Error && "syscall" in error;
}

/** Whether somebody may have read it. */
function print(fd: 1 | 2, text: string | Uint8Array): boolean {
  const words = typeof text !== "string" && isatty(fd) ? new TextDecoder().decode(text) : text;
  try {
    writeAll(fd, typeof words === "string" ? Buffer.from(shown(words), "utf8") : words);
    return true;
  } catch (error) {
    const isGone = (error as NodeJS.ErrnoException).code === "EPIPE";
    // Behind standard error there is nowhere left to complain.
    if (fd === 1 && !isGone) throw new Failure(`standard output cannot be written: ${reason(error)}`);
    return false;
  }
}
