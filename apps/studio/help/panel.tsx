import { signal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { find, pages } from "./guide.ts";
import "./help.css";
import { toHtml } from "./markdown.ts";

/** The guide beside whatever is worked on: pages to choose, words to look for. */
const page = signal("studio");
const wanted = signal("");

export default function Panel({ close }: { readonly close: () => void }) {
  const body = useRef<HTMLDivElement>(null);
  const shown = pages.find(({ name }) => name === page.value) ?? pages[0];
  const hits = find(wanted.value);
  useEffect(() => {
    if (body.current !== null) body.current.scrollTop = 0;
  }, [page.value, wanted.value]);
  const html =
    wanted.value.trim() === ""
      ? toHtml(shown?.text ?? "")
      : hits
          .map((hit) => `<p class="from"><a href="#" data-page="${hit.page}">${hit.title}</a></p>${toHtml(hit.text)}`)
          .join("");
  return (
    <aside class="help" aria-label="Help">
      <div class="head">
        <input
          type="search"
          placeholder="Search the guide"
          aria-label="Search the guide"
          value={wanted.value}
          onInput={(event) => (wanted.value = event.currentTarget.value)}
        />
        <select
          aria-label="Page of the guide"
          value={page.value}
          onChange={(event) => {
            page.value = event.currentTarget.value;
            wanted.value = "";
          }}
        >
          {pages.map(({ name, title }) => (
            <option key={name} value={name}>
              {title}
            </option>
          ))}
        </select>
        <button type="button" class="quiet" aria-label="Close help" onClick={close}>
          ✕
        </button>
      </div>
      {wanted.value.trim() !== "" && (
        <p class="hint" role="status">
          {hits.length === 0
            ? "Nothing found."
            : `${hits.length === 1 ? "1 section" : `${hits.length} sections`} found.`}
        </p>
      )}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: the links within are buttons of the keyboard by themselves. */}
      <div
        class="guide"
        role="document"
        ref={body}
        onClick={(event) => {
          const to = (event.target as Element).closest("[data-page]")?.getAttribute("data-page");
          if (to === null || to === undefined) return;
          event.preventDefault();
          page.value = to;
          wanted.value = "";
        }}
        dangerouslySetInnerHTML={{ __html: html }}
      />
    </aside>
  );
}
