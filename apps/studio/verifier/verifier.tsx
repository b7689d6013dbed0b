import type { QueryEntry } from "../../../src/index.ts";
import { commit, isSound, source, tree } from "../core/document.ts";
import { addQuery, removeQuery, setComment } from "../core/edits.ts";
import { focusField } from "../core/view.ts";
import { Field } from "../editor/field.tsx";
import { flushFields } from "../editor/pending.ts";
import { Answer } from "./answer.tsx";
import { cancel, formulaOf, isBusy, isStale, results, running, verifyAll, verifyQueries } from "./engine.ts";
import { Estimated } from "./estimated.tsx";
import { Options } from "./options.tsx";
import { Progress } from "./progress.tsx";

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
