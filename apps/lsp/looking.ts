import {
  type Connection,
  type DocumentHighlight,
  DocumentHighlightKind,
  type DocumentSymbol,
  type FoldingRange,
  type Hover,
  type Location,
  MarkupKind,
  type SelectionRange,
  SymbolKind,
  type TextDocumentPositionParams,
} from "vscode-languageserver";
import type { TextDocument } from "vscode-languageserver-textdocument";
import {
  declarationOf,
  defines,
  definitionOf,
  describeSymbol,
  fieldAt,
  type Occurrence,
  type OutlineEntry,
  occurrenceAt,
  occurrencesOf,
  outlineOf,
  type Page,
} from "../../src/index.ts";
import type { Documents } from "./documents.ts";
import { locationOf, rangeOf } from "./places.ts";
import type { Workspace } from "./workspace.ts";

/**
 * What an editor shows and nothing of the text changes by: what a name is, where it comes from, where it is used, the outline.
 */
export function look(connection: Connection, documents: Documents, workspace: Workspace): void {
  const named = ({ textDocument: { uri }, position }: TextDocumentPositionParams): Named | undefined => {
    const [document, page] = [documents.get(uri), documents.page(uri)];
    const homeUri = documents.homeOf(uri);
    if (document === undefined || page === undefined || homeUri === undefined) return undefined;
    const [homeDocument, home] = [documents.get(homeUri), documents.page(homeUri)];
    const here = occurrenceAt(page, document.offsetAt(position));
    return here === undefined || homeDocument === undefined || home === undefined
      ? undefined
      : { document, page, here, homeDocument, home };
  };
  connection.onHover((params) => ifNamed(named(params), hover));
  connection.onDefinition((params) => ifNamed(named(params), definition) ?? fieldDefinition(documents, params));
  connection.onTypeDefinition((params) => ifNamed(named(params), typeDefinition));
  connection.onReferences((params) =>
    ifNamed(named(params), (found) => references(found, documents, params.context.includeDeclaration)),
  );
  connection.onDocumentHighlight((params) => ifNamed(named(params), highlights));
  connection.onDocumentSymbol(({ textDocument: { uri } }) =>
    ifOpen(documents, uri, (document, page) => outlineOf(page).map((entry) => symbolOf(document, entry))),
  );
  connection.onFoldingRanges(({ textDocument: { uri } }) => ifOpen(documents, uri, folds));
  connection.onSelectionRanges(({ textDocument: { uri }, positions }) =>
    ifOpen(documents, uri, (document, page) => positions.map((at) => selection(document, page, document.offsetAt(at)))),
  );
  connection.onWorkspaceSymbol(({ query }) => workspaceSymbols(workspace, query));
}

/** A name in a text, and the text of the model that declares what it means. */
interface Named {
  readonly document: TextDocument;
  readonly page: Page;
  readonly here: Occurrence;
  readonly homeDocument: TextDocument;
  readonly home: Page;
}

function ifNamed<T>(found: Named | undefined, then: (found: Named) => T | null): T | null {
  return found === undefined ? null : then(found);
}

export function ifOpen<T>(
  documents: Documents,
  uri: string,
  then: (document: TextDocument, page: Page) => T,
): T | null {
  const [document, page] = [documents.get(uri), documents.page(uri)];
  return document === undefined || page === undefined ? null : then(document, page);
}

/** The text in which a symbol is declared: what a query binds is declared there. */
function declaring({ document, homeDocument, page, here }: Named): TextDocument {
  const isOwn = page.kind === "model" || (here.symbol.kind === "variable" && here.symbol.role === "binder");
  return isOwn ? document : homeDocument;
}

function hover({ document, here, home }: Named): Hover {
  const { heading, role, comment } = describeSymbol(here.symbol, home);
  const value = [
    `\`\`\`uppaal\n${heading}\n\`\`\``,
    ...(role === undefined ? [] : [`*${role}*`]),
    ...(comment === undefined ? [] : [comment]),
  ].join("\n\n");
  return { contents: { kind: MarkupKind.Markdown, value }, range: rangeOf(document, here) };
}

function definition(found: Named): Location | null {
  const span = definitionOf(found.here.symbol);
  return span === undefined ? null : locationOf(declaring(found), span);
}

