import { answeredBy, boundText, outcomeWords, type QueryEntry, type Statistics } from "../../../src/index.ts";
import { commit, isSound, source, tree } from "../core/document.ts";
import { addQuery, removeQuery, setComment } from "../core/edits.ts";
import { focusField, tab } from "../core/view.ts";
import { Field } from "../editor/field.tsx";
import { flushFields } from "../editor/pending.ts";
import { load } from "../simulator/run.ts";
import type { Settings } from "../worker/protocol.ts";
import { isolation, threadChoices } from "./crew.ts";
import {
  cancel,
  formulaOf,
  isBusy,
  isStale,
  type Result,
  results,
  running,
  settings,
  standing,
  verifyAll,
  verifyQueries,
} from "./engine.ts";
import { Estimated, rangeText } from "./estimated.tsx";
import { Parameters } from "./parameters.tsx";

/** The verifier: the model's queries, their verdicts, and the way from a verdict to its trace. */
export function Verifier() {
  const entries = tree.value.queries;
  const broken = !isSound.value;
  return (
    <main class="verifier">
      <div class="toolbar" role="toolbar" aria-label="Verification">
        <button
          type="button"
          class="primary"
          disabled={isBusy.value || broken || entries.length === 0}
          onClick={() => {
            flushFields();
            void verifyAll();
          }}
        >
          Verify all
        </button>
        <button type="button" disabled={!isBusy.value} onClick={cancel}>
          Cancel
        </button>
        <span class="gap" />
        <button type="button" onClick={create}>
          + Query
        </button>
      </div>
      <Options />
      {broken && <p class="banner">The model has errors: it can be verified when they are mended.</p>}
      <Progress />
      <ul class="queries">
        {entries.map((entry, i) => (
          <Row key={i} entry={entry} index={i} />
        ))}
      </ul>
      {entries.length === 0 && (
        <p class="hint padded">
          No queries yet. Ask something, such as <code>A[] not deadlock</code>.
        </p>
      )}
    </main>
  );
}

function create(): void {
  flushFields();
  const index = tree.value.queries.length;
  commit(addQuery(source.value), "add query");
  focusField.value = JSON.stringify({ kind: "query", index });
}

function Row({ entry, index }: { readonly entry: QueryEntry; readonly index: number }) {
  const formula = formulaOf(index);
  const result = results.value.get(formula);
  const now = running.value?.index === index ? running.value : undefined;
  const wanted = entry.expect?.outcome;
  return (
    <li class="query" data-query={index}>
      <div class="ask">
        <Field slot={{ kind: "query", index }} label={`Query ${index + 1}`} hint="E<> Process.location" />
        <input
          class="comment"
          type="text"
          value={(entry.comment ?? "").trim()}
          placeholder="comment"
          aria-label={`Comment of query ${index + 1}`}
          onChange={(event) => {
            flushFields();
            commit(setComment(source.value, index, event.currentTarget.value), "edit comment");
          }}
        />
        {wanted !== undefined && (
          <small class="expect">
            expected: {wanted.replace("_", " ")}
            {entry.expect?.value === undefined ? "" : `, ${entry.expect.value}`}
          </small>
        )}
      </div>
      <div class="answer">
        {now !== undefined ? (
          <span class="verdict busy">{now.sampled === undefined ? "searching…" : "running…"}</span>
        ) : result === undefined ? (
          <span class="verdict none">not asked</span>
        ) : (
          <Answer result={result} index={index} expected={wanted} />
        )}
      </div>
      <div class="buttons">
        <button
          type="button"
          disabled={isBusy.value || !isSound.value || formula === ""}
          onClick={() => {
            flushFields();
            void verifyQueries([index]);
          }}
        >
          Verify
        </button>
        <button
          type="button"
          class="quiet"
          aria-label={`Remove query ${index + 1}`}
          title="Remove"
          onClick={() => {
            flushFields();
            commit(removeQuery(source.value, index), "remove query");
          }}
        >
          ✕
        </button>
      </div>
      {now === undefined && result?.found !== undefined && (
        <Estimated found={result.found} formula={formula} stale={isStale(result)} />
      )}
    </li>
  );
}

function Answer({
  result,
  index,
  expected,
}: {
  readonly result: Result;
  readonly index: number;
  readonly expected: string | undefined;
}) {
  const { verdict, seconds, found } = result;
  const stale = isStale(result);
  const how = standing(expected, result);
  const kind = !isSound.value ? undefined : tree.value.queries[index]?.query?.kind;
  const { trace } = verdict;
  const by = answeredBy(verdict);
  return (
    <>
      <span class={`verdict ${verdict.outcome} ${stale ? "stale" : ""}`} data-outcome={verdict.outcome}>
        {outcomeWords[verdict.outcome]}
        {stale ? " (before the last edit)" : ""}
      </span>
      {how === "not as expected" && !stale && <span class="unexpected">not as expected</span>}
      {verdict.values?.map((value) => (
        <code key={value.text} class="value">
          {boundText(kind === "sup" || kind === "inf" ? kind : "bounds", value)}
        </code>
      ))}
      {found?.lines[0] !== undefined && <p class="found">{found.lines[0]}</p>}
      {verdict.reason !== undefined && <p class="reason">{verdict.reason}</p>}
      <small class="figures">
        {found === undefined ? figures(verdict.statistics, seconds) : `${counted(found.runs)}, ${duration(seconds)}`}
        {by?.cycles === undefined ? "" : ", accelerated"}
        {by?.cones === undefined ? "" : `, in ${by.cones.length} parts`}
        {by === undefined ? "" : `, ${by.what} by the road ${by.road}`}
      </small>
      {trace !== undefined && !stale && (
        <button
          type="button"
          class="trace"
          onClick={() => {
            void load(trace);
            tab.value = "simulator";
          }}
        >
          {verdict.outcome.includes("violated") ? "Counter-example" : "Example"} ({trace.transitions.length} steps)
        </button>
      )}
      {verdict.traceReason !== undefined && <p class="reason">{verdict.traceReason}</p>}
    </>
  );
}

