import {
  type Diagnostic,
  decode,
  edit,
  Lines,
  layout,
  parseQueryFile,
  read,
  withModernNames,
  writeXml,
} from "../../../src/index.ts";
import { askWorker } from "../worker/ask.ts";
import { keptOf } from "./autosave.ts";
import { changed, commit, fileName, source, start, startEmpty, text } from "./document.ts";
import type { DocumentParts, Target } from "./file.ts";
import { differ, versionOf } from "./saving.ts";
import { focusStage, tell } from "./view.ts";
import { counted } from "./words.ts";

/**
 * Files in. A file that cannot be shown (broken XML, too large) is refused with a message, and the
 * model at hand stays. XTA and TChecker's format have no drawing: they are opened as XML with a layout. A file of queries is
 * added to the model at hand. Whatever is not saved of the model at hand when another comes stays one undo away.
 */
const largestFile = 20 * 2 ** 20;

export async function openFile(file: File, handle?: FileSystemFileHandle): Promise<boolean> {
  if (file.size > largestFile) {
    const size = Math.round(file.size / 2 ** 20);
    tell(
      `${file.name} has ${size} MiB; the page opens files up to ${largestFile / 2 ** 20} MiB. Use the command line: zonal verify ${file.name}`,
      "error",
    );
    return false;
  }
  const bytes = new Uint8Array(await file.arrayBuffer());
  for (const take of others) if (take(file.name, bytes)) return true;
  if (/\.q$/i.test(file.name)) return addQueries(file.name, bytes);
  return openBytes(file.name, bytes, handle === undefined ? {} : { target: { handle } });
}

/** Whoever understands files that are no models (traces) is asked first; true if it was one. */
const others: ((name: string, bytes: Uint8Array) => boolean)[] = [];
export function takeFiles(take: (name: string, bytes: Uint8Array) => boolean): void {
  others.push(take);
}

/** The queries of a `.q` file, behind those of the model at hand, as one change. */
function addQueries(name: string, bytes: Uint8Array): boolean {
  const { text: content, diagnostics } = decode(bytes);
  const parsed = parseQueryFile(content, source.value);
  const fault = [...diagnostics, ...parsed.diagnostics].find((d) => d.severity === "error");
  const entries = parsed.entries.filter((e) => e.text.trim() !== "");
  if (fault !== undefined && entries.length === 0) return refuse(name, content, fault);
  const editor = edit(source.value);
  for (const entry of entries) editor.addQuery(entry);
  commit(editor.apply(), `add queries of ${name}`);
  tell(`${counted(entries.length, "query", "queries")} of ${name} added to the model. Undo takes them away.`);
  return true;
}

/** Opens a model. `parts` says where it is from; false if it cannot be opened. */
export function openBytes(name: string, content: Uint8Array | string, parts: DocumentParts = {}): boolean {
  const source = read(content, { name });
  if (source.format === "tck") {
    void openTck(name, source.text);
    return true;
  }
  if (source.format === "xml") {
    const fault = source.diagnostics.find((d) => /^(xml-|file-encoding|missing-nta)/.test(d.code));
    if (fault !== undefined) return refuse(name, source.text, fault);
    const { encoding, bom } = source;
    goOver(
      () => start(source.text, { name, written: { encoding, bom }, ...parts }),
      dialectOf(name, source.diagnostics),
    );
    return true;
  }
  const fault = source.diagnostics.find((d) => d.severity === "error");
  if (fault !== undefined) return refuse(name, source.text, fault);
  const { source: modern } = withModernNames(source, "xml");
  const drawn = writeXml(layout(modern.tree));
  const old = source.diagnostics.some((d) => d.code === "old-dialect")
    ? " It is of an older UPPAAL and became one of 5."
    : "";
  goOver(
    () => start(drawn, { name: `${name.replace(/\.\w+$/, "")}.xml` }),
    `${name} has no drawing; it was laid out and will be saved as XML.${old}`,
  );
  return true;
}

/** A model in TChecker's format becomes one of UPPAAL, where it can. */
async function openTck(name: string, content: string): Promise<void> {
  try {
    const { text: made, why } = await askWorker({ kind: "convert", name, text: content }, "converted");
    if (made === undefined)
      return tell(`${name} cannot be opened as a model of UPPAAL: ${why}. The model at hand is unchanged.`, "error");
    goOver(
      () => start(made, { name: `${name.replace(/\.\w+$/, "")}.xml` }),
      `${name} is in TChecker's format; it became a model of UPPAAL, was laid out and will be saved as XML.`,
    );
  } catch (error) {
    tell(`${name} cannot be opened: ${(error as Error).message}`, "error");
  }
}

/** Tells what is to be known of the file that comes, and of the one that goes. */
function goOver(go: () => boolean, words = ""): void {
  const left = fileName.value;
  const kept = go() ? `${left} has changes that are not saved. Undo leads back to them, and so does Recent.` : "";
  if (words + kept !== "") tell(`${words} ${kept}`.trim());
}

/** A new model, to be drawn at once. */
export function openNew(): void {
  goOver(startEmpty);
  focusStage();
}

/** A file of an older UPPAAL stays one. */
function dialectOf(name: string, diagnostics: readonly Diagnostic[]): string | undefined {
  const warning = diagnostics.find((d) => d.code === "old-dialect");
  return warning && `${name}: ${warning.message}`;
}

function refuse(name: string, content: string, { span, message }: Diagnostic): false {
  tell(
    `${name} cannot be opened, line ${new Lines(content).position(span.start).line}: ${message}. The model at hand is unchanged.`,
    "error",
  );
  return false;
}

export async function chooseFile(): Promise<void> {
  if ("showOpenFilePicker" in window) {
    try {
      const [handle] = await (
        window as unknown as { showOpenFilePicker(): Promise<FileSystemFileHandle[]> }
      ).showOpenFilePicker();
      if (handle !== undefined) await openFile(await handle.getFile(), handle);
    } catch (error) {
      if ((error as Error).name !== "AbortError")
        tell(`the file cannot be opened: ${(error as Error).message}`, "error");
    }
    return;
  }
  const input = document.createElement("input");
  input.type = "file";
  input.accept = ".xml,.xta,.ta,.q,.xtr,.json,.tck";
  input.onchange = () => {
    const file = input.files?.[0];
    if (file !== undefined) void openFile(file);
  };
  input.click();
}

/**
 * The file that `zonal studio FILE` was started with, and on top of it what was changed and not saved last time. Where the file
 * was changed meanwhile too, the user is asked.
 */
export async function openServed(key: string): Promise<void> {
  const answer = await fetch("./file", { headers: { "x-zonal-key": key } });
  if (!answer.ok) {
    tell(`the file cannot be opened: ${(await answer.text()).trim()}`, "error");
    return;
  }
  const name = decodeURIComponent(answer.headers.get("x-zonal-name") ?? "model.xml");
  const id = answer.headers.get("x-zonal-document") ?? undefined;
  const target: Target = { server: key, version: versionOf(answer) };
  const work = id === undefined ? "elsewhere" : await keptOf(id);
  const own = work === "elsewhere" || id === undefined ? {} : { id };
  if (!openBytes(name, new Uint8Array(await answer.arrayBuffer()), { target, ...own })) return;
  if (work === undefined || work === "elsewhere" || work.text === work.saved) return;
  const onDisk = text.value;
  commit(work.text, "take up unsaved work");
  if (!changed.value) return;
  if (work.saved === onDisk) tell("Changes that were not saved last time are here again; undo takes them away.");
  else differ(onDisk, target.version);
}
