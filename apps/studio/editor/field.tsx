import {
  acceptCompletion,
  autocompletion,
  closeCompletion,
  completionKeymap,
  completionStatus,
  currentCompletions,
} from "@codemirror/autocomplete";
import { defaultKeymap, indentWithTab } from "@codemirror/commands";
import { bracketMatching, indentUnit } from "@codemirror/language";
import { lintGutter, setDiagnostics } from "@codemirror/lint";
import { Compartment, EditorState, type Extension, Prec } from "@codemirror/state";
import { EditorView, hoverTooltip, keymap, lineNumbers, placeholder } from "@codemirror/view";
import { effect } from "@preact/signals";
import { useLayoutEffect, useRef } from "preact/hooks";
import type { Diagnostic } from "../../../src/index.ts";
import { checked, commit, diagnostics, queryFaults, redo, source, undo } from "../core/document.ts";
import { difference, type Mark, marksOf, readSlot, type Slot, slotName, writeSlot } from "../core/slot.ts";
import { focusField, focusRange } from "../core/view.ts";
import { complete, describe, goToDeclaration, rename } from "./knowledge.ts";
import { language } from "./language.ts";
import { addPending, flushFields } from "./pending.ts";

/**
 * A text field bound to a slot of the model. What is typed becomes a change of the document after a short pause; what changes in
 * the document, by undo say, shows up in the field. Undo is the document's, everywhere the same. Errors are underlined in place.
 * In a field of one line Enter ends typing, and Shift and Enter begin another line.
 */
interface FieldProps {
  readonly slot: Slot;
  readonly label: string;
  readonly lines?: "one" | "few" | "many";
  readonly hint?: string;
}

export function Field({ slot, label, lines = "few", hint }: FieldProps) {
  const host = useRef<HTMLDivElement>(null);
  const id = JSON.stringify(slot);
  useLayoutEffect(() => {
    if (host.current === null) return;
    const bound = new Bound(host.current, slot, label, lines, hint);
    return () => bound.destroy();
  }, [id]);
  return <div class={`field ${lines}`} data-slot={id} ref={host} />;
}

const pause = 220;

class Bound {
  private readonly view: EditorView;
  private readonly slot: Slot;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private readonly ends: (() => void)[] = [];
  /** True while the document is put into the field. */
  private loading = false;

  constructor(host: HTMLElement, slot: Slot, label: string, lines: string, hint: string | undefined) {
    this.slot = slot;
    const one: Extension = lines === "many" ? [lineNumbers(), lintGutter()] : [];
    // A comment is for people: it has no words of the language.
    const isCode = slot.kind !== "label" || slot.label !== "comments";
    const leave = (view: EditorView): boolean => {
      view.contentDOM.blur();
      document.querySelector<SVGElement>(".canvas")?.focus();
      return true;
    };
    this.view = new EditorView({
      parent: host,
      state: EditorState.create({
        doc: readSlot(source.peek(), slot),
        extensions: [
          keymap.of([
            { key: "Tab", run: acceptCompletion },
            { key: "Mod-z", run: () => act(undo), preventDefault: true },
            { key: "Mod-y", run: () => act(redo), preventDefault: true },
            { key: "Mod-Shift-z", run: () => act(redo), preventDefault: true },
            { key: "F12", run: (view) => goToDeclaration(slot, view.state.selection.main.head) },
            { key: "F2", run: (view) => rename(slot, view.state.selection.main.head) },
            ...(lines === "one" ? [{ key: "Enter", run: leave }] : []),
            // A list that has nothing to add to what is written does not hold up who is done.
            { key: "Escape", run: (view) => (isBeingCompleted(view) && closeCompletion(view)) || leave(view) },
            ...defaultKeymap,
            // In small fields Tab goes to the next field, as everywhere on the web.
            ...(lines === "many" ? [indentWithTab] : []),
          ]),
          one,
          isCode ? language : [],
          bracketMatching(),
          indentUnit.of("  "),
          Prec.highest(keymap.of(["Tab", "Enter"].map((key) => ({ key, run: closeWhereComplete })))),
          Prec.highest(keymap.of(completionKeymap.filter(({ key }) => key !== "Escape"))),
          isCode ? autocompletion({ override: [complete(slot)], icons: false, defaultKeymap: false }) : [],
          hoverTooltip((view, pos) => {
            const words = describe(slot, pos);
            if (words === undefined) return null;
            const word = view.state.wordAt(pos);
            return {
              pos: word?.from ?? pos,
              end: word?.to ?? pos,
              above: true,
              create: () => ({
                dom: Object.assign(document.createElement("div"), { className: "meaning", textContent: words }),
              }),
            };
          }),
          EditorView.domEventHandlers({
            blur: (_, view) => {
              // One that is still being looked for would come when nobody is here any more.
              closeCompletion(view);
              this.flush();
            },
            click: (event, view) =>
              (event.ctrlKey || event.metaKey) && goToDeclaration(slot, view.posAtCoords(event) ?? 0),
          }),
          EditorView.contentAttributes.of({ "aria-label": label, "data-field": label }),
          EditorView.updateListener.of((update) => {
            if (update.docChanged && !this.loading) this.later();
          }),
          lines === "many" ? [] : EditorView.lineWrapping,
          new Compartment().of(hint === undefined ? [] : placeholder(hint)),
        ],
      }),
    });
    this.ends.push(
      addPending(() => this.flush()),
      effect(() => this.load(readSlot(source.value, slot))),
      effect(() => this.underline(this.marks())),
      effect(() => {
        if (focusField.value !== JSON.stringify(slot)) return;
        focusField.value = undefined;
        this.view.focus();
        this.selectRange(focusRange.peek());
      }),
    );
  }

