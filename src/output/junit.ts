import { wants } from "../base/index.ts";
import { escapeXml } from "./escape.ts";

/**
 * Results as JUnit's XML, the format that continuous integration servers read. One suite per model, one case per query:
 * passed as expected, failed otherwise, `error` where the model or query is wrong, `skipped` where there is no answer.
 */
export interface JUnitCase {
  readonly name: string;
  readonly seconds: number;
  readonly outcome: "passed" | "failed" | "error" | "skipped";
  /** Why it did not pass, in one line; `detail` may have many. */
  readonly message?: string;
  readonly detail?: string;
}

export function toJUnit(suite: string, cases: readonly JUnitCase[]): string {
  wants("toJUnit", suite, "text");
  wants("toJUnit", cases, "list");
  const count = (outcome: JUnitCase["outcome"]): number => cases.filter((one) => one.outcome === outcome).length;
  const seconds = cases.reduce((sum, one) => sum + one.seconds, 0).toFixed(3);
  const totals = `tests="${cases.length}" failures="${count("failed")}" errors="${count("error")}" skipped="${count("skipped")}" time="${seconds}"`;
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites ${totals}>`,
    `  <testsuite name="${escapeXml(suite)}" ${totals}>`,
    ...cases.map((one) => caseText(suite, one)),
    "  </testsuite>",
    "</testsuites>",
    "",
  ].join("\n");
}

const elements = { failed: "failure", error: "error", skipped: "skipped" } as const;

function caseText(suite: string, { name, seconds, outcome, message, detail }: JUnitCase): string {
  const head = `    <testcase name="${escapeXml(name)}" classname="${escapeXml(suite)}" time="${seconds.toFixed(3)}"`;
  if (outcome === "passed") return `${head}/>`;
  const element = elements[outcome];
  const open = `${element}${message === undefined ? "" : ` message="${escapeXml(message)}"`}`;
  const inner = detail === undefined ? `<${open}/>` : `<${open}>${escapeXml(detail)}</${element}>`;
  return `${head}>\n      ${inner}\n    </testcase>`;
}
