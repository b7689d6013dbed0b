import { type Acceleration, accelerate as accelerateModel, type CycleReport, cycleText } from "../../src/index.ts";
import { count } from "./io/count.ts";
import { protect } from "./io/files.ts";
import type { Io } from "./io/io.ts";
import { jsonDiagnostic, jsonDocument } from "./io/json.ts";
import { type DialectOptions, dialectOption, oldOption } from "./model/dialect.ts";
import { loadNetwork, refused } from "./model/load.ts";
import { writeModel } from "./model/written.ts";
import { exit, exitText, Failure } from "./process/exit.ts";
import { whole } from "./process/numbers.ts";
import type { Verb } from "./process/run.ts";

/** `zonal accelerate MODEL`: appends cycles that stand for many rounds of busy waiting, and says whether that is exact. */
interface Options extends DialectOptions {
  readonly output?: string;
  readonly inPlace?: true;
  readonly approximate?: true;
  readonly compress?: true;
  readonly replace?: true;
  readonly limit?: number;
  readonly unfoldings?: number;
  readonly json?: true;
}

export const accelerate: Verb = {
  define(command, io, finish) {
    command
      .description("Append cycles that stand for many rounds of busy waiting, so that fewer states are explored.")
      .argument("<model>", "a model in XML or XTA; '-' is standard input")
      .option("-o, --output <file>", "write the accelerated model there; '-' is standard output")
      .option("--in-place", "allow the output to be the model itself")
      .option("--approximate", "also append cycles that make the result an over-approximation")
      .option("--compress", "append one location for each cycle instead of copies of it")
      .option(
        "--replace",
        "put such locations in the place of cycles where nothing is lost by that, for any search order",
      )
      .option("--limit <n>", "look at no more cycles of a process (1000)", whole)
      .option("--unfoldings <n>", "append no cycle that needs more unfoldings (16)", whole)
      .option("--json", "print the report as JSON (docs/schema/accelerate.json)")
      .addOption(dialectOption)
      .addOption(oldOption)
      .addHelpText(
        "after",
        `
Reachability (E<>) and invariants (A[]) about the old locations keep their answers where all appended cycles are exact. Over
an approximation, only "not reachable" and "always" stand. Other queries and deadlocks are not kept. 'zonal verify
--accelerate' takes care of all this by itself.

Examples:
  zonal accelerate model.xml
  zonal accelerate model.xml -o faster.xml
  zonal accelerate model.xml --replace -o faster.xml
${exitText(["ok", "wrong", "inconclusive", "internal", "interrupted", "terminated"])}`,
      )
      .action((model: string, options: Options) => finish(run(model, options, io)));
  },
};

function run(path: string, options: Options, io: Io): number {
  if (options.output !== undefined && options.output !== "-" && options.inPlace !== true)
    protect(options.output, [path]);
  if (options.compress && options.replace) throw new Failure("give --compress or --replace, not both");
  const { source, place, made, diagnostics } = loadNetwork(path, options, io);
  if (source.format === "tck")
    throw new Failure("a model in TChecker's format cannot be accelerated", {
      hint: "convert it first: zonal convert",
    });
  if (made === undefined) {
    if (options.json)
      io.out(
        jsonDocument("accelerate", {
          model: source.name,
          diagnostics: diagnostics.map((d) => jsonDiagnostic(d, place)),
        }),
      );
    else refused(diagnostics, place, io);
    return exit.wrong;
  }
  const shape = options.replace ? "replace" : options.compress ? "compress" : "append";
  const result = accelerateModel(source, made, { ...options, shape });
  if (options.output !== undefined) writeModel(options.output, result.text, source, io);
  const text = options.json
    ? jsonDocument("accelerate", { model: source.name, ...accelerationJson(result) })
    : report(result, shape);
  if (options.output === "-") io.err(text);
  else io.out(text);
  return exit.ok;
}

function report({ reports, incomplete, appended, exact }: Acceleration, asked: string): string {
  const lines = [...reports.map(cycleText), ...incomplete.map(tooMany)];
  for (const { report: r, shape, kept, added } of appended) {
    const what = shape === "replace" ? "in the place of" : "appended beside";
    const why = kept === undefined ? "" : ` (not ${asked}${asked === "replace" ? "d" : "ed"}: ${kept})`;
    lines.push(`${what} ${r.template}: ${r.locations.join(" -> ")}: ${added.join(", ")}${why}`);
  }
  if (appended.length === 0) lines.push("no cycle is accelerated");
  else lines.push(`${count(appended.length, "cycle")} accelerated: ${exact ? "exact" : "an over-approximation"}`);
  return `${lines.join("\n")}\n`;
}

export function tooMany(process: string): string {
  return `${process} has more cycles than were looked at; see --limit`;
}

export function cycleJson({ window, ...rest }: CycleReport): object {
  if (window === undefined) return rest;
  const { lower, upper } = window;
  return {
    ...rest,
    window: {
      lower: lower.value,
      lowerStrict: lower.strict,
      upper: upper.value === Infinity ? null : upper.value,
      upperStrict: upper.strict,
    },
  };
}

function accelerationJson({ reports, incomplete, appended, exact }: Acceleration): object {
  return {
    exact,
    cycles: reports.map(cycleJson),
    incomplete,
    appended: appended.map((a) => ({
      template: a.report.template,
      locations: a.report.locations,
      exact: a.exact,
      shape: a.shape,
      ...(a.kept === undefined ? {} : { kept: a.kept }),
      added: a.added,
    })),
  };
}
