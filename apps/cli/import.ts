import {
  accelerate,
  check,
  decode,
  hasErrors,
  instantiate,
  Locator,
  parseRcx,
  rcxModel,
  read,
  type UppaalSource,
  writeXml,
} from "../../src/index.ts";
import { exit, exitText, Failure } from "./exit.ts";
import { protect, readBytes, writeBytes } from "./files.ts";
import type { Io } from "./io.ts";
import { refused } from "./load.ts";
import { whole } from "./numbers.ts";
import type { Verb } from "./run.ts";

/** `zonal import FORMAT FILE`: a model of something that is not one. So far byte code of the RCX. */
interface Options {
  readonly output?: string;
  readonly period?: number;
  readonly accelerate: boolean;
}

export const importModel: Verb = {
  define(command, io, finish) {
    command
      .description("Make a model of the run-time behaviour of byte code, with its idle cycles accelerated.")
      .argument("<format>", "rcx: symbolic byte code of LEGO's RCX, as in docs/guide/acceleration.md")
      .argument("<file>", "the byte code; '-' is standard input")
      .option("-o, --output <file>", "write the model there; without it to standard output")
      .option("--period <n>", "how slow the environment is, instead of what the file says", whole)
      .option("--no-accelerate", "leave the idle cycles as they are")
      .addHelpText(
        "after",
        `\nExamples:\n  zonal import rcx program.rcx -o program.xml\n  zonal import rcx program.rcx --period 1000000 -o program.xml\n${exitText(["ok", "wrong", "inconclusive", "internal", "interrupted", "terminated"])}`,
      )
      .action((format: string, file: string, options: Options) => finish(run(format, file, options, io)));
  },
};

function run(format: string, file: string, options: Options, io: Io): number {
  if (format !== "rcx") throw new Failure(`there is no format '${format}' to import`, { hint: "there is rcx" });
  const { output = "-" } = options;
  if (output !== "-") protect(output, [file]);
  const { text } = decode(readBytes(file, io));
  const { program, diagnostics } = parseRcx(text);
  const place = { name: file === "-" ? "<stdin>" : file, locator: new Locator(text, undefined) };
  if (hasErrors(diagnostics)) {
    refused(diagnostics, place, io);
    return exit.wrong;
  }
  const { period } = options;
  if (period === 0) throw new Failure("the period must not be 0");
  const model = writeXml(rcxModel(period === undefined ? program : { ...program, period }));
  const { made, note } = options.accelerate ? accelerated(model) : { made: model, note: "" };
  writeBytes(output, made, io);
  const counted = (count: number, what: string): string => `${count} ${what}${count === 1 ? "" : "s"}`;
  io.err(
    `note: ${counted(program.instructions.length, "instruction")}, ${counted(program.sensors.size, "sensor")}${note}\n`,
  );
  return exit.ok;
}

/** The model with its idle cycles accelerated in one location each. */
function accelerated(text: string): { readonly made: string; readonly note: string } {
  const source = read(text, { name: "model.xml" }) as UppaalSource;
  const { made } = instantiate(check(source.tree));
  if (made === undefined) throw new Error("the model made of byte code cannot be instantiated");
  const { text: faster, appended } = accelerate(source, made, { shape: "compress" });
  const count = appended.length;
  return { made: faster, note: `, ${count} idle cycle${count === 1 ? "" : "s"} accelerated` };
}
