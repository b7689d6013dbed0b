import { batch, computed, effect, signal } from "@preact/signals";
import { type Progress, type QueryEntry, type Statistics, standingOf, type Verdict } from "../../../src/index.ts";
import { meaning, opening, settle, text, tree } from "../core/document.ts";
import { tell } from "../core/view.ts";
import { startWorker } from "../worker/program.ts";
import type { Answer, Cancel, Found, Job, Problem, Settings } from "../worker/protocol.ts";
import { dismiss, enlist } from "./crew.ts";

/**
 * Verdicts of the model at hand. The worker's program is fetched once, when the page loads, and started from memory: no request
 * follows. A verdict remembers what the model meant when it was found, and is stale as long as the model means something else.
 */
export interface Result {
  readonly verdict: Verdict;
  /** Of a statistical query, unless it was refused. */
  readonly found?: Found;
  readonly seconds: number;
  readonly meaning: string | undefined;
  /** Why there is no verdict: the query is wrong, or not taken. */
  readonly problem?: Problem;
}

export const settings = signal<Settings>({
  trace: "some",
  order: "default",
  reduce: true,
  symmetry: true,
  acceleration: "auto",
  timeout: 0,
  memory: 2 ** 30,
  threads: 1,
  seed: 1,
});
/** By the formula's text: moving a query in the list keeps its verdict. */
export const results = signal<ReadonlyMap<string, Result>>(new Map());
export const running = signal<
  | {
      readonly index: number;
      readonly formula: string;
      readonly statistics?: Statistics;
      /** Of a statistical query. */
      readonly sampled?: Progress;
      readonly seconds: number;
    }
  | undefined
>(undefined);
export const isBusy = computed(() => running.value !== undefined);

let worker: Worker | undefined;
/** Ends what is going on, with a reason that is kept as its answer. */
let fail: (reason: string) => void = () => undefined;
let isCancelling = false;

export function formulaOf(index: number): string {
  return tree.value.queries[index]?.text.trim() ?? "";
}

export function isStale(result: Result): boolean {
  return result.meaning !== meaning.value;
}

/** Verifies the queries with these numbers. */
export async function verifyQueries(indices: readonly number[]): Promise<void> {
  if (isBusy.value) return;
  settle();
  const queries = indices
    .map((index) => ({ index, formula: formulaOf(index) }))
    .filter(({ formula }) => formula !== "");
  if (queries.length === 0) return;
  running.value = { index: queries[0]!.index, formula: queries[0]!.formula, seconds: 0 };
  isCancelling = false;
  const job: Job = { kind: "verify", text: text.value, queries, settings: settings.value };
  const asked = meaning.value;
  worker ??= await startWorker();
  if (running.value === undefined) return;
  fail = (message) => {
    const now = running.value;
    stop();
    if (now !== undefined)
      keep(now.formula, {
        verdict: { query: now.formula, outcome: "unknown", reason: message, statistics: now.statistics ?? nothing },
        seconds: now.seconds,
        meaning: asked,
      });
    tell(`the engine stopped: ${message}`, "error");
  };
  worker.onerror = (event) => fail(event.message || "the browser ended it, most likely for want of memory");
  worker.onmessage = ({ data }: MessageEvent<Answer>) => {
    switch (data.kind) {
      case "started":
        // It was cancelled too late for the query before.
        if (isCancelling) return stop();
        setAlarm(job.settings.timeout, fail);
        running.value = { index: data.index, formula: formula(data.index), seconds: 0 };
        return;
      case "progress":
        running.value = {
          index: data.index,
          formula: formula(data.index),
          statistics: data.statistics,
          seconds: data.seconds,
        };
        return;
      case "sampled":
        running.value = {
          index: data.index,
          formula: formula(data.index),
          sampled: data.progress,
          seconds: data.seconds,
        };
        return;
      case "verdict": {
        dismiss();
        const { index, kind, ...answered } = data;
        keep(formula(index), { ...answered, meaning: asked });
        return;
      }
      case "wanted":
        enlist(data.task, (message) => tell(`a thread of the search failed: ${message}`, "error"));
        return;
      case "done":
        clearTimeout(alarm);
        running.value = undefined;
        return;
      case "failed":
        fail(data.message);
        return;
      case "proposal":
      case "again":
      case "written":
      case "converted":
      case "certificates":
      case "reply":
        return;
    }
  };
  const formula = (index: number): string => queries.find((q) => q.index === index)?.formula ?? "";
  setAlarm(job.settings.timeout, fail);
  worker.postMessage(job);
}

let alarm: ReturnType<typeof setTimeout> | undefined;
/** Milliseconds in which a search ends by itself when its time is over. */
const GRACE = 2000;

/** What prepares a search does not look at the clock: if it takes longer than the search may, it is ended. */
function setAlarm(timeout: number, end: (reason: string) => void): void {
  clearTimeout(alarm);
  if (timeout > 0) alarm = setTimeout(end, timeout + GRACE, `the time limit of ${timeout / 1000} s was reached`);
}

const nothing: Statistics = { explored: 0, stored: 0, transitions: 0, waiting: 0, memory: 0 };

function keep(formula: string, result: Result): void {
  results.value = new Map(results.value).set(formula, result);
}

/** Ends the search at once: the worker is thrown away with all its memory. */
function stop(): void {
  clearTimeout(alarm);
  dismiss();
  worker?.terminate();
  worker = undefined;
  running.value = undefined;
}

/** Cancels: a search is ended at once, a statistical query with what its runs say until now, unless that takes too long. */
export function cancel(): void {
  if (running.value?.sampled === undefined) return stop();
  isCancelling = true;
  worker?.postMessage({ kind: "cancel" } satisfies Cancel);
  clearTimeout(alarm);
  alarm = setTimeout(fail, GRACE, "cancelled within a run");
}

export function verifyAll(): Promise<void> {
  return verifyQueries(tree.value.queries.flatMap((entry, i) => (entry.text.trim() === "" ? [] : [i])));
}

/** How an answer stands to what the file expects; nothing where it expects nothing, or there is no answer. */
export function standing(
  { expect, query }: QueryEntry,
  { verdict, found, problem }: Pick<Result, "verdict" | "found" | "problem">,
): "as expected" | "not as expected" | "" {
  if (expect === undefined) return "";
  const kind = query?.kind === "other" ? undefined : query?.kind;
  const how = standingOf(expect, kind, problem === undefined ? verdict : undefined);
  if (how === "inconclusive" || problem === "refused") return "";
  return how === "expected" && found?.isElsewhere === undefined ? "as expected" : "not as expected";
}

effect(() => {
  opening.value;
  batch(() => {
    stop();
    results.value = new Map();
  });
});
