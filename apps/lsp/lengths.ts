import type { Readable } from "node:stream";

/**
 * Looks at the lengths that messages of the protocol begin with. One that is no number of bytes, or more than a text can
 * hold, would be waited for until the input ends, and whatever is sent meanwhile be taken for its body: `wrong` is
 * called instead, once.
 */
const longestHeader = 1 << 14;
const longestBody = /^\d{1,9}$/;

export function watchLengths(input: Readable, wrong: () => void): void {
  let header = "";
  /** Bytes of the body that are still to come. */
  let left = 0;
  const look = (chunk: Uint8Array): void => {
    for (let at = 0; at < chunk.length; ) {
      const part = Math.min(left, chunk.length - at);
      left -= part;
      at += part;
      if (at === chunk.length) return;
      header += String.fromCharCode(chunk[at++]!);
      const isWhole = header.endsWith("\r\n\r\n");
      if (!isWhole && header.length < longestHeader) continue;
      const [, length = ""] = /^Content-Length:[ \t]*(.*?)[ \t]*\r$/im.exec(header) ?? [];
      header = "";
      if (!isWhole || !longestBody.test(length)) {
        input.off("data", look);
        wrong();
        return;
      }
      left = Number(length);
    }
  };
  input.on("data", look);
}
