import {
  isStatistical,
  modelWishes,
  type Progress,
  runThread,
  sampleThread,
  type VerifyOptions,
} from "../../../src/index.ts";
import { transform } from "../change/actions.ts";
import { Machine } from "../simulator/machine.ts";
import { runAgain } from "./again.ts";
import { certificatesOf } from "./certificate.ts";
import { converted } from "./convert.ts";
import { answerByRuns } from "./estimate.ts";
import { answer, ask, type Ready, readyModel, unknown, whyRefused } from "./model.ts";
import type { Again, Answer, Cancel, Certify, Convert, Job, Settings, Share, Simulate, Wish } from "./protocol.ts";

/** The engine's thread: reads the model, answers the queries one after the other, and tells how far it is. */
const post = (answer: Answer): void => postMessage(answer);
const machine = new Machine();
let isCancelled = false;

addEventListener(
  "message",
  async ({ data }: MessageEvent<Job | Share | Cancel | Again | Certify | Wish | Convert | Simulate>) => {
    try {
      if (data.kind === "simulate") post({ kind: "reply", reply: machine.obey(data.command) });
      else if (data.kind === "share") share(data);
      else if (data.kind === "cancel") isCancelled = true;
      else if (data.kind === "again") post(runAgain(data));
      else if (data.kind === "convert") post(converted(data));
      else if (data.kind === "certify") post(certificatesOf(data));
      else if (data.kind === "change") post({ kind: "proposal", proposal: transform(data) });
      else {
        await run(data);
        post({ kind: "done" });
      }
    } catch (error) {
      post({ kind: "failed", message: error instanceof Error ? error.message : String(error) });
    }
  },
);

function share({ task }: Share): void {
  if ("ring" in task) sampleThread(task);
  else runThread(task);
}

async function run({ text, queries, settings }: Job): Promise<void> {
  isCancelled = false;
  const ready = readyModel(text);
  for (const { index, formula } of queries) {
    const started = performance.now();
    const seconds = (): number => (performance.now() - started) / 1000;
    post({ kind: "started", index });
    const asked = ask(ready, formula);
    if (typeof asked === "string")
      post({ kind: "verdict", index, verdict: unknown(formula, asked), seconds: seconds(), problem: "error" });
    else if (isStatistical(asked.query)) {
      const listener = {
        told: (progress: Progress) => post({ kind: "sampled", index, progress, seconds: seconds() }),
        isCancelled: () => isCancelled,
      };
      const wanted = ready.source.tree.queries[index]?.expect?.value;
      const answered = await answerByRuns(ready, asked, formula, wishesOf(ready, index, settings), listener, wanted);
      post({ kind: "verdict", index, ...answered, seconds: seconds() });
    } else {
      const options = optionsOf(settings, index, seconds);
      const why = whyRefused(ready, asked, formula);
      if (why === undefined)
        post({ kind: "verdict", index, verdict: answer(ready, asked, formula, options), seconds: seconds() });
      else post({ kind: "verdict", index, verdict: unknown(formula, why), seconds: seconds(), problem: "refused" });
    }
    if (isCancelled) return;
  }
}

function limitsOf({ memory, timeout }: Settings) {
  return { memory, now: () => performance.now(), ...(timeout === 0 ? {} : { timeout }) };
}

/** A worker that searches hears nothing, so the page must start the others. */
function crewOf({ threads }: Settings) {
  const start = (task: Share["task"]): void => post({ kind: "wanted", task });
  return threads > 1 ? { crew: { size: threads, start } } : {};
}

/** What is set in the page counts more than the query, and that more than the file. */
function wishesOf({ source }: Ready, index: number, settings: Settings) {
  const { seed, alpha, epsilon, runs } = settings;
  const { options, queries } = source.tree;
  const set = Object.fromEntries(Object.entries({ alpha, epsilon, runs }).filter(([, value]) => value !== undefined));
  return {
    ...modelWishes([...options, ...(queries[index]?.options ?? [])]),
    ...set,
    seed,
    ...limitsOf(settings),
    ...crewOf(settings),
  };
}

function optionsOf(settings: Settings, index: number, seconds: () => number): VerifyOptions {
  let told = 0;
  return {
    ...limitsOf(settings),
    trace: settings.trace,
    reduce: settings.reduce,
    symmetry: settings.symmetry,
    ...(settings.acceleration === "auto" ? {} : { acceleration: settings.acceleration === "always" }),
    ...(settings.order === "default" ? {} : { order: settings.order }),
    ...crewOf(settings),
    progress: (statistics) => {
      if (seconds() - told < 0.1) return;
      told = seconds();
      post({ kind: "progress", index, statistics, seconds: told });
    },
  };
}
