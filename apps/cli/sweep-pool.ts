import { Worker } from "node:worker_threads";
import { noFigures, type Run, type RunResult } from "../../src/index.ts";
import type { Part } from "./crew.ts";
import { memoryReached } from "./limits.ts";
import type { FromPart, ToPart } from "./part-sweep.ts";
import type { SweepModel } from "./sweep-run.ts";

/**
 * Threads that do the runs of a study. Whatever a run does to its thread (breaks it, takes all its memory, never ends) is the result of that
 * run alone, and a new thread does the next. A model is sent to a thread once.
 */
export class Pool {
  private readonly slots: Slot[];

  constructor(size: number, models: readonly SweepModel[]) {
    const known = new Map(models.map((model) => [model.sha256, model]));
    this.slots = Array.from({ length: size }, () => new Slot(known));
  }

  /** The runs that go on. */
  get running(): readonly Run[] {
    return this.slots.flatMap(({ run }) => run ?? []);
  }

  get isFree(): boolean {
    return this.slots.some(({ run }) => run === undefined);
  }

  /** Requires: a slot is free. */
  do(run: Run): Promise<RunResult> {
    return this.slots.find((slot) => slot.run === undefined)!.do(run);
  }

  close(): void {
    for (const slot of this.slots) slot.close();
  }
}

/** Milliseconds that a run which is late has to end by itself. */
const GRACE = 2000;
/** MiB that the program itself needs. */
const OWN_HEAP = 64;

class Slot {
  run: Run | undefined;
  private readonly models: ReadonlyMap<string, SweepModel>;
  private readonly sent = new Set<string>();
  private worker: Worker | undefined;
  private finish: ((result: RunResult) => void) | undefined;
  private timer: NodeJS.Timeout | undefined;
  private since = 0;

  constructor(models: ReadonlyMap<string, SweepModel>) {
    this.models = models;
  }

  do(run: Run): Promise<RunResult> {
    this.run = run;
    this.since = Date.now();
    this.worker ??= this.start(run);
    if (!this.sent.has(run.sha256)) {
      this.say({ kind: "model", model: this.models.get(run.sha256)! });
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
