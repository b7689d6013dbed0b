import { HighlightStyle, StreamLanguage, syntaxHighlighting } from "@codemirror/language";
import { tags } from "@lezer/highlight";
import { builtins, isKeyword } from "../../../src/index.ts";

/** Colours for UPPAAL's language: comments, keywords, types, numbers, operators. */
const types = new Set([
  "int",
  "bool",
  "clock",
  "chan",
  "double",
  "void",
  "string",
  "scalar",
  "struct",
  "broadcast",
  "urgent",
  "const",
  "meta",
  "hybrid",
  "typedef",
]);

const stream = StreamLanguage.define<{ comment: boolean }>({
  name: "uppaal",
  startState: () => ({ comment: false }),
  token(input, state) {
    if (state.comment || input.match("/*")) {
      state.comment = !input.match(/^.*?\*\//);
      if (state.comment) input.skipToEnd();
      return "comment";
    }
    if (input.eatSpace()) return null;
    if (input.match("//")) {
      input.skipToEnd();
      return "comment";
    }
    if (input.match(/^"(?:[^"\\]|\\.)*"?/)) return "string";
    if (input.match(/^\d+(?:\.\d+)?(?:[eE][-+]?\d+)?/)) return "number";
    if (input.match(/^(?:A\[\]|A<>|E\[\]|E<>|-->)/)) return "keyword";
    const word = input.match(/^[A-Za-z_][A-Za-z0-9_$#]*/) as RegExpMatchArray | null;
    if (word !== null) {
      const name = word[0];
      if (types.has(name)) return "typeName";
      if (name === "true" || name === "false") return "bool";
      if (builtins.has(name)) return "standard";
      return isKeyword(name, "new") || isKeyword(name, "query") ? "keyword" : "variableName";
    }
    if (input.match(/^[-+*/%<>=!&|^?:]+/)) return "operator";
    input.next();
    return null;
  },
  languageData: { commentTokens: { line: "//", block: { open: "/*", close: "*/" } } },
  tokenTable: { standard: tags.standard(tags.variableName) },
});

const style = HighlightStyle.define([
  { tag: tags.comment, color: "var(--code-comment)", fontStyle: "italic" },
  { tag: tags.keyword, color: "var(--code-keyword)", fontWeight: "600" },
  { tag: tags.typeName, color: "var(--code-type)" },
  { tag: tags.number, color: "var(--code-number)" },
  { tag: tags.bool, color: "var(--code-number)" },
  { tag: tags.string, color: "var(--code-string)" },
  { tag: tags.operator, color: "var(--code-operator)" },
  { tag: tags.standard(tags.variableName), color: "var(--code-type)" },
]);

export const language = [stream, syntaxHighlighting(style)];
