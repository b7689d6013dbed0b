import type { Progress as Runs, Statistics } from "../../../src/index.ts";
import type { Io } from "./io.ts";
import { control } from "./terminal.ts";

/** The progress line on stderr: states, rate, waiting, memory. Rewritten in place on a terminal, a line per second else. */
export class Progress {
  private readonly io: Io;
  private readonly wanted: boolean | undefined;
  private readonly started: number;
  private last: number;
  private length = 0;

  constructor(io: Io, wanted: boolean | undefined) {
    this.io = io;
    this.wanted = wanted;
    this.started = io.now();
    // The first second is silent: most answers come sooner.
    this.last = this.started + 500;
  }

  /** To be given to `verify`; undefined when nothing is to be shown. */
  get listener(): ((statistics: Statistics) => void) | undefined {
    return this.wanted === false ? undefined : (statistics) => this.show(statistics);
  }

  private show({ explored, waiting, memory }: Statistics): void {
    this.line(
      (seconds) =>
        `${group(explored)} states explored, ${group(rate(explored, seconds))}/s, ${group(waiting)} waiting, ${bytes(memory)}, ${seconds.toFixed(1)} s`,
    );
  }

  /** Of a statistical query: runs, and the present interval. */
  showRuns(progress: () => Runs): void {
    if (this.wanted === false) return;
    this.line((seconds) => {
      const { runs, interval } = progress();
      const now =
        interval === undefined ? "" : `, in [${interval.low.toPrecision(4)}, ${interval.high.toPrecision(4)}]`;
      return `${group(runs)} runs, ${group(rate(runs, seconds))}/s${now}, ${seconds.toFixed(1)} s`;
    });
  }

  private line(write: (seconds: number) => string): void {
    if (!(this.wanted ?? this.io.liveErr)) return;
    const now = this.io.now();
    if (now - this.last < (this.io.liveErr ? 200 : 1000)) return;
    this.last = now;
    const text = write((now - this.started) / 1000);
    if (this.io.liveErr) this.io.err(`${control("\r")}${text.padEnd(this.length)}`);
    else this.io.err(`${text}\n`);
    this.length = text.length;
  }

  /** Takes the line away before something else is printed. */
  clear(): void {
    if (this.length > 0 && this.io.liveErr) this.io.err(`${control("\r")}${" ".repeat(this.length)}${control("\r")}`);
    this.length = 0;
  }
}

function rate(done: number, seconds: number): number {
  return Math.round(done / Math.max(seconds, 0.001));
}

/** 1234567 as `1 234 567`. */
export function group(n: number): string {
  return String(n).replace(/\B(?=(\d{3})+$)/g, " ");
}

export function bytes(n: number): string {
  return n < 2 ** 20
    ? `${Math.ceil(n / 1024)} KiB`
    : n < 2 ** 30
      ? `${(n / 2 ** 20).toFixed(1)} MiB`
      : `${(n / 2 ** 30).toFixed(2)} GiB`;
}
