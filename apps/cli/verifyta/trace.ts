import {
  type EdgeTexts,
  type Network,
  type Trace,
  traceToUppaalText,
  traceToXml,
  traceToXtr,
} from "../../../src/index.ts";
import { writeBytes } from "../io/files.ts";
import type { Io } from "../io/io.ts";
import { timed } from "../verify/tracefile.ts";
import type { VerifytaOptions } from "./options.ts";

/** The trace of one query, written to the files that `-f` and `-X` name, otherwise printed, in the words of the dialect. */
export function printTrace(
  trace: Trace,
  example: boolean,
  number: number,
  network: Network,
  texts: EdgeTexts,
  { xtrPrefix, xmlPrefix, symbolic, dialect }: VerifytaOptions,
  io: Io,
): void {
  const tell = (text: string): void => (dialect.traceTo === "out" ? io.out(text) : io.err(text));
  const written = (): Trace => (dialect.time ? timed(trace, network) : trace);
  if (xtrPrefix !== undefined) {
    const path = dialect.xtrFile(xtrPrefix, number);
    const text = traceToXtr(written(), network);
    tell(dialect.writing(example, path));
    writeBytes(path, text, io);
  }
  if (xmlPrefix !== undefined) {
    const path = `${xmlPrefix}${number}.xml`;
    writeBytes(path, traceToXml(written(), network, texts), io);
    io.out(`XMLTrace outputted to: ${path}\n`);
  }
  if (xtrPrefix === undefined && xmlPrefix === undefined) {
    io.out(dialect.showing(example));
    tell(traceToUppaalText(trace, texts, { symbolic, numbered: !dialect.time }));
  }
}
