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

/**
 * The model at hand. Its text is the only truth: every change, of a diagram or of a declaration, is a splice of the text, and
 * everything else is computed from it. So undo is the text before, saving is writing the text, and what was not touched keeps
 * its bytes. The text is always well-formed XML; a file that is not never gets here (`files.ts`).
 */
export interface Revision {
  readonly text: string;
  /** What the change did, for people: "move location". */
  readonly what: string;
}

const empty = `<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE nta PUBLIC '-//Uppaal Team//DTD Flat System 1.6//EN' 'http://www.it.uu.se/research/group/darts/uppaal/flat-1_6.dtd'>
<nta>
	<declaration></declaration>
	<template>
		<name>Template</name>
		<declaration></declaration>
	</template>
	<system>system Template;</system>
	<queries>
	</queries>
</nta>
`;

const past = signal<readonly Revision[]>([]);
const future = signal<readonly Revision[]>([]);
const present = signal<Revision>({ text: empty, what: "" });

export const fileName = signal("untitled.xml");
/** The text as it was last opened or saved. */
export const savedText = signal(empty);
/** Counts openings: whatever belongs to one file only (selection, verdicts, run) is keyed by it. */
export const opening = signal(0);

export const text = computed(() => present.value.text);
export const changed = computed(() => text.value !== savedText.value);
export const canUndo = computed(() => past.value.length > 0);
export const canRedo = computed(() => future.value.length > 0);
export const undoWhat = computed(() => present.value.what);
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
  batch(() => {
    past.value = [...past.value.slice(-limit), present.value];
    future.value = [];
    present.value = { text: next, what };
  });
}

export function undo(): boolean {
  const before = past.value.at(-1);
  if (before === undefined) return false;
  batch(() => {
    past.value = past.value.slice(0, -1);
    future.value = [...future.value, present.value];
    present.value = before;
  });
  return true;
}

export function redo(): boolean {
  const next = future.value.at(-1);
  if (next === undefined) return false;
  batch(() => {
    future.value = future.value.slice(0, -1);
    past.value = [...past.value, present.value];
    present.value = next;
  });
  return true;
}

/** Starts over with another file. `saved` is what is on disk, if it is not the same. */
export function start(name: string, content: string, saved = content): void {
  batch(() => {
    past.value = [];
    future.value = [];
    present.value = { text: content, what: "" };
    fileName.value = name;
    savedText.value = saved;
    opening.value++;
    settle();
  });
  lastModel = undefined;
}

export function startEmpty(): void {
  start("untitled.xml", empty);
}

export function asUppaal(content: string): UppaalSource {
  const result = read(content, { name: "model.xml" });
  if (result.format === "tck") throw new Error("the text is not XML");
  return result;
}
