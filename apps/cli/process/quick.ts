import { statSync } from "node:fs";
import { type Io, processIo } from "../io/io.ts";
import { Account } from "./account.ts";
import { type Ears, endOf } from "./ears.ts";
import { limitsOf } from "./limits.ts";
import { explain } from "./run.ts";
import { Exceeded, type Watch } from "./watch.ts";

/**
 * Most commands are over before a thread could start. So a small one is first tried here, for a moment, with its output
 * and the files it writes kept back; if it takes longer, it is ended, nothing is to be seen of it, and the thread begins
 * anew. A last search that goes in turns stays here however long it takes: between its turns signals are heard, so that it
 * needs no thread; but a limit of memory does. Commands that talk, show progress or write one file after the other go to the
 * thread at once.
 */
const patience = 500;
const largest = 100_000;
const LATE = "it takes too long to be tried";

type Program = (argv: readonly string[], io: Io) => Promise<number>;

export function isQuick(argv: readonly string[]): boolean {
  const visible =
    /^(--trace-file.*|--junit.*|--sarif.*|--plot.*|--trajectories.*|--results.*|--certificate.*|--checkpoint.*|--resume.*|--cluster.*|--progress|--watch|--threads.*|-[a-zA-Z]*[fX].*)$/;
  return !talks(argv) && !argv.some((word) => visible.test(word)) && argv.every((word) => sizeOf(word) <= largest);
}

/** Whether somebody types while it runs. */
function talks([verb, ...rest]: readonly string[]): boolean {
  if (verb === "online") return true;
  if (verb !== "simulate" && verb !== "reconstruct") return false;
  const script = rest.findIndex((word) => /^--script(=|$)/.test(word));
  const word = rest[script];
  if (word === undefined) return verb === "simulate" && !rest.some((other) => /^--random(=|$)/.test(other));
  return /^(--script=)?-$/.test(word.includes("=") ? word : (rest[script + 1] ?? ""));
}

function sizeOf(path: string): number {
  try {
    return statSync(path).size;
  } catch {
    return 0; // An option, or a file that is not there: that is soon told.
  }
}

/**
 * Whether a trial loads further parts of Node (checksums do). Ended in the midst of that it would leave those half made that
 * threads need as well, and no thread could begin: so what these need is loaded first.
 */
function loadsMore(argv: readonly string[]): boolean {
  return argv[0] === "rerun" || argv.some((word) => word.startsWith("--json"));
}

/** The exit code, or undefined if the moment was not enough. */
export async function quickly(
  program: Program,
  argv: readonly string[],
  real: Io,
  ears: Ears,
): Promise<number | undefined> {
  const kept: (() => void)[] = [];
  let begun: number | undefined;
  let late = false;
  let stays = false;
  let isWatched = false;
  const account = new Account();
  // Of what comes too late nothing is kept.
  const write = (action: () => void): void => {
    if (stays) action();
    else if (!late) kept.push(action);
  };
  const end = (): number => (begun ??= real.now()) + patience;
  const watch: Watch = {
    ...real.watch,
    stage: (what, isSearch = false) => {
      real.watch.stage(what, isSearch);
      if (!late) account.hear({ kind: "stage", what, isSearch });
    },
    tell: (news) => {
      if (!late) account.hear(news);
    },
    within: (job, until) => {
      if (stays || (until !== undefined && until.at <= end())) return real.watch.within(job, until);
      if (isWatched) return job();
      isWatched = true;
      try {
        return real.watch.within(job, { at: end(), why: LATE });
      } catch (error) {
        late ||= error instanceof Exceeded && error.why === LATE;
        throw error;
      } finally {
        isWatched = false;
      }
    },
  };
  const io: Io = {
    ...real,
    watch,
    get liveErr() {
      return stays && real.liveErr;
    },
    out: (text) => write(() => real.out(text)),
    err: (text) => write(() => real.err(text)),
    later: write,
    signal: () => {
      if (stays) return ears.signal();
      late ||= real.now() > end();
      return late ? "SIGINT" : undefined;
    },
    turn: (isLast) => {
      if (stays) return ears.turn();
      return late || !isLast || limitsOf(argv).memory !== undefined ? undefined : stay();
    },
  };
  /** What was kept back is printed where no watch can end it. */
  const stay = async (): Promise<void> => {
    await undefined;
    if (late) return;
    stays = true;
    for (const action of kept) action();
    await ears.turn();
  };
  if (loadsMore(argv)) process.getBuiltinModule("node:worker_threads");
  const code = await program(argv, io);
  if (stays) return code;
  if (late) {
    await ears.turn();
    const signal = ears.signal();
    if (signal === undefined) return undefined;
    return told(() => account.tell(endOf(signal)));
  }
  return told(() => code);

  /** What was kept back comes out, and then the code; whoever reads it may be gone. */
  async function told(end: () => number | Promise<number>): Promise<number> {
    try {
      for (const action of kept) action();
      return await end();
    } catch (error) {
      return explain(error, "zonal", real);
    }
  }
}

/** Runs a program here for a moment, and otherwise in a thread. */
export async function runProcess(
  name: "zonal" | "verifyta",
  load: () => Promise<Program>,
  argv: readonly string[],
  ears: Ears,
): Promise<number> {
  let bytes: Uint8Array | undefined;
  const real = processIo(() => ears.signal());
  const input = (): Uint8Array => (bytes ??= real.input());
  const code = isQuick(argv) ? await quickly(await load(), argv, { ...real, input }, ears) : undefined;
  if (code !== undefined) return code;
  const { runThread } = await import("./thread.ts");
  return runThread({ program: name, argv, since: real.watch.since, input: bytes }, ears);
}
