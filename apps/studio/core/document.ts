import { batch, computed, effect, signal } from "@preact/signals";
import {
  check,
  checkQuery,
  type Diagnostic,
  type EdgeTexts,
  edgeTexts,
  Fragment,
  hasErrors,
  instantiate,
  type Model,
  type Network,
  parseQuery,
  printXta,
  read,
  type UppaalSource,
} from "../../../src/index.ts";
import { type Document, type DocumentParts, empty, leave, newDocument } from "./file.ts";

/**
 * The model at hand. Its text is the only truth: every change, of a diagram or of a declaration, is a splice of the text, and
 * everything else is computed from it. So undo is the text before, saving is writing the text, and what was not touched keeps
 * its bytes. The text is always well-formed XML; a file that is not never gets here (`files.ts`).
 */
interface Revision {
  readonly text: string;
  /** What the change did, for people: "move location". */
  readonly what: string;
  readonly document: Document;
}

/** All that was done, through all files: opening another is a step like any other where something was not saved. */
const past = signal<readonly Revision[]>([]);
const future = signal<readonly Revision[]>([]);
const present = signal<Revision>({ text: empty, what: "", document: newDocument(empty) });

export const current = computed(() => present.value.document);
export const fileName = computed(() => current.value.name);
/** Counts openings: whatever belongs to one file only (selection, verdicts, run) is keyed by it. */
export const opening = signal(0);

export const text = computed(() => present.value.text);
export const changed = computed(() => text.value !== current.value.saved.value);
export const canUndo = computed(() => past.value.length > 0);
export const canRedo = computed(() => future.value.length > 0);
export const undoWhat = computed(() => (canUndo.value ? present.value.what : ""));
export const redoWhat = computed(() => future.value.at(-1)?.what ?? "");

export const source = computed((): UppaalSource => asUppaal(text.value));
export const tree = computed(() => source.value.tree);
/**
 * The file as it was when it was last checked. Checking follows a change a moment later, so that a large model is drawn first;
 * whoever needs the verdict on the present text calls `settle`. Places in diagnostics are places in this file.
 */
export const checked = signal<UppaalSource>(source.peek());
let timer: ReturnType<typeof setTimeout> | undefined;
/** How long the last check took: who types into a large model is not held up by one check after the other. */
let cost = 0;
effect(() => {
  source.value;
  clearTimeout(timer);
  timer = setTimeout(settle, Math.min(1500, 25 + 3 * cost));
});

export function settle(): void {
  clearTimeout(timer);
  if (checked.peek() === source.peek()) return;
  const started = performance.now();
  checked.value = source.peek();
  opened.peek();
  cost = performance.now() - started;
}

/** What checking found out. The searches are the worker's: the page itself stays small without them. */
export interface Opened {
  readonly diagnostics: readonly Diagnostic[];
  readonly model?: Model;
  /** Only where nothing is wrong, and symbolic verification takes the model: one that it refuses may be right for runs. */
  readonly network?: Network;
  readonly texts: EdgeTexts;
}

export const opened = computed((): Opened => {
  const { tree, diagnostics: read } = checked.value;
  if (hasErrors(read)) return { diagnostics: read, texts: () => undefined };
  const model = check(tree);
  const found = [...read, ...model.diagnostics];
  if (hasErrors(found)) return { diagnostics: found, model, texts: () => undefined };
  const { made, diagnostics } = instantiate(model);
  const isForRuns = diagnostics.some(({ code }) => code === "not-symbolic");
  const refused = isForRuns ? diagnostics.map((d): Diagnostic => ({ ...d, severity: "warning" })) : diagnostics;
  return {
    diagnostics: [...found, ...refused],
    model,
    texts: edgeTexts(tree),
    ...(made === undefined ? {} : { network: made.network }),
  };
});

/** What is wrong with a formula; places are in its own text. */
export function queryFaults(formula: string): readonly Diagnostic[] {
  const { model } = opened.value;
  const parsed = parseQuery(Fragment.of(formula), source.value);
  if (parsed.query === undefined || hasErrors(parsed.diagnostics) || model === undefined || !isSound.value)
    return parsed.diagnostics;
  return checkQuery(model, parsed.query).diagnostics;
}
export const diagnostics = computed((): readonly Diagnostic[] => opened.value.diagnostics);
export const network = computed(() => opened.value.network);
/** The model has no errors: queries can be put to it, and those that cannot be answered say why. */
export const isSound = computed(() => !hasErrors(diagnostics.value));

let lastModel: Model | undefined;
/** The model, or the one before the text was broken: good enough to complete names. */
export const model = computed((): Model | undefined => (lastModel = opened.value.model ?? lastModel));

/** What the model means, apart from drawing, comments and queries: verdicts are stale when it differs. */
export const meaning = computed(() => (isSound.value ? printXta({ ...checked.value.tree, queries: [] }) : undefined));

const limit = 200;

/** Makes `next` the text. An edit that changes nothing is none. */
export function commit(next: string, what: string): void {
  if (next === text.value) return;
  follow({ text: next, what, document: current.value });
}

/** A step forward. */
function follow(next: Revision): void {
  batch(() => {
    past.value = [...past.value.slice(-limit), present.value];
    future.value = [];
    show(next);
  });
}

/** Makes a revision the present one. If it is of another file, whatever belongs to this one only begins anew. */
function show(next: Revision): void {
  const left = current.value;
  const isOther = next.document !== left;
  leave(left);
  present.value = next;
  if (!isOther) return;
  opening.value++;
  settle();
  lastModel = undefined;
}

export function undo(): boolean {
  const before = past.value.at(-1);
  if (before === undefined) return false;
  batch(() => {
    past.value = past.value.slice(0, -1);
    future.value = [...future.value, present.value];
    show(before);
  });
  return true;
}

export function redo(): boolean {
  const next = future.value.at(-1);
  if (next === undefined) return false;
  batch(() => {
    future.value = future.value.slice(0, -1);
    past.value = [...past.value, present.value];
    show(next);
  });
  return true;
}

/** Goes over to another file. Undo leads back to this one if it has changes that are not saved; then it says so. */
export function start(content: string, parts: DocumentParts = {}): boolean {
  const next = { text: content, document: newDocument(content, parts) };
  const isLeft = changed.value;
  batch(() => {
    follow({ ...next, what: `opening ${next.document.name}` });
    if (!isLeft) past.value = [];
  });
  return isLeft;
}

export function startEmpty(): boolean {
  return start(empty);
}

export function asUppaal(content: string): UppaalSource {
  const result = read(content, { name: "model.xml" });
  if (result.format === "tck") throw new Error("the text is not XML");
  return result;
}
