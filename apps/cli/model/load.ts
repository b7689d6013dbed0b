import {
  check,
  type Diagnostic,
  decode,
  type EdgeTexts,
  edgeTexts,
  hasErrors,
  type Instantiated,
  instantiate,
  Locator,
  type Model,
  type Network,
  networkFromTck,
  parseQueryFile,
  type QueryEntry,
  read,
  type Source,
  tckEdgeTexts,
} from "../../../src/index.ts";
import { readBytes } from "../io/files.ts";
import type { Io } from "../io/io.ts";
import { exit, Failure } from "../process/exit.ts";
import { type DialectOptions, dialectAsked } from "./dialect.ts";
import { countOf, type Place, placeOfSource, report } from "./report.ts";

/** What the verbs have in common: reading a model, checking it, and printing what is wrong with it. */
interface LoadOptions extends DialectOptions {
  readonly quiet?: boolean;
  readonly json?: boolean;
}

/** What was said when the file was read, and is not said again. */
const told = new WeakSet<Diagnostic>();

const contents = new WeakMap<Source, Uint8Array>();

/** The bytes that a source was read from. */
export function bytesOf(source: Source): Uint8Array | undefined {
  return contents.get(source);
}

export function loadSource(path: string, options: LoadOptions, io: Io): Source {
  io.watch.stage("reading the model");
  const bytes = readBytes(path, io);
  const source = read(bytes, { name: path === "-" ? "<stdin>" : path, ...dialectAsked(options, io) });
  contents.set(source, bytes);
  // That a file is an old one is said by every command, also by those that say nothing else of a good model.
  const old = source.diagnostics.filter((d) => d.code === "old-dialect");
  if (options.quiet || options.json) return source;
  printDiagnostics(old, placeOfSource(source), io);
  for (const diagnostic of old) told.add(diagnostic);
  return source;
}

/** A source with its model, and all that is wrong with either. */
export interface Loaded {
  readonly source: Source;
  readonly place: Place;
  readonly model?: Model;
  /** Of a model in TChecker's format, which needs no checking beyond. */
  readonly network?: Network;
  readonly diagnostics: readonly Diagnostic[];
}

export function loadModel(path: string, options: LoadOptions, io: Io): Loaded {
  const source = loadSource(path, options, io);
  const place = placeOfSource(source);
  // Where reading failed, checking would only repeat it.
  if (hasErrors(source.diagnostics)) return { source, place, diagnostics: source.diagnostics };
  io.watch.stage("checking the model");
  if (source.format === "tck") {
    const { network, diagnostics } = networkFromTck(source.tck);
    return { source, place, network, diagnostics: [...source.diagnostics, ...diagnostics] };
  }
  const model = check(source.tree);
  return { source, place, model, diagnostics: [...source.diagnostics, ...model.diagnostics] };
}

/** A model made ready to run; without a network if it is wrong, and then `diagnostics` say why. */
export interface Ready extends Loaded {
  readonly network?: Network;
  /** Of an UPPAAL model: what queries need. */
  readonly made?: Instantiated;
  /** What symbolic verification refuses of a model that is right: other queries may still be put to it. */
  readonly refused?: readonly Diagnostic[];
  readonly texts: EdgeTexts;
}

export function loadNetwork(path: string, options: LoadOptions, io: Io): Ready {
  const loaded = loadModel(path, options, io);
  const { source, model, network } = loaded;
  const texts = source.format === "tck" ? tckEdgeTexts(source.tck, source.text) : edgeTexts(source.tree);
  if (hasErrors(loaded.diagnostics)) {
    const { network: _, ...rest } = loaded;
    return { ...rest, texts };
  }
  if (model === undefined) return { ...loaded, ...(network === undefined ? {} : { network }), texts };
  io.watch.stage("instantiating the model");
  const { made, diagnostics } = instantiate(model);
  const all = [...loaded.diagnostics, ...diagnostics];
  return {
    ...loaded,
    diagnostics: all,
    texts,
    ...(made === undefined || hasErrors(all) ? { refused: diagnostics } : { made, network: made.network }),
  };
}

/** Prints diagnostics to `err`; at most `limit` of them, errors first. */
export function printDiagnostics(found: readonly Diagnostic[], place: Place, io: Io, limit = 100): void {
  const diagnostics = found.filter((d) => !told.has(d));
  const errors = diagnostics.filter((d) => d.severity === "error");
  const shown = [...errors, ...diagnostics.filter((d) => d.severity === "warning")].slice(0, limit);
  for (const diagnostic of shown) io.err(report(diagnostic, place, io.colorErr));
  if (shown.length < diagnostics.length)
    io.err(`... ${diagnostics.length - shown.length} more not shown (${countOf(diagnostics)} in all)\n`);
}

/** Prints what is wrong; the exit code if it is an error, otherwise undefined. */
export function refused(diagnostics: readonly Diagnostic[], place: Place, io: Io): number | undefined {
  printDiagnostics(diagnostics, place, io);
  return hasErrors(diagnostics) ? exit.wrong : undefined;
}

/** The queries of a `.q` file, in the dialect of the model they are put to. */
export function loadQueries(
  path: string,
  source: Source,
  io: Io,
): { readonly entries: readonly QueryEntry[]; readonly diagnostics: readonly Diagnostic[]; readonly place: Place } {
  io.watch.stage("reading the queries");
  const { text, diagnostics } = decode(readBytes(path, io));
  if (/^\s*<(\?xml|!DOCTYPE|nta|project)\b/.test(text))
    throw new Failure(`${path} is a model, not a file of queries`, {
      hint: "one model is answered at a time; a model's own queries need no file",
    });
  const place = { name: path === "-" ? "<stdin>" : path, locator: new Locator(text) };
  // What cannot be decoded is not cut into queries: that would only repeat it.
  if (hasErrors(diagnostics)) return { entries: [], diagnostics, place };
  return { ...parseQueryFile(text, source.format === "tck" ? {} : source), place };
}
