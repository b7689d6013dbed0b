import { Command, CommanderError } from "commander";
import type { Io } from "../io/io.ts";
import { paint } from "../io/paint.ts";
import { reason } from "../io/reason.ts";
import { exit, Failure, Unheard } from "./exit.ts";
import { addLimits, limitsOf, untilOf } from "./limits.ts";
import { isOutOfMemory } from "./memory.ts";

/**
 * Runs one command: parses its arguments, runs its action, turns whatever is thrown into a message and an exit code. Our
 * own faults end here too, with how to report them; a stack trace is printed only when `ZONAL_DEBUG` is set.
 */
export interface Verb {
  /** By default a run is ended when it reaches its limits. `own`: the verb sees to that; `none`: it has none. */
  readonly limits?: "own" | "none";
  /** Declares arguments, options and help, and the action, which calls `finish` with the exit code. */
  define(command: Command, io: Io, finish: (code: number) => void): void;
}

export async function runVerb(name: string, verb: Verb, argv: readonly string[], io: Io): Promise<number> {
  const command = new Command(name);
  let code: number = exit.ok;
  command.exitOverride().showHelpAfterError(false).showSuggestionAfterError(true);
  command.configureOutput({
    writeOut: (text) => io.out(text),
    writeErr: (text) => io.err(text),
    getOutHelpWidth: () => 100,
    getErrHelpWidth: () => 100,
  });
  try {
    verb.define(command, io, (value) => {
      code = value;
    });
    if (verb.limits !== "none") addLimits(command);
    const start = (): Promise<unknown> => command.parseAsync(argv as string[], { from: "user" });
    const until = untilOf(limitsOf(argv).timeout, io.watch.since);
    await io.watch.within(start, verb.limits === undefined ? until : undefined);
    return code;
  } catch (error) {
    return explain(error, name, io);
  }
}

/** What to print for something thrown, and the exit code. */
export function explain(error: unknown, name: string, io: Io): number {
  if (error instanceof Unheard) return exit.ok;
  if (error instanceof CommanderError) {
    if (error.exitCode === 0) return exit.ok;
    io.err(`Run '${name} --help' for its options.\n`);
    return exit.wrong;
  }
  if (error instanceof Failure) {
    io.err(`${paint("red", "error", io.colorErr)}: ${error.message}\n`);
    if (error.hint !== undefined) io.err(`hint: ${error.hint}\n`);
    return error.code;
  }
  // Known by its name: a command that does not need the library starts without it.
  if (error instanceof Error && error.name === "DialectError") {
    io.err(`${paint("red", "error", io.colorErr)}: ${error.message}\n`);
    return exit.wrong;
  }
  const fault = error instanceof Error ? error : new Error(String(error));
  // Thrown by the loader (code.ts), which shares no classes with what it loads.
  if (fault.name === "Unreadable") {
    io.err(`${paint("red", "error", io.colorErr)}: ${fault.message}\n`);
    return exit.wrong;
  }
  // The system refused something, and nobody nearer knew what it was for.
  if ("syscall" in fault) {
    const { path } = fault as NodeJS.ErrnoException;
    io.err(`${paint("red", "error", io.colorErr)}: ${path === undefined ? "" : `${path}: `}${reason(fault)}\n`);
    return exit.wrong;
  }
  if (isOutOfMemory(fault)) {
    io.err(`${paint("red", "error", io.colorErr)}: not enough memory: ${fault.message}\n`);
    return exit.inconclusive;
  }
  io.err(`${paint("red", "internal error", io.colorErr)}: ${fault.message}\n`);
  io.err(
    "This is a fault of zonal, not of your model. Please report it with the command, the model and this message;\n",
  );
  io.err("ZONAL_DEBUG=1 prints where it happened.\n");
  if ((io.env.ZONAL_DEBUG ?? "") !== "") io.err(`${fault.stack ?? ""}\n`);
  return exit.internal;
}
