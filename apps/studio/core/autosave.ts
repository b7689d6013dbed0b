import { effect } from "@preact/signals";
import { changed, current, start, text } from "./document.ts";
import type { Document } from "./file.ts";
import { forget, type Kept, put, shelf } from "./shelf.ts";

/**
 * Keeps what is worked on as it is worked on, each document by itself, and finds it again. A tab remembers which document it
 * shows; which ones other tabs show the browser's locks tell, so that two tabs never write one record.
 */
const TAB = "zonal-document";
/** A version of a document stays at least so often while it is changed. */
const BETWEEN = 5 * 60_000;

const lockName = (id: string): string => `${TAB} ${id}`;

async function openElsewhere(): Promise<ReadonlySet<string>> {
  const held = (await navigator.locks?.query())?.held ?? [];
  return new Set(held.map(({ name }) => name?.slice(TAB.length + 1) ?? ""));
}

/**
 * Takes up the work that this tab left, or in a new tab what was left last and is not open in another. False if there is none.
 */
export async function restore(): Promise<boolean> {
  const taken = await openElsewhere();
  const own = sessionStorage.getItem(TAB);
  const all = await shelf();
  const work = all.find(({ id }) => id === own) ?? all.find(({ id }) => !taken.has(id));
  if (work !== undefined) takeUp(work, taken);
  return work !== undefined;
}

/** On top of the file that the command serves: what this tab showed before it was loaded again, if that was another document. */
export async function resume(): Promise<void> {
  const own = sessionStorage.getItem(TAB);
  const { id, name, target } = current.peek();
  const work = own === id ? undefined : (await shelf()).find((each) => each.id === own);
  if (work === undefined) return;
  takeUp(work, await openElsewhere());
  // A second tab with the same file saves it there too.
  if (work.name === name) current.peek().target = target;
}

/**
 * Opens a document that was kept, if need be as it was at another time. A tab that finds it open elsewhere has one of its own.
 */
function takeUp(
  { id, name, saved, text, written, ...work }: Kept,
  taken: ReadonlySet<string>,
  version = text,
): boolean {
  if (work.touched) touched.add(id);
  const parts = { name, saved, ...(written === undefined ? {} : { written }) };
  return start(version, taken.has(id) ? parts : { ...parts, id });
}

export async function openKept(work: Kept, version?: string): Promise<boolean> {
  return takeUp(work, await openElsewhere(), version);
}

/** What was kept of a file that has an id of its own, if no other tab has it at hand. */
export async function keptOf(id: string): Promise<Kept | "elsewhere" | undefined> {
  if ((await openElsewhere()).has(id)) return "elsewhere";
  return (await shelf()).find((work) => work.id === id);
}

let release = (): void => {};

/** This tab has the document at hand. */
function hold({ id }: Document): void {
  release();
  try {
    sessionStorage.setItem(TAB, id);
  } catch {
    // Without it a reload takes what was changed last.
  }
  void navigator.locks?.request(lockName(id), { ifAvailable: true }, (lock) =>
    lock === null ? undefined : new Promise<void>((done) => (release = done)),
  );
}

/** When a version of a document was last put aside. */
const versioned = new Map<string, number>();
/** Documents that somebody has changed, now or before. */
const touched = new Set<string>();

function keep({ id, name, saved, written }: Document, content: string, asVersion = false): void {
  const at = Date.now();
  const isDue = asVersion || at - (versioned.get(id) ?? at) > BETWEEN;
  if (isDue || !versioned.has(id)) versioned.set(id, at);
  if (content !== saved.peek()) touched.add(id);
  void put({ id, name, text: content, saved: saved.peek(), written, at, touched: touched.has(id) }, isDue);
}

/** Another document is at hand. One that was only looked at goes. */
function leave(document: Document, content: string): void {
  if (touched.has(document.id) || content !== document.saved.peek()) keep(document, content, true);
  else void forget(document.id);
}

interface Seen {
  readonly document: Document;
  readonly text: string;
  readonly changed: boolean;
}

/** Begins to keep every change. */
export function autosave(): void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let last: Seen | undefined;
  const now = (): void => {
    clearTimeout(timer);
    keep(current.peek(), text.peek());
  };
  effect(() => {
    const next: Seen = { document: current.value, text: text.value, changed: changed.value };
    const left = last;
    last = next;
    clearTimeout(timer);
    if (next.document !== left?.document) {
      if (left !== undefined) leave(left.document, left.text);
      hold(next.document);
      keep(next.document, next.text, true);
    } else if (left.changed && !next.changed) keep(next.document, next.text, true);
    else timer = setTimeout(now, 200);
  });
  addEventListener("pagehide", now);
  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState === "hidden") now();
  });
}
