/** Explanations of diagnostics and of rules of lint: what a code means, wrong and right, and why. */
export { diagnosticSections, type Explanation, explainCode, explainedCodes } from "./explain.ts";
export type { Section as DiagnosticSection } from "./section.ts";
