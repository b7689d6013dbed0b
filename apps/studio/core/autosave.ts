import { effect } from "@preact/signals";
import { changed, fileName, opening, savedText, start, text } from "./document.ts";

/**
 * Keeps the work in the browser's own database, so that a reload or a crash loses nothing. One record: the name, the text and
 * the text as last saved. A browser that refuses (private windows) is no reason to stop working.
 */
interface Kept {
  readonly name: string;
  readonly text: string;
  readonly saved: string;
}

function database(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open("zonal-studio", 1);
    request.onupgradeneeded = () => request.result.createObjectStore("work");
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

let connection: Promise<IDBDatabase> | undefined;

async function keep(): Promise<void> {
  try {
    const db = await (connection ??= database());
    const record: Kept = { name: fileName.peek(), text: text.peek(), saved: savedText.peek() };
    db.transaction("work", "readwrite").objectStore("work").put(record, "current");
  } catch {
    connection = undefined;
  }
}

async function kept(): Promise<Kept | undefined> {
  try {
    const db = await (connection ??= database());
    return await new Promise<Kept | undefined>((resolve, reject) => {
      const request = db.transaction("work").objectStore("work").get("current");
      request.onsuccess = () => resolve(request.result as Kept | undefined);
      request.onerror = () => reject(request.error);
    });
  } catch {
    return undefined;
  }
}

/** Takes up the work that was left. False if there is none. */
export async function restore(): Promise<boolean> {
  const work = await kept();
  if (work === undefined) return false;
  start(work.name, work.text, work.saved);
  return true;
}

/** What was changed in this very file and never saved: it can be put on top of the file as one change. */
export async function unsaved(name: string, onDisk: string): Promise<string | undefined> {
  const work = await kept();
  return work !== undefined && work.name === name && work.saved === onDisk && work.text !== onDisk
    ? work.text
    : undefined;
}

/** Begins to keep every change. */
export function autosave(): void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  effect(() => {
    text.value;
    changed.value;
    opening.value;
    clearTimeout(timer);
    timer = setTimeout(() => void keep(), 200);
  });
  addEventListener("pagehide", () => void keep());
  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState === "hidden") void keep();
  });
}
