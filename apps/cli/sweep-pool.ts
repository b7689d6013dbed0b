import { Worker } from "node:worker_threads";
import { noFigures, type Run, type RunResult } from "../../src/index.ts";
import type { Part } from "./crew.ts";
import { memoryReached } from "./limits.ts";
import { machine } from "./machine.ts";
import type { FromPart, ToPart } from "./part-sweep.ts";
import type { SweepModel } from "./sweep-run.ts";

/** Whoever does the runs of a study: threads here, or workers elsewhere. */
export interface Hands {
  /** The runs that go on. */
  readonly running: readonly Run[];
  /** How many were handed out and are not begun. */
  readonly waiting: number;
  readonly isFree: boolean;
  /** Requires: `isFree`. */
  do(run: Run): Promise<Done>;
  /** What was handed out is not wanted any more; before `close`. */
  abandon?(): Promise<void>;
  /** What goes on is given up, or left to whoever does it. */
  close(): void | Promise<void>;
}

export interface Done {
  readonly result: RunResult;
  /** What its time was measured on. */
  readonly machine: string;
}

/**
 * Threads that do the runs of a study. Whatever a run does to its thread (breaks it, takes all its memory, never ends) is the result of that
 * run alone, and a new thread does the next. A model is sent to a thread once.
 */
export class Pool implements Hands {
  readonly waiting = 0;
  private readonly slots: Slot[];

  /** Requires: `model` has that of every run. */
  constructor(size: number, model: (sha256: string) => SweepModel) {
    this.slots = Array.from({ length: size }, () => new Slot(model));
  }

  get running(): readonly Run[] {
    return this.slots.flatMap(({ run }) => run ?? []);
  }

  get isFree(): boolean {
    return this.slots.some(({ run }) => run === undefined);
  }

  async do(run: Run): Promise<Done> {
    return { result: await this.slots.find((slot) => slot.run === undefined)!.do(run), machine: machine() };
  }

  close(): void {
    for (const slot of this.slots) slot.close();
  }
}

/** Milliseconds that a run which is late has to end by itself. */
const GRACE = 2000;
/** MiB that the program itself needs. */
const OWN_HEAP = 64;
/** A thread that was sent so many models has forgotten none of them: another one takes its place. */
const MODELS = 16;

class Slot {
  run: Run | undefined;
  private readonly model: (sha256: string) => SweepModel;
  private readonly sent = new Set<string>();
  private worker: Worker | undefined;
  /** The limit that the thread was started with. */
  private memory: number | undefined;
  private finish: ((result: RunResult) => void) | undefined;
  private timer: NodeJS.Timeout | undefined;
  private since = 0;

  constructor(model: (sha256: string) => SweepModel) {
    this.model = model;
  }

  do(run: Run): Promise<RunResult> {
    this.run = run;
    this.since = Date.now();
    if (run.limits.memory !== this.memory || this.sent.size >= MODELS) this.close();
    this.worker ??= this.start(run);
    if (!this.sent.has(run.sha256)) {
      this.say({ kind: "model", model: this.model(run.sha256) });
      this.sent.add(run.sha256);
    }
    this.say({ kind: "run", run });
    const { timeout } = run.limits;
    if (timeout !== undefined)
      this.timer = setTimeout(
        () => this.giveUp("unknown", `the time limit of ${timeout} s was reached, and the run had to be ended`),
        timeout * 1000 + GRACE,
      );
    return new Promise((finish) => {
      this.finish = finish;
    });
  }

  close(): void {
    clearTimeout(this.timer);
    const { worker } = this;
    this.worker = undefined;
    void worker?.terminate();
  }

  private say(said: ToPart): void {
    this.worker?.postMessage(said);
  }

  private start({ limits }: Run): Worker {
    const worker = new Worker(new URL("./part.js", import.meta.url), {
      workerData: { kind: "sweep" } satisfies Part,
      stdin: false,
      ...(limits.memory === undefined
        ? {}
        : { resourceLimits: { maxOldGenerationSizeMb: Math.ceil(limits.memory) + OWN_HEAP } }),
    });
    this.sent.clear();
    this.memory = limits.memory;
    worker.on("message", ({ result }: FromPart) => {
      if (worker === this.worker) this.end(result);
    });
    worker.on("error", (error: NodeJS.ErrnoException) => {
      if (worker !== this.worker) return;
      if (error.code === "ERR_WORKER_OUT_OF_MEMORY")
        this.giveUp(
          "unknown",
          limits.memory === undefined ? "there is not enough memory" : memoryReached(limits.memory),
        );
      else this.giveUp("error", `the run broke its thread: ${error.message}`);
    });
    worker.on("exit", (code) => {
      if (worker === this.worker) this.giveUp("error", `the run ended its thread with code ${code}`);
    });
    return worker;
  }

  /** The thread is of no use any more. */
  private giveUp(outcome: "unknown" | "error", reason: string): void {
    const seconds = (Date.now() - this.since) / 1000;
    this.close();
    this.end({ outcome, reason, statistics: noFigures, seconds });
  }

  private end(result: RunResult): void {
    clearTimeout(this.timer);
    const { finish } = this;
    this.run = undefined;
    this.finish = undefined;
    finish?.(result);
  }
}
