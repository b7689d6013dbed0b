import { useLayoutEffect, useRef } from "preact/hooks";
import { asUppaal, source } from "../core/document.ts";
import { type Conflict as Both, conflict, decide, downloadMine } from "../core/saving.ts";
import { Difference } from "./difference.tsx";

/** The file was changed here and on the disk: both versions side by side, and the user decides which one stays. */
export function Conflict() {
  const element = useRef<HTMLDialogElement>(null);
  const now = conflict.value;
  useLayoutEffect(() => {
    if (now !== undefined && element.current?.open === false) element.current.showModal();
    if (now === undefined) element.current?.close();
  }, [now]);
  const close = (): void => void (conflict.value = undefined);
  return (
    <dialog class="preview" ref={element} onClose={close} aria-label="Two versions">
      {now !== undefined && <Versions {...now} />}
      <div class="buttons">
        <button type="button" class="primary" onClick={() => now && decide(now, "mine")}>
          Save this one over it
        </button>
        <button type="button" onClick={() => now && decide(now, "theirs")}>
          Take the one on the disk
        </button>
        <button type="button" onClick={downloadMine}>
          Download this one
        </button>
        <button type="button" onClick={close}>
          Decide later
        </button>
      </div>
    </dialog>
  );
}

function Versions({ document: { name }, theirs }: Both) {
  const other = readable(theirs);
  return (
    <>
      <h2>{name} was changed on the disk</h2>
      <p class="hint">Nothing has been written. Whichever stays, undo brings the other back into the page.</p>
      <div class="compared">
        {other === undefined ? (
          <p class="banner same">What is on the disk cannot be drawn.</p>
        ) : (
          <Difference before={source.value} after={other} labels={["Here", "On the disk"]} />
        )}
      </div>
    </>
  );
}

/** Somebody may have put anything there. */
function readable(text: string) {
  try {
    const other = asUppaal(text);
    return other.document === undefined ? undefined : other;
  } catch {
    return undefined;
  }
}
