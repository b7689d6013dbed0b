import { notice } from "../core/view.ts";

/** What the page has to tell, with what can be done about it. */
export function doWhatIsOffered(): void {
  const now = notice.value;
  if (now?.action === undefined) return;
  notice.value = undefined;
  now.action.run();
}

export function Notice() {
  const now = notice.value;
  return (
    <div class="notices" aria-live="assertive">
      {now !== undefined && (
        <div class={`notice ${now.kind}`} role={now.kind === "error" ? "alert" : "status"}>
          {now.text}{" "}
          {now.action !== undefined && (
            <button type="button" class="quiet" title="Alt Enter" onClick={doWhatIsOffered}>
              {now.action.label}
            </button>
          )}
          <button type="button" class="quiet" aria-label="Close" onClick={() => (notice.value = undefined)}>
            ✕
          </button>
        </div>
      )}
    </div>
  );
}
