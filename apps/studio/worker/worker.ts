import { open, type Verdict, type VerifyOptions } from "../../../src/index.ts";
import { transform } from "../change/actions.ts";
import { Machine } from "../simulator/machine.ts";
import type { Answer, Job, Simulate, Wish } from "./protocol.ts";

/** The engine's thread: reads the model, answers the queries one after the other, and tells how far it is. */
const post = (answer: Answer): void => postMessage(answer);
const machine = new Machine();
const nothing = { explored: 0, stored: 0, transitions: 0, waiting: 0, memory: 0 };

addEventListener("message", ({ data }: MessageEvent<Job | Wish | Simulate>) => {
  try {
    if (data.kind === "simulate") post({ kind: "reply", reply: machine.obey(data.command) });
    else if (data.kind === "change")
      post({ kind: "proposal", proposal: transform(data.action, data.text, data.template) });
    else {
      run(data);
      post({ kind: "done" });
    }
  } catch (error) {
    post({ kind: "failed", message: error instanceof Error ? error.message : String(error) });
  }
});

function run({ text, queries, settings }: Job): void {
  const opened = open(text, { name: "model.xml" });
  for (const { index, formula } of queries) {
    const started = performance.now();
    const seconds = (): number => (performance.now() - started) / 1000;
    post({ kind: "started", index });
    let told = started;
    const options: VerifyOptions = {
      trace: settings.trace,
      memory: settings.memory,
      now: () => performance.now(),
      ...(settings.order === "default" ? {} : { order: settings.order }),
      ...(settings.timeout === 0 ? {} : { timeout: settings.timeout }),
      progress: (statistics) => {
        if (performance.now() - told < 100) return;
        told = performance.now();
        post({ kind: "progress", index, statistics, seconds: seconds() });
      },
    };
    post({
      kind: "verdict",
      index,
      verdict: answer(() => opened.verify(formula, options), formula),
      seconds: seconds(),
    });
  }
}

/** Memory that the browser does not give is an answer too: unknown, and why. */
function answer(verify: () => Verdict, query: string): Verdict {
  try {
    return verify();
  } catch (error) {
    if (error instanceof RangeError)
      return {
        query,
        outcome: "unknown",
        reason: `there is not enough memory (${error.message})`,
        statistics: nothing,
      };
    throw error;
  }
}
