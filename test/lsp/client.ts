import { PassThrough } from "node:stream";
import {
  type CompletionItem,
  CompletionRequest,
  createProtocolConnection,
  type DefinitionRequest,
  type Diagnostic,
  DidChangeTextDocumentNotification,
  DidCloseTextDocumentNotification,
  DidOpenTextDocumentNotification,
  ExitNotification,
  HoverRequest,
  InitializeRequest,
  type Location,
  type Position,
  type ProtocolConnection,
  PublishDiagnosticsNotification,
  type Range,
  RenameRequest,
  ShutdownRequest,
  StreamMessageReader,
  StreamMessageWriter,
  type TypeDefinitionRequest,
  type WorkspaceEdit,
} from "vscode-languageserver-protocol/node";
import { TextDocument } from "vscode-languageserver-textdocument";
import type { Ask } from "../../apps/lsp/asking.ts";
import { serve } from "../../apps/lsp/serve.ts";

/**
 * An editor as the protocol's own library sees one, talking to our server through two streams. Each text is opened under a name.
 */
export class Editor {
  readonly connection: ProtocolConnection;
  /** The server's exit code, once it has ended. */
  readonly ended: Promise<number>;
  readonly #documents = new Map<string, TextDocument>();
  readonly #waiting = new Map<string, ((found: readonly Diagnostic[]) => void)[]>();

  constructor(ask: Ask = async () => ({ text: "satisfied" })) {
    const [there, back] = [new PassThrough(), new PassThrough()];
    this.ended = serve(there, back, ask);
    this.connection = createProtocolConnection(new StreamMessageReader(back), new StreamMessageWriter(there));
    this.connection.onNotification(PublishDiagnosticsNotification.type, ({ uri, diagnostics }) => {
      for (const heard of this.#waiting.get(uri) ?? []) heard(diagnostics);
      this.#waiting.delete(uri);
    });
    this.connection.listen();
  }

  async start(rootUri: string | null = null) {
    const textDocument = { rename: { prepareSupport: true } };
    return this.connection.sendRequest(InitializeRequest.type, {
      processId: null,
      rootUri,
      capabilities: { textDocument },
    });
  }

  async end(): Promise<number> {
    await this.connection.sendRequest(ShutdownRequest.type);
    await this.connection.sendNotification(ExitNotification.type);
    return this.ended;
  }

  /** What the server says next of this text. */
  faults(uri: string): Promise<readonly Diagnostic[]> {
    return new Promise((resolve) => this.#waiting.set(uri, [...(this.#waiting.get(uri) ?? []), resolve]));
  }

  async open(uri: string, text: string): Promise<readonly Diagnostic[]> {
    const document = TextDocument.create(uri, "uppaal", 1, text);
    this.#documents.set(uri, document);
    const faults = this.faults(uri);
    await this.connection.sendNotification(DidOpenTextDocumentNotification.type, {
      textDocument: { uri, languageId: "uppaal", version: 1, text },
    });
    return faults;
  }

  async close(uri: string): Promise<void> {
    await this.connection.sendNotification(DidCloseTextDocumentNotification.type, { textDocument: { uri } });
  }

  /** Replaces the first of these texts, and says how: only the change is sent. */
  async change(uri: string, old: string, text: string): Promise<readonly Diagnostic[]> {
    const document = this.document(uri);
    const start = document.getText().indexOf(old);
    const range = { start: document.positionAt(start), end: document.positionAt(start + old.length) };
    const version = document.version + 1;
    const contentChanges = [{ range, text }];
    this.#documents.set(uri, TextDocument.update(document, contentChanges, version));
    const faults = this.faults(uri);
    await this.connection.sendNotification(DidChangeTextDocumentNotification.type, {
      textDocument: { uri, version },
      contentChanges,
    });
    return faults;
  }

  document(uri: string): TextDocument {
    return this.#documents.get(uri)!;
  }

  /** The place of the `|` in a piece of the text, as a request wants it. */
  at(uri: string, marked: string) {
    const document = this.document(uri);
    const start = document.getText().indexOf(marked.replace("|", ""));
    if (start < 0) throw new Error(`'${marked}' is not in the text`);
    return { textDocument: { uri }, position: document.positionAt(start + marked.indexOf("|")) };
  }

  text(uri: string, range: Range): string {
    return this.document(uri).getText(range);
  }

  line(uri: string, { line }: Position): string {
    return this.text(uri, { start: { line, character: 0 }, end: { line: line + 1, character: 0 } }).trim();
  }

  // ------------------------------------------------------------ what is asked most, at the `|` of a piece of the text

  async hover(uri: string, marked: string): Promise<string | undefined> {
    const found = await this.connection.sendRequest(HoverRequest.type, this.at(uri, marked));
    return (found?.contents as { value: string } | undefined)?.value;
  }

  async places(
    type: typeof DefinitionRequest.type | typeof TypeDefinitionRequest.type,
    uri: string,
    marked: string,
  ): Promise<string | null> {
    const found = (await this.connection.sendRequest(type, this.at(uri, marked))) as Location | null;
    return found === null ? null : `${this.line(found.uri, found.range.start)} @ ${found.range.start.character}`;
  }

  /** The names that are offered, the likeliest first. */
  async words(uri: string, marked: string): Promise<readonly string[]> {
    const found = (await this.connection.sendRequest(CompletionRequest.type, this.at(uri, marked))) as CompletionItem[];
    return found.sort((a, b) => (a.sortText! < b.sortText! ? -1 : 1)).map(({ label }) => label);
  }

  /** The texts as they are once it is renamed. */
  async rename(uri: string, marked: string, newName: string): Promise<Record<string, string>> {
    const params = { ...this.at(uri, marked), newName };
    const edit = (await this.connection.sendRequest(RenameRequest.type, params)) as WorkspaceEdit;
    return Object.fromEntries(
      Object.entries(edit.changes ?? {}).map(([u, edits]) => [u, TextDocument.applyEdits(this.document(u), edits)]),
    );
  }
}