/** The fields of structs are no symbols: they are declared in the model that is asked. */
function fieldDefinition(documents: Documents, { textDocument: { uri }, position }: TextDocumentPositionParams) {
  const home = documents.homeOf(uri);
  const homeDocument = home === undefined ? undefined : documents.get(home);
  return ifOpen(documents, uri, (document, page) => {
    const found = fieldAt(page, document.offsetAt(position));
    return found === undefined || homeDocument === undefined ? null : locationOf(homeDocument, found.declared);
  });
}

function typeDefinition({ here, home, homeDocument }: Named): Location | null {
  const base = declarationOf(here.symbol, home)?.type?.base;
  const type = base?.kind === "named" ? home.model?.symbols.get(base) : undefined;
  const span = type === undefined ? undefined : definitionOf(type);
  return span === undefined ? null : locationOf(homeDocument, span);
}

function references(found: Named, documents: Documents, withDeclaration: boolean): Location[] {
  const { here, homeDocument } = found;
  const uris = new Set([found.document.uri, homeDocument.uri, ...documents.queriesAbout(homeDocument.uri)]);
  return [...uris].flatMap(
    (uri) =>
      ifOpen(documents, uri, (document, page) =>
        occurrencesOf(page, here.symbol)
          .filter((at) => withDeclaration || !defines(at))
          .map((at) => locationOf(document, at)),
      ) ?? [],
  );
}

function highlights({ document, page, here }: Named): DocumentHighlight[] {
  return occurrencesOf(page, here.symbol).map((at) => ({
    range: rangeOf(document, at),
    kind: defines(at) ? DocumentHighlightKind.Write : DocumentHighlightKind.Read,
  }));
}

const symbolKinds: Readonly<Record<OutlineEntry["kind"], SymbolKind>> = {
  variable: SymbolKind.Variable,
  constant: SymbolKind.Constant,
  clock: SymbolKind.Field,
  channel: SymbolKind.Event,
  type: SymbolKind.Struct,
  function: SymbolKind.Function,
  template: SymbolKind.Class,
  location: SymbolKind.EnumMember,
  edge: SymbolKind.Operator,
  process: SymbolKind.Object,
  query: SymbolKind.Boolean,
};

function symbolOf(document: TextDocument, entry: OutlineEntry): DocumentSymbol {
  const { name, kind, detail, span, at, inner } = entry;
  return {
    name: name === "" ? "(nameless)" : name,
    kind: symbolKinds[kind],
    detail,
    range: rangeOf(document, span),
    selectionRange: rangeOf(document, at),
    children: inner.map((child) => symbolOf(document, child)),
  };
}

function workspaceSymbols(workspace: Workspace, query: string) {
  const wanted = query.toLowerCase();
  return workspace.outlines().flatMap(({ document, entries }) => {
    const all = entries.flatMap((entry) => [
      { entry, container: "" },
      ...entry.inner.map((inner) => ({ entry: inner, container: entry.name })),
    ]);
    return all
      .filter(({ entry }) => entry.name.toLowerCase().includes(wanted))
      .map(({ entry, container }) => ({
        name: entry.name,
        kind: symbolKinds[entry.kind],
        containerName: container,
        location: locationOf(document, entry.at),
      }));
  });
}

/** Whatever is longer than a line and has a name can be folded. */
function folds(document: TextDocument, page: Page): FoldingRange[] {
  const all = outlineOf(page).flatMap((entry) => [entry, ...entry.inner]);
  const ranges = all.map(({ span }) => rangeOf(document, span));
  const seen = new Map(ranges.map(({ start, end }) => [start.line, { startLine: start.line, endLine: end.line }]));
  return [...seen.values()].filter(({ startLine, endLine }) => endLine > startLine);
}

/** From the name at the cursor to what holds it: the declaration or edge, the template, the file. */
function selection(document: TextDocument, page: Page, offset: number): SelectionRange {
  const holds = ({ start, end }: { readonly start: number; readonly end: number }): boolean =>
    start <= offset && offset <= end;
  const outer = outlineOf(page).find(({ span }) => holds(span));
  const inner = outer?.inner.find(({ span }) => holds(span));
  const name = occurrenceAt(page, offset);
  const spans = [{ start: 0, end: page.text.length }, outer?.span, inner?.span, name].filter((s) => s !== undefined);
  const [whole, ...rest] = spans.map((span) => rangeOf(document, span));
  return rest.reduce<SelectionRange>((parent, range) => ({ range, parent }), { range: whole! });
}
