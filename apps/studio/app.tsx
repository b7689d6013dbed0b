import { computed, signal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { useEffect, useLayoutEffect, useRef } from "preact/hooks";
import { templateToSvg } from "../../src/index.ts";
import { Conflict } from "./change/conflict.tsx";
import { actions } from "./change/list.ts";
import { Preview, propose } from "./change/preview.tsx";
import { Sketch } from "./change/sketch.tsx";
import { question } from "./core/ask.ts";
import {
  canRedo,
  canUndo,
  changed,
  diagnostics,
  fileName,
  network,
  redo,
  redoWhat,
  text,
  undo,
  undoWhat,
} from "./core/document.ts";
import { download } from "./core/download.ts";
import { chooseFile, openFile, openNew } from "./core/files.ts";
import { later } from "./core/later.tsx";
import { save } from "./core/saving.ts";
import { shareLink } from "./core/share.ts";
import { theme, toggleTheme } from "./core/theme.ts";
import { notice, type Tab, tab, tell, template } from "./core/view.ts";
import { Arrows } from "./diagram/drawing.tsx";
import { svgToPng } from "./diagram/export.ts";
import { Editor } from "./editor/editor.tsx";
import { keyHelp } from "./editor/keys.ts";
import { reveal } from "./editor/knowledge.ts";
import { flushFields } from "./editor/pending.ts";
import { Help, openHelp, openTour } from "./help/help.tsx";
import { Recent } from "./recent.tsx";
import { goTo, position, sharedRun, steps } from "./simulator/run.ts";
import { Simulator } from "./simulator/simulator.tsx";
import { Spoken } from "./spoken.tsx";
import { Start } from "./start.tsx";
import { verifyAll } from "./verifier/engine.ts";
import { Running } from "./verifier/running.tsx";
import { Verifier } from "./verifier/verifier.tsx";

/** The page: the bar on top, and one of the three tabs. */
const tabs: readonly (readonly [Tab, string])[] = [
  ["editor", "Editor"],
  ["simulator", "Simulator"],
  ["verifier", "Verifier"],
];
const dialog = signal<"gallery" | "recent" | "keys" | undefined>(undefined);
const { open: openFind, Room: Find } = later();
const errors = computed(() => diagnostics.value.filter((d) => d.severity === "error").length);

export function App() {
  useEffect(() => {
    document.title = `${changed.value ? "• " : ""}${fileName.value} – Zonal Studio`;
  });
  return (
    <div class="page">
      <Arrows />
      <header class="bar">
        <h1>
          <svg viewBox="0 0 32 32" aria-hidden="true">
            <path d="M4 28V12L16 4h12v16L16 28z" />
            <path class="cut" d="M4 28 28 4" />
          </svg>
          <span>Zonal Studio</span>
        </h1>
        <span class="file" title={fileName.value}>
          {fileName.value}
          {changed.value && <b title="not saved"> •</b>}
        </span>
        <nav class="tabs" aria-label="Views">
          {tabs.map(([name, label]) => (
            <button
              type="button"
              key={name}
              aria-current={tab.value === name ? "page" : undefined}
              onClick={() => {
                flushFields();
                tab.value = name;
              }}
            >
              {label}
              {name === "editor" && errors.value > 0 && <span class="badge">{errors.value}</span>}
            </button>
          ))}
        </nav>
        <Running />
        <span class="gap" />
        <div class="actions">
          <button type="button" onClick={() => (dialog.value = "gallery")}>
            Examples
          </button>
          <button type="button" onClick={() => void chooseFile()} title="Ctrl O">
            Open
          </button>
          <button type="button" class="primary" onClick={saveNow} title="Ctrl S">
            Save
          </button>
          <button
            type="button"
            disabled={!canUndo.value}
            onClick={() => act(undo)}
            title={`Undo ${undoWhat.value} (Ctrl Z)`}
            aria-label="Undo"
          >
            ↶
          </button>
          <button
            type="button"
            disabled={!canRedo.value}
            onClick={() => act(redo)}
            title={`Redo ${redoWhat.value} (Ctrl Y)`}
            aria-label="Redo"
          >
            ↷
          </button>
          <Transformations />
          <More />
        </div>
      </header>
      {tab.value === "editor" ? <Editor /> : tab.value === "simulator" ? <Simulator /> : <Verifier />}
      <Help />
      <Find />
      <Notice />
      <Spoken />
      <Dialogs />
      <Asking />
      <Preview />
      <Conflict />
    </div>
  );
}

function act(what: () => boolean): void {
  flushFields();
  what();
}

function saveNow(): void {
  flushFields();
  void save();
}

/** A file dropped anywhere on the page is opened. */
export function onDrop(event: DragEvent): void {
  event.preventDefault();
  const file = event.dataTransfer?.files[0];
  if (file !== undefined) void openFile(file);
}

/** A button with a list of actions; Escape closes it, as does leaving it. */
function Menu({
  label,
  items,
}: {
  readonly label: string;
  readonly items: readonly (
    | "line"
    | {
        readonly label: string;
        readonly title?: string;
        /** A picture, and a sentence about it. */
        readonly about?: readonly [ComponentChildren, string];
        readonly disabled?: boolean;
        readonly run: () => void;
      }
  )[];
}) {
  const details = useRef<HTMLDetailsElement>(null);
  const close = (): void => {
    if (details.current !== null) details.current.open = false;
  };
  const step = (by: 1 | -1): void => {
    const list = [...(details.current?.querySelectorAll<HTMLButtonElement>("button:not(:disabled)") ?? [])];
    const at = list.indexOf(document.activeElement as HTMLButtonElement);
    list[at < 0 ? (by === 1 ? 0 : list.length - 1) : (at + by + list.length) % list.length]?.focus();
  };
  return (
    <details
      class="menu"
      ref={details}
      onKeyDown={(e) => {
        if (e.key === "Escape") {
          close();
          details.current?.querySelector("summary")?.focus();
        } else if (e.key === "ArrowDown" || e.key === "ArrowUp") {
          e.preventDefault();
          if (details.current !== null) details.current.open = true;
          step(e.key === "ArrowDown" ? 1 : -1);
        }
      }}
      onFocusOut={(e) => {
        if (!details.current?.contains(e.relatedTarget as Node | null)) close();
      }}
    >
      <summary aria-label={label}>{label} ▾</summary>
      <div role="menu">
        {items.map((item, i) =>
          item === "line" ? (
            <hr key={i} />
          ) : (
            <button
              type="button"
              key={item.label}
              role="menuitem"
              aria-label={item.label}
              title={item.title}
              disabled={item.disabled}
              onClick={() => {
                close();
                flushFields();
                item.run();
              }}
            >
              {item.about?.[0]}
              {item.label}
              {item.about !== undefined && <small>{item.about[1]}</small>}
            </button>
          ),
        )}
      </div>
    </details>
  );
}

function firstSentence(text: string): string {
  return /^.*?[.:](?=\s|$)/.exec(text)?.[0].replace(/:$/, ".") ?? text;
}

function Transformations() {
  const items = actions.map((action) => ({
    label: `${action.label}…`,
    title: action.about,
    about: [<Sketch key={action.name} name={action.name} />, firstSentence(action.about)] as const,
    disabled: network.value === undefined || (action.ofRun === true && position.value === 0),
    run: () => void propose(action),
  }));
  return <Menu label="Transform" items={items} />;
}

function More() {
  const base = fileName.value.replace(/\.\w+$/, "");
  const shown = template.value;
  const drawing = (): string => (shown === undefined ? "" : templateToSvg(shown, { source: text.value }));
  return (
    <Menu
      label="More"
      items={[
        { label: "New model", run: openNew },
        { label: "Recent…", run: () => (dialog.value = "recent") },
        { label: "Copy share link", run: () => void share(false) },
        {
          label: "Copy share link with the run",
          disabled: steps.value.length === 0,
          run: () => void share(true),
        },
        "line",
        {
          label: "Diagram as SVG",
          disabled: shown === undefined,
          run: () => download(`${base}-${shown?.name.name}.svg`, drawing(), "image/svg+xml"),
        },
        {
          label: "Diagram as PNG",
          disabled: shown === undefined,
          run: () =>
            void svgToPng(drawing()).then(
              (png) => download(`${base}-${shown?.name.name}.png`, png, "image/png"),
              (e: Error) => tell(e.message, "error"),
            ),
        },
        "line",
        { label: "Help", run: openHelp },
        { label: "Tour", run: openTour },
        { label: "Keys", run: () => (dialog.value = "keys") },
        { label: theme.value === "dark" ? "Light colours" : "Dark colours", run: toggleTheme },
      ]}
    />
  );
}

async function share(withRun: boolean): Promise<void> {
  const link = await shareLink(location.href, {
    name: fileName.value,
    text: text.value,
    ...(withRun ? { run: sharedRun() } : {}),
  });
  history.replaceState(null, "", link);
  try {
    await navigator.clipboard.writeText(link);
    tell(
      `The link is on the clipboard (${link.length.toLocaleString("en")} characters). It holds the model itself; nothing was sent.`,
    );
  } catch {
    tell("The link is in the address bar. It holds the model itself; nothing was sent.");
  }
}

function Notice() {
  const now = notice.value;
  return (
    <div class="notices" aria-live="assertive">
      {now !== undefined && (
        <div class={`notice ${now.kind}`} role={now.kind === "error" ? "alert" : "status"}>
          {now.text}{" "}
          {now.action !== undefined && (
            <button
              type="button"
              class="quiet"
              onClick={() => {
                notice.value = undefined;
                now.action?.run();
              }}
            >
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

function Dialogs() {
  const element = useRef<HTMLDialogElement>(null);
  const now = dialog.value;
  useEffect(() => {
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
          <h2>Keys</h2>
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

function Asking() {
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

/** The next of the listed problems, round and round. */
let problem = -1;
function nextProblem(): void {
  const all = diagnostics.value;
  if (all.length === 0) return tell("There are no problems.");
  problem = (problem + 1) % all.length;
  reveal(all[problem]!.span);
  tell(all[problem]!.message);
}

function find(): void {
  flushFields();
  document.querySelector<HTMLInputElement>(".find input")?.focus();
  void openFind(import("./editor/find.tsx"));
}

/** Keys that work everywhere. */
export function onKey(event: KeyboardEvent): void {
  const control = event.ctrlKey || event.metaKey;
  const typing =
    event.target instanceof HTMLElement &&
    (event.target.isContentEditable || event.target.matches("textarea, input[type=text], input[type=number]"));
  const done = (): void => event.preventDefault();
  const key = event.key.toLowerCase();
  if (control && key === "s") {
    done();
    saveNow();
  } else if (control && key === "f") {
    done();
    find();
  } else if (control && key === "o") {
    done();
    void chooseFile();
  } else if (control && key === "z" && !typing) {
    done();
    act(event.shiftKey ? redo : undo);
  } else if (control && key === "y" && !typing) {
    done();
    act(redo);
  } else if (event.altKey && /^[123]$/.test(event.key)) {
    done();
    flushFields();
    tab.value = tabs[Number(event.key) - 1]![0];
  } else if (event.altKey && tab.value === "simulator" && event.key === "ArrowLeft") {
    done();
    goTo(position.value - 1);
  } else if (event.altKey && tab.value === "simulator" && event.key === "ArrowRight") {
    done();
    goTo(position.value + 1);
  } else if (event.key === "F8") {
    done();
    flushFields();
    nextProblem();
  } else if (event.key === "F9") {
    done();
    flushFields();
    tab.value = "verifier";
    void verifyAll();
  } else if (event.key === "?" && !typing) {
    done();
    dialog.value = "keys";
  }
}
