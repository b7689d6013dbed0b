import { withScalars } from "../../../src/index.ts";
import { protectRewritten } from "../io/files.ts";
import type { Io } from "../io/io.ts";
import { jsonDocument } from "../io/json.ts";
import { type DialectOptions, dialectOption, oldOption } from "../model/dialect.ts";
import { loadNetwork, refused } from "../model/load.ts";
import { writeModel } from "../model/written.ts";
import { exit, exitText, Failure } from "../process/exit.ts";
import type { Verb } from "../process/run.ts";

/** `zonal transform symmetry MODEL`: scalar sets in the place of integers that only name processes. */
interface Options extends DialectOptions {
  readonly output: string;
  readonly inPlace?: true;
  readonly json?: true;
}

export const transformSymmetry: Verb = {
  define(command, io, finish) {
    command
      .description("Declare types whose values only name processes as scalar sets.")
      .argument("<model>", "a model in XML or XTA; '-' is standard input")
      .option("-o, --output <file>", "where to write; '-' is standard output", "-")
      .option("--in-place", "allow the output to be the input")
      .option("--json", "print what was changed as JSON; needs --output")
      .addOption(dialectOption)
      .addOption(oldOption)
      .addHelpText(
        "after",
        `
What was rewritten, and what not and why, is told on standard error. The rewritten model is checked again.

Example:
  zonal transform symmetry model.xml -o scalar.xml
${exitText(["ok", "wrong", "inconclusive", "internal", "interrupted", "terminated"])}`,
      )
      .action((model: string, options: Options) => finish(run(model, options, io)));
  },
};

function run(path: string, options: Options, io: Io): number {
  protectRewritten(options, path);
  const { source, place, made, diagnostics } = loadNetwork(path, options, io);
  if (source.format === "tck") throw new Failure("a model in TChecker's format has no types to rewrite");
  if (made === undefined) {
    refused(diagnostics, place, io);
    return exit.wrong;
  }
  const { text, rewritten, left } = withScalars(source, made);
  writeModel(options.output, text, source, io);
  const told = left.map(({ name, reason, diagnostic }) => {
    if (diagnostic === undefined || diagnostic.span.start === diagnostic.span.end) return { name, reason };
    const { line, column } = place.locator.locate(diagnostic.span);
    return { name, reason, line, column };
  });
  if (options.json) {
    io.out(jsonDocument("transform", { kind: "symmetry", output: options.output, rewritten, left: told }));
    return exit.ok;
  }
  for (const { name, size } of rewritten) io.err(`${name}: now a scalar set of ${size} elements\n`);
  for (const { name, reason, line, column } of told)
    io.err(`${name}: left as it is: ${reason}${line === undefined ? "" : ` (near ${line}:${column})`}\n`);
  if (rewritten.length + told.length === 0) io.err("there are no integers that may name processes\n");
  return exit.ok;
}
