import { statSync } from "node:fs";
import { type Io, processIo } from "./io.ts";
import { explain } from "./run.ts";

/**
 * Most commands are over before a thread could start. So a small one is first tried here, for a moment, with its output
 * kept back; if the search takes longer, nothing is printed and the thread begins anew. Commands that write files, read
 * standard input or show progress go to the thread at once, since they could not be tried without being seen.
 */
const patience = 120;
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
export async function quickly(program: Program, argv: readonly string[], real: Io): Promise<number | undefined> {
  const kept: (() => void)[] = [];
  let begun: number | undefined;
  let late = false;
  const code = await program(argv, {
    ...real,
    liveErr: false,
    out: (text) => void kept.push(() => real.out(text)),
    err: (text) => void kept.push(() => real.err(text)),
    // The time counts from the first look at the signal: that is when the search begins.
    signal: () => {
      begun ??= real.now();
      late ||= real.now() - begun > patience;
      return late ? "SIGINT" : undefined;
    },
  });
  if (late) return undefined;
  try {
    for (const write of kept) write();
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
  );
}
