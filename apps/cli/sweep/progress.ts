import { constantsText, type Run } from "../../../src/index.ts";
import type { Io } from "../io/io.ts";
import { control } from "../io/terminal.ts";

/**
 * How far a study is: counts, rate and estimate, and on a terminal a line for each run that goes on. Otherwise a line
 * every ten seconds.
 */
interface Standing {
  readonly done: number;
  /** Those that were done before this command began are in `done`, but say nothing of its speed. */
  readonly before: number;
  readonly failed: number;
  readonly left: number;
  readonly running: readonly Run[];
}

export class SweepProgress {
  private readonly io: Io;
  private readonly isWanted: boolean;
  private readonly started: number;
  private readonly begun = new Map<Run, number>();
  private last: number;
  /** Lines on the terminal that are to be rewritten. */
  private lines = 0;

  constructor(io: Io, wanted: boolean | undefined) {
    this.io = io;
    this.isWanted = wanted ?? io.liveErr;
    this.started = io.now();
    this.last = this.started;
  }

  show(standing: Standing): void {
    if (!this.isWanted) return;
    const now = this.io.now();
    for (const run of standing.running) if (!this.begun.has(run)) this.begun.set(run, now);
    if (now - this.last < (this.io.liveErr ? 200 : 10_000)) return;
    this.last = now;
    const text = [this.counts(standing, now), ...(this.io.liveErr ? this.rows(standing, now) : [])];
    this.clear();
    this.io.err(`${text.join("\n")}\n`);
    if (this.io.liveErr) this.lines = text.length;
  }

  /** Takes the lines away before something else is printed. */
  clear(): void {
    if (this.lines > 0) this.io.err(control(`\x1b[${this.lines}A\x1b[J`));
    this.lines = 0;
  }

  private counts({ done, before, failed, left, running }: Standing, now: number): string {
    const seconds = (now - this.started) / 1000;
    const rate = (done - before) / Math.max(seconds, 0.001);
    const open = left + running.length;
    const rest = rate > 0 ? `, about ${Math.ceil(open / rate)} s left` : "";
    return `${done} of ${done + open} runs done, ${running.length} running, ${failed} without an answer, ${rate.toFixed(1)}/s${rest}`;
  }

  private rows({ running }: Standing, now: number): string[] {
    return running.map((run) => {
      const seconds = (now - (this.begun.get(run) ?? now)) / 1000;
      const text = `${run.model} ${constantsText(run.constants)}: ${run.query}`;
      return `  ${seconds.toFixed(0).padStart(5)} s  ${text.length > 64 ? `${text.slice(0, 63)}…` : text}`;
    });
  }
}
