import { wants } from "../base/index.ts";
import { type Severity, severities } from "./rule.ts";

/**
 * The settings of `zonal-lint.json` (docs/schema/lint-config.json): which rules speak, how loudly, from which severity on
 * findings count, and how long proofs may take. What is not understood is refused by name.
 */
export interface LintConfig {
  readonly rules: Readonly<Record<string, Severity | "off">>;
  readonly level?: Severity;
  /** Seconds. */
  readonly prove?: number;
}

export const noConfig: LintConfig = { rules: {} };

/** `known`: the ids that may be named. Returns what is wrong as a sentence. */
export function readLintConfig(text: string, known: readonly string[]): LintConfig | { readonly fault: string } {
  wants("readLintConfig", text, "text");
  wants("readLintConfig", known, "list");
  let data: unknown;
  try {
    data = JSON.parse(text);
  } catch (error) {
    return { fault: `this is no JSON: ${(error as Error).message}` };
  }
  if (!isRecord(data)) return { fault: "an object is wanted" };
  const fault = Object.entries(data)
    .map(([key, value]) => faultOf(key, value, known))
    .find((found) => found !== undefined);
  return fault === undefined ? ({ ...noConfig, ...data } as LintConfig) : { fault };
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function faultOf(key: string, value: unknown, known: readonly string[]): string | undefined {
  switch (key) {
    case "$schema":
      return typeof value === "string" ? undefined : "'$schema' wants a text";
    case "level":
      return severities.includes(value as Severity) ? undefined : `'level' wants one of ${severities.join(", ")}`;
    case "prove":
      return typeof value === "number" && value >= 0 ? undefined : "'prove' wants a number of seconds";
    case "rules":
      return isRecord(value) ? ruleFault(value, known) : "'rules' wants an object";
    default:
      return `there is no setting '${key}'`;
  }
}

function ruleFault(rules: Record<string, unknown>, known: readonly string[]): string | undefined {
  for (const [id, value] of Object.entries(rules)) {
    if (!known.includes(id)) return `there is no rule '${id}'`;
    if (value !== "off" && !severities.includes(value as Severity))
      return `the rule '${id}' can be off, ${severities.join(", ")}`;
  }
  return undefined;
}
