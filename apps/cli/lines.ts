import { createInterface } from "node:readline";
import type { Readable, Writable } from "node:stream";

/**
 * The lines of a stream as they come. What goes wrong while it is read is thrown to the reader of the lines, in its place. At
 * a terminal each line is asked for with a prompt, and Ctrl-C, which only the terminal's reader sees, is a signal as elsewhere.
 */
export interface Terminal {
  readonly output: Writable;
  readonly prompt: string;
}

export async function* textLines(input: Readable, terminal?: Terminal): AsyncGenerator<string> {
  let failure: Error | undefined;
  const reader = createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY, ...terminal });
  input.once("error", (error) => {
    failure = error;
    reader.close();
  });
  if (terminal !== undefined) {
    reader.once("SIGINT", () => {
      reader.close();
      process.kill(process.pid, "SIGINT");
    });
    reader.prompt();
  }
  for await (const line of reader) {
    yield line;
    if (terminal !== undefined) reader.prompt();
  }
  if (failure !== undefined) throw failure;
}
