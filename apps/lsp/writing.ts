import {
  type CodeAction,
  CodeActionKind,
  type CompletionItem,
  CompletionItemKind,
  type Connection,
  ErrorCodes,
  MarkupKind,
  ResponseError,
  type SignatureHelp,
  type TextEdit,
  type WorkspaceEdit,
} from "vscode-languageserver";
import type { TextDocument } from "vscode-languageserver-textdocument";
import {
  type Completion,
  completeAt,
  describeSymbol,
  type Edit,
  type Fix,
  fixesOf,
  notRenamed,
  occurrenceAt,
  type Page,
  refactoringsAt,
  renameSymbol,
  type Span,
  signatureAt,
} from "../../src/index.ts";
import type { Documents } from "./documents.ts";
import { lintFixes } from "./linting.ts";
import { ifOpen } from "./looking.ts";
import { rangeOf, spanOf } from "./places.ts";
import { resetsOf } from "./resetting.ts";

/** What changes the text: completion, the parameters of a call, another name everywhere, mending a fault. */
export function write(connection: Connection, documents: Documents): void {
  connection.onCompletion(({ textDocument: { uri }, position }) =>
    ifOpen(documents, uri, (document, page) =>
      completions(document, page, home(documents, uri), document.offsetAt(position)),
    ),
  );
  connection.onSignatureHelp(({ textDocument: { uri }, position }) =>
    ifOpen(documents, uri, (document, page) => signature(page, document.offsetAt(position))),
  );
  connection.onPrepareRename(({ textDocument: { uri }, position }) =>
    ifOpen(documents, uri, (document, page) => {
      const here = occurrenceAt(page, document.offsetAt(position));
      const model = home(documents, uri);
      if (here === undefined || model === undefined) return null;
      refuse(notRenamed(model, here.symbol));
      return { range: rangeOf(document, here), placeholder: here.symbol.name };
    }),
  );
  connection.onRenameRequest(({ textDocument: { uri }, position, newName }) =>
    ifOpen(documents, uri, (document, page) => renamed(documents, uri, page, document.offsetAt(position), newName)),
  );
  connection.onCodeAction(({ textDocument: { uri }, range }) =>
    ifOpen(documents, uri, (document, page) => {
      const span = spanOf(document, range);
      return actions(document, page, home(documents, uri), span, lintFixes(uri, documents, span));
    }),
  );
}

function home(documents: Documents, uri: string): Page | undefined {
  const at = documents.homeOf(uri);
  return at === undefined ? undefined : documents.page(at);
}

const kinds: Readonly<Record<Completion["kind"], CompletionItemKind>> = {
  variable: CompletionItemKind.Variable,
  typename: CompletionItemKind.Struct,
  function: CompletionItemKind.Function,
  template: CompletionItemKind.Class,
  instance: CompletionItemKind.Class,
  location: CompletionItemKind.EnumMember,
  field: CompletionItemKind.Field,
  word: CompletionItemKind.Keyword,
};

function completions(document: TextDocument, page: Page, model: Page | undefined, offset: number): CompletionItem[] {
  const { start, items } = completeAt(page, offset);
  const range = rangeOf(document, { start, end: offset });
  return items.map((item): CompletionItem => {
    const { symbol } = item;
    const comment = symbol === undefined || model === undefined ? undefined : describeSymbol(symbol, model).comment;
    return {
      label: item.name,
      kind: kinds[item.kind],
      detail: item.detail,
      sortText: `${item.rank}${item.name}`,
      textEdit: { range, newText: item.insert ?? item.name },
      ...(comment === undefined ? {} : { documentation: { kind: MarkupKind.PlainText, value: comment } }),
    };
  });
}

function signature(page: Page, offset: number): SignatureHelp | null {
  const found = signatureAt(page, offset);
  if (found === undefined) return null;
  const { heading, parameters, active } = found;
  return {
    signatures: [{ label: heading, parameters: parameters.map((label) => ({ label })) }],
    activeSignature: 0,
    activeParameter: active,
  };
}

/** The editor shows a refusal's reason to the user. */
function refuse(reason: string | undefined): void {
  if (reason !== undefined) throw new ResponseError(ErrorCodes.InvalidRequest, reason);
}

function renamed(documents: Documents, uri: string, page: Page, offset: number, name: string): WorkspaceEdit | null {
  const here = occurrenceAt(page, offset);
  const homeUri = documents.homeOf(uri);
  const model = home(documents, uri);
  if (here === undefined || model === undefined || homeUri === undefined) return null;
  const askers = documents.queriesAbout(homeUri);
  const others = askers.flatMap((other) => documents.page(other) ?? []);
  const result = renameSymbol([model, ...others], here.symbol, name.trim());
  if (result.kind === "refused") throw new ResponseError(ErrorCodes.InvalidRequest, result.reason);
  const changes: Record<string, TextEdit[]> = {};
  for (const [i, edits] of result.edits.entries()) {
    const document = documents.get([homeUri, ...askers][i]!);
    if (document !== undefined && edits.length > 0) changes[document.uri] = textEdits(document, edits);
  }
  return { changes };
}

function textEdits(document: TextDocument, edits: readonly Edit[]): TextEdit[] {
  return edits.map((edit) => ({ range: rangeOf(document, edit), newText: edit.text }));
}

function actions(
  document: TextDocument,
  page: Page,
  model: Page | undefined,
  { start, end }: Span,
  mending: readonly Fix[],
): CodeAction[] {
  const faults = page.diagnostics.filter(({ span }) => span.start <= end && start <= span.end);
  const action = ({ title, edits }: Fix, kind: CodeActionKind): CodeAction => ({
    title,
    kind,
    edit: { changes: { [document.uri]: textEdits(document, edits) } },
  });
  return [
    ...faults.flatMap((fault) => fixesOf(page, fault, model)).map((fix) => action(fix, CodeActionKind.QuickFix)),
    ...mending.map((fix) => action(fix, CodeActionKind.QuickFix)),
    ...refactoringsAt(page, start).map((fix) => action(fix, CodeActionKind.Refactor)),
    ...resetsOf(page, start).map((fix) => action(fix, CodeActionKind.Refactor)),
  ];
}
