import { extname } from "node:path";
import {
  check,
  encode,
  InternalError,
  networkToTck,
  parseQueryFile,
  printQueryFile,
  printXta,
  read,
  spliceTree,
  type TckSource,
  type Tree,
  tckToUppaal,
  type UppaalSource,
  writeXml,
} from "../../src/index.ts";
import { exit, exitText, Failure } from "./exit.ts";
import { protect, writeBytes } from "./files.ts";
import type { Io } from "./io.ts";
import { loadNetwork, loadQueries, loadSource, refused } from "./load.ts";
import { placeOfSource } from "./report.ts";
import type { Verb } from "./run.ts";

/** `zonal convert IN OUT`: XML to XTA and back, old syntax to new, UPPAAL to TChecker and back where the model fits. */
interface Options {
  readonly to?: string;
  readonly queries?: string;
  readonly old?: true;
  readonly inPlace?: true;
  readonly json?: true;
}
const formats = ["xml", "xta", "tck"] as const;
type Format = (typeof formats)[number];

export const convert: Verb = {
  define(command, io, finish) {
    command
      .description("Convert a model; the ending of OUT is the format: .xml, .xta (or .ta), .tck.")
      .argument("<in>", "a model in XML, XTA or TChecker's format; '-' is standard input")
      .argument("<out>", "where to write; '-' is standard output")
      .option("--to <format>", "the format, where the name does not tell: xml, xta or tck")
      .option("--queries <file>", "for XTA: write the queries there; for XML: read them from there")
      .option("--old", "read the syntax of UPPAAL 3; the present one is written")
      .option("--in-place", "allow OUT to be IN")
      .option("--json", "print what was written as JSON")
      .addHelpText(
        "after",
        `\nExamples:\n  zonal convert model.xml model.xta --queries model.q\n  zonal convert --old model.ta model.xml\n  zonal convert model.tck model.xml\n${exitText(["ok", "wrong", "internal"])}`,
      )
      .action((from: string, to: string, options: Options) => finish(run(from, to, options, io)));
  },
};

function run(from: string, to: string, options: Options, io: Io): number {
  const format = targetFormat(to, options);
  if (options.inPlace !== true) protect(to, [from]);
  if (options.queries !== undefined) protect(options.queries, format === "xml" ? [to] : [from, to]);
  const text = format === "tck" ? toTck(from, options, io) : toUppaal(from, format, options, io);
  if (typeof text === "number") return text;
  writeBytes(to, text, io);
  if (options.json && to !== "-")
    io.out(`${JSON.stringify({ schemaVersion: 1, command: "convert", in: from, out: to, format })}\n`);
  return exit.ok;
}

function targetFormat(to: string, { to: named }: Options): Format {
  const ending = (named ?? extname(to).slice(1)).toLowerCase();
  const format = ending === "ta" ? "xta" : formats.find((known) => known === ending);
  if (format === undefined)
    throw new Failure(
      named === undefined ? `${to}: the format is not told by the name` : `there is no format '${named}'`,
      { hint: `give --to ${formats.join(", --to ")}` },
    );
  return format;
}

/** The text, or the bytes as they were where nothing is to be done; an exit code if the model is wrong. */
function toUppaal(from: string, format: "xml" | "xta", options: Options, io: Io): string | Uint8Array | number {
  const source = loadSource(from, options, io);
  const wrong = refused(source.diagnostics, placeOfSource(source), io);
  if (wrong !== undefined) return wrong;
  const written = source.format === "tck" ? fromTck(from, source, options, io) : source;
  if (typeof written === "number") return written;
  return uppaalText(written, format, options, io);
}

function uppaalText(source: UppaalSource, format: "xml" | "xta", options: Options, io: Io): string | Uint8Array {
  const tree = withQueries(source.tree, format, options, io);
  if (format === "xml") {
    // A file that is XML already keeps its bytes but for the queries that are added.
    if (source.format === "xml" && tree.syntax === "new")
      return encode(spliceTree(source, tree), source.encoding, source.bom);
    return writeXml(tree, source.format === "xta" ? { source: source.text } : {});
  }
  if (options.queries !== undefined) writeBytes(options.queries, printQueryFile(tree.queries), io);
  else if (tree.queries.length > 0)
    io.err(`${tree.queries.length} queries have no place in XTA; --queries FILE writes them\n`);
  if (tree.charts.length > 0) io.err(`${tree.charts.length} sequence charts have no place in XTA and are left out\n`);
  return source.format === "xta" && tree.syntax === "new"
    ? encode(source.text, source.encoding, source.bom)
    : printXta(tree);
}

function withQueries(tree: Tree, format: "xml" | "xta", options: Options, io: Io): Tree {
  if (format !== "xml" || options.queries === undefined) return tree;
  const { entries } = loadQueries(options.queries, io);
  return { ...tree, queries: [...tree.queries, ...entries] };
}

/** A model in TChecker's format as an UPPAAL model, with a query for each label. */
function fromTck(from: string, source: TckSource, options: Options, io: Io): UppaalSource | number {
  const { diagnostics, place } = loadNetwork(from, options, io);
  const wrong = refused(diagnostics, place, io);
  if (wrong !== undefined) return wrong;
  const { text, queries, diagnostics: unfit } = tckToUppaal(source.tck);
  if (text === undefined) return refused(unfit, place, io) ?? exit.wrong;
  const written = read(text, { name: "model.xta" });
  if (written.format === "tck") throw new InternalError("what is written is no UPPAAL model");
  const errors = [...written.diagnostics, ...check(written.tree).diagnostics].filter((d) => d.severity === "error");
  if (errors.length > 0) throw new Failure(`this cannot be written as an UPPAAL model: ${errors[0].message}`);
  return { ...written, tree: { ...written.tree, queries: parseQueryFile(queries).entries } };
}

function toTck(from: string, options: Options, io: Io): string | number {
  const { source, network, diagnostics, place } = loadNetwork(from, options, io);
  const wrong = refused(diagnostics, place, io);
  if (network === undefined) return wrong ?? exit.wrong;
  if (source.format === "tck") return source.text;
  const { text, diagnostics: unfit } = networkToTck(network, systemName(from));
  return text ?? refused(unfit, place, io) ?? exit.wrong;
}

function systemName(path: string): string {
  const name = path
    .replace(/^.*[\\/]/, "")
    .replace(/\.\w+$/, "")
    .replace(/\W/g, "_");
  return /^[A-Za-z_]/.test(name) ? name : "model";
}
