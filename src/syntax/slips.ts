import type { Context } from "./keyword.ts";

/**
 * Hints for a token that stands where the language has no place for it, but where other languages, or an earlier habit, have:
 * what was probably meant. Undefined where there is nothing to guess.
 */
export function slipOf(context: Context, kind: string, word: string, expected: string): string | undefined {
  const isQuery = context === "query";
  switch (kind) {
    case "->":
      return isQuery ? "an implication is 'p imply q'; 'p --> q' says that q follows some time" : undefined;
    case "-->":
      return isQuery ? "'p --> q' is a whole query: nothing stands before it or around it" : undefined;
    case "<>":
    case "[]":
      return isQuery
        ? "operators do not follow each other; 'true --> p' says that p holds again and again"
        : "'!=' is unequal";
    case ",":
      return /^('[;}]' after the (label|invariant)|the end of the text)/.test(expected)
        ? "conditions are joined with '&&'"
        : undefined;
    case ";":
      return isQuery ? "a query has no ';' at its end" : undefined;
    case "#name":
      return wordHint(word);
    default:
      return undefined;
  }
}

function wordHint(word: string): string | undefined {
  if (/^implies$/i.test(word)) return "an implication is 'p imply q'";
  return /^(and|or|not|imply)$/i.test(word) ? `the word is '${word.toLowerCase()}'` : undefined;
}
