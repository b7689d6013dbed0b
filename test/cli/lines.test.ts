import { PassThrough, Readable } from "node:stream";
import { expect, test } from "vitest";
import { LONGEST, textLines } from "../../apps/cli/io/lines.ts";

/** Lines of a stream: bounded, with what goes wrong in its place, and let go of when nobody reads them. */
async function all(lines: AsyncIterable<string>): Promise<string[]> {
  const taken: string[] = [];
  for await (const line of lines) {
    taken.push(line);
    // A slow reader: the stream could run ahead.
    await new Promise((done) => setImmediate(done));
  }
  return taken;
}

test("lines end with \\n or \\r\\n, wherever the pieces do, and the last need not", async () => {
  const pieces = ["one\ntw", "o\r", "\n\nlä", "st"].map((piece) => Buffer.from(piece));
  expect(await all(textLines(Readable.from(pieces)))).toEqual(["one", "two", "", "läst"]);
});

test("of a line without end one character more than allowed is kept", async () => {
  const pieces = Array.from({ length: 20 }, () => "x".repeat(2 ** 17));
  const [line, ...rest] = await all(textLines(Readable.from([...pieces, "\nnext"])));
  expect(line!.length).toBe(LONGEST + 1);
  expect(rest).toEqual(["next"]);
});

test("a failure is thrown behind the lines that came before it", async () => {
  const input = new PassThrough();
  const lines = textLines(input);
  const first = lines.next();
  input.write("one\ntwo\n");
  expect(await first).toEqual({ done: false, value: "one" });
  input.destroy(new Error("the disk is gone"));
  expect(await lines.next()).toEqual({ done: false, value: "two" });
  await expect(lines.next()).rejects.toThrow("the disk is gone");
  expect(await lines.next()).toMatchObject({ done: true });
});

test("a stream that failed before anybody read is told to who reads", async () => {
  const input = new PassThrough();
  const lines = textLines(input);
  input.destroy(new Error("there was nothing"));
  await new Promise((done) => setImmediate(done));
  await expect(lines.next()).rejects.toThrow("there was nothing");
});

test("who stops reading lets go of the stream, also while no line comes", async () => {
  const input = new PassThrough();
  const lines = textLines(input);
  const pending = lines.next();
  await lines.return();
  expect(await pending).toMatchObject({ done: true });
  expect(input.destroyed).toBe(true);
});
