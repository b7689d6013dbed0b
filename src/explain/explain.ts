import { wants } from "../base/index.ts";
import { lintRules } from "../lint/index.ts";
import { suggest } from "../model/index.ts";
import { answers } from "./answers.ts";
import { files } from "./files.ts";
import { language } from "./language.ts";
import { reasons } from "./reasons.ts";
import type { Section } from "./section.ts";

/** What a code means: one of a diagnostic, or the id of a rule of lint. */
export interface Explanation {
  readonly code: string;
  readonly severity: string;
  /** The family of diagnostics, or "Lint". */
  readonly section: string;
  readonly meaning: string;
  readonly why: string;
  /** Empty where there is no short one. */
  readonly wrong: string;
  readonly right: string;
}

export const diagnosticSections: readonly Section[] = [...files, ...language, ...answers];

const explanations: readonly Explanation[] = [
  ...diagnosticSections.flatMap(({ section, why, rows }) =>
    rows.map(([code, severity, meaning, wrong, right]) => ({
      ...{ code, severity, section, meaning, wrong, right },
      why: reasons[code] ?? why,
    })),
  ),
  ...lintRules.map(({ id, severity, title, explanation, wrong, right }) => ({
    code: id,
    severity,
    section: "Lint",
    meaning: title,
    why: explanation,
    wrong,
    right,
  })),
];

/** Every code that can be explained, family by family. */
export const explainedCodes: readonly Pick<Explanation, "code" | "section" | "meaning">[] = explanations;

/** What a code means; of one that nobody knows, the nearest that is known, if any is near. */
export function explainCode(code: string): Explanation | { readonly nearest?: string } {
  wants("explainCode", code, "text");
  const found = explanations.find((explanation) => explanation.code === code);
  if (found !== undefined) return found;
  const nearest = suggest(
    code,
    explanations.map((explanation) => explanation.code),
  );
  return nearest === undefined ? {} : { nearest };
}
