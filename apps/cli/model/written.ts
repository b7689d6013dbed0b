import { encode, lostQueries, readAgain, type UppaalSource } from "../../../src/index.ts";
import { writeBytes } from "../io/files.ts";
import type { Io } from "../io/io.ts";
import { Failure } from "../process/exit.ts";

/**
 * The one way by which a rewritten model is written. It is read and checked again first: what is no model any more is not
 * written at all, and queries that have lost their meaning are told.
 */
export function writeModel(output: string, text: string, source: UppaalSource, io: Io): void {
  if (text !== source.text) {
    const again = readAgain(source, text);
    if ("fault" in again)
      throw new Failure(`the result would be no valid model, so nothing is written: ${again.fault.message}`);
    for (const { text: query, message } of lostQueries(source, again))
      io.err(`warning: the query ${query} means nothing in the new model: ${message}\n`);
  }
  writeBytes(output, encode(text, source.encoding, source.bom), io);
}
