import { extname } from "node:path";
import {
  type EdgeTexts,
  type Network,
  type Trace,
  traceToChart,
  traceToJson,
  traceToMermaid,
  traceToText,
  traceToXml,
  traceToXtr,
  traceWithTime,
} from "../../../src/index.ts";
import { jsonDocument } from "../io/json.ts";
import { Failure } from "../process/exit.ts";

/** Traces to files: the ending of the name says the format. */
export const traceFormats = [".txt", ".json", ".xtr", ".xml", ".mmd", ".svg"] as const;

export function traceFormat(path: string): (typeof traceFormats)[number] {
  const ending = extname(path).toLowerCase();
  const format = traceFormats.find((known) => known === ending);
  if (format === undefined)
    throw new Failure(`${path}: the format of a trace is told by the ending of its name`, {
      hint: `use one of ${traceFormats.join(" ")}`,
    });
  return format;
}

export function traceText(
  trace: Trace,
  format: (typeof traceFormats)[number],
  network: Network,
  texts: EdgeTexts,
  query: string,
): string {
  switch (format) {
    case ".txt":
      return traceToText(trace, texts);
    case ".json":
      return jsonDocument("trace", { query, trace: traceToJson(trace, texts) });
    case ".xtr":
      return traceToXtr(timed(trace, network), network);
    case ".xml":
      return traceToXml(timed(trace, network), network, texts);
    case ".mmd":
      return traceToMermaid(trace);
    case ".svg":
      return traceToChart(trace);
  }
}

/** As UPPAAL 5 writes it, with the time from the start as a clock. */
export function timed(trace: Trace, network: Network): Trace {
  const full = traceWithTime(network, trace);
  if (typeof full === "string") throw new Failure(`the trace cannot be written in UPPAAL's format: ${full}`);
  return full;
}

/** `trace.json` for query 3 among several: `trace-3.json`. */
export function numbered(path: string, number: number): string {
  const ending = extname(path);
  return `${path.slice(0, path.length - ending.length)}-${number}${ending}`;
}
