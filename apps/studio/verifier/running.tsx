import { tab } from "../core/view.ts";
import { cancel, running } from "./engine.ts";
import { progressText } from "./progress.tsx";

/** A search that goes on, for the other tabs: what it is at, the way to it, and its end. */
export function Running() {
  const now = running.value;
  if (now === undefined || tab.value === "verifier") return null;
  return (
    <div class="running" role="status">
      <progress aria-label="A search is running" />
      <button type="button" class="quiet" title={now.formula} onClick={() => (tab.value = "verifier")}>
        {progressText(now)}
      </button>
      <button type="button" onClick={cancel}>
        Cancel
      </button>
    </div>
  );
}
