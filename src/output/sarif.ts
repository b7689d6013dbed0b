import { wants } from "../base/index.ts";

/**
 * Findings in SARIF 2.1.0, which code hosts show beside the source: what is wrong with a model, and the queries that were
 * answered otherwise than expected. Lines and columns start at 1, columns count UTF-16 units.
 */
export interface Finding {
  /** A diagnostic's code, or `query-failed`, `query-unknown`. */
  readonly rule: string;
  readonly level: "error" | "warning" | "note";
  readonly message: string;
  readonly file: string;
  readonly place?: {
    readonly line: number;
    readonly column: number;
    readonly endLine: number;
    readonly endColumn: number;
    readonly xpath?: string;
  };
}

export function toSarif(
  findings: readonly Finding[],
  tool: { readonly name: string; readonly version: string },
  describe: (rule: string) => string | undefined = () => undefined,
): string {
  wants("toSarif", findings, "list");
  const rules = [...new Set(findings.map((finding) => finding.rule))].sort();
  const index = new Map(rules.map((rule, i) => [rule, i]));
  const log = {
    $schema: "https://json.schemastore.org/sarif-2.1.0.json",
    version: "2.1.0",
    runs: [
      {
        tool: {
          driver: { name: tool.name, version: tool.version, rules: rules.map((id) => described(id, describe(id))) },
        },
        columnKind: "utf16CodeUnits",
        results: findings.map((finding) => result(finding, index.get(finding.rule) ?? 0)),
      },
    ],
  };
  return `${JSON.stringify(log, undefined, 2)}\n`;
}

function described(id: string, text: string | undefined): object {
  return text === undefined ? { id } : { id, shortDescription: { text } };
}

function result({ rule, level, message, file, place }: Finding, ruleIndex: number): object {
  const region = place && {
    startLine: place.line,
    startColumn: place.column,
    endLine: place.endLine,
    endColumn: place.endColumn,
  };
  return {
    ruleId: rule,
    ruleIndex,
    level,
    message: { text: message },
    locations: [
      {
        physicalLocation: { artifactLocation: { uri: uriOf(file) }, ...(region ? { region } : {}) },
        ...(place?.xpath === undefined ? {} : { logicalLocations: [{ fullyQualifiedName: place.xpath }] }),
      },
    ],
  };
}

function uriOf(file: string): string {
  return file.replace(/\\/g, "/").split("/").map(encodeURIComponent).join("/");
}
