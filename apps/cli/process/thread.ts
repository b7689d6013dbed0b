import { Worker } from "node:worker_threads";
import { readLines } from "../io/io.ts";
import { shown } from "../io/terminal.ts";
import { Account, type Stopped } from "./account.ts";
import { type Ears, endOf, type Signal } from "./ears.ts";
import { exit, Failure } from "./exit.ts";
import { limitsOf, memoryReached } from "./limits.ts";
import type { News } from "./watch.ts";

/**
 * Runs a program of this folder in a thread of its own. The main thread only listens and measures. The first Ctrl-C or
 * SIGTERM sets a flag that a search looks at, and so ends with what it has learned; what does not look is ended soon after.
 * So is what takes more memory than it may. Of a run that is ended the main thread tells the rest: answers there were, and
 * why there are no more. The second signal ends the process at once.
 */
export interface ThreadData {
  readonly program: "zonal" | "verifyta";
  readonly argv: readonly string[];
  /** When the run began. */
  readonly since: number;
  /** Standard input, if it was read already. */
  readonly input: Uint8Array | undefined;
  /** 0: go on; 1: SIGINT came; 2: SIGTERM came. Written here, read there. */
  readonly flag: Int32Array;
}

/** What the thread says: how it ended, that it wants a line, or news of its work. */
export type Said =
  | { readonly kind: "code"; readonly code: number }
  | { readonly kind: "line"; readonly prompt: string }
  | News;

/** A line for the thread; without one there are no more. */
export interface Line {
  readonly line?: string;
  /** Why there can be no more. */
  readonly failure?: string;
}

/** Milliseconds. A search that was asked to end has this time for it; whoever prepares one does not look. */
const GRACE = 3000;
const INTERVAL = 25;

export function runThread(task: Omit<ThreadData, "flag">, ears: Ears): Promise<number> {
  const flag = new Int32Array(new SharedArrayBuffer(4));
  // What is searched elsewhere takes its memory there.
  const isAway = task.argv.some((word) => /^--cluster(=|$)/.test(word));
  const { memory } = isAway ? {} : limitsOf(task.argv);
  const worker = new Worker(new URL("./worker.js", import.meta.url), {
    workerData: { ...task, flag } satisfies ThreadData,
    stdin: false,
    ...(memory === undefined ? {} : { resourceLimits: { maxOldGenerationSizeMb: Math.ceil(memory) + OWN_HEAP } }),
  });
  const run = new Run(worker);
  ears.hear((signal) => {
    Atomics.store(flag, 0, signal === "SIGINT" ? 1 : 2);
    run.interrupt(signal);
  });
  if (memory !== undefined) run.limit(memory);
  return run.ended;
}

/** MiB that the program itself needs. */
const OWN_HEAP = 32;
const SLACK = 64;

class Run {
  readonly ended: Promise<number>;
  private readonly worker: Worker;
  private readonly account = new Account();
  private lines: AsyncIterator<string> | undefined;
  private timer: NodeJS.Timeout | undefined;
  private memory: number | undefined;
  /** The exit code, once it is known. */
  private code: number | undefined;
  private stopped: Stopped | undefined;

  constructor(worker: Worker) {
    this.worker = worker;
    worker.on("message", (said: Said) => this.hear(said));
    worker.on("error", (error) => this.fail(error));
    this.ended = new Promise((finish) => {
      worker.on("exit", (own) => {
        clearInterval(this.timer);
        finish(this.finish(own));
      });
    });
  }

  /** Ends the run if the process grows by more than this, in MiB: what is stored, and what comes with it. */
  limit(memory: number): void {
    this.memory = memory;
    const most = process.memoryUsage.rss() + (memory * 1.5 + SLACK) * 2 ** 20;
    this.timer = setInterval(() => {
      if (process.memoryUsage.rss() > most) this.stop({ why: memoryReached(memory), code: exit.inconclusive });
    }, INTERVAL);
  }

  interrupt(signal: Signal): void {
    const end = (): void => {
      if (this.account.isWriting) setTimeout(end, INTERVAL).unref();
      else this.stop(endOf(signal));
    };
    setTimeout(end, this.account.isSearching ? GRACE : 0).unref();
  }

  private stop(stopped: Stopped): void {
    if (this.code !== undefined || this.stopped !== undefined) return;
    this.stopped = stopped;
    void this.worker.terminate();
  }

  private hear(said: Said): void {
    if (said.kind === "code") this.end(said.code);
    else if (said.kind === "line") void this.answerLine(said.prompt);
    else this.account.hear(said);
  }

  /** The thread has done its work; it may still wait for a line that nobody wants any more. */
  private end(code: number): void {
    this.code = code;
    void this.worker.terminate();
  }

  private async answerLine(prompt: string): Promise<void> {
    this.worker.postMessage(await this.nextLine(prompt));
  }

  private async nextLine(prompt: string): Promise<Line> {
    try {
      this.lines ??= readLines(prompt)[Symbol.asyncIterator]();
      const { done, value } = await this.lines.next();
      return done === true ? {} : { line: value };
    } catch (error) {
      if (error instanceof Failure) return { failure: error.message };
      throw error;
    }
  }

  private fail(error: NodeJS.ErrnoException): void {
    if (error.code === "ERR_WORKER_OUT_OF_MEMORY") {
      const why = this.memory === undefined ? "there is not enough memory" : memoryReached(this.memory);
      this.stopped ??= { why, code: exit.inconclusive };
      return;
    }
    const said = shown(`internal error: ${error.message}\n`);
    process.stderr.write(said);
    this.code = exit.internal;
  }

  /** Where the thread told no code its own counts, unless it is Node's for an end that nobody wanted. */
  private async finish(own: number): Promise<number> {
    void this.lines?.return?.();
    if (this.code !== undefined) return this.code;
    if (this.stopped !== undefined) return this.account.tell(this.stopped);
    return own > 1 ? own : exit.internal;
  }
}
