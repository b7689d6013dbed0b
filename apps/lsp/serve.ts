import type { Readable, Writable } from "node:stream";
import {
  type ClientCapabilities,
  CodeActionKind,
  type Connection,
  createConnection,
  type InitializeResult,
  TextDocumentSyncKind,
} from "vscode-languageserver";
import {
  createProtocolConnection,
  type Logger,
  StreamMessageReader,
  StreamMessageWriter,
} from "vscode-languageserver-protocol/node";
import { TextDocument } from "vscode-languageserver-textdocument";
import { version } from "../../src/index.ts";
import { type Ask, Asking, traceCommand, verifyCommand } from "./asking.ts";
import { colour, legend } from "./colouring.ts";
import { Diagnosing } from "./diagnosing.ts";
import { Documents } from "./documents.ts";
import { hint } from "./hinting.ts";
import { watchLengths } from "./lengths.ts";
import { look } from "./looking.ts";
import { Workspace } from "./workspace.ts";
import { write } from "./writing.ts";

/**
 * A language server on two streams: the protocol around `src/edit`. Texts come in pieces as they are typed, faults are told
 * shortly after, and everything else is answered from the page of a text. It ends when the client says so or goes away.
 */
export function serve(input: Readable, output: Writable, ask: Ask): Promise<number> {
  return new Promise((resolve) => {
    const exit = (code: number): void => {
      diagnosing.end();
      resolve(code);
    };
    const watch = { shutdownReceived: false, initialize: () => undefined, exit };
    const gone = (): void => exit(watch.shutdownReceived ? 0 : 1);
    const connection: Connection = createConnection((logger) => {
      const [reader, writer] = [new StreamMessageReader(input), new StreamMessageWriter(output)];
      // Half a message would be waited for with a clock that keeps the process alive when nobody is there to send the rest.
      reader.partialMessageTimeout = 0;
      // A message that is no JSON is left out; where one begins that has no length, nobody can tell.
      reader.onError((error) => (error instanceof SyntaxError ? undefined : gone()));
      return createProtocolConnection(reader, writer, whileHeard(logger));
    }, watch);
    input.on("end", gone).on("close", gone);
    output.on("error", gone);
    const documents = new Documents();
    const workspace = new Workspace(documents);
    connection.onInitialize(({ capabilities, workspaceFolders, rootUri }) => {
      workspace.folders = workspaceFolders?.map(({ uri }) => uri) ?? (rootUri === null ? [] : [rootUri]);
      return capabilitiesFor(capabilities);
    });
    const diagnosing = new Diagnosing(connection, documents);
    follow(connection, documents, diagnosing);
    look(connection, documents, workspace);
    write(connection, documents);
    colour(connection, documents);
    hint(connection, documents);
    new Asking(connection, documents, ask);
    connection.listen();
    watchLengths(input, gone);
  });
}

/** What is noted when the editor has gone is not told. */
function whileHeard(logger: Logger): Logger {
  const told = (level: "error" | "warn" | "info" | "log") => (message: string) => {
    try {
      logger[level](message);
    } catch {
      // The connection is closed.
    }
  };
  return { error: told("error"), warn: told("warn"), info: told("info"), log: told("log") };
}

/** Keeps the texts as the editor has them. */
function follow(connection: Connection, documents: Documents, diagnosing: Diagnosing): void {
  connection.onDidOpenTextDocument(({ textDocument: { uri, languageId, version: count, text } }) => {
    documents.set(TextDocument.create(uri, languageId, count, text));
    diagnosing.now(uri);
  });
  connection.onDidChangeTextDocument(({ textDocument: { uri, version: count }, contentChanges }) => {
    const known = documents.get(uri);
    if (known === undefined) return;
    documents.set(TextDocument.update(known, contentChanges, count));
    diagnosing.soon(uri);
  });
  connection.onDidCloseTextDocument(({ textDocument: { uri } }) => {
    documents.forget(uri);
    diagnosing.forget(uri);
  });
}

function capabilitiesFor(client: ClientCapabilities): InitializeResult {
  return {
    serverInfo: { name: "zonal", version },
    capabilities: {
      textDocumentSync: { openClose: true, change: TextDocumentSyncKind.Incremental },
      hoverProvider: true,
      definitionProvider: true,
      typeDefinitionProvider: true,
      referencesProvider: true,
      documentHighlightProvider: true,
      documentSymbolProvider: true,
      workspaceSymbolProvider: true,
      foldingRangeProvider: true,
      selectionRangeProvider: true,
      completionProvider: { triggerCharacters: ["."] },
      signatureHelpProvider: { triggerCharacters: ["(", ","] },
      renameProvider: client.textDocument?.rename?.prepareSupport === true ? { prepareProvider: true } : true,
      codeActionProvider: { codeActionKinds: [CodeActionKind.QuickFix, CodeActionKind.Refactor] },
      codeLensProvider: {},
      inlayHintProvider: true,
      documentFormattingProvider: true,
      callHierarchyProvider: true,
      executeCommandProvider: { commands: [verifyCommand, traceCommand] },
      semanticTokensProvider: { legend, full: true },
    },
  };
}
