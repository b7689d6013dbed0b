import type { CodeLens, Connection, Range } from "vscode-languageserver";
import type { TextDocument } from "vscode-languageserver-textdocument";
import type { Page, QueryEntry } from "../../src/index.ts";
import type { Documents } from "./documents.ts";
import { ifOpen } from "./looking.ts";
import { rangeOf } from "./places.ts";

/**
 * Queries that are put from inside the editor: a line above each says "verify" and then what the answer was, and opens the
 * run that shows it. It holds for the texts it was asked of; when they change, it is asked for again. Who answers is given
 * from outside (`ask`).
 */
export type Ask = (model: string, query: string, name: string) => Promise<Answered>;

export interface Answered {
  /** For people: "satisfied, 0.02 s". */
  readonly text: string;
  /** The address of a file with the run that shows it, where there is one. */
  readonly trace?: string;
}

/** A query as a request of our own tells it, which the protocol has none for. */
interface Asked {
  readonly text: string;
  /** The text of the model. */
  readonly model: string;
  readonly expected?: string;
  readonly range: Range;
}

const queriesRequest = "zonal/queries";
export const verifyCommand = "zonal.verify";
export const traceCommand = "zonal.openTrace";

const MOST_ANSWERS = 200;

export class Asking {
  readonly #connection: Connection;
  readonly #documents: Documents;
  readonly #ask: Ask;
  /** Answers by model and query, as they were written. */
  readonly #answers = new Map<string, Answered>();

  constructor(connection: Connection, documents: Documents, ask: Ask) {
    this.#connection = connection;
    this.#documents = documents;
    this.#ask = ask;
    connection.onCodeLens(({ textDocument: { uri } }) => ifOpen(documents, uri, (d, page) => this.#lenses(d, page)));
    connection.onRequest(queriesRequest, ({ uri }: { readonly uri: string }) =>
      ifOpen(documents, uri, (document, page) => this.#queries(document, page)),
    );
    connection.onExecuteCommand(({ command, arguments: given }) => {
      const [uri, index] = [String(given?.[0]), Number(given?.[1])];
      if (command === verifyCommand) return this.#verify(uri, index);
      return command === traceCommand ? this.#show(uri, index) : null;
    });
  }

  #lenses(document: TextDocument, { entries }: Page): CodeLens[] {
    return entries.flatMap((entry, i) => {
      if (entry.query === undefined) return [];
      const known = this.#answers.get(this.#key(document.uri, entry));
      const range = rangeOf(document, entry.query);
      const lens = (title: string, command: string): CodeLens => ({
        range,
        command: { title, command, arguments: [document.uri, i] },
      });
      const verify = lens(known === undefined ? "verify" : `${known.text} (verify again)`, verifyCommand);
      return known?.trace === undefined ? [verify] : [verify, lens("open trace", traceCommand)];
    });
  }

  /** For whoever wants to put them himself: each query with what is expected, and the model that it asks. */
  #queries(document: TextDocument, { entries }: Page): Asked[] {
    const home = this.#documents.homeOf(document.uri);
    const model = home === undefined ? undefined : this.#documents.get(home)?.getText();
    if (model === undefined) return [];
    return entries.flatMap(({ text, query, expect }) => {
      const expected = expect?.outcome;
      const range = query === undefined ? undefined : rangeOf(document, query);
      return range === undefined ? [] : [{ text, model, range, ...(expected === undefined ? {} : { expected }) }];
    });
  }

  #key(uri: string, { text }: QueryEntry): string {
    const home = this.#documents.homeOf(uri) ?? uri;
    return JSON.stringify([this.#documents.get(home)?.getText(), text]);
  }

  async #verify(uri: string, index: number): Promise<string | null> {
    const entry = this.#documents.page(uri)?.entries[index];
    const home = this.#documents.homeOf(uri);
    const model = home === undefined ? undefined : this.#documents.get(home)?.getText();
    if (entry === undefined || home === undefined || model === undefined) return null;
    const key = this.#key(uri, entry);
    this.#tell(key, { text: "verifying..." });
    const answered = await this.#ask(model, entry.text, home).catch((error) => ({ text: `no answer: ${error}` }));
    this.#tell(key, answered);
    return answered.text;
  }

  #tell(key: string, answered: Answered): void {
    this.#answers.delete(key);
    this.#answers.set(key, answered);
    // Those of texts that are long gone are forgotten.
    for (const old of this.#answers.keys()) if (this.#answers.size > MOST_ANSWERS) this.#answers.delete(old);
    this.#refresh();
  }

  /** Has the editor open the run; its address is the answer for those that cannot. */
  async #show(uri: string, index: number): Promise<string | null> {
    const entry = this.#documents.page(uri)?.entries[index];
    const trace = entry === undefined ? undefined : this.#answers.get(this.#key(uri, entry))?.trace;
    if (trace === undefined) return null;
    await this.#connection.window.showDocument({ uri: trace }).catch(() => undefined);
    return trace;
  }

  #refresh(): void {
    // An editor that cannot be asked to look again will do so by itself.
    this.#connection.sendRequest("workspace/codeLens/refresh").catch(() => undefined);
  }
}
