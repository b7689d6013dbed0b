import type { QueryEntry } from "../../../src/index.ts";
import { commit, isSound, source, tree } from "../core/document.ts";
import { removeQuery, setComment } from "../core/queries.ts";
import { counted } from "../core/words.ts";
import { flushFields } from "../editor/pending.ts";
import { isBusy, verifyQueries } from "./engine.ts";
import { Order } from "./order.tsx";

/**
 * An entry without a formula: the heading of the queries behind it, up to the next one. They can be verified
 * together, and folded.
 */
export function Heading({
  entry,
  index,
  isFolded,
  fold,
}: {
  readonly entry: QueryEntry;
  readonly index: number;
  readonly isFolded: boolean;
  readonly fold: () => void;
}) {
  const members = membersOf(tree.value.queries, index);
  return (
    <li class="heading" data-query={index}>
      <button
        type="button"
        class="quiet"
        aria-expanded={!isFolded}
        aria-label={`${isFolded ? "Unfold" : "Fold"} group ${index + 1}`}
        onClick={fold}
      >
        {isFolded ? "▸" : "▾"}
      </button>
      <input
        type="text"
        value={(entry.comment ?? "").trim()}
        placeholder="group"
        aria-label={`Name of group ${index + 1}`}
        onChange={(event) => {
          flushFields();
          commit(setComment(source.value, index, event.currentTarget.value), "rename group");
        }}
      />
      <small>{counted(members.length, "query", "queries")}</small>
      <div class="buttons">
        <button
          type="button"
          disabled={isBusy.value || !isSound.value || members.length === 0}
          onClick={() => {
            flushFields();
            void verifyQueries(members);
          }}
        >
          Verify group
        </button>
        <Order index={index} />
        <button
          type="button"
          class="quiet"
          aria-label={`Remove heading ${index + 1}`}
          title="Remove the heading; its queries stay"
          onClick={() => {
            flushFields();
            commit(removeQuery(source.value, index), "remove heading");
          }}
        >
          ✕
        </button>
      </div>
    </li>
  );
}

export function isHeading({ text }: QueryEntry): boolean {
  return text.trim() === "";
}

function membersOf(entries: readonly QueryEntry[], heading: number): readonly number[] {
  const members: number[] = [];
  for (let i = heading + 1; i < entries.length && !isHeading(entries[i]!); i++) members.push(i);
  return members;
}
