import { computed, signal } from "@preact/signals";
import { useLayoutEffect, useRef } from "preact/hooks";
import type { Span } from "../../../src/index.ts";
import { settle, source } from "../core/document.ts";
import { placeIn } from "../core/place.ts";
import { reveal } from "./knowledge.ts";

/** Finds a text in the whole model: names, labels, declarations, the system and the queries, as they are written. */
const wanted = signal("");
const most = 100;

interface Found {
  readonly span: Span;
  readonly label: string;
  readonly line: string;
}

const found = computed((): readonly Found[] => {
  const { text } = source.value;
  // As the file has it: a letter in a tag is nobody's text.
  const word = wanted.value.replace(/&/g, "&amp;").replace(/</g, "&lt;").replace(/>/g, "&gt;").toLowerCase();
  const result: Found[] = [];
  const all = text.toLowerCase();
  for (let at = word === "" ? -1 : all.indexOf(word); at >= 0 && result.length < most; at = all.indexOf(word, at + 1)) {
    if (text.lastIndexOf("<", at) > text.lastIndexOf(">", at)) continue;
    const span = { start: at, end: at + word.length };
    const from = Math.max(text.lastIndexOf("\n", at), text.lastIndexOf(">", at)) + 1;
    const line = text.slice(from, at + 60).split(/[\n<]/)[0]!;
    result.push({ span, label: placeIn(source.value, span).label, line: plain(line) });
  }
  return result;
});

function plain(text: string): string {
  return text.replace(/&lt;/g, "<").replace(/&gt;/g, ">").replace(/&amp;/g, "&").trim();
}

export default function Find({ close }: { readonly close: () => void }) {
  const input = useRef<HTMLInputElement>(null);
  useLayoutEffect(() => input.current?.select(), []);
  const show = (what: Found | undefined): void => {
    settle();
    if (what !== undefined) reveal(what.span);
  };
  return (
    <search class="find">
      <input
        ref={input}
        type="search"
        aria-label="Find in the model"
        placeholder="Find in the model"
        value={wanted.value}
        onInput={(event) => (wanted.value = event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === "Escape") close();
          else if (event.key === "Enter") show(found.value[0]);
        }}
      />
      <button type="button" class="quiet" aria-label="Close" onClick={close}>
        ×
      </button>
      <ul aria-label="Found">
        {found.value.map((what) => (
          <li key={what.span.start}>
            <button type="button" onClick={() => show(what)}>
              <b>{what.label}</b> {what.line}
            </button>
          </li>
        ))}
      </ul>
    </search>
  );
}
