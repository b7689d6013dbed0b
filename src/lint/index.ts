/** Lint: does the model make sense? Rules as values, a registry, comments and settings that silence them, repairs. */
export { type LintConfig, readLintConfig } from "./config.ts";
export { type Linted, type LintOptions, lint, lintIds, lintSteps } from "./lint.ts";
export { type Mended, mend } from "./mend.ts";
export { lintRules } from "./registry.ts";
export { asDiagnostic, isAtLeast, type LintFinding, type Rule as LintRule, type Severity } from "./rule.ts";
