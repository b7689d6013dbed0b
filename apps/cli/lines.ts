import type { Readable, Writable } from "node:stream";

/**
 * The lines of a stream as they come. What goes wrong while it is read is thrown to the reader of the lines, in its place. At
 * a terminal each line is asked for with a prompt, and Ctrl-C, which only the terminal's reader sees, is a signal as elsewhere.
 * Whoever stops reading lets go of the stream at once, also while no line comes: it would keep the process alive.
 */
export interface Terminal {
  readonly output: Writable;
  readonly prompt: string;
}

export function textLines(input: Readable, terminal?: Terminal): AsyncIterableIterator<string> {
  // Loaded here, since most commands need it not.
  const { createInterface } = process.getBuiltinModule("node:readline");
  let failure: Error | undefined;
  const reader = createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY, ...terminal });
  input.once("error", (error) => {
    failure = error;
    reader.close();
  });
  const lines = reader[Symbol.asyncIterator]();
  if (terminal !== undefined) {
    reader.once("SIGINT", () => {
      reader.close();
      process.kill(process.pid, "SIGINT");
    });
  }
  const done = (): IteratorResult<string> => {
    if (failure !== undefined) throw failure;
    return { done: true, value: undefined };
  };
  return {
    [Symbol.asyncIterator]() {
      return this;
    },
    async next() {
      if (terminal !== undefined && failure === undefined) reader.prompt();
      const line = await lines.next();
      return line.done === true ? done() : line;
    },
    async return() {
      reader.close();
      input.destroy();
      return { done: true, value: undefined };
    },
  };
}
