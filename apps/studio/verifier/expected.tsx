import { useState } from "preact/hooks";
import type { Expectation, QueryEntry } from "../../../src/index.ts";
import { commit, source } from "../core/document.ts";
import { setExpected } from "../core/queries.ts";
import { flushFields } from "../editor/pending.ts";

/** What the file expects of a query, to be set and changed; `zonal verify` compares with the same. */
const outcomes = [
  ["", "nothing expected"],
  ["success", "satisfied"],
  ["failure", "not satisfied"],
  ["maybe_true", "may be satisfied"],
  ["maybe_false", "may not be satisfied"],
  ["error", "an error"],
] as const satisfies readonly (readonly [Expectation["outcome"] | "", string])[];

export function Expected({ entry, index }: { readonly entry: QueryEntry; readonly index: number }) {
  const { outcome, value } = entry.expect ?? {};
  const [isValued, setValued] = useState(false);
  const hasValue = value !== undefined || isValued || asksForValue(entry);
  const set = (next: { outcome?: Expectation["outcome"]; value?: string }): void => {
    flushFields();
    commit(setExpected(source.value, index, { outcome, value, ...next }), "change expected result");
  };
  return (
    <div class="expect">
      <label>
        Expected{" "}
        <select
          aria-label={`Expected result of query ${index + 1}`}
          value={outcome ?? ""}
          onChange={(event) => set({ outcome: (event.currentTarget.value || undefined) as Expectation["outcome"] })}
        >
          {outcomes.map(([name, words]) => (
            <option key={name} value={name}>
              {words}
            </option>
          ))}
        </select>
      </label>
      {hasValue && (
        <label>
          value{" "}
          <input
            type="text"
            aria-label={`Expected value of query ${index + 1}`}
            placeholder="none"
            value={value ?? ""}
            onFocus={() => setValued(true)}
            onChange={(event) => set({ value: event.currentTarget.value })}
          />
        </label>
      )}
    </div>
  );
}

/** Of these an expected value is compared. */
function asksForValue({ query }: QueryEntry): boolean {
  return query !== undefined && (query.kind === "sup" || query.kind === "inf" || query.kind === "other");
}
