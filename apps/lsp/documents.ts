import { readdirSync, readFileSync } from "node:fs";
import { basename, dirname, extname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { TextDocument } from "vscode-languageserver-textdocument";
import { type Diagnostic, faultsAfter, modelPage, open, type Page, queryPage } from "../../src/index.ts";

/**
 * The texts that the editor has open and what they mean. Each is read when it is first asked about after a change, and then kept; for
 * its faults alone only what changed is read again, where that is enough. A file of queries belongs to the model of its name in its folder, or to the only model there; one that is not open is read from the
 * disk.
 */
export class Documents {
  readonly #open = new Map<string, Held>();
  readonly #closed = new Map<string, Held>();

  set(document: TextDocument): void {
    const before = this.#open.get(document.uri);
    this.#closed.delete(document.uri);
    this.#open.set(document.uri, { document, base: before && baseOf(before) });
    // What asks this model is to be read again with it.
    for (const held of this.#open.values())
      if (isQueries(held.document.uri)) [held.page, held.faults] = [undefined, undefined];
  }

  forget(uri: string): void {
    this.#open.delete(uri);
  }

  get(uri: string): TextDocument | undefined {
    return (this.#open.get(uri) ?? this.#closed.get(uri))?.document;
  }

  /** The open ones. */
  get all(): readonly TextDocument[] {
    return [...this.#open.values()].map(({ document }) => document);
  }

  page(uri: string): Page | undefined {
    const held = this.#open.get(uri) ?? this.#closed.get(uri);
    if (held === undefined) return undefined;
    held.page ??= { value: this.#read(held.document) };
    return held.page.value;
  }

  #read(document: TextDocument): Page | undefined {
    const text = document.getText();
    if (!isQueries(document.uri)) return modelPage(text, nameOf(document.uri));
    const home = this.homeOf(document.uri);
    return queryPage(text, home === undefined ? undefined : this.page(home));
  }

  /** The address of the model that a text is, or asks. */
  homeOf(uri: string): string | undefined {
    if (!isQueries(uri)) return uri;
    const near = models(uri);
    const own = near.filter((other) => stem(other) === stem(uri));
    const home = own[0] ?? (near.length === 1 ? near[0] : undefined);
    if (home !== undefined && !this.#open.has(home)) this.#load(home);
    return home;
  }

  /** The open files of queries that ask this model. */
  askersOf(uri: string): readonly string[] {
    return this.all.map((document) => document.uri).filter((other) => isQueries(other) && this.homeOf(other) === uri);
  }

  #load(uri: string): void {
    try {
      const text = readFileSync(fileURLToPath(uri), "utf8");
      if (this.#closed.get(uri)?.document.getText() !== text)
        this.#closed.set(uri, { document: TextDocument.create(uri, "uppaal", 0, text) });
    } catch {
      this.#closed.delete(uri);
    }
  }

  /** What is wrong with a text, of any format. */
  faults(uri: string): readonly Diagnostic[] {
    const held = this.#open.get(uri) ?? this.#closed.get(uri);
    if (held === undefined) return [];
    const text = held.document.getText();
    if (held.page === undefined && held.base !== undefined) held.faults ??= faultsAfter(held.base, text);
    held.faults ??= this.page(uri)?.diagnostics ?? open(text, { name: nameOf(uri) }).diagnostics;
    return held.faults;
  }
}

interface Held {
  readonly document: TextDocument;
  /** The last page before this text that was read without a fault. */
  readonly base?: Page | undefined;
  page?: { readonly value: Page | undefined } | undefined;
  faults?: readonly Diagnostic[] | undefined;
}

function baseOf({ page, base }: Held): Page | undefined {
  return page?.value?.source?.diagnostics.length === 0 ? page.value : base;
}

export function isQueries(uri: string): boolean {
  return /\.(q|ctl)$/i.test(uri);
}

export function nameOf(uri: string): string {
  return uri.startsWith("file:") ? fileURLToPath(uri) : uri;
}

function stem(uri: string): string {
  return basename(nameOf(uri), extname(uri));
}

/** The models in the folder of a file. */
function models(uri: string): readonly string[] {
  if (!uri.startsWith("file:")) return [];
  const folder = dirname(fileURLToPath(uri));
  try {
    const names = readdirSync(folder).filter((name) => /\.(xml|xta|ta)$/i.test(name));
    return names.sort().map((name) => pathToFileURL(join(folder, name)).href);
  } catch {
    return [];
  }
}
