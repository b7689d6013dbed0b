import { Worker } from "node:worker_threads";
import { noFigures, type Run, type RunLimits, type RunResult } from "../../../src/index.ts";
import { startAlarm } from "../process/alarm.ts";
import { memoryReached } from "../process/limits.ts";
import { machine } from "../process/machine.ts";
import type { Part } from "../threads/crew.ts";
import type { FromPart, ToPart } from "../threads/sweep.ts";
import type { SweepModel } from "./run.ts";

/** Whoever does the runs of a study: threads here, or workers elsewhere. */
export interface Hands {
  /** The runs that go on. */
  readonly running: readonly Run[];
  /** How many were handed out and are not begun. */
  readonly waiting: number;
  readonly isFree: boolean;
  /** Requires: `isFree`. */
  do(run: Run): Promise<Done>;
  /** What came of it is on the disk. */
  kept?(run: Run): void;
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
 * Threads that do the runs of a study, and pieces of questions. Whatever a run does to its thread (breaks it, takes all its
 * memory, never ends) is the result of that run alone, and a new thread does the next. A model is sent to a thread once.
 */
export class Pool implements Hands {
  readonly waiting = 0;
  private readonly slots: Slot[];

  /** Requires: `model` has that of every run. */
  constructor(size: number, model: (sha256: string) => SweepModel) {
    this.slots = Array.from({ length: size }, () => new Slot(model));
  }

  get running(): readonly Run[] {
    return this.slots.flatMap(({ job }) => (job?.kind === "run" ? job.run : []));
  }

  /** How many runs and pieces go on. */
  get busy(): number {
    return this.slots.filter(({ job }) => job !== undefined).length;
  }

  get isFree(): boolean {
    return this.busy < this.slots.length;
  }

  async do(run: Run): Promise<Done> {
    const { result } = (await this.give({ kind: "run", run }).done) as Extract<FromPart, { readonly result: unknown }>;
    return { result, machine: machine() };
  }

  /** What came of a piece or a run; `drop` ends it, since nobody wants it. Requires: `isFree`. */
  give(job: PoolJob): { readonly done: Promise<FromPart>; readonly drop: () => void } {
    const slot = this.slots.find((one) => one.job === undefined)!;
    const done = slot.do(job);
    return { done, drop: () => slot.drop(job) };
  }

  close(): void {
    for (const slot of this.slots) slot.close();
  }
}

/** The reason of what was dropped. */
export const DROPPED = "nobody wants it any more";
/** Milliseconds that a run which is late has to end by itself. */
const GRACE = 2000;
/** MiB that the program itself needs. */
const OWN_HEAP = 64;
/** A thread that was sent so many models has forgotten none of them: another one takes its place. */
const MODELS = 16;

/** What a thread is given to do. */
export type PoolJob = Exclude<ToPart, { readonly kind: "model" }>;

function about(job: PoolJob): { readonly sha256: string; readonly limits: RunLimits } {
  return job.kind === "run" ? job.run : job.piece;
}

class Slot {
  job: PoolJob | undefined;
  private readonly model: (sha256: string) => SweepModel;
  private readonly sent = new Set<string>();
  private worker: Worker | undefined;
  /** The limit that the thread was started with. */
  private memory: number | undefined;
  private finish: ((came: FromPart) => void) | undefined;
  private endAlarm: (() => void) | undefined;
  private since = 0;

  constructor(model: (sha256: string) => SweepModel) {
    this.model = model;
  }

  do(job: PoolJob): Promise<FromPart> {
    this.job = job;
    this.since = Date.now();
    const { sha256, limits } = about(job);
    if (limits.memory !== this.memory || this.sent.size >= MODELS) this.close();
    this.worker ??= this.start(limits);
    if (!this.sent.has(sha256)) {
      this.say({ kind: "model", model: this.model(sha256) });
      this.sent.add(sha256);
    }
    this.say(job);
    const { timeout } = limits;
    if (timeout !== undefined)
      this.endAlarm = startAlarm(timeout * 1000 + GRACE, () =>
        this.giveUp("unknown", `the time limit of ${timeout} s was reached, and the run had to be ended`),
      );
    return new Promise((finish) => {
      this.finish = finish;
    });
  }

  drop(job: PoolJob): void {
    if (this.job === job) this.giveUp("unknown", DROPPED);
  }

  close(): void {
    this.endAlarm?.();
    const { worker } = this;
    this.worker = undefined;
    void worker?.terminate();
  }

  private say(said: ToPart): void {
    this.worker?.postMessage(said);
  }

  private start(limits: RunLimits): Worker {
    const worker = new Worker(new URL("./part.js", import.meta.url), {
      workerData: { kind: "sweep" } satisfies Part,
      stdin: false,
      ...(limits.memory === undefined
        ? {}
        : { resourceLimits: { maxOldGenerationSizeMb: Math.ceil(limits.memory) + OWN_HEAP } }),
    });
    this.sent.clear();
    this.memory = limits.memory;
    worker.on("message", (came: FromPart) => {
      if (worker === this.worker) this.end(came);
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
    this.end({ result: { outcome, reason, statistics: noFigures, seconds } });
  }

  private end(came: FromPart): void {
    this.endAlarm?.();
    const { finish } = this;
    this.job = undefined;
    this.finish = undefined;
    finish?.(came);
  }
}
