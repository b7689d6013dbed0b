/**
 * Stable codes of the diagnostics given while reading text, and the key under which UPPAAL's own parser reports the same
 * fault. Checking adds its own codes to its own table of this form.
 */
export const syntaxCodes = {
  "syntax-error": "$syntax_error",
  "unknown-symbol": "$Unknown_symbol",
  overflow: "$Overflow",
  "comment-not-closed": "$Comment_not_closed",
  "identifier-too-long": "$Identifier_is_too_long",
  "location-expected": "$Location_expected",
  "builtin-arguments": "$syntax_error",
  /** Read as a file of an older version; UPPAAL's parser has to be told. */
  "old-dialect": "",
  /** Nested deeper than we are willing to recurse; UPPAAL's parser gives up with "memory exhausted". */
  nesting: "$syntax_error",
} as const satisfies Record<string, string>;

export type SyntaxCode = keyof typeof syntaxCodes;
