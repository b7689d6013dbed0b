import { exit } from "./exit.ts";

/**
 * Hears Ctrl-C and SIGTERM from the start of the process on. Node delivers signals only while nothing else runs in its main
 * thread: what is tried there is ended soon, and a search that stays there lets go of the thread for a moment, some times a
 * second. The first signal is kept for the search to look at; the second ends the process.
 */
export type Signal = "SIGINT" | "SIGTERM";

export interface Ears {
  signal(): Signal | undefined;
  /** A moment in which signals are heard; undefined if the last one was just now. */
  turn(): Promise<void> | undefined;
  /** Is told of the first signal, at once if it was heard already. */
  hear(listener: (signal: Signal) => void): void;
}

const interval = 50;

export function signalCode(signal: Signal): number {
  return signal === "SIGINT" ? exit.interrupted : exit.terminated;
}

/** How a run ends that was interrupted. */
export function endOf(signal: Signal): { readonly why: string; readonly code: number } {
  return { why: signal === "SIGINT" ? "interrupted" : "terminated", code: signalCode(signal) };
}

export function listen(): Ears {
  let heard: Signal | undefined;
  let listener: ((signal: Signal) => void) | undefined;
  let last = Date.now();
  const on = (signal: Signal): void => {
    if (heard !== undefined) process.exit(signalCode(signal));
    heard = signal;
    listener?.(signal);
  };
  process.on("SIGINT", on).on("SIGTERM", on);
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
    hear: (to) => {
      listener = to;
      if (heard !== undefined) to(heard);
    },
  };
}
