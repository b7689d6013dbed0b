import { extname } from "node:path";
import {
  check,
  encode,
  hasErrors,
  InternalError,
  type Modern,
  networkToTck,
  parseQueryFile,
  printQuery,
  printQueryFile,
  printXta,
  type QueryEntry,
  read,
  spliceTree,
  type TckSource,
  type Tree,
  tckToUppaal,
  type UppaalSource,
  withModernNames,
  withModernQuery,
  writeXml,
} from "../../src/index.ts";
import { protect, writeBytes } from "./io/files.ts";
import type { Io } from "./io/io.ts";
import { type DialectOptions, dialectOption, oldOption } from "./model/dialect.ts";
import { loadNetwork, loadQueries, loadSource, refused } from "./model/load.ts";
import { placeOfSource } from "./model/report.ts";
import { exit, exitText, Failure } from "./process/exit.ts";
import type { Verb } from "./process/run.ts";

/** `zonal convert IN OUT`: XML to XTA and back, old syntax to new, UPPAAL to TChecker and back where the model fits. */
interface Options extends DialectOptions {
  readonly to?: string;
  readonly queries?: string;
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
      .addOption(dialectOption)
      .addOption(oldOption)
      .option("--in-place", "allow OUT to be IN")
      .option("--json", "print what was written as JSON")
      .addHelpText(
        "after",
        `\nExamples:\n  zonal convert model.xml model.xta --queries model.q\n  zonal convert model.ta model.xml\n  zonal convert model.tck model.xml\n${exitText(["ok", "wrong", "inconclusive", "internal", "interrupted", "terminated"])}`,
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
  const { source: modern, renamed } = modernise(written, format, io);
  const added =
    format === "xml" && options.queries !== undefined ? loadQueries(options.queries, written, io).entries : [];
  const queries = [...modern.tree.queries, ...added.map((entry) => withModernQuery(entry, renamed))];
  const isChanged = added.length > 0 || modern.tree.syntax === "old";
  return uppaalText(
    modern,
    isChanged ? { ...modern.tree, queries: queries.map(present) } : modern.tree,
    format,
    options,
    io,
  );
}

/** A query without the comparisons that only UPPAAL 3 knew. */
function present(entry: QueryEntry): QueryEntry {
  return entry.query !== undefined && /=<|=>/.test(entry.text) ? { ...entry, text: printQuery(entry.query) } : entry;
}

/** For UPPAAL 5: what it reserves gets other names. */
function modernise(source: UppaalSource, format: "xml" | "xta", io: Io): Modern {
  // A chart is written as it stands, which is not the present syntax.
  if (source.tree.syntax === "old" && source.tree.charts.length > 0 && format === "xml")
    throw new Failure("sequence charts in the syntax of UPPAAL 3 cannot be converted");
  const modern = withModernNames(source, format);
  const { source: next, renamed } = modern;
  if (renamed.size === 0) return modern;
  const wrong = [...next.diagnostics, ...check(next.tree).diagnostics].find((d) => d.severity === "error");
  if (wrong !== undefined && !hasErrors(check(source.tree).diagnostics))
    throw new Failure(`this cannot be written for UPPAAL 5: ${wrong.message}`, {
      hint: `give other names to ${[...renamed.keys()].join(", ")} by hand`,
    });
  for (const [from, to] of renamed) io.err(`note: '${from}' is now '${to}'; UPPAAL 5 reserves '${from}'\n`);
  return modern;
}

function uppaalText(
  source: UppaalSource,
  tree: Tree,
  format: "xml" | "xta",
  options: Options,
  io: Io,
): string | Uint8Array {
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

/** A model in TChecker's format as an UPPAAL model, with a query for each label. */
function fromTck(from: string, source: TckSource, options: Options, io: Io): UppaalSource | number {
  const { diagnostics, place } = loadNetwork(from, options, io);
  const wrong = refused(diagnostics, place, io);
  if (wrong !== undefined) return wrong;
  const { text, queries, diagnostics: unfit } = tckToUppaal(source.tck);
  if (text === undefined) return refused(unfit, place, io) ?? exit.wrong;
  const written = read(text, { name: "model.xta" });
  if (written.format === "tck") throw new InternalError("what is written is no UPPAAL model");
  const error = [...written.diagnostics, ...check(written.tree).diagnostics].find((d) => d.severity === "error");
  if (error !== undefined) throw new Failure(`this cannot be written as an UPPAAL model: ${error.message}`);
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
