import { wants } from "../base/index.ts";
import { constantsText, type Frontier, type Run, type RunRecord } from "../sweep/index.ts";
import { escapeXml } from "./escape.ts";
import { stylesheet } from "./estimate-html.ts";
import { plotToSvg } from "./plot-svg.ts";
import { frontierText } from "./sweep-frontier.ts";
import { heatMap } from "./sweep-heat.ts";
import { growthPlots, varying } from "./sweep-plots.ts";
import { runOutcomeWords } from "./sweep-table.ts";

/**
 * A study on one page: for each model and query the frontier, heat maps of the answers over two constants, curves of growth,
 * and all runs. A single file that needs no script and loads nothing. `planned` are all runs of the study, also those that
 * were not done.
 */
export function runsToHtml(
  title: string,
  records: readonly RunRecord[],
  frontiers: readonly Frontier[] = [],
  planned: readonly Planned[] = records,
): string {
  wants("runsToHtml", title, "text");
  wants("runsToHtml", records, "list");
  const sections = grouped(records, ({ model, query }) => JSON.stringify([model, query]));
  return [
    '<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">',
    `<title>${escapeXml(title)}</title>`,
    `<style>${stylesheet}${own}</style>\n</head>\n<body>`,
    `<h1>${escapeXml(title)}</h1>`,
    ...[...sections.values()].map((section) => sectionOf(section, frontiers, planned)),
    "</body>\n</html>\n",
  ].join("\n");
}

type Planned = Pick<Run, "model" | "query" | "constants">;

const own =
  "table{border-collapse:collapse;font-size:.85em}td,th{padding:.1em .6em;text-align:right}.heat{display:inline-block;vertical-align:top}.heat text{font:12px sans-serif;fill:currentColor}";

function sectionOf(records: readonly RunRecord[], frontiers: readonly Frontier[], planned: readonly Planned[]): string {
  const { model, query } = records[0]!;
  const all = planned.filter((one) => one.model === model && one.query === query);
  const found = frontiers.filter((one) => one.model === model && one.query === query);
  return [
    `<section>\n<h2><code>${escapeXml(query)}</code></h2>\n<p>${escapeXml(model)}: ${escapeXml(countsOf(records))}</p>`,
    ...found.map((one) => `<p>${escapeXml(frontierText(one))}</p>`),
    ...heatMaps(records, all, found[0]?.constant),
    ...growthPlots(records).map((plot) => plotToSvg(plot)),
    `<details><summary>${records.length} runs</summary>${tableOf(records)}</details>\n</section>`,
  ].join("\n");
}

/** `12 satisfied, 3 NOT satisfied`. */
export function countsOf(records: readonly RunRecord[]): string {
  const counts = new Map<RunRecord["outcome"], number>();
  for (const { outcome } of records) counts.set(outcome, (counts.get(outcome) ?? 0) + 1);
  return [...counts].map(([outcome, n]) => `${n} ${runOutcomeWords(outcome)}`).join(", ");
}

const mostMaps = 12;

/**
 * Of the constant whose frontier was asked for over the last other one, or of the first two that vary, for each combination
 * of the others.
 */
function heatMaps(
  records: readonly RunRecord[],
  planned: readonly Planned[],
  frontier: string | undefined,
): readonly string[] {
  const names = varying(planned);
  const rest = names.filter((name) => name !== frontier);
  const [x, y] = frontier !== undefined && names.includes(frontier) ? [rest.at(-1), frontier] : names;
  if (x === undefined || y === undefined) return [];
  const besides = ({ constants }: Planned): string => {
    const { [x]: _, [y]: __, ...others } = constants;
    return constantsText(others);
  };
  const maps = grouped(
    [...records].sort((a, b) => inOrder(a, b, names)),
    besides,
  );
  const all = grouped(planned, besides);
  const hidden = maps.size - mostMaps;
  const drawn = [...maps]
    .slice(0, mostMaps)
    .map(([others, some]) => heatMap(`Answers ${others}`.trim(), some, all.get(others) ?? [], x, y));
  return hidden > 0 ? [...drawn, `<p>${hidden} more not drawn.</p>`] : drawn;
}

function grouped<T>(items: readonly T[], keyOf: (item: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const item of items) {
    const key = keyOf(item);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [item]);
    else group.push(item);
  }
  return groups;
}

/** By the values of the constants, one after the other. */
function inOrder(a: RunRecord, b: RunRecord, names: readonly string[]): number {
  const name = names.find((one) => a.constants[one] !== b.constants[one]);
  return name === undefined ? 0 : Number(a.constants[name]) - Number(b.constants[name]);
}

function tableOf(records: readonly RunRecord[]): string {
  const row = (cells: readonly string[], tag: "td" | "th"): string =>
    `<tr>${cells.map((cell) => `<${tag}>${escapeXml(cell)}</${tag}>`).join("")}</tr>`;
  const rows = records.map(({ constants, repetition, outcome, statistics, seconds, reason, found }) =>
    row(
      [
        constantsText(constants),
        String(repetition),
        runOutcomeWords(outcome),
        String(statistics.explored),
        seconds.toFixed(3),
        reason ?? found?.[0] ?? "",
      ],
      "td",
    ),
  );
  return `<table>\n${[row(["constants", "repetition", "answer", "states", "seconds", ""], "th"), ...rows].join("\n")}\n</table>`;
}