function figures({ explored, memory, threads }: Statistics, seconds: number): string {
  return `${explored.toLocaleString("en")} states, ${duration(seconds)}${memory > 0 ? `, ${(memory / 2 ** 20).toFixed(memory < 2 ** 20 ? 2 : 0)} MiB` : ""}${threads === undefined ? "" : `, ${threads} threads`}`;
}

function duration(seconds: number): string {
  return seconds < 1 ? `${Math.round(seconds * 1000)} ms` : `${seconds.toFixed(1)} s`;
}

function counted(runs: number): string {
  return `${runs.toLocaleString("en")} ${runs === 1 ? "run" : "runs"}`;
}

function Progress() {
  const now = running.value;
  if (now === undefined) return <div class="progress" aria-live="polite" />;
  const { statistics, sampled, seconds } = now;
  const rate =
    statistics === undefined || seconds === 0
      ? ""
      : `, ${Math.round(statistics.explored / seconds).toLocaleString("en")} per second`;
  return (
    <div class="progress on" aria-live="polite">
      <progress aria-label="Searching" />
      <span>
        Query {now.index + 1}:{" "}
        {sampled !== undefined
          ? `${counted(sampled.runs)}${sampled.interval === undefined ? "" : `, now in ${rangeText(sampled.interval)}`}`
          : statistics === undefined
            ? "starting"
            : `${statistics.explored.toLocaleString("en")} states explored, ${statistics.waiting.toLocaleString("en")} waiting, ${Math.round(statistics.memory / 2 ** 20)} MiB${rate}`}
      </span>
    </div>
  );
}

const orders = [
  ["default", "default"],
  ["bfs", "breadth first"],
  ["dfs", "depth first"],
  ["random", "random"],
] as const;

/** How to search. Nothing here changes an answer, only the way to it; a limit may end it. */
function Options() {
  const now = settings.value;
  const set = (part: Partial<Settings>): void => void (settings.value = { ...now, ...part });
  const choice = (
    label: string,
    value: string,
    list: readonly (readonly [string, string])[],
    to: (v: string) => void,
    title?: string,
  ) => (
    <label title={title}>
      {label}{" "}
      <select value={value} disabled={list.length === 1} onChange={(e) => to(e.currentTarget.value)}>
        {list.map(([v, words]) => (
          <option key={v} value={v}>
            {words}
          </option>
        ))}
      </select>
    </label>
  );
  const check = (label: string, on: boolean, title: string, to: (on: boolean) => void) => (
    <label class="check" title={title}>
      <input type="checkbox" checked={on} onChange={(e) => to(e.currentTarget.checked)} /> {label}
    </label>
  );
  return (
    <details class="options" open={innerWidth > 760}>
      <summary>Options</summary>
      <div>
        <fieldset>
          <legend>Search</legend>
          {choice(
            "Trace",
            now.trace,
            ["none", "some", "shortest", "fastest"].map((v) => [v, v]),
            (v) => set({ trace: v as Settings["trace"] }),
          )}
          {choice("Order", now.order, orders, (v) => set({ order: v as Settings["order"] }))}
          {choice("Threads", String(now.threads), threadChoices, (v) => set({ threads: Number(v) }), isolation)}
        </fieldset>
        <fieldset>
          <legend>Reductions</legend>
          {check("Dead variables", now.reduce, "States that differ only in dead variables are one", (reduce) =>
            set({ reduce }),
          )}
          {check(
            "Symmetry",
            now.symmetry,
            "States that are images of each other under exchanges of scalars are one",
            (symmetry) => set({ symmetry }),
          )}
          {choice(
            "Acceleration",
            now.acceleration,
            [
              ["auto", "where it pays"],
              ["always", "from the start"],
              ["never", "never"],
            ],
            (v) => set({ acceleration: v as Settings["acceleration"] }),
          )}
        </fieldset>
        <fieldset>
          <legend>Limits</legend>
          {choice(
            "Memory",
            String(now.memory / 2 ** 20),
            [16, 256, 1024, 2048, 4000].map((v) => [String(v), `${v} MiB`]),
            (v) => set({ memory: Number(v) * 2 ** 20 }),
          )}
          {choice(
            "Time",
            String(now.timeout / 1000),
            [0, 10, 60, 600].map((v) => [String(v), v === 0 ? "no limit" : `${v} s`]),
            (v) => set({ timeout: Number(v) * 1000 }),
          )}
        </fieldset>
        <Parameters />
      </div>
    </details>
  );
}
