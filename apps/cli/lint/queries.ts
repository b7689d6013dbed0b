import { decode, hasErrors, Locator } from "../../../src/index.ts";
import { readBytes } from "../io/files.ts";
import type { Io } from "../io/io.ts";
import type { Place } from "../model/report.ts";
import { Failure } from "../process/exit.ts";

/** The text of a file of queries, and how places in it are told. */
export function readQueryText(path: string, io: Io): { readonly text: string; readonly place: Place } {
  const { text, diagnostics } = decode(readBytes(path, io));
  if (hasErrors(diagnostics)) throw new Failure(`${path}: ${diagnostics[0]?.message}`);
  return { text, place: { name: path, locator: new Locator(text) } };
}
