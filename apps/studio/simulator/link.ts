import { signal } from "@preact/signals";
import { startWorker } from "../worker/program.ts";
import type { Answer } from "../worker/protocol.ts";
import type { Command, Reply } from "./step.ts";

/**
 * The way to the simulator's worker: commands go there one after the other, and each has its reply. What takes too long is
 * stopped by ending the worker; the next command starts another one, which knows nothing yet.
 */
export const isWorking = signal(false);

let worker: Promise<Worker> | undefined;
let waiting: { readonly answer: (reply: Reply) => void }[] = [];
let patience: ReturnType<typeof setTimeout> | undefined;

/** The worker at hand, to be told from the one before it. */
export function workerNow(): Promise<Worker> {
  return (worker ??= start());
}

async function start(): Promise<Worker> {
  const made = await startWorker();
  made.onmessage = ({ data }: MessageEvent<Answer>) => {
    if (data.kind === "reply") settleFirst(data.reply);
  };
  made.onerror = (event) => {
    const message = event.message || "the browser ended it, most likely for want of memory";
    const lost = waiting;
    stopWorking();
    for (const { answer } of lost) answer({ kind: "failed", message: `the simulator stopped: ${message}` });
  };
  return made;
}

function settleFirst(reply: Reply): void {
  const first = waiting.shift();
  if (waiting.length === 0) {
    clearTimeout(patience);
    isWorking.value = false;
  }
  first?.answer(reply);
}

/** Ends what the worker is doing. */
export function stopWorking(): void {
  void worker?.then((w) => w.terminate());
  worker = undefined;
  waiting = [];
  clearTimeout(patience);
  isWorking.value = false;
}

export async function send(command: Command): Promise<Reply | undefined> {
  const mine = workerNow();
  const at = await mine;
  if (worker !== mine) return undefined;
  return new Promise((answer) => {
    waiting.push({ answer });
    if (waiting.length === 1) patience = setTimeout(() => (isWorking.value = true), 150);
    at.postMessage({ kind: "simulate", command });
  });
}
