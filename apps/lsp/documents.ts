import { readdirSync, readFileSync } from "node:fs";
import { basename, dirname, extname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { TextDocument } from "vscode-languageserver-textdocument";
import { type Diagnostic, faultsAfter, modelPage, open, type Page, queryPage } from "../../src/index.ts";

/**
 * The texts that the editor has open and what they mean. Each is read when it is first asked about after a change, and then
 * kept; for its faults alone only what changed is read again, where that is enough. A file of queries belongs to the model of
 * its name in its folder, or to the only model there; what is not open is read from the disk.
 */
export class Documents {
  readonly #open = new Map<string, Held>();
  readonly #closed = new Map<string, Held>();

  set(document: TextDocument): void {
    const before = this.#open.get(document.uri);
    this.#closed.delete(document.uri);
    this.#open.set(document.uri, { document, base: before && baseOf(before) });
    this.#askAgain();
  }

  forget(uri: string): void {
    this.#open.delete(uri);
    this.#askAgain();
  }

  /** What asks a model is read again with it. */
  #askAgain(): void {
    for (const held of [...this.#open.values(), ...this.#closed.values()])
      if (isQueries(held.document.uri)) [held.page, held.faults] = [undefined, undefined];
  }

  get(uri: string): TextDocument | undefined {
    return this.#held(uri)?.document;
  }

  #held(uri: string): Held | undefined {
    return this.#open.get(uri) ?? this.#closed.get(uri);
  }

  /** The open ones. */
  get all(): readonly TextDocument[] {
    return [...this.#open.values()].map(({ document }) => document);
  }

  page(uri: string): Page | undefined {
    const held = this.#held(uri);
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
    const near = beside(uri, /\.(xml|xta|ta)$/i);
    const own = near.filter((other) => stem(other) === stem(uri));
    const home = own[0] ?? (near.length === 1 ? near[0] : undefined);
    if (home !== undefined) this.#load(home);
    return home;
  }

  /** The open files of queries that ask this model. */
  askersOf(uri: string): readonly string[] {
    return this.all.map((document) => document.uri).filter((other) => isQueries(other) && this.homeOf(other) === uri);
  }

  /** These, and those that lie beside it unopened: what must follow if a name of the model changes. */
  queriesAbout(uri: string): readonly string[] {
    const open = this.askersOf(uri);
    if (isQueries(uri)) return open;
    const closed = beside(uri, /\.(q|ctl)$/i).filter((other) => !this.#open.has(other) && this.homeOf(other) === uri);
    for (const other of closed) this.#load(other);
    return [...open, ...closed.filter((other) => this.#closed.has(other))];
  }

  /** A text that is not open, as it is on the disk. */
  #load(uri: string): void {
    if (this.#open.has(uri)) return;
    let text: string | undefined;
    try {
      text = readFileSync(fileURLToPath(uri), "utf8");
    } catch {
      text = undefined;
    }
    if (this.#closed.get(uri)?.document.getText() === text) return;
    if (text === undefined) this.#closed.delete(uri);
    else this.#closed.set(uri, { document: TextDocument.create(uri, "uppaal", 0, text) });
    if (!isQueries(uri)) this.#askAgain();
  }

  /** What is wrong with a text, of any format. */
  faults(uri: string): readonly Diagnostic[] {
    const held = this.#held(uri);
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

function isQueries(uri: string): boolean {
  return /\.(q|ctl)$/i.test(uri);
}

function nameOf(uri: string): string {
  return uri.startsWith("file:") ? fileURLToPath(uri) : uri;
}

function stem(uri: string): string {
  return basename(nameOf(uri), extname(uri));
}

/** The files of a kind in the folder of a file. */
function beside(uri: string, kind: RegExp): readonly string[] {
  if (!uri.startsWith("file:")) return [];
  const folder = dirname(fileURLToPath(uri));
  try {
    const names = readdirSync(folder).filter((name) => kind.test(name));
    return names.sort().map((name) => pathToFileURL(join(folder, name)).href);
  } catch {
    return [];
  }
}
