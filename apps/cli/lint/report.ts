import {
  edgeTexts,
  type Finding,
  type Linted,
  type LintFinding,
  traceToText,
  type UppaalSource,
} from "../../../src/index.ts";
import { count } from "../io/count.ts";
import type { Io } from "../io/io.ts";
import { jsonDiagnostic } from "../io/json.ts";
import { printDiagnostics } from "../model/load.ts";
import { type Place, report } from "../model/report.ts";

/** What lint found in one model, printed for people, as JSON and as SARIF. */
export interface Told {
  readonly source: UppaalSource;
  readonly linted: Linted;
  /** Those at or above the level. */
  readonly findings: readonly LintFinding[];
  readonly place: Place;
  /** Of the file of queries. */
  readonly asked?: Place;
  /** How many findings were mended first. */
  readonly fixed: number;
}

export function printFindings(told: Told, { quiet }: { readonly quiet?: true }, io: Io): void {
  const { linted, findings, source, fixed } = told;
  printDiagnostics(linted.errors, told.place, io);
  const texts = edgeTexts(source.tree);
  for (const finding of findings) {
    io.out(report({ ...finding, code: finding.rule }, placeOf(told, finding), io.colorOut));
    if (finding.trace !== undefined) io.out(`  how it comes to that:\n${indented(traceToText(finding.trace, texts))}`);
  }
  if (!quiet) for (const note of linted.notes) io.err(`${source.name}: note: ${note}\n`);
  const mended = fixed === 0 ? "" : `, ${fixed} mended`;
  if (linted.errors.length === 0) io.err(`${source.name}: ${countOf(findings)}${mended}\n`);
}

function indented(text: string): string {
  return text.replace(/^(?=.)/gm, "    ");
}

function countOf(findings: readonly LintFinding[]): string {
  const counts = (["error", "warning", "note"] as const).flatMap((severity) => {
    const n = findings.filter((finding) => finding.severity === severity).length;
    return n === 0 ? [] : [count(n, severity)];
  });
  return counts.length === 0 ? "nothing found" : counts.join(", ");
}

function placeOf({ place, asked }: Told, { file }: LintFinding): Place {
  return file === "query" && asked !== undefined ? asked : place;
}

export function jsonFindings(told: Told): object {
  const { source, linted, findings, place, fixed } = told;
  return {
    file: source.name,
    fixed,
    findings: findings.map((finding) => ({
      ...jsonDiagnostic({ ...finding, code: finding.rule }, placeOf(told, finding)),
      fixable: finding.fix !== undefined,
    })),
    notes: linted.notes,
    errors: linted.errors.map((d) => jsonDiagnostic(d, place)),
  };
}

export function sarifFindings(told: Told): readonly Finding[] {
  const errors = told.linted.errors.map((d) => ({ ...d, rule: d.code }));
  return [...errors, ...told.findings].map((finding) => {
    const { name, locator } = placeOf(told, finding);
    return {
      rule: finding.rule,
      level: finding.severity,
      message: finding.message,
      file: name,
      place: locator.locate(finding.span),
    };
  });
}
