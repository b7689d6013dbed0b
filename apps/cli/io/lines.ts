import type { Readable, Writable } from "node:stream";

/**
 * The lines of a stream as they come. What goes wrong while it is read is thrown to the reader of the lines, in its place. At
 * a terminal each line is asked for with a prompt, and Ctrl-C, which only the terminal's reader sees, is a signal as elsewhere.
 * Whoever stops reading lets go of the stream at once, also while no line comes: it would keep the process alive.
 *
 * Of a line that is longer than any command or event only the beginning is kept, and one character more than is allowed, so
 * that whoever reads it refuses it; memory stays bounded whatever is sent.
 */
interface Terminal {
  readonly output: Writable;
  readonly prompt: string;
}

interface TextLines extends AsyncIterableIterator<string> {
  return(): Promise<IteratorResult<string>>;
}

export const LONGEST = 2 ** 20;

export function textLines(input: Readable, terminal?: Terminal, longest = LONGEST): TextLines {
  const lines = new Arriving(input);
  if (terminal === undefined) lines.source = divide(input, lines, longest);
  else lines.source = typed(input, lines, terminal, longest);
  return lines;
}

/** Where lines come from. */
interface Source {
  /** The next line is wanted. */
  ask(): void;
  close(): void;
}

/** Lines that came and nobody took yet, and how they ended. One is taken at a time. */
class Arriving implements TextLines {
  source: Source | undefined;
  private readonly input: Readable;
  private readonly lines: string[] = [];
  private isOver = false;
  private failure: Error | undefined;
  private wake: (() => void) | undefined;

  constructor(input: Readable) {
    this.input = input;
    input.on("error", (error) => this.end(error));
    input.once("close", () => this.end());
  }

  add(line: string): void {
    this.lines.push(line);
    this.wake?.();
  }

  end(failure?: Error): void {
    if (this.isOver) return;
    this.isOver = true;
    this.failure = failure;
    this.wake?.();
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  async next(): Promise<IteratorResult<string>> {
    if (this.lines.length === 0 && !this.isOver) {
      const news = new Promise<void>((wake) => {
        this.wake = wake;
      });
      this.source?.ask();
      await news;
    }
    const line = this.lines.shift();
    if (line !== undefined) return { done: false, value: line };
    const { failure } = this;
    this.failure = undefined;
    if (failure !== undefined) throw failure;
    return { done: true, value: undefined };
  }

  async return(): Promise<IteratorResult<string>> {
    this.lines.length = 0;
    this.end();
    this.source?.close();
    this.input.destroy();
    return { done: true, value: undefined };
  }
}

/** The stream waits while lines do. */
function divide(input: Readable, lines: Arriving, longest: number): Source {
  let line = "";
  input.setEncoding("utf8");
  input.on("data", (chunk: string) => {
    let at = 0;
    for (let end = chunk.indexOf("\n"); end >= 0; end = chunk.indexOf("\n", at)) {
      lines.add(plain(line + chunk.slice(at, Math.min(end, at + longest + 1 - line.length))));
      line = "";
      at = end + 1;
    }
    line += chunk.slice(at, at + longest + 1 - line.length);
    if (at > 0) input.pause();
  });
  input.once("end", () => {
    if (line !== "") lines.add(plain(line));
    lines.end();
  });
  input.pause();
  return { ask: () => input.resume(), close: () => {} };
}

function plain(line: string): string {
  return line.replace(/\r$/, "");
}

function typed(input: Readable, lines: Arriving, terminal: Terminal, longest: number): Source {
  // Loaded here, since most commands need it not.
  const { createInterface } = process.getBuiltinModule("node:readline");
  const reader = createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY, ...terminal });
  reader.on("line", (line) => lines.add(line.slice(0, longest + 1)));
  const end = (): void => lines.end();
  reader.once("close", end);
  reader.once("SIGINT", () => {
    // No end of the input: the signal says what becomes of the run.
    reader.off("close", end);
    reader.close();
    process.kill(process.pid, "SIGINT");
  });
  return { ask: () => reader.prompt(), close: () => reader.close() };
}
