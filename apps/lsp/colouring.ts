import { type Connection, SemanticTokensBuilder } from "vscode-languageserver";
import type { TextDocument } from "vscode-languageserver-textdocument";
import { type NameToken, type Page, tokensOf } from "../../src/index.ts";
import type { Documents } from "./documents.ts";
import { ifOpen } from "./looking.ts";

/** Names coloured by what they are, in the protocol's words for it. */
const kinds: Readonly<Record<NameToken["kind"], string>> = {
  type: "type",
  template: "class",
  process: "class",
  location: "enumMember",
  clock: "property",
  channel: "event",
  variable: "variable",
  parameter: "parameter",
  function: "function",
  constant: "variable",
};
const types = [...new Set(Object.values(kinds))];

export const legend = { tokenTypes: types, tokenModifiers: ["declaration", "readonly", "defaultLibrary"] };

export function colour(connection: Connection, documents: Documents): void {
  connection.languages.semanticTokens.on(
    ({ textDocument: { uri } }) => ifOpen(documents, uri, coloured) ?? { data: [] },
  );
}

function coloured(document: TextDocument, page: Page) {
  const builder = new SemanticTokensBuilder();
  for (const { start, end, kind, isDeclaration, isConstant, isBuiltin } of tokensOf(page)) {
    const { line, character } = document.positionAt(start);
    const modifiers = (isDeclaration ? 1 : 0) | (isConstant ? 2 : 0) | (isBuiltin ? 4 : 0);
    builder.push(line, character, end - start, types.indexOf(kinds[kind]), modifiers);
  }
  return builder.build();
}
