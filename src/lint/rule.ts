import { type Diagnostic, type Span, wants } from "../base/index.ts";
import type { Edit } from "../syntax/index.ts";
import type { Trace } from "../trace/index.ts";
import type { Facts } from "./facts.ts";

/**
 * What a lint rule is: a value with a stable id, words that explain it, a model where it speaks and one where it does not,
 * and the function that looks. In `wrong` the place it speaks of stands between « and »; text behind a line `---` is a
 * file of queries.
 *
 * Rules of the tree look at the text and its types; rules of the network at what it is instantiated to; proved rules ask the
 * engine, and speak only of what it proved.
 */
export type Severity = "error" | "warning" | "note";

export interface Rule {
  readonly id: string;
  readonly severity: Severity;
  readonly kind: "tree" | "network" | "proved";
  readonly title: string;
  readonly explanation: string;
  readonly wrong: string;
  readonly right: string;
  readonly check: (facts: Facts) => Iterable<Found>;
}

/** What a rule found. The place is one of the model, or of the file of queries. */
export interface Found {
  readonly span: Span;
  readonly file?: "query";
  readonly message: string;
  readonly hint?: string;
  readonly fix?: Repair;
  /** A run that shows it. */
  readonly trace?: Trace;
}

/** Edits of the model that keep every verdict. */
interface Repair {
  readonly title: string;
  readonly edits: readonly Edit[];
}

export interface LintFinding extends Found {
  readonly rule: string;
  readonly severity: Severity;
}

/** A finding as a diagnostic, for those who print these. A note is told as a warning there. */
export function asDiagnostic(finding: LintFinding): Diagnostic {
  wants("asDiagnostic", finding, "object");
  const { rule, severity, span, message, hint } = finding;
  return {
    code: rule,
    severity: severity === "error" ? "error" : "warning",
    span,
    message,
    ...(hint === undefined ? {} : { hint }),
  };
}

export const severities: readonly Severity[] = ["note", "warning", "error"];

export function isAtLeast(severity: Severity, level: Severity): boolean {
  return severities.indexOf(severity) >= severities.indexOf(level);
}
