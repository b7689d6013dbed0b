import type { Written } from "./file.ts";

/**
 * The documents that were worked on, in the browser's own database: each with its text, the text as last saved, and some older
 * versions to go back to. So a reload, a crash or another file on top loses nothing. A browser that refuses (private windows) is
 * no reason to stop working: then nothing is kept, and nothing is found.
 */
export interface Kept {
  readonly id: string;
  readonly name: string;
  readonly text: string;
  readonly saved: string;
  readonly written?: Written;
  /** When it was last changed, in milliseconds. */
  readonly at: number;
  /** Somebody has changed something. What was only looked at need not stay. */
  readonly touched: boolean;
}
/** A document as it was at some time. */
export interface Version {
  readonly id: string;
  readonly at: number;
  readonly text: string;
}

/** So many documents, and versions of each, are kept; the oldest go first. */
const DOCUMENTS = 40;
const VERSIONS = 20;

let connection: Promise<IDBDatabase> | undefined;

function database(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open("zonal-studio", 2);
    request.onupgradeneeded = ({ oldVersion }) => upgrade(request, oldVersion);
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
    request.onblocked = () => reject(new Error("an older page holds the database"));
  });
}

/** The first edition kept one document only. */
function upgrade({ result: db, transaction }: IDBOpenDBRequest, oldVersion: number): void {
  const documents = db.createObjectStore("documents", { keyPath: "id" });
  db.createObjectStore("versions", { keyPath: ["id", "at"] });
  if (oldVersion !== 1 || transaction === null) return;
  const old = transaction.objectStore("work").get("current");
  old.onsuccess = () => {
    if (old.result !== undefined) documents.put({ ...old.result, id: "first", at: Date.now(), touched: true });
    db.deleteObjectStore("work");
  };
}

/** Does something with the database; `otherwise` where there is none. */
async function within<T>(
  mode: IDBTransactionMode,
  work: (documents: IDBObjectStore, versions: IDBObjectStore) => Promise<T> | T,
  otherwise: T,
): Promise<T> {
  try {
    const transaction = (await (connection ??= database())).transaction(["documents", "versions"], mode);
    const done = new Promise<void>((resolve, reject) => {
      transaction.oncomplete = () => resolve();
      transaction.onabort = () => reject(transaction.error);
    });
    const result = await work(transaction.objectStore("documents"), transaction.objectStore("versions"));
    await done;
    return result;
  } catch {
    connection = undefined;
    return otherwise;
  }
}

function asked<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

/** The latest first. */
export function shelf(): Promise<readonly Kept[]> {
  return within("readonly", async (documents) => latestFirst(await asked<Kept[]>(documents.getAll())), []);
}

/** The versions of a document, the latest first. */
export function versionsOf(id: string): Promise<readonly Version[]> {
  return within(
    "readonly",
    async (_, versions) => latestFirst(await asked<Version[]>(versions.getAll(rangeOf(id)))),
    [],
  );
}

/** Keeps a document as it is now, and on request as a version that stays. */
export function put(document: Kept, asVersion = false): Promise<void> {
  const { id, name, at, text } = document;
  return within(
    "readwrite",
    async (documents, versions) => {
      documents.put(document);
      if (asVersion) await putVersion(versions, { id, at, text });
      for (const [i, each] of latestFirst(await asked<Kept[]>(documents.getAll())).entries()) {
        const isInTheWay = !each.touched && each.name === name && each.id !== id;
        if (i >= DOCUMENTS || isInTheWay) remove(each.id, documents, versions);
      }
    },
    undefined,
  );
}

async function putVersion(versions: IDBObjectStore, version: Version): Promise<void> {
  const known = latestFirst(await asked<Version[]>(versions.getAll(rangeOf(version.id))));
  if (known[0]?.text === version.text) return;
  versions.put(version);
  for (const { id, at } of known.slice(VERSIONS - 1)) versions.delete([id, at]);
}

export function forget(id: string): Promise<void> {
  return within("readwrite", (documents, versions) => remove(id, documents, versions), undefined);
}

function remove(id: string, documents: IDBObjectStore, versions: IDBObjectStore): void {
  documents.delete(id);
  versions.delete(rangeOf(id));
}

function rangeOf(id: string): IDBKeyRange {
  return IDBKeyRange.bound([id, 0], [id, Infinity]);
}

function latestFirst<T extends { readonly at: number }>(list: readonly T[]): T[] {
  return [...list].sort((a, b) => b.at - a.at);
}
