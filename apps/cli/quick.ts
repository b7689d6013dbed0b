import { statSync } from "node:fs";
import { type Ears, type Listen, listen } from "./ears.ts";
import { type Io, processIo } from "./io.ts";
import { explain } from "./run.ts";

/**
 * Most commands are over before a thread could start. So a small one is first tried here, for a moment, with its output
 * kept back; if it takes longer, nothing is printed and the thread begins anew. A last search that goes in turns stays
 * here however long it takes: between its turns signals are heard, so that it needs no thread. Commands that write files,
 * read standard input or show progress go to the thread at once, since they could not be tried without being seen.
 */
const patience = 400;
const largest = 100_000;

export type Program = (argv: readonly string[], io: Io) => Promise<number>;

export function isQuick(argv: readonly string[]): boolean {
  const visible = /^(-|--trace-file.*|--junit.*|--sarif.*|--output.*|--progress|--threads.*|-[a-zA-Z]*[ofX].*)$/;
  return !argv.some((word) => visible.test(word)) && argv.every((word) => sizeOf(word) <= largest);
}

function sizeOf(path: string): number {
  try {
    return statSync(path).size;
  } catch {
    return 0; // An option, or a file that is not there: that is soon told.
  }
}

/** The exit code, or undefined if the moment was not enough. */
export async function quickly(
  program: Program,
  argv: readonly string[],
  real: Io,
  listen: Listen,
): Promise<number | undefined> {
  const kept: (() => void)[] = [];
  const write = (action: () => void): void => {
    if (ears === undefined) kept.push(action);
    else action();
  };
  let begun: number | undefined;
  let late = false;
  let ears: Ears | undefined;
  const io: Io = {
    ...real,
    get liveErr() {
      return ears !== undefined && real.liveErr;
    },
    out: (text) => write(() => real.out(text)),
    err: (text) => write(() => real.err(text)),
    // The time counts from the first look at the signal: that is when the search begins.
    signal: () => {
      if (ears !== undefined) return ears.signal();
      begun ??= real.now();
      late ||= real.now() - begun > patience;
      return late ? "SIGINT" : undefined;
    },
    turn: (isLast) => {
      if (ears === undefined) {
        if (late || !isLast) return undefined;
        ears = listen();
        for (const action of kept) action();
      }
      return ears.turn();
    },
  };
  const code = await program(argv, io);
  ears?.stop();
  if (ears !== undefined) return code;
  if (late) return undefined;
  try {
    for (const action of kept) action();
    return code;
  } catch (error) {
    return explain(error, "zonal", real);
  }
}

/** The same for a process. */
export function quickProcess(program: Program, argv: readonly string[]): Promise<number | undefined> {
  return quickly(
    program,
    argv,
    processIo(() => undefined),
    listen,
  );
}
