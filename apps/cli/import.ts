import {
  accelerate,
  check,
  compileTasks,
  decode,
  hasErrors,
  instantiate,
  Locator,
  parseRcx,
  rcxModel,
  read,
  TaskError,
  type UppaalSource,
  whyNoPeriod,
  writeXml,
} from "../../src/index.ts";
import { count } from "./io/count.ts";
import { protect, readBytes, writeBytes } from "./io/files.ts";
import type { Io } from "./io/io.ts";
import { loadModel, refused } from "./model/load.ts";
import { exit, exitText, Failure } from "./process/exit.ts";
import { whole } from "./process/numbers.ts";
import type { Verb } from "./process/run.ts";

/** `zonal import FORMAT FILE`: a model of how byte code of the RCX runs, from the byte code or from processes compiled to it. */
interface Options {
  readonly output?: string;
  readonly period?: number;
  readonly byteCode?: string;
  readonly accelerate: boolean;
}

export const importModel: Verb = {
  define(command, io, finish) {
    command
      .description("Make a model of the run-time behaviour of byte code, with its idle cycles accelerated.")
      .argument(
        "<format>",
        "rcx: symbolic byte code of LEGO's RCX; tasks: a model of control processes, which are compiled to it (docs/guide/acceleration.md)",
      )
      .argument("<file>", "the byte code, or the model; '-' is standard input")
      .option("-o, --output <file>", "write the model there; without it to standard output")
      .option("--period <n>", "how slow the environment is, instead of what the file says", whole)
      .option("--byte-code <file>", "of tasks: write the byte code there, too")
      .option("--no-accelerate", "leave the idle cycles as they are")
      .addHelpText(
        "after",
        `\nExamples:\n  zonal import rcx program.rcx -o program.xml\n  zonal import rcx program.rcx --period 1000000 -o program.xml\n  zonal import tasks tasks.xta --byte-code program.rcx -o program.xml\n${exitText(["ok", "wrong", "inconclusive", "internal", "interrupted", "terminated"])}`,
      )
      .action((format: string, file: string, options: Options) => finish(run(format, file, options, io)));
  },
};

function run(format: string, file: string, options: Options, io: Io): number {
  if (format !== "rcx" && format !== "tasks")
    throw new Failure(`there is no format '${format}' to import`, { hint: "there are rcx and tasks" });
  const { output = "-", byteCode } = options;
  if (output !== "-") protect(output, [file]);
  if (byteCode !== undefined && (format !== "tasks" || (byteCode === "-" && output === "-") || byteCode === output))
    throw new Failure("--byte-code is for tasks, and goes elsewhere than the model");
  if (byteCode !== undefined && byteCode !== "-") protect(byteCode, [file]);
  const text = format === "rcx" ? decode(readBytes(file, io)).text : compiled(file, io);
  if (text === undefined) return exit.wrong;
  const { program, diagnostics } = parseRcx(text);
  const given = file === "-" ? "<stdin>" : file;
  const name = format === "tasks" ? `byte code of ${given}` : given;
  const place = { name, locator: new Locator(text, undefined) };
  if (hasErrors(diagnostics)) {
    refused(diagnostics, place, io);
    return exit.wrong;
  }
  if (byteCode !== undefined) writeBytes(byteCode, text, io);
  const { period } = options;
  const why = period === undefined ? undefined : whyNoPeriod(period);
  if (why !== undefined) throw new Failure(why);
  const model = writeXml(rcxModel(period === undefined ? program : { ...program, period }));
  const { made, note } = options.accelerate ? accelerated(model) : { made: model, note: "" };
  writeBytes(output, made, io);
  io.err(
    `note: ${count(program.instructions.length, "instruction")}, ${count(program.sensors.size, "sensor")}${note}\n`,
  );
  return exit.ok;
}

/** The byte code of a model's processes; undefined where the model is wrong, which is told. */
function compiled(file: string, io: Io): string | undefined {
  const { source, model, diagnostics, place } = loadModel(file, {}, io);
  if (source.format === "tck") throw new Failure("a model in TChecker's format has no templates");
  if (refused(diagnostics, place, io) !== undefined || model === undefined) return undefined;
  try {
    return compileTasks(model);
  } catch (error) {
    if (error instanceof TaskError) throw new Failure(error.message);
    throw error;
  }
}

/** The model with its idle cycles accelerated in one location each. */
function accelerated(text: string): { readonly made: string; readonly note: string } {
  const source = read(text, { name: "model.xml" }) as UppaalSource;
  const { made } = instantiate(check(source.tree));
  if (made === undefined) throw new Error("the model made of byte code cannot be instantiated");
  const { text: faster, appended } = accelerate(source, made, { shape: "compress" });
  return { made: faster, note: `, ${count(appended.length, "idle cycle")} accelerated` };
}
