import { join } from "node:path";
import {
  hasErrors,
  renderSummary,
  summarise,
  type TckSource,
  type Template,
  templateToDot,
  templateToSvg,
  type UppaalSource,
} from "../../src/index.ts";
import { makeFolder, protect, writeBytes } from "./io/files.ts";
import type { Io } from "./io/io.ts";
import { jsonDocument } from "./io/json.ts";
import { type DialectOptions, dialectOption, oldOption } from "./model/dialect.ts";
import { loadSource, refused } from "./model/load.ts";
import { placeOfSource } from "./model/report.ts";
import { exit, exitText, Failure } from "./process/exit.ts";
import type { Verb } from "./process/run.ts";

/** `zonal show FILE`: what is in a model, or its templates drawn as they were laid out. */
interface Options extends DialectOptions {
  readonly dot?: true;
  readonly svg?: true;
  readonly output?: string;
  readonly template?: string;
  readonly json?: true;
}

export const show: Verb = {
  define(command, io, finish) {
    command
      .description("Summarise a model, or draw its templates with their own coordinates.")
      .argument("<model>", "a model in XML, XTA or .tck; '-' is standard input")
      .option("--dot", "draw the templates for Graphviz")
      .option("--svg", "draw the templates as SVG")
      .option(
        "-o, --output <folder>",
        "write each drawing to TEMPLATE.svg or TEMPLATE.dot there; needed for several SVGs",
      )
      .option("--template <name>", "draw only this template")
      .option("--json", "print the summary as JSON (docs/schema/show.json)")
      .addOption(dialectOption)
      .addOption(oldOption)
      .addHelpText(
        "after",
        `\nExamples:\n  zonal show model.xml\n  zonal show model.xml --svg -o drawings\n${exitText(["ok", "wrong", "inconclusive", "internal", "interrupted", "terminated"])}`,
      )
      .action((model: string, options: Options) => finish(run(model, options, io)));
  },
};

function run(path: string, options: Options, io: Io): number {
  if (options.dot && options.svg) throw new Failure("give --dot or --svg, not both");
  const source = loadSource(path, options, io);
  if (hasErrors(source.diagnostics)) return refused(source.diagnostics, placeOfSource(source), io) ?? exit.wrong;
  if (source.format === "tck") {
    if (options.dot || options.svg) throw new Failure("a model in TChecker's format has no drawing");
    const summary = summariseTck(source);
    io.out(options.json ? jsonDocument("show", { file: source.name, summary }) : tckText(summary));
    return exit.ok;
  }
  if (options.dot || options.svg) draw(path, source, options, io);
  else {
    const summary = summarise(source.tree);
    io.out(options.json ? jsonDocument("show", { file: source.name, summary }) : renderSummary(summary));
  }
  return exit.ok;
}

function draw(path: string, { tree, text }: UppaalSource, options: Options, io: Io): void {
  const all = [
    ...tree.templates,
    ...tree.systemDeclarations.flatMap((d): Template[] => (d.kind === "template" ? [d.template] : [])),
  ];
  const drawn =
    options.template === undefined ? all : all.filter((template) => template.name.name === options.template);
  if (drawn.length === 0)
    throw new Failure(
      options.template === undefined ? "the model has no template" : `there is no template '${options.template}'`,
      { hint: `the templates are ${all.map((t) => t.name.name).join(", ")}` },
    );
  const render = (template: Template): string =>
    options.svg ? templateToSvg(template, { source: text }) : templateToDot(template, { source: text });
  if (options.output === undefined) {
    if (options.svg && drawn.length > 1)
      throw new Failure("several drawings do not fit into one SVG", { hint: "give -o FOLDER, or --template NAME" });
    for (const template of drawn) writeBytes("-", render(template), io);
    return;
  }
  makeFolder(options.output, io);
  for (const template of drawn) {
    const target = join(
      options.output,
      `${template.name.name.replace(/[^\w.-]/g, "_") || "template"}.${options.svg ? "svg" : "dot"}`,
    );
    protect(target, [path]);
    writeBytes(target, render(template), io);
    io.err(`${target}\n`);
  }
}

function summariseTck({ tck }: TckSource) {
  const names = (kind: "process" | "event" | "clock" | "int"): string[] =>
    tck.declarations.flatMap((d) => (d.kind === kind ? [d.name.name] : []));
  const count = (kind: "location" | "edge" | "sync"): number => tck.declarations.filter((d) => d.kind === kind).length;
  return {
    format: "tck" as const,
    system: tck.system?.name ?? "",
    processes: names("process"),
    clocks: names("clock"),
    variables: names("int"),
    events: names("event").length,
    locations: count("location"),
    edges: count("edge"),
    synchronisations: count("sync"),
    labels: [...new Set(tck.declarations.flatMap((d) => (d.kind === "location" ? d.labels : [])))],
  };
}

function tckText(summary: ReturnType<typeof summariseTck>): string {
  const list = (names: readonly string[]): string =>
    names.length === 0
      ? "none"
      : names.length > 12
        ? `${names.slice(0, 12).join(", ")}, ... (${names.length})`
        : names.join(", ");
  return `system ${summary.system} (TChecker)
processes: ${list(summary.processes)}
clocks: ${list(summary.clocks)}
variables: ${list(summary.variables)}
labels: ${list(summary.labels)}
${summary.locations} locations, ${summary.edges} edges, ${summary.events} events, ${summary.synchronisations} synchronisations
`;
}
