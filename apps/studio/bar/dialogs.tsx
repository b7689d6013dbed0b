import { signal } from "@preact/signals";
import { useLayoutEffect, useRef } from "preact/hooks";
import { question } from "../core/ask.ts";
import { keyHelp } from "../editor/keys.ts";
import { Recent } from "../recent.tsx";
import { Start } from "../start.tsx";

/** The dialogs of the whole page: where to begin, what was worked on, the keys, and a question that is to be answered. */
export const dialog = signal<"gallery" | "recent" | "keys" | undefined>(undefined);

export function Dialogs() {
  const element = useRef<HTMLDialogElement>(null);
  const now = dialog.value;
  useLayoutEffect(() => {
    if (now !== undefined && element.current?.open === false) element.current.showModal();
    if (now === undefined) element.current?.close();
  }, [now]);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: a click beside the dialog closes it; with the keyboard Escape does.
    <dialog
      ref={element}
      onClose={() => (dialog.value = undefined)}
      onClick={(e) => {
        if (e.target === element.current) dialog.value = undefined;
      }}
    >
      {now === "gallery" ? (
        <Start close={() => (dialog.value = undefined)} />
      ) : now === "recent" ? (
        <Recent close={() => (dialog.value = undefined)} />
      ) : (
        <>
          {/* The first thing that is looked at: else the button at the end of the list would be, and the page begin there. */}
          <h2 tabIndex={-1} autofocus>
            Keys
          </h2>
          <dl class="keys">
            {keyHelp.map(([key, words]) => (
              <div key={key}>
                <dt>{key}</dt>
                <dd>{words}</dd>
              </div>
            ))}
          </dl>
        </>
      )}
      <button type="button" onClick={() => (dialog.value = undefined)}>
        Close
      </button>
    </dialog>
  );
}

export function Asking() {
  const element = useRef<HTMLDialogElement>(null);
  const now = question.value;
  useLayoutEffect(() => {
    if (now === undefined) return;
    if (element.current?.open === false) element.current.showModal();
    element.current?.querySelector("input")?.select();
  }, [now]);
  if (now === undefined) return null;
  return (
    <dialog class="asking" ref={element} onClose={() => now.answer(undefined)}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          now.answer(new FormData(event.currentTarget).get("answer")?.toString());
        }}
      >
        <label for="answer">
          {now.text}
          {now.choices === undefined ? (
            <input id="answer" type="text" name="answer" value={now.value} spellcheck={false} autocomplete="off" />
          ) : (
            <select id="answer" name="answer" value={now.value}>
              {now.choices.map((choice) => (
                <option key={choice} value={choice}>
                  {choice}
                </option>
              ))}
            </select>
          )}
        </label>
        <div class="buttons">
          <button type="submit" class="primary">
            OK
          </button>
          <button type="button" onClick={() => now.answer(undefined)}>
            Cancel
          </button>
        </div>
      </form>
    </dialog>
  );
}
