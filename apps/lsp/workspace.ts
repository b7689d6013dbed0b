import { type Dirent, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { TextDocument } from "vscode-languageserver-textdocument";
import { modelPage, type OutlineEntry, outlineOf, type Page } from "../../src/index.ts";
import type { Documents } from "./documents.ts";

/**
 * The outlines of all models below the folders that the editor works in, open or not, for finding names. A file is read when
 * it is first asked about and after it has changed; only its outline is kept. Large folders are looked through up to a limit,
 * and so are large files.
 */
const MOST_FILES = 500;
const DEEPEST = 8;
const LARGEST = 1_000_000;

interface Outlined {
  readonly document: TextDocument;
  readonly entries: readonly OutlineEntry[];
}

export class Workspace {
  folders: readonly string[] = [];
  readonly #documents: Documents;
  readonly #known = new Map<string, Outlined & { readonly time: number }>();

  constructor(documents: Documents) {
    this.#documents = documents;
  }

  outlines(): readonly Outlined[] {
    const open = this.#documents.all.flatMap((document) => outlined(document, this.#documents.page(document.uri)));
    const isOpen = new Set(this.#documents.all.map(({ uri }) => uri));
    const files: string[] = [];
    for (const folder of this.folders) if (folder.startsWith("file:")) gather(fileURLToPath(folder), 0, files);
    const closed = files.map((file) => pathToFileURL(file).href).filter((uri) => !isOpen.has(uri));
    for (const uri of [...this.#known.keys()]) if (!closed.includes(uri)) this.#known.delete(uri);
    return [...open, ...closed.flatMap((uri) => this.#closed(uri) ?? [])];
  }

  #closed(uri: string): Outlined | undefined {
    try {
      const path = fileURLToPath(uri);
      const { mtimeMs, size } = statSync(path);
      const known = this.#known.get(uri);
      if (known?.time === mtimeMs) return known;
      if (size > LARGEST) return undefined;
      const document = TextDocument.create(uri, "uppaal", 0, readFileSync(path, "utf8"));
      const [found] = outlined(document, modelPage(document.getText(), path));
      if (found !== undefined) this.#known.set(uri, { ...found, time: mtimeMs });
      return found;
    } catch {
      return undefined;
    }
  }
}

function outlined(document: TextDocument, page: Page | undefined): readonly Outlined[] {
  return page === undefined ? [] : [{ document, entries: outlineOf(page) }];
}

/** Adds the models below a folder, those nearest to it first. */
function gather(folder: string, depth: number, found: string[]): void {
  const entries = list(folder);
  for (const entry of entries)
    if (entry.isFile() && /\.(xml|xta|ta)$/i.test(entry.name) && found.length < MOST_FILES)
      found.push(join(folder, entry.name));
  for (const entry of entries)
    if (entry.isDirectory() && depth < DEEPEST && !/^(\.|node_modules$)/.test(entry.name))
      gather(join(folder, entry.name), depth + 1, found);
}

function list(folder: string): readonly Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    return [];
  }
}
