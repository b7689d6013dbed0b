/**
 * The codes of diagnostics, with words and examples, as in docs/diagnostics.md: `[code, severity, meaning, wrong, right]`. An
 * example is the part of the model of that page that it stands for, and its text in back quotes; it is empty where a file
 * would be too long to show.
 */
type Row = readonly [code: string, severity: string, meaning: string, wrong: string, right: string];

export interface Section {
  readonly section: string;
  /** Why UPPAAL has rules of this kind. */
  readonly why: string;
  readonly rows: readonly Row[];
}
