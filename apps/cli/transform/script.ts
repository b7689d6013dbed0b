import {
  AlgebraError,
  beginSession,
  decode,
  hasErrors,
  isUnfinished,
  runCommands,
  type TemplateSession,
  writeSession,
} from "../../../src/index.ts";
import { protectRewritten, readBytes } from "../io/files.ts";
import type { Io } from "../io/io.ts";
import { paint } from "../io/paint.ts";
import { type DialectOptions, dialectOption, oldOption } from "../model/dialect.ts";
import { loadModel, printDiagnostics } from "../model/load.ts";
import { writeModel } from "../model/written.ts";
import { exit, exitText, Failure } from "../process/exit.ts";
import { list } from "../process/numbers.ts";
import type { Verb } from "../process/run.ts";

/** `zonal transform script MODEL`: the language of expressions over templates, sets and maps, from a file or at a terminal. */
interface Options extends DialectOptions {
  readonly eval?: readonly string[];
  readonly script?: string;
  readonly terminal?: true;
  readonly output?: string;
  readonly inPlace?: true;
}

export const transformScript: Verb = {
  define(command, io, finish) {
    command
      .description("Make templates by expressions over templates, sets and maps.")
      .argument("<model>", "a model in XML or XTA")
      .option("--script <file>", "run the commands of a file; '-' is standard input, up to the first that fails")
      .option("-e, --eval <commands>", "run these commands; may be given several times", list)
      .option("-t, --terminal", "then ask for commands one by one; by itself where there are no others")
      .option("-o, --output <file>", "write the model as it is in the end; '-' is standard output")
      .option("--in-place", "allow the output to be the input")
      .addOption(dialectOption)
      .addOption(oldOption)
      .addHelpText(
        "after",
        `
Commands, each on a line or before a ';'; 'help' tells all functions:
  Half = Gate \\ {| raise! |}                  a template without these actions
  seen = channels(Gate) ++ {extra}            a set as a variable
  Test = maketest(Gate, seen, {})             the test automaton for these channels
  Open = inputenable(Gate, inputs(Gate))      able to receive always
  actions(Half)                               say what it is
  show Half; list; drop Half; quit

A command that fails changes nothing. At the terminal the others count; in a script nothing is written then. What is said goes to
standard output, or to standard error where the model goes there.

Example:
  zonal transform script gate.xml -e "Test = maketest(Gate)" -o test.xml
${exitText(["ok", "wrong", "inconclusive", "internal", "interrupted", "terminated"])}`,
      )
      .action(async (model: string, options: Options) => finish(await run(model, options, io)));
  },
};

async function run(path: string, options: Options, io: Io): Promise<number> {
  if (options.output !== undefined) protectRewritten({ ...options, output: options.output }, path);
  const given = options.script !== undefined || options.eval !== undefined;
  const isAsking = options.terminal === true || !given;
  if ([path === "-", options.script === "-", isAsking].filter(Boolean).length > 1)
    throw new Failure("model, script and terminal cannot share standard input", {
      hint: "give files, or commands with --eval",
    });
  const { source, diagnostics, place } = loadModel(path, options, io);
  if (source.format === "tck") throw new Failure("a model in TChecker's format has no templates");
  if (hasErrors(diagnostics)) {
    printDiagnostics(diagnostics, place, io);
    return exit.wrong;
  }
  const say = (lines: readonly string[]): void => {
    if (lines.length > 0) (options.output === "-" ? io.err : io.out)(`${lines.join("\n")}\n`);
  };
  let session = beginSession(source);
  const texts = options.script === undefined ? [] : [decode(readBytes(options.script, io)).text];
  let isOver = false;
  for (const text of [...texts, ...(options.eval ?? [])]) {
    if (isOver) break;
    const told = obey(session, text);
    if (typeof told === "string") throw new Failure(told);
    say(told.lines);
    ({ session, isOver } = told);
  }
  let code: number = exit.ok;
  if (isAsking && !isOver) ({ session, code } = await ask(session, say, io));
  const { text, changed } = writeSession(session);
  if (options.output !== undefined) writeModel(options.output, text, source, io);
  else if (changed.length > 0) io.err(`not written: ${changed.join(", ")} (--output says where to)\n`);
  return code;
}

/** What came of some commands; or why they failed. */
function obey(session: TemplateSession, text: string): ReturnType<typeof runCommands> | string {
  try {
    return runCommands(session, text);
  } catch (error) {
    if (error instanceof AlgebraError) return error.message;
    throw error;
  }
}

/** Commands as they come, until they end. A line that leaves a bracket open goes on in the next; an empty one gives it up. */
async function ask(
  begun: TemplateSession,
  say: (lines: readonly string[]) => void,
  io: Io,
): Promise<{ readonly session: TemplateSession; readonly code: number }> {
  let session = begun;
  let code: number = exit.ok;
  let pending = "";
  const attempt = (text: string): boolean => {
    const told = obey(session, text);
    if (typeof told === "string") {
      io.err(`${paint("red", "error", io.colorErr)}: ${told}\n`);
      code = exit.wrong;
      return false;
    }
    say(told.lines);
    ({ session } = told);
    return told.isOver;
  };
  let read = 0;
  for await (const line of io.lines("> ")) {
    // What comes before it are empty lines, so that a fault tells where it stands in all that was read.
    const text = pending === "" ? `${"\n".repeat(read)}${line}` : `${pending}\n${line}`;
    read++;
    pending = "";
    if (line.trim() !== "" && isUnfinished(text)) pending = text;
    else if (attempt(text)) return { session, code };
  }
  if (pending !== "") attempt(pending);
  return { session, code };
}
