import { render } from "preact";
import "./style.css";
import railway from "../../examples/railway.xml?raw";
import { DialectError } from "../../src/index.ts";
import { App, fetchSimulator, onDrop } from "./app.tsx";
import { dialog } from "./bar/dialogs.tsx";
import { onKey } from "./bar/shortcuts.ts";
import { autosave, restore, resume } from "./core/autosave.ts";
import { openBytes, openServed, takeFiles } from "./core/files.ts";
import { followEditor, isFramed } from "./core/framed.ts";
import { loadGallery } from "./core/gallery.ts";
import { lookAgain } from "./core/saving.ts";
import { readLink } from "./core/share.ts";
import { shelf } from "./core/shelf.ts";
import { tab, tell } from "./core/view.ts";
import { restoreSizes } from "./editor/splitter.tsx";
import { keepOffline } from "./offline/register.ts";
import { openRun } from "./simulator/recorded.ts";
import { openTrace } from "./simulator/run.ts";
import { prepareWorker } from "./worker/program.ts";

/**
 * The start: what the link carries, or the file the command was given, or what was left last time, or an example. Who has none of
 * these, and never worked here, is shown where to begin.
 */
async function begin(): Promise<void> {
  if (isFramed) return followEditor();
  const key = /^#open=(\w+)/.exec(location.hash)?.[1];
  // Whoever reloads wants to go on where they were, even if the address still holds an older state.
  const again = performance
    .getEntriesByType("navigation")
    .some((e) => (e as PerformanceNavigationTiming).type === "reload");
  if (key !== undefined) {
    await openServed(key);
    if (again) await resume();
    return;
  }
  if (again && (await restore())) return;
  if (await openLink()) return;
  if (await restore()) return;
  openBytes("railway.xml", railway);
  if ((await shelf()).length === 0) dialog.value = "gallery";
}

async function openLink(): Promise<boolean> {
  try {
    const shared = await readLink(location.hash);
    if (shared === undefined || !openBytes(shared.name, shared.text)) return false;
    if (shared.run !== undefined) {
      void openTrace("the run of the link", shared.run);
      tab.value = "simulator";
    }
    return true;
  } catch (error) {
    tell(`the link cannot be opened: ${error instanceof Error ? error.message : "it is damaged"}`, "error");
    return false;
  }
}

// A trace is not a model: it goes to the simulator, as a run of the model at hand.
takeFiles((name, bytes) => {
  const text = new TextDecoder().decode(bytes);
  const isTrace = /\.(xtr|json)$/i.test(name) || (/\.xml$/i.test(name) && /^\s*(<\?[^>]*>\s*)?<trace\b/.test(text));
  if (!isTrace) return false;
  tab.value = "simulator";
  void openRun(name, text);
  return true;
});

const root = document.getElementById("app");
if (root === null) throw new Error("the page has no place for the studio");
addEventListener("keydown", onKey);
addEventListener("dragover", (event) => event.preventDefault());
addEventListener("drop", onDrop);
// A change that has no words in the dialect of an old file is refused, and the file stays as it is.
addEventListener("error", ({ error }) => {
  if (error instanceof DialectError) tell(error.message, "error");
});
addEventListener("focus", () => void lookAgain());
addEventListener("hashchange", () => void openLink());
void begin().then(() => {
  restoreSizes("outline", "inspector", "problems", "steps", "values");
  if (!isFramed) autosave();
  render(<App />, root);
  // What is not needed to draw and edit comes when that can be done.
  requestAnimationFrame(() =>
    setTimeout(() => {
      prepareWorker();
      fetchSimulator();
      void loadGallery();
      keepOffline();
    }),
  );
});
