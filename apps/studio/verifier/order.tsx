import { commit, source, tree } from "../core/document.ts";
import { moveQuery } from "../core/queries.ts";
import { flushFields } from "../editor/pending.ts";

/** Moves an entry of the list up or down. */
export function Order({ index }: { readonly index: number }) {
  const move = (by: 1 | -1): void => {
    flushFields();
    commit(moveQuery(source.value, index, by), "move query");
  };
  return (
    <>
      <button
        type="button"
        class="quiet"
        disabled={index === 0}
        aria-label={`Move query ${index + 1} up`}
        title="Up"
        onClick={() => move(-1)}
      >
        ↑
      </button>
      <button
        type="button"
        class="quiet"
        disabled={index === tree.value.queries.length - 1}
        aria-label={`Move query ${index + 1} down`}
        title="Down"
        onClick={() => move(1)}
      >
        ↓
      </button>
    </>
  );
}
