import { signal } from "@preact/signals";
import { decode, encode } from "../../../src/index.ts";
import { commit, current, fileName, text } from "./document.ts";
import { download } from "./download.ts";
import type { Document, Served } from "./file.ts";
import { tell } from "./view.ts";

/**
 * Files out. Saving writes the text where it came from, if the browser or the server of `zonal studio` allows it, and else
 * downloads it. What somebody else wrote there meanwhile is not overwritten: both versions are shown, and the user decides.
 */

/** The file on the disk is not the one that was opened or saved here last. */
export interface Conflict {
  readonly document: Document;
  readonly theirs: string;
  /** Of a file that the command serves. */
  readonly version: string;
}
export const conflict = signal<Conflict | undefined>(undefined);

export async function save(): Promise<void> {
  const [document, content] = [current.value, text.value];
  const { name, target } = document;
  if (target === undefined) {
    downloadOwn(document, content);
    document.saved.value = content;
    return tell(`${name} is downloaded.`);
  }
  try {
    const found =
      "handle" in target ? await writeFile(target.handle, document, content) : await put(target, document, content);
    if (found !== undefined) return void (conflict.value = found);
    document.saved.value = content;
    tell(`${name} is saved.`);
  } catch (error) {
    const why = error instanceof TypeError ? "zonal studio does not answer any more" : (error as Error).message;
    tell(`${name} is not saved: ${why}.`, "error", {
      label: "Download",
      run: () => downloadOwn(document, document === current.value ? text.value : content),
    });
  }
}

function bytesOf(content: string, { written: { encoding, bom } }: Document): Blob {
  return new Blob([encode(content, encoding, bom) as Uint8Array<ArrayBuffer>], { type: "text/xml" });
}

function downloadOwn(document: Document, content: string): void {
  download(document.name, bytesOf(content, document), "text/xml");
}

async function writeFile(
  handle: FileSystemFileHandle,
  document: Document,
  content: string,
): Promise<Conflict | undefined> {
  const theirs = await textOf(await handle.getFile());
  if (theirs !== document.saved.value) return { document, theirs, version: "" };
  const stream = await handle.createWritable();
  await stream.write(bytesOf(content, document));
  await stream.close();
  return undefined;
}

async function textOf(file: Blob): Promise<string> {
  return decode(new Uint8Array(await file.arrayBuffer())).text;
}

async function put(to: Served, document: Document, content: string): Promise<Conflict | undefined> {
  const headers = { "x-zonal-key": to.server, "if-match": to.version };
  const answer = await fetch("./file", { method: "PUT", headers, body: bytesOf(content, document) });
  if (answer.ok) {
    document.target = { ...to, version: versionOf(answer) };
    return undefined;
  }
  const words = (await answer.text()).trim();
  const found = answer.status === 412 ? await onDisk(to, document) : undefined;
  if (found !== undefined) return found;
  throw new Error(answer.status === 403 ? "zonal studio was started again; open the address that it printed" : words);
}

async function onDisk(from: Served, document: Document): Promise<Conflict | undefined> {
  const answer = await fetch("./file", { headers: { "x-zonal-key": from.server } });
  return answer.ok ? { document, theirs: await textOf(await answer.blob()), version: versionOf(answer) } : undefined;
}

export function versionOf(answer: Response): string {
  return answer.headers.get("etag") ?? "";
}

/** Lets the user decide between the text at hand and that on the disk. */
export function differ(theirs: string, version: string): void {
  conflict.value = { document: current.value, theirs, version };
}

/** Whoever comes back to the page is told if the file was changed meanwhile. */
export async function lookAgain(): Promise<void> {
  const document = current.value;
  const { target } = document;
  if (target === undefined || conflict.value !== undefined) return;
  try {
    const found =
      "handle" in target ? await changedFile(target.handle, document) : await changedServed(target, document);
    if (found === undefined || document !== current.value) return;
    tell(`${document.name} was changed on the disk.`, "error", {
      label: "Show the difference",
      run: () => (conflict.value = found),
    });
  } catch {
    // Who saves is told.
  }
}

async function changedFile(handle: FileSystemFileHandle, document: Document): Promise<Conflict | undefined> {
  const theirs = await textOf(await handle.getFile());
  return theirs === document.saved.value ? undefined : { document, theirs, version: "" };
}

async function changedServed(target: Served, document: Document): Promise<Conflict | undefined> {
  const answer = await fetch("./file", { method: "HEAD", headers: { "x-zonal-key": target.server } });
  return answer.ok && versionOf(answer) !== target.version ? onDisk(target, document) : undefined;
}

/** The user has decided: the version on the disk is known now, and the text at hand is put over it or becomes it. */
export function decide({ document, theirs, version }: Conflict, choice: "mine" | "theirs"): void {
  conflict.value = undefined;
  if (document !== current.value) return;
  if (document.target !== undefined && "server" in document.target) document.target = { ...document.target, version };
  document.saved.value = theirs;
  if (choice === "mine") return void save();
  commit(theirs, "take the version on the disk");
}

/** The text at hand, under another name. */
export function downloadMine(): void {
  downloadOwn(current.value, text.value);
  tell(`${fileName.value} is downloaded.`);
}
