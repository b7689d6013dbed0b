import type { Command } from "commander";
import { positive } from "./numbers.ts";
import type { Until } from "./watch.ts";

/**
 * Limits of a whole run: `--timeout` and `--memory`, which every command takes that works with a model. They are read from
 * the words of the command line too, since what watches over a run starts before the command does.
 */
export interface RunLimits {
  /** Seconds. */
  readonly timeout?: number | undefined;
  /** MiB. */
  readonly memory?: number | undefined;
}

/** Declares the options where a command has none of its own. */
export function addLimits(command: Command): void {
  const has = (name: string): boolean => command.options.some((option) => option.long === name);
  if (!has("--timeout")) command.option("--timeout <seconds>", "give up after this time", positive);
  if (!has("--memory")) command.option("--memory <MiB>", "give up when more memory than this is needed", positive);
}

/** As far as they can be read; what is wrong is told by the command itself. */
export function limitsOf(argv: readonly string[]): RunLimits {
  const value = (name: string): number | undefined => {
    const at = argv.findLastIndex((word) => word === name || word.startsWith(`${name}=`));
    if (at < 0) return undefined;
    const n = Number(argv[at] === name ? argv[at + 1] : argv[at]?.slice(name.length + 1));
    return n > 0 && Number.isFinite(n) ? n : undefined;
  };
  return { timeout: value("--timeout"), memory: value("--memory") };
}

/** Milliseconds that a search has to end by itself when its time is over, before it is ended. */
export const GRACE = 1000;
/** The same of one that is written to a file then. */
export const GRACE_TO_WRITE = 600_000;

/** The end of something that began then; `grace` is for work that ends by itself and needs a moment for it. */
export function untilOf(timeout: number | undefined, since: number, grace = 0): Until | undefined {
  if (timeout === undefined) return undefined;
  return { at: since + timeout * 1000 + grace, why: `the time limit of ${timeout} s was reached` };
}

export function memoryReached(mebibytes: number): string {
  return `the memory limit of ${mebibytes} MiB was reached`;
}
