import {
  type Diagnostic,
  decode,
  type Encoding,
  edit,
  encode,
  Lines,
  layout,
  parseQueryFile,
  read,
  withModernNames,
  writeXml,
} from "../../../src/index.ts";
import { commit, fileName, savedText, source, start, text } from "./document.ts";
import { tell } from "./view.ts";

/**
 * Files in and out. A file that cannot be shown (broken XML, TChecker's format, too large) is refused with a message, and the
 * model at hand stays. XTA has no drawing: it is opened as XML with a layout. A file of queries is added to the model at hand.
 * Saving writes the text where it came from, if the browser or the server of `zonal studio` allows it, and else downloads it.
 */
export const largestFile = 20 * 2 ** 20;

/** Where saving writes to: a file the user gave access to, or the command's server. */
type Target = { readonly handle: FileSystemFileHandle } | Served | undefined;
/** The key to the command's server, and the version of the file that was opened or saved last. */
interface Served {
  readonly server: string;
  readonly version: string;
}
let target: Target;
/** How the file's characters are written; a new file is UTF-8. */
let written: { readonly encoding: Encoding; readonly bom: boolean } = { encoding: "utf-8", bom: false };

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
  return openBytes(file.name, bytes, handle === undefined ? undefined : { handle });
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
  tell(
    `${entries.length} ${entries.length === 1 ? "query" : "queries"} of ${name} added to the model. Undo takes them away.`,
  );
  return true;
}

export function openBytes(name: string, content: Uint8Array | string, from?: Target): boolean {
  const source = read(content, { name });
  if (source.format === "tck") {
    tell(
      `${name} is in TChecker's format, which has no drawing to edit. Use the command line: zonal verify ${name}`,
      "error",
    );
    return false;
  }
  if (source.format === "xml") {
    const fault = source.diagnostics.find((d) => /^(xml-|file-encoding|missing-nta)/.test(d.code));
    if (fault !== undefined) return refuse(name, source.text, fault);
    start(name, source.text);
    target = from;
    written = { encoding: source.encoding, bom: source.bom };
    tellDialect(name, source.diagnostics);
    return true;
  }
  const fault = source.diagnostics.find((d) => d.severity === "error");
  if (fault !== undefined) return refuse(name, source.text, fault);
  const { source: modern } = withModernNames(source, "xml");
  start(`${name.replace(/\.\w+$/, "")}.xml`, writeXml(layout(modern.tree)));
  target = undefined;
  const old = source.diagnostics.some((d) => d.code === "old-dialect")
    ? " It is of an older UPPAAL and became one of 5."
    : "";
  tell(`${name} has no drawing; it was laid out and will be saved as XML.${old}`);
  return true;
}

/** A file of an older UPPAAL stays one. */
function tellDialect(name: string, diagnostics: readonly Diagnostic[]): void {
  const warning = diagnostics.find((d) => d.code === "old-dialect");
  if (warning !== undefined) tell(`${name}: ${warning.message}`);
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

export async function save(): Promise<void> {
  const content = text.value;
  const bytes = new Blob([encode(content, written.encoding, written.bom) as Uint8Array<ArrayBuffer>], {
    type: "text/xml",
  });
  try {
    if (target !== undefined && "handle" in target) {
      const stream = await target.handle.createWritable();
      await stream.write(bytes);
      await stream.close();
    } else if (target !== undefined) {
      await saveServed(target, bytes);
    } else download(fileName.value, bytes, "text/xml");
    savedText.value = content;
    tell(`${fileName.value} is saved.`);
  } catch (error) {
    tell(`${fileName.value} cannot be saved: ${(error as Error).message}`, "error");
  }
}

async function saveServed(to: Served, body: Blob): Promise<void> {
  const headers = { "x-zonal-key": to.server, "if-match": to.version };
  const answer = await fetch("./file", { method: "PUT", headers, body });
  if (answer.ok) {
    if (target === to) target = { ...to, version: versionOf(answer) };
    return;
  }
  const words = (await answer.text()).trim();
  if (answer.status !== 412) throw new Error(words);
  // What somebody else wrote is not overwritten, and what was done here is not lost.
  if (target === to) target = undefined;
  throw new Error(`${words}, and is left as it is. Saving again downloads your version.`);
}

function versionOf(answer: Response): string {
  return answer.headers.get("etag") ?? "";
}

/** The file that `zonal studio FILE` was started with. */
export async function openServed(key: string): Promise<void> {
  const answer = await fetch("./file", { headers: { "x-zonal-key": key } });
  if (!answer.ok) {
    tell(`the file cannot be opened: ${(await answer.text()).trim()}`, "error");
    return;
  }
  const name = decodeURIComponent(answer.headers.get("x-zonal-name") ?? "model.xml");
  openBytes(name, new Uint8Array(await answer.arrayBuffer()), {
    server: key,
    version: versionOf(answer),
  });
}

/** Whatever is opened otherwise (gallery, link, new) has no place of its own yet. */
export function forgetTarget(): void {
  target = undefined;
  written = { encoding: "utf-8", bom: false };
}

export function download(name: string, content: string | Blob, type: string): void {
  const blob = typeof content === "string" ? new Blob([content], { type }) : content;
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
