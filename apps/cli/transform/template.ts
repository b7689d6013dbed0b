import { AlgebraError, decode, hasErrors, runScript } from "../../../src/index.ts";
import { protectRewritten, readBytes } from "../io/files.ts";
import type { Io } from "../io/io.ts";
import { jsonDocument } from "../io/json.ts";
import { type DialectOptions, dialectOption, oldOption } from "../model/dialect.ts";
import { loadModel, printDiagnostics } from "../model/load.ts";
import { writeModel } from "../model/written.ts";
import { exit, exitText, Failure } from "../process/exit.ts";
import { list } from "../process/numbers.ts";
import type { Verb } from "../process/run.ts";

/** `zonal transform template MODEL --do ...`: operations on templates, given one by one or in a script. */
interface Options extends DialectOptions {
  readonly do?: readonly string[];
  readonly script?: string;
  readonly output: string;
  readonly inPlace?: true;
  readonly json?: true;
}

export const transformTemplate: Verb = {
  define(command, io, finish) {
    command
      .description("Change templates by operations, in order.")
      .argument("<model>", "a model in XML or XTA; '-' is standard input")
      .option("--do <operation>", "an operation; may be given several times", list)
      .option("--script <file>", "read operations from a file, one a line")
      .option("-o, --output <file>", "where to write; '-' is standard output", "-")
      .option("--in-place", "allow the output to be the input")
      .option("--json", "print what was changed as JSON; needs --output")
      .addOption(dialectOption)
      .addOption(oldOption)
      .addHelpText(
        "after",
        `
Operations:
  restrict T: a!, c[1]?      remove the edges with these actions, and what is not reached any more; c[i] gets the guard i != 1
  drop T: l1, l2             remove locations with their edges, and what is not reached any more
  merge T: l1 -> l2          redirect all edges of l1 to l2 and remove l1
  locations T: a -> b        rename locations, all at once; a <-> b exchanges
  actions T: a! -> b?        rename actions; c -> d renames both directions and all elements
  initial T: l               another initial location
  split T: a! -> b!          each a! is followed by b!, through a committed location
  scale T: 1.5               draw it larger or smaller
  multiply T: 10             multiply all times
  enable T: a?, c            let it receive these actions always: where no edge does, by a loop; without a list, all that it receives
  copy T: U                  a copy under another name
  remove T                   remove the template and its processes
  accept N: a, b?            a new template that accepts these actions at any time

Which edges have an action is decided by what names mean and by values. The result is checked: what would be no model is not
written.

Example:
  zonal transform template model.xml --do "restrict Gate: stop[0]!" --do "copy Gate: Spec" -o new.xml
${exitText(["ok", "wrong", "inconclusive", "internal", "interrupted", "terminated"])}`,
      )
      .action((model: string, options: Options) => finish(run(model, options, io)));
  },
};

function run(path: string, options: Options, io: Io): number {
  protectRewritten(options, path);
  if (options.do === undefined && options.script === undefined)
    throw new Failure("there is nothing to do", { hint: "give --do or --script" });
  const { source, diagnostics, place } = loadModel(path, options, io);
  if (source.format === "tck") throw new Failure("a model in TChecker's format has no templates");
  if (hasErrors(diagnostics)) {
    printDiagnostics(diagnostics, place, io);
    return exit.wrong;
  }
  const script = options.script === undefined ? [] : [decode(readBytes(options.script, io)).text];
  try {
    const { text, changed } = runScript(source, [...script, ...(options.do ?? [])].join("\n"));
    writeModel(options.output, text, source, io);
    if (options.json) io.out(jsonDocument("transform", { kind: "template", output: options.output, changed }));
    return exit.ok;
  } catch (error) {
    if (error instanceof AlgebraError) throw new Failure(error.message);
    throw error;
  }
}
