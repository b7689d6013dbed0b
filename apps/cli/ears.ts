import { exit } from "./exit.ts";

/**
 * Hears Ctrl-C and SIGTERM in the thread that also searches. Node delivers signals only while nothing else runs there, so
 * the search lets go of the thread for a moment, some times a second. The first signal is kept for the search to look at;
 * the second ends the process.
 */
export interface Ears {
  signal(): "SIGINT" | "SIGTERM" | undefined;
  /** A moment in which signals are heard; undefined if the last one was just now. */
  turn(): Promise<void> | undefined;
  stop(): void;
}

export type Listen = () => Ears;

const interval = 50;

export const listen: Listen = () => {
  let heard: "SIGINT" | "SIGTERM" | undefined;
  let last = Date.now();
  const hear = (signal: "SIGINT" | "SIGTERM", code: number) => () => {
    if (heard !== undefined) process.exit(code);
    heard = signal;
  };
  const onInterrupt = hear("SIGINT", exit.interrupted);
  const onTerminate = hear("SIGTERM", exit.terminated);
  process.on("SIGINT", onInterrupt);
  process.on("SIGTERM", onTerminate);
  return {
    signal: () => heard,
    turn: () => {
      if (Date.now() - last < interval) return undefined;
      return new Promise((done) => {
        setImmediate(() => {
          last = Date.now();
          done();
        });
      });
    },
    stop: () => {
      process.off("SIGINT", onInterrupt);
      process.off("SIGTERM", onTerminate);
    },
  };
};
