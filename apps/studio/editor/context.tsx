import { useLayoutEffect, useRef } from "preact/hooks";
import { layoutAgain, remove } from "../core/edits.ts";
import { setInitial, setMark } from "../core/properties.ts";
import { select, tell, template } from "../core/view.ts";
import { context } from "./aim.ts";
import { nailAt } from "./gestures.ts";
import { nodeKey } from "./hit.ts";
import {
  allKeys,
  change,
  copySelection,
  createBranchpoint,
  createLocation,
  draft,
  duplicate,
  editText,
  paste,
  removeSelection,
} from "./tools.ts";
import "./context.css";

/** The menu of the diagram: what can be done with the part that was meant, or with the page. */
type Item =
  | "line"
  | { readonly label: string; readonly keys?: string; readonly on?: boolean; readonly run: () => void };

export default function ContextMenu({ close }: { readonly close: () => void }) {
  const list = useRef<HTMLDivElement>(null);
  const now = context.value;
  useLayoutEffect(() => {
    const shown = list.current;
    const frame = shown?.parentElement;
    if (shown == null || frame == null || now === undefined) return;
    shown.style.left = `${Math.max(0, Math.min(now.left, frame.clientWidth - shown.offsetWidth))}px`;
    shown.style.top = `${Math.max(0, Math.min(now.top, frame.clientHeight - shown.offsetHeight))}px`;
    shown.querySelector("button")?.focus();
  }, [now]);
  if (now === undefined) return null;
  const items = now.key === undefined ? ofPage() : nodeKey(now.key) !== undefined ? ofNode() : ofEdge();
  const step = (by: 1 | -1): void => {
    const all = [...(list.current?.querySelectorAll("button") ?? [])];
    all[(all.indexOf(document.activeElement as HTMLButtonElement) + by + all.length) % all.length]?.focus();
  };
  const leave = (): void => {
    close();
    document.querySelector<SVGElement>(".canvas")?.focus();
  };
  return (
    <div
      class="context"
      role="menu"
      tabindex={-1}
      aria-label="What can be done here"
      ref={list}
      onFocusOut={(event) => {
        if (!list.current?.contains(event.relatedTarget as Node | null)) close();
      }}
      onContextMenu={(event) => event.preventDefault()}
      onKeyDown={(event) => {
        if (event.key === "Escape") leave();
        else if (event.key === "ArrowDown" || event.key === "ArrowUp") step(event.key === "ArrowDown" ? 1 : -1);
        else return;
        event.preventDefault();
      }}
    >
      {items.map((item, i) =>
        item === "line" ? (
          <hr key={i} />
        ) : (
          <button
            type="button"
            key={item.label}
            {...(item.on === undefined
              ? { role: "menuitem" as const }
              : { role: "menuitemcheckbox" as const, "aria-checked": item.on })}
            onClick={() => {
              leave();
              item.run();
            }}
          >
            <span>
              {item.on === true ? "✓ " : ""}
              {item.label}
            </span>
            {item.keys !== undefined && <kbd>{item.keys}</kbd>}
          </button>
        ),
      )}
    </div>
  );
}

const clipboard: readonly Item[] = [
  { label: "Copy", keys: "Ctrl C", run: () => void copy() },
  { label: "Cut", keys: "Ctrl X", run: () => void copy().then((done) => done && removeSelection()) },
  { label: "Duplicate", keys: "Ctrl D", run: duplicate },
];
const rest: readonly Item[] = [{ label: "Delete", keys: "Del", run: removeSelection }];

function ofPage(): Item[] {
  const { place } = context.value!;
  return [
    { label: "New location here", keys: "L", run: () => createLocation(place) },
    { label: "New branch point here", keys: "B", run: () => createBranchpoint(place) },
    "line",
    { label: "Paste", keys: "Ctrl V", run: () => void pasteHere() },
    { label: "Select everything", keys: "Ctrl A", run: () => select(allKeys()) },
    "line",
    { label: "Fit", keys: "0", run: fit },
    {
      label: "Lay out",
      run: () => {
        change("lay out", layoutAgain);
        requestAnimationFrame(fit);
      },
    },
  ];
}

function fit(): void {
  dispatchEvent(new CustomEvent("zonal-zoom", { detail: "fit" }));
}

function ofNode(): Item[] {
  const key = nodeKey(context.value?.key)!;
  const id = key.slice(2);
  const edge: Item = { label: "Edge from here", keys: "E", run: () => (draft.value = { from: id, nails: [] }) };
  const location = template.value?.locations.find((l) => l.id === id);
  if (location === undefined) return [edge, "line", ...clipboard, ...rest];
  const mark = (name: "urgent" | "committed", label: string, keys: string): Item => ({
    label,
    keys,
    on: location[name],
    run: () => change(name, (at) => setMark(at, id, name, !location[name])),
  });
  return [
    edge,
    { label: "Name", keys: "Enter", run: () => editText(key, "name") },
    { label: "Invariant", run: () => editText(key, "invariant") },
    { label: "Comment", run: () => editText(key, "comments") },
    "line",
    {
      label: "Initial",
      keys: "I",
      on: template.value?.initial?.name === id,
      run: () => change("initial location", (at) => setInitial(at, id)),
    },
    mark("urgent", "Urgent", "U"),
    mark("committed", "Committed", "C"),
    "line",
    ...clipboard,
    ...rest,
  ];
}

function ofEdge(): Item[] {
  const { key, place } = context.value!;
  const index = Number(/\d+/.exec(key ?? "")?.[0]);
  const text = (label: string, kind: Parameters<typeof editText>[1]): Item => ({
    label,
    run: () => editText(`e:${index}`, kind),
  });
  const nails = template.value?.edges[index]?.nails.length ?? 0;
  const straighten = (): void =>
    change("straighten", (at) => remove(at, new Set(Array.from({ length: nails }, (_, k) => `n:${index}:${k}`))));
  return [
    text("Select", "select"),
    text("Guard", "guard"),
    text("Synchronisation", "sync"),
    text("Update", "update"),
    text("Comment", "comments"),
    "line",
    { label: "Nail here", keys: "N", run: () => nailAt(index, place) },
    ...(nails === 0 ? [] : [{ label: "Without nails", run: straighten }]),
    "line",
    ...rest,
  ];
}

async function copy(): Promise<boolean> {
  const clip = copySelection();
  if (clip === undefined) return false;
  try {
    await navigator.clipboard.writeText(clip);
    return true;
  } catch {
    tell("the browser does not let a menu copy; Ctrl C does", "error");
    return false;
  }
}

async function pasteHere(): Promise<void> {
  try {
    if (!paste(await navigator.clipboard.readText())) tell("there are no parts of a diagram on the clipboard");
  } catch {
    tell("the browser does not let a menu paste; Ctrl V does", "error");
  }
}
