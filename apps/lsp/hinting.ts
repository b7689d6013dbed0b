import {
  type CallHierarchyItem,
  type Connection,
  type InlayHint,
  InlayHintKind,
  SymbolKind,
  type TextEdit,
} from "vscode-languageserver";
import type { TextDocument } from "vscode-languageserver-textdocument";
import {
  type Caller,
  type Calls,
  calledBy,
  callersOf,
  formatPage,
  functionAt,
  hintsOf,
  type Page,
} from "../../src/index.ts";
import type { Documents } from "./documents.ts";
import { ifOpen } from "./looking.ts";
import { rangeOf, spanOf } from "./places.ts";

/** What an editor asks of declarations: values and bounds between the letters, who calls whom, and how they are best written. */
export function hint(connection: Connection, documents: Documents): void {
  connection.languages.inlayHint.on(({ textDocument: { uri }, range }) =>
    ifOpen(documents, uri, (document, page): InlayHint[] => {
      const { start, end } = spanOf(document, range);
      return hintsOf(page)
        .filter(({ at }) => start <= at && at <= end)
        .map(({ at, text }) => ({
          position: document.positionAt(at),
          label: text,
          kind: InlayHintKind.Type,
          paddingLeft: true,
        }));
    }),
  );
  connection.onDocumentFormatting(({ textDocument: { uri } }) =>
    ifOpen(documents, uri, (document, page): TextEdit[] =>
      formatPage(page).map((edit) => ({ range: rangeOf(document, edit), newText: edit.text })),
    ),
  );
  hierarchy(connection, documents);
}

function hierarchy({ languages: { callHierarchy } }: Connection, documents: Documents): void {
  callHierarchy.onPrepare(({ textDocument: { uri }, position }) =>
    ifOpen(documents, uri, (document, page) => {
      const found = functionAt(page, document.offsetAt(position));
      return found === undefined ? null : [itemOf(document, found)];
    }),
  );
  callHierarchy.onIncomingCalls(({ item }) =>
    calls(documents, item, callersOf, (document, { who, places }) => ({
      from: itemOf(document, who),
      fromRanges: places.map((place) => rangeOf(document, place)),
    })),
  );
  callHierarchy.onOutgoingCalls(({ item }) =>
    calls(documents, item, calledBy, (document, { who, places }) => ({
      to: itemOf(document, who),
      fromRanges: places.map((place) => rangeOf(document, place)),
    })),
  );
}

function calls<T>(
  documents: Documents,
  item: CallHierarchyItem,
  find: typeof callersOf,
  show: (document: TextDocument, calls: Calls) => T,
): T[] | null {
  return ifOpen(documents, item.uri, (document: TextDocument, page: Page) => {
    const found = functionAt(page, document.offsetAt(item.selectionRange.start));
    return found === undefined ? [] : find(page, found).map((some) => show(document, some));
  });
}

function itemOf(document: TextDocument, who: Caller): CallHierarchyItem {
  const isFunction = who.kind === "function";
  const [whole, name] = isFunction ? [who.node!, who.node!.name] : [who.node, who.node.name];
  return {
    name: who.name,
    kind: isFunction ? SymbolKind.Function : SymbolKind.Class,
    uri: document.uri,
    range: rangeOf(document, whole),
    selectionRange: rangeOf(document, name),
  };
}
