import type { Span } from "./span.ts";
import { wants } from "./usage.ts";

/**
 * What is wrong with the user's input. `code` is stable and documented (`docs/diagnostics.md`); it is never the wording.
 * Producing a diagnostic never stops a stage: results come with diagnostics beside them.
 */
export interface Diagnostic {
  readonly code: string;
  readonly severity: "error" | "warning";
  readonly span: Span;
  readonly message: string;
  /** One sentence on how to mend it, e.g. "did you mean 'train'?". */
  readonly hint?: string;
}

export function hasErrors(diagnostics: readonly Diagnostic[]): boolean {
  wants("hasErrors", diagnostics, "list");
  return diagnostics.some((d) => d.severity === "error");
}
