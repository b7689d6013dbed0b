import { runThread, type VerifyOptions } from "../../../src/index.ts";
import { transform } from "../change/actions.ts";
import { Machine } from "../simulator/machine.ts";
import { answer, readyModel } from "./model.ts";
import type { Answer, Job, Share, Simulate, Wish } from "./protocol.ts";

/** The engine's thread: reads the model, answers the queries one after the other, and tells how far it is. */
const post = (answer: Answer): void => postMessage(answer);
const machine = new Machine();

addEventListener("message", ({ data }: MessageEvent<Job | Share | Wish | Simulate>) => {
  try {
    if (data.kind === "simulate") post({ kind: "reply", reply: machine.obey(data.command) });
    else if (data.kind === "share") runThread(data.task);
    else if (data.kind === "change") post({ kind: "proposal", proposal: transform(data) });
    else {
      run(data);
      post({ kind: "done" });
    }
  } catch (error) {
    post({ kind: "failed", message: error instanceof Error ? error.message : String(error) });
  }
});

function run({ text, queries, settings }: Job): void {
  const ready = readyModel(text);
  for (const { index, formula } of queries) {
    const started = performance.now();
    const seconds = (): number => (performance.now() - started) / 1000;
    post({ kind: "started", index });
    let told = started;
    const options: VerifyOptions = {
      trace: settings.trace,
      memory: settings.memory,
      reduce: settings.reduce,
      symmetry: settings.symmetry,
      ...(settings.acceleration === "auto" ? {} : { acceleration: settings.acceleration === "always" }),
      now: () => performance.now(),
      ...(settings.order === "default" ? {} : { order: settings.order }),
      ...(settings.timeout === 0 ? {} : { timeout: settings.timeout }),
      // A worker that searches hears nothing, so the page must start the others.
      ...(settings.threads > 1
        ? { crew: { size: settings.threads, start: (task) => post({ kind: "wanted", task }) } }
        : {}),
      progress: (statistics) => {
        if (performance.now() - told < 100) return;
        told = performance.now();
        post({ kind: "progress", index, statistics, seconds: seconds() });
      },
    };
    post({
      kind: "verdict",
      index,
      verdict: answer(ready, formula, options),
      seconds: seconds(),
    });
  }
}
