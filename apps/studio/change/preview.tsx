import { computed, signal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { type Change, diffTrees, type Template } from "../../../src/index.ts";
import { asUppaal, commit, fileName, source, text, tree } from "../core/document.ts";
import { download } from "../core/files.ts";
import { tell, template } from "../core/view.ts";
import { Drawing } from "../diagram/drawing.tsx";
import { boxOf, drawn } from "../diagram/geometry.ts";
import { textsOf } from "../diagram/texts.ts";
import { runWords } from "../simulator/run.ts";
import { askWorker } from "../verifier/engine.ts";
import { type Compared, compare, type Marks } from "./compare.ts";
import type { Action, Proposal } from "./list.ts";

/** A transformation before it is applied: both models side by side with what differs marked, and the report. */
const shown = signal<{ readonly action: Action; readonly before: string; readonly proposal: Proposal } | undefined>(
  undefined,
);
const after = computed(() => (shown.value === undefined ? undefined : asUppaal(shown.value.proposal.text)));

export async function propose(action: Action): Promise<void> {
  const before = text.value;
  try {
    const { proposal } = await askWorker(
      {
        kind: "change",
        action: action.name,
        text: before,
        template: template.value?.name.name ?? "",
        run: action.ofRun ? runWords() : [],
      },
      "proposal",
    );
    shown.value = { action, before, proposal };
  } catch (error) {
    tell(`${action.label}: ${(error as Error).message}`, "error");
  }
}

export function Preview() {
  const element = useRef<HTMLDialogElement>(null);
  const now = shown.value;
  const next = after.value;
  useEffect(() => {
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
            {!unchanged && (
              <div class="models">
                <p class="legend">
                  <span class="key changed">changed</span> <span class="key added">added</span>{" "}
                  <span class="key removed">removed</span>
                </p>
                {compare(tree.value, next.tree)
                  .filter(
                    (c) =>
                      c.marksBefore.size + c.marksAfter.size > 0 || c.before === undefined || c.after === undefined,
                  )
                  .map((c) => (
                    <Pair key={c.name} compared={c} text={next.text} />
                  ))}
                <h3>Text</h3>
                <Changes changes={diffTrees(tree.value, next.tree).changes} />
              </div>
            )}
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

function Pair({ compared, text: next }: { readonly compared: Compared; readonly text: string }) {
  return (
    <section class="pair">
      <h3>{compared.name}</h3>
      <div>
        <Side label="Before" template={compared.before} text={source.value.text} marks={compared.marksBefore} />
        <Side label="After" template={compared.after} text={next} marks={compared.marksAfter} />
      </div>
    </section>
  );
}

function Side({
  label,
  template,
  text: written,
  marks,
}: {
  readonly label: string;
  readonly template: Template | undefined;
  readonly text: string;
  readonly marks: Marks;
}) {
  if (template === undefined)
    return (
      <figure class="process">
        <figcaption>{label}: none</figcaption>
      </figure>
    );
  const box = boxOf(drawn(template), textsOf(template, written));
  return (
    <figure class="process">
      <figcaption>{label}</figcaption>
      <svg
        viewBox={`${box.x} ${box.y} ${box.width} ${box.height}`}
        style={{ aspectRatio: `${box.width} / ${box.height}` }}
        role="img"
        aria-label={`${template.name.name}, ${label.toLowerCase()}: ${marks.size} differences`}
      >
        <Drawing template={template} text={written} classes={(key) => marks.get(key) ?? ""} />
      </svg>
    </figure>
  );
}

function Changes({ changes }: { readonly changes: readonly Change[] }) {
  return (
    <ul class="changes">
      {changes.slice(0, 200).map((c, i) => (
        <li key={i} class={c.kind}>
          <b>
            {c.template === undefined ? "" : `${c.template}, `}
            {c.what} {c.name}
          </b>
          <span>
            {c.before !== undefined && <del>{marked(c.before, c.after)}</del>}
            {c.after !== undefined && <ins>{marked(c.after, c.before)}</ins>}
          </span>
        </li>
      ))}
    </ul>
  );
}

/** A text with what another one has not; the whole text where there is no other. */
function marked(text: string, other: string | undefined) {
  if (text === "") return "nothing written there";
  if (other === undefined || other === "") return text;
  const most = Math.min(text.length, other.length);
  let from = 0;
  while (from < most && text[from] === other[from]) from++;
  let tail = 0;
  while (tail < most - from && text.at(-1 - tail) === other.at(-1 - tail)) tail++;
  const to = text.length - tail;
  return (
    <>
      {text.slice(0, from)}
      {to > from && <mark>{text.slice(from, to)}</mark>}
      {text.slice(to)}
    </>
  );
}
