import { hasErrors, wants } from "../base/index.ts";
import { check } from "../model/index.ts";
import { applyEdits, asBefore, type Edit, read, type UppaalSource } from "../syntax/index.ts";
import { type LintOptions, lint } from "./lint.ts";
import type { LintFinding } from "./rule.ts";

/**
 * Mends what can be mended by edits that keep every verdict, until nothing more can: what is removed may leave something else
 * unused. The result of each edit is read and checked again; one that makes an error is not made.
 */
export interface Mended {
  readonly source: UppaalSource;
  readonly mended: readonly LintFinding[];
}

/** A chain of things that only name each other is as long as this at most. */
const ROUNDS = 20;

export function mend(source: UppaalSource, options: LintOptions = {}): Mended {
  wants("mend", source, "source");
  const mended: LintFinding[] = [];
  let at = source;
  for (let round = 0; round < ROUNDS; round++) {
    const { findings } = lint(at, { ...options, depth: "tree" });
    const made = step(at, findings);
    if (made === undefined) break;
    at = made.source;
    for (const finding of made.mended) mended.push(finding);
  }
  return { source: at, mended };
}

/** All edits that do not touch each other; one by one if all together are wrong. */
function step(
  source: UppaalSource,
  findings: readonly LintFinding[],
): { readonly source: UppaalSource; readonly mended: readonly LintFinding[] } | undefined {
  const chosen: LintFinding[] = [];
  let end = -1;
  for (const finding of findings) {
    const edits = finding.fix?.edits ?? [];
    const [first] = edits;
    if (first === undefined || first.start < end) continue;
    chosen.push(finding);
    end = edits.reduce((last, edit) => Math.max(last, edit.end), end);
  }
  const together = made(source, chosen);
  if (together !== undefined) return { source: together, mended: chosen };
  for (const one of chosen) {
    const alone = made(source, [one]);
    if (alone !== undefined) return { source: alone, mended: [one] };
  }
  return undefined;
}

function made(source: UppaalSource, findings: readonly LintFinding[]): UppaalSource | undefined {
  if (findings.length === 0) return undefined;
  const edits = findings.flatMap(({ fix }): readonly Edit[] => fix?.edits ?? []);
  const again = read(applyEdits(source.text, edits), asBefore(source));
  if (again.format === "tck" || hasErrors([...again.diagnostics, ...check(again.tree).diagnostics])) return undefined;
  return again;
}
