import { computed } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { Asking, Dialogs, dialog } from "./bar/dialogs.tsx";
import { More, Transformations } from "./bar/menus.tsx";
import { Notice } from "./bar/notice.tsx";
import { act, Find, saveNow } from "./bar/shortcuts.ts";
import { tabs } from "./bar/tabs.ts";
import { Conflict } from "./change/conflict.tsx";
import { Preview } from "./change/preview.tsx";
import { canRedo, canUndo, changed, diagnostics, fileName, redo, redoWhat, undo, undoWhat } from "./core/document.ts";
import { chooseFile, openFile } from "./core/files.ts";
import { soon } from "./core/soon.tsx";
import { tab } from "./core/view.ts";
import { Arrows } from "./diagram/edges.tsx";
import { Editor } from "./editor/editor.tsx";
import { flushFields } from "./editor/pending.ts";
import { Help } from "./help/help.tsx";
import { Spoken } from "./spoken.tsx";
import { Running } from "./verifier/running.tsx";
import { Verifier } from "./verifier/verifier.tsx";

/** The page: the bar on top, and one of the three tabs. */
const errors = computed(() => diagnostics.value.filter((d) => d.severity === "error").length);

const { fetch: fetchSimulator, Part: Simulator } = soon(() => import("./simulator/simulator.tsx"));

export { fetchSimulator };

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

/** A file dropped anywhere on the page is opened. */
export function onDrop(event: DragEvent): void {
  event.preventDefault();
  const file = event.dataTransfer?.files[0];
  if (file !== undefined) void openFile(file);
}