  private selectRange(range: { readonly from: number; readonly to: number } | undefined): void {
    focusRange.value = undefined;
    const { length } = this.view.state.doc;
    if (range === undefined || range.from > length) return;
    const selection = { anchor: range.from, head: Math.min(range.to, length) };
    this.view.dispatch({ selection, scrollIntoView: true });
  }

  destroy(): void {
    this.flush();
    for (const end of this.ends) end();
    this.view.destroy();
  }

  private later(): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.flush(), pause);
  }

  private flush(): void {
    clearTimeout(this.timer);
    const typed = this.view.state.doc.toString();
    const now = source.peek();
    if (typed === readSlot(now, this.slot)) return;
    // What is only white space in a label is no label: the field may show it, the file need not.
    commit(writeSlot(now, this.slot, typed), `edit ${slotName(this.slot)}`);
  }

  private load(next: string): void {
    const old = this.view.state.doc.toString();
    if (
      old === next ||
      (old.trim() === "" && next.trim() === "") ||
      (this.view.hasFocus && old.trimEnd() === next.trimEnd())
    )
      return;
    const { from, to, text } = difference(old, next);
    this.loading = true;
    this.view.dispatch({ changes: { from, to, insert: text } });
    this.loading = false;
  }

  private marks(): readonly Mark[] {
    if (this.slot.kind !== "query") return marksOf(checked.value, this.slot, diagnostics.value);
    const content = readSlot(source.value, this.slot);
    if (content.trim() === "") return [];
    return queryFaults(content).map((diagnostic: Diagnostic) => ({
      from: diagnostic.span.start,
      to: diagnostic.span.end,
      diagnostic,
    }));
  }

  private underline(marks: readonly Mark[]): void {
    const { length } = this.view.state.doc;
    const clamp = (at: number): number => Math.max(0, Math.min(at, length));
    const found = marks.map(({ from, to, diagnostic }) => {
      const start = clamp(from === to && from === length ? from - 1 : from);
      return {
        from: start,
        to: Math.max(clamp(to), Math.min(start + 1, length)),
        severity: diagnostic.severity,
        message: diagnostic.hint === undefined ? diagnostic.message : `${diagnostic.message}\n${diagnostic.hint}`,
      };
    });
    this.view.dispatch(setDiagnostics(this.view.state, found));
  }
}

/** A word that is a name already is not replaced by a longer one: the key does what it does without a list. */
function closeWhereComplete(view: EditorView): boolean {
  if (!isBeingCompleted(view)) closeCompletion(view);
  return false;
}

/** A list is shown, for a word that is not yet any of its names. */
function isBeingCompleted({ state }: EditorView): boolean {
  const word = /\w*$/.exec(state.doc.sliceString(0, state.selection.main.head))?.[0] ?? "";
  const names = currentCompletions(state);
  return completionStatus(state) === "active" && word !== "" && !names.some(({ label }) => label === word);
}

function act(what: () => boolean): boolean {
  flushFields();
  what();
  return true;
}
