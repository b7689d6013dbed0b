import { checkQueries, type Diagnostic, hasErrors, queryFaults } from "../../src/index.ts";
import type { Io } from "./io/io.ts";
import { jsonDiagnostic, jsonDocument } from "./io/json.ts";
import { type DialectOptions, dialectOption, oldOption } from "./model/dialect.ts";
import { type Loaded, loadModel, printDiagnostics } from "./model/load.ts";
import { countOf } from "./model/report.ts";
import { exit, exitText, Failure } from "./process/exit.ts";
import type { Verb } from "./process/run.ts";

/** `zonal check FILE...`: what is wrong with models and their embedded queries. */
interface Options extends DialectOptions {
  readonly json?: true;
  readonly strict?: true;
  readonly quiet?: true;
}

export const check: Verb = {
  define(command, io, finish) {
    command
      .description("Check models: names, types, constants, labels, and the queries they hold.")
      .argument("<file...>", "models in XML, XTA or .tck; '-' is standard input")
      .option("--json", "print one JSON document (docs/schema/check.json)")
      .option("--strict", "count warnings and faulty queries as errors")
      .addOption(dialectOption)
      .addOption(oldOption)
      .option("-q, --quiet", "print nothing but errors")
      .addHelpText(
        "after",
        `\nExample:\n  zonal check --strict models/*.xml\n${exitText(["ok", "wrong", "inconclusive", "internal", "interrupted", "terminated"])}`,
      )
      .action((files: string[], options: Options) => {
        if (files.filter((file) => file === "-").length > 1) throw new Failure("standard input can be read only once");
        const results = files.map((file) => checkFile(file, options, io));
        if (options.json) io.out(jsonDocument("check", { files: results.map(({ json }) => json) }));
        finish(results.every(({ ok }) => ok) ? exit.ok : exit.wrong);
      });
  },
};

function checkFile(path: string, options: Options, io: Io): { readonly ok: boolean; readonly json: object } {
  let loaded: Loaded;
  try {
    loaded = loadModel(path, options, io);
  } catch (error) {
    // One file that cannot be read must not hide the others.
    if (!(error instanceof Failure)) throw error;
    io.err(`error: ${error.message}\n`);
    return {
      ok: false,
      json: {
        file: path,
        ok: false,
        errors: 1,
        warnings: 0,
        diagnostics: [{ code: "file", severity: "error", message: error.message, file: path }],
      },
    };
  }
  const queries = faultsOfQueries(loaded);
  const all = [...loaded.diagnostics, ...queries];
  const ok = !hasErrors(loaded.diagnostics) && (options.strict !== true || all.length === 0);
  if (!options.json) {
    // A faulty formula does not make the model wrong; it is told as a warning unless asked otherwise.
    const told = options.strict
      ? all
      : [...loaded.diagnostics, ...queries.map((d): Diagnostic => ({ ...d, severity: "warning" }))];
    printDiagnostics(options.quiet ? told.filter((d) => d.severity === "error") : told, loaded.place, io);
    if (!options.quiet) io.out(`${loaded.source.name}: ${ok && told.length === 0 ? "ok" : countOf(told)}\n`);
  }
  return { ok, json: jsonFile(loaded, queries, ok) };
}

function faultsOfQueries({ source, model, diagnostics }: Loaded): readonly Diagnostic[] {
  if (model === undefined || source.format === "tck" || hasErrors(diagnostics)) return [];
  const checked = checkQueries(
    model,
    model.tree.queries.flatMap(({ query }) => (query === undefined ? [] : [query])),
  );
  return queryFaults(source.queryDiagnostics, model.tree.queries, checked);
}

function jsonFile({ source, model, diagnostics, place }: Loaded, queries: readonly Diagnostic[], ok: boolean): object {
  const errors = diagnostics.filter((d) => d.severity === "error").length;
  return {
    file: source.name,
    format: source.format,
    ok,
    errors,
    warnings: diagnostics.length - errors,
    ...(model === undefined || errors > 0 ? {} : { features: model.features }),
    diagnostics: diagnostics.map((d) => jsonDiagnostic(d, place)),
    queryDiagnostics: queries.map((d) => jsonDiagnostic(d, place)),
  };
}
