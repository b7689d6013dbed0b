import { diffTrees, hasErrors, renderDifference, type Source, type Tree } from "../../src/index.ts";
import type { Io } from "./io/io.ts";
import { jsonDocument } from "./io/json.ts";
import { type DialectOptions, dialectOption, oldOption } from "./model/dialect.ts";
import { loadSource, printDiagnostics } from "./model/load.ts";
import { placeOfSource } from "./model/report.ts";
import { exit, Failure } from "./process/exit.ts";
import type { Verb } from "./process/run.ts";

/** `zonal diff A B`: what changed between two models, by meaning; layout is told apart. */
interface Options extends DialectOptions {
  readonly json?: true;
}

export const diff: Verb = {
  define(command, io, finish) {
    command
      .description("Compare two models by meaning: templates, locations, edges, declarations, system, queries.")
      .argument("<before>", "a model in XML or XTA; '-' is standard input")
      .argument("<after>", "another")
      .option("--json", "print one JSON document (docs/schema/diff.json)")
      .addOption(dialectOption)
      .addOption(oldOption)
      .addHelpText(
        "after",
        `
Spacing, file format, comments and coordinates do not count as a difference of meaning.

Example:
  zonal diff before.xml after.xml

Exit codes:
  0    the same, or another layout only
  1    the models differ
  2    wrong usage or unreadable file
  3    inconclusive: a limit was reached
  4    a fault of zonal itself
`,
      )
      .action((before: string, after: string, options: Options) => finish(run(before, after, options, io)));
  },
};

function run(before: string, after: string, options: Options, io: Io): number {
  if (before === "-" && after === "-") throw new Failure("standard input can be read only once");
  const sources = [loadSource(before, options, io), loadSource(after, options, io)] as const;
  for (const source of sources)
    if (hasErrors(source.diagnostics)) printDiagnostics(source.diagnostics, placeOfSource(source), io);
  if (sources.some((source) => hasErrors(source.diagnostics))) return exit.wrong;
  const difference = diffTrees(treeOf(sources[0]), treeOf(sources[1]));
  const same = difference.changes.length === 0;
  io.out(options.json ? jsonDocument("diff", { before, after, same, ...difference }) : renderDifference(difference));
  return same ? exit.ok : exit.otherwise;
}

function treeOf(source: Source): Tree {
  if (source.format === "tck") throw new Failure(`${source.name}: models in TChecker's format cannot be compared`);
  return source.tree;
}
