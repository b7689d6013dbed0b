import { computed, signal } from "@preact/signals";
import { useLayoutEffect, useRef } from "preact/hooks";
import { ask } from "../core/ask.ts";
import { asUppaal, commit, fileName, source, text } from "../core/document.ts";
import { download } from "../core/download.ts";
import { tell, template } from "../core/view.ts";
import { runWords } from "../simulator/shared.ts";
import { askWorker } from "../worker/ask.ts";
import { Difference } from "./difference.tsx";
import type { Action, Proposal } from "./list.ts";

/** A transformation before it is applied: both models side by side with what differs marked, and the report. */
const shown = signal<{ readonly action: Action; readonly before: string; readonly proposal: Proposal } | undefined>(
  undefined,
);
const after = computed(() => (shown.value === undefined ? undefined : asUppaal(shown.value.proposal.text)));

export async function propose(action: Action): Promise<void> {
  const before = text.value;
  const about = action.ofTemplate === true ? await askTemplate(action) : "";
  if (about === undefined) return;
  try {
    const { proposal } = await askWorker(
      {
        kind: "change",
        action: action.name,
        text: before,
        template: about,
        run: action.ofRun ? runWords() : [],
      },
      "proposal",
    );
    shown.value = { action, before, proposal };
  } catch (error) {
    tell(`${action.label}: ${(error as Error).message}`, "error");
  }
}

/** The one that is shown in the editor is offered first. */
function askTemplate({ label }: Action): Promise<string | undefined> {
  const names = source.value.tree.templates.map((t) => t.name.name);
  return ask(`${label}: of which template?`, template.value?.name.name ?? names[0] ?? "", names);
}

export function Preview() {
  const element = useRef<HTMLDialogElement>(null);
  const now = shown.value;
  const next = after.value;
  useLayoutEffect(() => {
    if (now !== undefined && element.current?.open === false) element.current.showModal();
    if (now === undefined) element.current?.close();
  }, [now]);
  const close = (): void => void (shown.value = undefined);
  const unchanged = now !== undefined && now.proposal.text === now.before;
  return (
    <dialog class="preview" ref={element} onClose={close} aria-label="Preview">
      {now !== undefined && next !== undefined && (
        <>
          <h2>{now.action.label}</h2>
          <p class="hint">{now.action.about}</p>
          {unchanged && <p class="banner same">Nothing changes: there is nothing to gain in this model.</p>}
          <div class="compared">
            {!unchanged && <Difference before={source.value} after={next} labels={["Before", "After"]} />}
            <Report proposal={now.proposal} />
          </div>
        </>
      )}
      <div class="buttons">
        <button
          type="button"
          class="primary"
          disabled={unchanged}
          onClick={() => {
            if (now !== undefined && text.value === now.before) {
              commit(now.proposal.text, now.action.label);
              tell(`${now.action.label}: applied. Undo takes it back.`);
            }
            close();
          }}
        >
          Apply
        </button>
        <button
          type="button"
          disabled={unchanged}
          onClick={() => {
            if (now !== undefined)
              download(fileName.value.replace(/(\.\w+)?$/, `-${now.action.name}$1`), now.proposal.text, "text/xml");
          }}
        >
          Save as…
        </button>
        <button type="button" onClick={close}>
          Close
        </button>
      </div>
    </dialog>
  );
}

function Report({ proposal: { notes, rows } }: { readonly proposal: Proposal }) {
  if (notes.length + rows.length === 0) return null;
  return (
    <aside class="report" aria-label="Report">
      <h3>Report</h3>
      {notes.map((note) => (
        <p key={note}>{note}</p>
      ))}
      <ul>
        {rows.map((row, i) => (
          <li key={i}>
            <b>{row.where}</b>
            <code>{row.what}</code>
            <small>{row.why}</small>
          </li>
        ))}
      </ul>
    </aside>
  );
}
