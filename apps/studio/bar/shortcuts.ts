import { diagnostics, redo, undo } from "../core/document.ts";
import { chooseFile, openNew } from "../core/files.ts";
import { later } from "../core/later.tsx";
import { save } from "../core/saving.ts";
import { tab, tell } from "../core/view.ts";
import { reveal } from "../editor/knowledge.ts";
import { flushFields } from "../editor/pending.ts";
import { stepSection } from "../editor/sections.ts";
import { goTo, position } from "../simulator/run.ts";
import { verifyAll } from "../verifier/engine.ts";
import { dialog } from "./dialogs.tsx";
import { doWhatIsOffered } from "./notice.tsx";
import { tabs } from "./tabs.ts";

/** Keys that work everywhere. What is being typed is told to the document first. */
const { open: openFind, Room: Find } = later();

export { Find };

export function act(what: () => boolean): void {
  flushFields();
  what();
}

export function saveNow(): void {
  flushFields();
  void save();
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
  void openFind(import("../editor/find.tsx"));
}

interface Shortcut {
  readonly fits: (event: KeyboardEvent, key: string) => boolean;
  readonly run: (event: KeyboardEvent) => void;
}

const control = (wanted: string) => (event: KeyboardEvent, key: string) =>
  (event.ctrlKey || event.metaKey) && key === wanted;
const plain = (wanted: string) => (event: KeyboardEvent) => event.key === wanted;
const alt = (wanted: RegExp) => (event: KeyboardEvent) => event.altKey && wanted.test(event.key);
const notTyping = (fits: Shortcut["fits"]) => (event: KeyboardEvent, key: string) =>
  fits(event, key) && !isTyping(event);
const inSimulator = (fits: Shortcut["fits"]) => (event: KeyboardEvent, key: string) =>
  fits(event, key) && tab.value === "simulator";

const shortcuts: readonly Shortcut[] = [
  { fits: control("s"), run: saveNow },
  { fits: control("f"), run: find },
  { fits: control("o"), run: () => void chooseFile() },
  { fits: notTyping(control("z")), run: (event) => act(event.shiftKey ? redo : undo) },
  { fits: notTyping(control("y")), run: () => act(redo) },
  { fits: alt(/^[123]$/), run: (event) => flushed(() => (tab.value = tabs[Number(event.key) - 1]![0])) },
  { fits: alt(/^Page(Up|Down)$/), run: (event) => stepSection(event.key === "PageDown" ? 1 : -1) },
  { fits: alt(/^n$/i), run: () => flushed(openNew) },
  { fits: alt(/^Enter$/), run: () => flushed(doWhatIsOffered) },
  { fits: inSimulator(alt(/^ArrowLeft$/)), run: () => void goTo(position.value - 1) },
  { fits: inSimulator(alt(/^ArrowRight$/)), run: () => void goTo(position.value + 1) },
  { fits: plain("F8"), run: () => flushed(nextProblem) },
  {
    fits: plain("F9"),
    run: () =>
      flushed(() => {
        tab.value = "verifier";
        void verifyAll();
      }),
  },
  { fits: notTyping(plain("?")), run: () => (dialog.value = "keys") },
];

export function onKey(event: KeyboardEvent): void {
  const shortcut = shortcuts.find(({ fits }) => fits(event, event.key.toLowerCase()));
  if (shortcut === undefined) return;
  event.preventDefault();
  shortcut.run(event);
}

function flushed(run: () => void): void {
  flushFields();
  run();
}

function isTyping({ target }: KeyboardEvent): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || target.matches("textarea, input[type=text], input[type=number]"))
  );
}
