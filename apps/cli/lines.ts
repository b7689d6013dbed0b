import type { Readable } from "node:stream";

/**
 * The lines of a stream as they come. Of a line that is longer than any command or event only the beginning is kept, and
 * one character more than is allowed, so that whoever reads it refuses it; memory stays bounded whatever is sent.
 */
export const LONGEST = 2 ** 20;

export async function* linesFrom(stream: Readable, longest = LONGEST): AsyncGenerator<string> {
  stream.setEncoding("utf8");
  let line = "";
  for await (const chunk of stream as AsyncIterable<string>) {
    let at = 0;
    for (let end = chunk.indexOf("\n"); end >= 0; end = chunk.indexOf("\n", at)) {
      yield plain(line + chunk.slice(at, Math.min(end, at + longest + 1 - line.length)));
      line = "";
      at = end + 1;
    }
    line += chunk.slice(at, at + longest + 1 - line.length);
  }
  if (line !== "") yield plain(line);
}

function plain(line: string): string {
  return line.endsWith("\r") ? line.slice(0, -1) : line;
}
