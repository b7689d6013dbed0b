import { version } from "../../../src/index.ts";
import type { Place, Reported } from "../model/report.ts";

/**
 * JSON for machines: each command prints one document. `schemaVersion` grows when something is removed or changes its
 * meaning; new fields may come at any time. The schemas are in `docs/schema/`.
 */
const schemaVersion = 1;

export function jsonDocument(command: string, content: object): string {
  return `${JSON.stringify({ schemaVersion, tool: { name: "zonal", version }, command, ...content }, undefined, 2)}\n`;
}

export function jsonDiagnostic(diagnostic: Reported, { name, locator }: Place): object {
  const { code, severity, message, hint, span } = diagnostic;
  const { line, column, endLine, endColumn, xpath, innerLine, innerColumn } = locator.locate(span);
  return {
    code,
    severity,
    message,
    ...(hint === undefined ? {} : { hint }),
    file: name,
    line,
    column,
    endLine,
    endColumn,
    ...(xpath === undefined ? {} : { xpath, innerLine, innerColumn }),
  };
}
