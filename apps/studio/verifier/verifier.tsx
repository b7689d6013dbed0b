import { signal } from "@preact/signals";
import type { QueryEntry } from "../../../src/index.ts";
import { commit, isSound, source, tree } from "../core/document.ts";
import { addHeading, addQuery, removeQuery, setComment } from "../core/queries.ts";
import { focusField } from "../core/view.ts";
import { Field } from "../editor/field.tsx";
import { flushFields } from "../editor/pending.ts";
import { Answer } from "./answer.tsx";
import { cancel, formulaOf, isBusy, isStale, results, running, verifyAll, verifyQueries } from "./engine.ts";
import { Estimated } from "./estimated.tsx";
import { Expected } from "./expected.tsx";
import { Heading, isHeading } from "./heading.tsx";
import { isOnSave } from "./onsave.ts";
import { Options } from "./options.tsx";
import { Order } from "./order.tsx";
import { Past } from "./past.tsx";
import { Progress } from "./progress.tsx";
import { templates } from "./templates.ts";
import "./verifier.css";

/** The verifier: the model's queries, their verdicts, and the way from a verdict to its trace. */
export function Verifier() {
  const entries = tree.value.queries;
  const broken = !isSound.value;
  let folding = false;
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
        <label class="check" title="All queries are verified again whenever the model is saved">
          <input
            type="checkbox"
            checked={isOnSave.value}
            onChange={(event) => (isOnSave.value = event.currentTarget.checked)}
          />{" "}
          on save
        </label>
        <span class="gap" />
        <button type="button" onClick={() => create()}>
          + Query
        </button>
        <FromTemplate />
        <button
          type="button"
          title="A heading for the queries behind it"
          onClick={() => {
            flushFields();
            commit(addHeading(source.value, "Group"), "add heading");
          }}
        >
          + Group
        </button>
      </div>
      <Options />
      {broken && <p class="banner">The model has errors: it can be verified when they are mended.</p>}
      <Progress />
      <ul class="queries">
        {entries.map((entry, i) => {
          if (isHeading(entry)) folding = folded.value.has(i);
          if (isHeading(entry) && entry.comment !== undefined && entry.comment.trim() !== "")
            return <Heading key={i} entry={entry} index={i} isFolded={folding} fold={() => fold(i)} />;
          return folding && !isHeading(entry) ? null : <Row key={i} entry={entry} index={i} />;
        })}
      </ul>
      {entries.length === 0 && (
        <p class="hint padded">
          No queries yet. Ask something, such as <code>A[] not deadlock</code>.
        </p>
      )}
    </main>
  );
}

/** The groups that are folded, by the number of their heading. */
const folded = signal<ReadonlySet<number>>(new Set());
function fold(heading: number): void {
  const next = new Set(folded.value);
  if (!next.delete(heading)) next.add(heading);
  folded.value = next;
}

/** The questions that are asked most, to begin with. */
function FromTemplate() {
  return (
    <select
      aria-label="Query from a template"
      value=""
      onChange={(event) => {
        const chosen = templates()[Number(event.currentTarget.value)];
        event.currentTarget.value = "";
        if (chosen !== undefined) create(chosen.formula);
      }}
    >
      <option value="" disabled>
        + From template…
      </option>
      {templates().map(({ label, about }, i) => (
        <option key={label} value={String(i)}>
          {label}: {about}
        </option>
      ))}
    </select>
  );
}

function create(formula = ""): void {
  flushFields();
  const index = tree.value.queries.length;
  commit(addQuery(source.value, formula), "add query");
  focusField.value = JSON.stringify({ kind: "query", index });
}

function Row({ entry, index }: { readonly entry: QueryEntry; readonly index: number }) {
  const formula = formulaOf(index);
  const result = results.value.get(formula);
  const now = running.value?.index === index ? running.value : undefined;
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
        <Expected entry={entry} index={index} />
      </div>
      <div class="answer">
        {now !== undefined ? (
          <span class="verdict busy">{now.sampled === undefined ? "searching…" : "running…"}</span>
        ) : result === undefined ? (
          <span class="verdict none">not asked</span>
        ) : (
          <Answer result={result} index={index} entry={entry} />
        )}
        <Past formula={formula} />
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
        <Order index={index} />
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
