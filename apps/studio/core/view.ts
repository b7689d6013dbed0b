import { batch, computed, effect, signal } from "@preact/signals";
import { opening, text, tree } from "./document.ts";

/** Where the user is: the tab, the section of the editor, what is selected, and messages. Nothing here is saved. */
export type Tab = "editor" | "simulator" | "verifier";

/** `declarations`, `system`, `template:2` or `template:2:declarations`; templates count from 0. */
export type Section = string;

export const tab = signal<Tab>("editor");
export const section = signal<Section>("template:0");

/** Keys of what is selected in the diagram: `l:id0`, `b:id3`, `e:4` (the fifth edge), `n:4:0` (its first nail). */
export const selection = signal<ReadonlySet<string>>(new Set());
/** A text field that should get the focus as soon as it is there: `guard`, `name`. */
export const focusField = signal<string | undefined>(undefined);
/** What is selected in that field then. */
export const focusRange = signal<{ readonly from: number; readonly to: number } | undefined>(undefined);

export const templateIndex = computed(() => {
  const match = /^template:(\d+)/.exec(section.value);
  return match === null ? undefined : Number(match[1]);
});
export const template = computed(() =>
  templateIndex.value === undefined ? undefined : tree.value.templates[templateIndex.value],
);

export function go(to: Section, keys: Iterable<string> = []): void {
  batch(() => {
    tab.value = "editor";
    section.value = to;
    selection.value = new Set(keys);
  });
}

/** Puts the cursor into the section that was gone to, as soon as it is drawn and before the next key arrives. */
export function focusStage(): void {
  queueMicrotask(() => document.querySelector<HTMLElement>(".stage :is(.canvas, .cm-content)")?.focus());
}

export function select(keys: Iterable<string>): void {
  selection.value = new Set(keys);
}

export interface Notice {
  readonly kind: "info" | "error";
  readonly text: string;
  /** What can be done about it. */
  readonly action?: NoticeAction | undefined;
  /** The file it was told about. */
  readonly opening: number;
}
interface NoticeAction {
  readonly label: string;
  readonly run: () => void;
}
export const notice = signal<Notice | undefined>(undefined);
let timer: ReturnType<typeof setTimeout> | undefined;

/** Tells something. Errors stay until they are closed, or no longer hold: something else was opened, or was changed since. */
export function tell(message: string, kind: Notice["kind"] = "info", action?: NoticeAction): void {
  clearTimeout(timer);
  notice.value = { kind, text: message, action, opening: opening.peek() };
  if (kind === "info") timer = setTimeout(() => (notice.value = undefined), 5000);
}

/** What can be done about something stays; whatever else was told of another file, or before a change, holds no longer. */
effect(() => {
  text.value;
  const now = notice.peek();
  const isOther = now?.opening !== opening.value;
  if (now !== undefined && (isOther || (now.kind === "error" && now.action === undefined))) notice.value = undefined;
});

// What is selected must exist: after undo or another file it may be gone.
effect(() => {
  opening.value;
  batch(() => {
    selection.value = new Set();
    section.value = tree.peek().templates.length > 0 ? "template:0" : "declarations";
  });
});
effect(() => {
  const count = tree.value.templates.length;
  const index = templateIndex.value;
  if (index !== undefined && index >= count) section.value = count > 0 ? `template:${count - 1}` : "declarations";
});
effect(() => {
  const shown = template.value;
  const old = selection.peek();
  const exists = (key: string): boolean => {
    if (shown === undefined) return false;
    if (key.startsWith("l:")) return shown.locations.some((l) => l.id === key.slice(2));
    if (key.startsWith("b:")) return shown.branchpoints.some((b) => b.id === key.slice(2));
    if (key.startsWith("t:l:")) return shown.locations.some((l) => key.startsWith(`t:l:${l.id}:`));
    const [edge, nail] = (key.startsWith("t:e:") ? key.slice(4) : key.slice(2)).split(":");
    const found = shown.edges[Number(edge)];
    return found !== undefined && (!key.startsWith("n:") || Number(nail) < found.nails.length);
  };
  const rest = [...old].filter(exists);
  if (rest.length !== old.size) selection.value = new Set(rest);
});
