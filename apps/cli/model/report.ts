import { type Diagnostic, Locator, type Source } from "../../../src/index.ts";
import { count } from "../io/count.ts";
import { paint } from "../io/paint.ts";

/**
 * Diagnostics for people: `path:line:column: error: message [code]`, the element for XML, the source line with the place
 * underlined, and the hint. Editors and terminals make the first line a link.
 */
export interface Place {
  readonly name: string;
  readonly locator: Locator;
}

export function placeOfSource(source: Source): Place {
  return {
    name: source.name,
    locator: new Locator(source.text, source.format === "xml" ? source.document : undefined),
  };
}

const widest = 160;

/** A diagnostic, or what lint notes. */
export type Reported = Omit<Diagnostic, "severity"> & { readonly severity: Diagnostic["severity"] | "note" };

export function report(diagnostic: Reported, place: Place, color: boolean): string {
  const { severity, message, code, span, hint } = diagnostic;
  const at = place.locator.locate(span);
  const tone = severity === "error" ? "red" : severity === "warning" ? "yellow" : "dim";
  const lines = [
    `${paint("bold", `${place.name}:${at.line}:${at.column}`, color)}: ${paint(tone, severity, color)}: ${message} ${paint("dim", `[${code}]`, color)}`,
  ];
  if (at.xpath !== undefined)
    lines.push(paint("dim", `  at ${at.xpath}, line ${at.innerLine}, column ${at.innerColumn}`, color));
  lines.push(
    ...underlined(place.locator, at.line, at.column, at.endLine === at.line ? at.endColumn : undefined, tone, color),
  );
  if (hint !== undefined) lines.push(`  hint: ${hint}`);
  return `${lines.join("\n")}\n`;
}

/** The line with the place marked; of a very long line the part around it. */
function underlined(
  locator: Locator,
  line: number,
  column: number,
  endColumn: number | undefined,
  tone: "red" | "yellow" | "dim",
  color: boolean,
): string[] {
  const whole = locator.line(line);
  if (whole.trim() === "") return [];
  const from = column > widest - 20 ? column - 40 : 1;
  const part = whole.slice(from - 1, from - 1 + widest);
  // Of a binary file there is nothing to see.
  if ((part.replaceAll("\t", "").match(/[\p{Cc}\ufffd]/gu)?.length ?? 0) > part.length / 10) return [];
  const shown = part.replace(/[\p{Cc}\p{Bidi_C}\u2028\u2029\ufffd]/gu, (c) => (c === "\t" ? c : "?"));
  const start = column - from;
  const end = Math.min(endColumn === undefined ? shown.length : endColumn - from, shown.length);
  const number = String(line).padStart(5);
  const margin = " ".repeat(number.length);
  // Tabs stay tabs in the line below, so that the mark stands under its place whatever their width.
  const before = shown.slice(0, start).replace(/[^\t]/g, " ").padEnd(start);
  return [`${number} | ${shown}`, `${margin} | ${before}${paint(tone, "^".repeat(Math.max(1, end - start)), color)}`];
}

/** One line for the end: `2 errors, 1 warning`. */
export function countOf(diagnostics: readonly Diagnostic[]): string {
  const errors = diagnostics.filter((d) => d.severity === "error").length;
  const warnings = diagnostics.length - errors;
  return (
    [...(errors > 0 ? [count(errors, "error")] : []), ...(warnings > 0 ? [count(warnings, "warning")] : [])].join(
      ", ",
    ) || "no errors"
  );
}
