/**
 * Threads for tests: each is there before a search begins and comes in at once, so that small searches are shared, too. Tests
 * that use them call `takeHands` once.
 */
import { fileURLToPath } from "node:url";
import { Worker } from "node:worker_threads";
import { build } from "rolldown";
import { afterAll, beforeAll } from "vitest";
import type { Crew, ThreadTask } from "../../src/search/index.ts";
import { Board, STANDING } from "../../src/search/threads/crew.ts";

/** What a thread runs, in one script: a thread of Node reads no TypeScript. */
async function script(): Promise<string> {
  const input = fileURLToPath(new URL("../../src/search/threads/thread.ts", import.meta.url));
  const { output } = await build({
    input,
    write: false,
    logLevel: "silent",
    output: { format: "iife", name: "parts" },
  });
  return output[0].code;
}

/** A thread that runs one part after the other; words of `flag`: parts given, parts done. */
class Hand {
  private readonly flag = new Int32Array(new SharedArrayBuffer(8));
  private readonly worker: Worker;

  constructor(parts: string) {
    const loop = `${parts}
     const { workerData: { flag }, parentPort, receiveMessageOnPort } = require("node:worker_threads");
     for (let given = 0; ; Atomics.add(flag, 1, 1)) {
       while (Atomics.load(flag, 0) === given) Atomics.wait(flag, 0, given);
       given++;
       const task = receiveMessageOnPort(parentPort).message;
       if (task === "end") break;
       parts.runThread(task);
     }
     parentPort.close();`;
    this.worker = new Worker(loop, { eval: true, workerData: { flag: this.flag } });
  }

  /** Waits until the thread is ready, or has found that all is over. */
  start(task: ThreadTask): void {
    const board = new Board(task.common);
    const done = Atomics.load(this.flag, 1);
    this.give(task);
    while (board.readSeat(task.thread, "standing") === STANDING.absent && Atomics.load(this.flag, 1) === done)
      Atomics.wait(this.flag, 1, done, 1);
  }

  give(task: ThreadTask | "end"): void {
    this.worker.postMessage(task);
    Atomics.add(this.flag, 0, 1);
    Atomics.notify(this.flag, 0);
  }
}

/** Crews of at most three, who share levels of any width. */
export function takeHands(): (size: number) => Crew {
  let hands: Hand[] = [];
  beforeAll(async () => {
    const parts = await script();
    hands = [new Hand(parts), new Hand(parts)];
  });
  afterAll(() => {
    for (const hand of hands) hand.give("end");
  });
  return (size) => ({ size, narrow: 0, start: (task) => hands[task.thread - 1]!.start(task) });
}
