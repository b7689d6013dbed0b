import { type Reduction, type ReportedReset, reduce as reduceModel } from "../../src/index.ts";
import { count } from "./io/count.ts";
import { protect } from "./io/files.ts";
import type { Io } from "./io/io.ts";
import { jsonDiagnostic, jsonDocument } from "./io/json.ts";
import { type DialectOptions, dialectOption, oldOption } from "./model/dialect.ts";
import { loadNetwork, refused } from "./model/load.ts";
import { observed } from "./model/observed.ts";
import { writeModel } from "./model/written.ts";
import { exit, exitText, Failure } from "./process/exit.ts";
import { list } from "./process/numbers.ts";
import type { Verb } from "./process/run.ts";

/** `zonal reduce MODEL`: finds where variables are dead, and writes the resets into the model. */
interface Options extends DialectOptions {
  readonly queries?: string;
  readonly formula?: readonly string[];
  readonly output?: string;
  readonly substitute?: true;
  readonly classes?: true;
  readonly json?: true;
  readonly inPlace?: true;
}

export const reduce: Verb = {
  define(command, io, finish) {
    command
      .description("Reset variables where their values no longer matter, so that fewer states are stored.")
      .argument("<model>", "a model in XML or XTA; '-' is standard input")
      .option("-q, --queries <file>", "keep what these queries look at; without it, those in the model")
      .option("-e, --formula <text>", "keep what this query looks at; may be given several times", list)
      .option("-o, --output <file>", "write the reduced model there; '-' is standard output")
      .option("--in-place", "allow the output to be the model itself")
      .option("--substitute", "also take away assignments that only serve later ones in the same label")
      .option("--classes", "also let one value stand for all that nothing can tell apart from here on")
      .option("--json", "print the report as JSON (docs/schema/reduce.json)")
      .addOption(dialectOption)
      .addOption(oldOption)
      .addHelpText(
        "after",
        `
The answers to the queries stay the same, and so do deadlocks, timing and run-time faults. Without any query everything may
still be asked for, so nothing is reset; -e "A[] not deadlock" keeps the behaviour alone.

Examples:
  zonal reduce model.xml
  zonal reduce model.xml -q queries.q -o smaller.xml
${exitText(["ok", "wrong", "inconclusive", "internal", "interrupted", "terminated"])}`,
      )
      .action((model: string, options: Options) => finish(run(model, options, io)));
  },
};

function run(path: string, options: Options, io: Io): number {
  if (options.queries !== undefined && options.formula !== undefined)
    throw new Failure("give a file of queries or --formula, not both");
  if (options.output !== undefined && options.output !== "-" && options.inPlace !== true)
    protect(options.output, [path, ...(options.queries === undefined ? [] : [options.queries])]);
  const loaded = loadNetwork(path, options, io);
  const { source, place, made, diagnostics } = loaded;
  if (source.format === "tck")
    throw new Failure("a model in TChecker's format cannot be reduced", { hint: "zonal verify does so by itself" });
  if (made === undefined) {
    if (options.json)
      io.out(
        jsonDocument("reduce", { model: source.name, diagnostics: diagnostics.map((d) => jsonDiagnostic(d, place)) }),
      );
    else refused(diagnostics, place, io);
    return exit.wrong;
  }
  const { queries, keepAll, notes } = observed(loaded, made, { file: options.queries, formulas: options.formula }, io);
  const reduction = reduceModel(source, made, {
    queries,
    keepAll,
    substitute: options.substitute,
    classes: options.classes,
  });
  if (options.output !== undefined) writeModel(options.output, reduction.text, source, io);
  const toOut = options.output !== "-";
  const text = options.json
    ? jsonDocument("reduce", { model: source.name, ...json(reduction, notes) })
    : report(reduction, notes);
  if (toOut) io.out(text);
  else io.err(text);
  return exit.ok;
}

const rules: Readonly<Record<ReportedReset["rule"], string>> = { used: "A", changed: "B", passed: "C" };

function report(reduction: Reduction, notes: readonly string[]): string {
  const { resets, meta, substituted, classes, skipped } = reduction;
  const lines: string[] = [...notes];
  const rows = resets.map((r) => [
    r.template,
    `${r.source} -> ${r.target}`,
    r.variable,
    r.value,
    `${rules[r.rule]}: ${r.why}`,
  ]);
  if (rows.length > 0) {
    const table = [["template", "edge", "variable", "reset to", "why"], ...rows];
    const widths = table[0]!.map((_, i) =>
      table.reduce((most, row) => Math.min(40, Math.max(most, row[i]!.length)), 0),
    );
    for (const row of table)
      lines.push(row.map((cell, i) => (i === row.length - 1 ? cell : cell.padEnd(widths[i]!))).join("  "));
    lines.push("");
  }
  for (const m of meta) lines.push(`${m.variable} becomes meta: it only passes a value over the channel ${m.channel}`);
  for (const s of substituted)
    lines.push(
      `${s.template}: ${s.variable} = ${s.value} is taken away on ${s.source} -> ${s.target}${s.isUsed ? ", its value put where it is used" : ""}`,
    );
  for (const c of classes)
    lines.push(
      `${c.template}: ${c.source} -> ${c.target} ends with ${c.variable} = ${c.value}: other values are like these`,
    );
  for (const s of skipped) lines.push(`${s.variable} is left alone: ${s.why}`);
  const edges = new Set(resets.map((r) => r.edge)).size;
  lines.push(
    resets.length === 0 && meta.length === 0
      ? classes.length === 0
        ? "nothing to reset"
        : `${count(classes.length, "assignment")} of a value for others`
      : `${count(resets.length, "reset")} on ${count(edges, "edge")}${meta.length === 0 ? "" : `, ${count(meta.length, "variable")} made meta`}`,
  );
  return `${lines.join("\n")}\n`;
}

function json(reduction: Reduction, notes: readonly string[]): object {
  const { resets, meta, substituted, classes, functions, skipped } = reduction;
  return {
    notes,
    resets: resets.map(({ template, source, target, variable, value, rule, why }) => ({
      template,
      source,
      target,
      variable,
      value,
      rule,
      why,
    })),
    meta,
    substituted: substituted.map(({ template, source, target, variable, value }) => ({
      template,
      source,
      target,
      variable,
      value,
    })),
    classes: classes.map(({ template, source, target, variable, value }) => ({
      template,
      source,
      target,
      variable,
      value,
    })),
    functions,
    skipped,
  };
}
