import type { Diagnostic } from "./diagnostic.ts";
import { UsageError } from "./usage.ts";

/** A text that does not parse, given where there is no place for diagnostics beside the result. */
export class TextError extends UsageError {
  override readonly name: string = "TextError";
  readonly text: string;
  readonly diagnostics: readonly Diagnostic[];

  constructor(text: string, diagnostics: readonly Diagnostic[]) {
    super(`cannot build from "${text}": ${diagnostics[0]?.message}`);
    this.text = text;
    this.diagnostics = diagnostics;
  }
}
