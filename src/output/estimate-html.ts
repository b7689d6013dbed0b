import { wants } from "../base/index.ts";
import type { Estimate } from "../stochastic/index.ts";
import { escapeXml } from "./escape.ts";
import { estimatePlots } from "./estimate-plots.ts";
import { estimateToText } from "./estimate-text.ts";
import { general } from "./general.ts";
import { plotToSvg } from "./plot-svg.ts";

/**
 * One page with what was found and all diagrams of some queries, side by side where there is room: a single file that needs
 * no script and loads nothing. Of several queries a list at the head says what came of each, and leads there.
 */
export function estimatesToHtml(title: string, estimates: readonly Estimate[]): string {
  wants("estimatesToHtml", title, "text");
  wants("estimatesToHtml", estimates, "list");
  return [
    '<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">',
    `<title>${escapeXml(title)}</title>`,
    `<style>${stylesheet}${beside}</style>\n</head>\n<body>`,
    `<h1>${escapeXml(title)}</h1>`,
    ...(estimates.length > 1 ? [contents(estimates)] : []),
    ...estimates.map(section),
    "</body>\n</html>\n",
  ].join("\n");
}

function contents(estimates: readonly Estimate[]): string {
  const lines = estimates.map(
    ({ query, outcome }, i) => `<li><a href="#query-${i + 1}"><code>${escapeXml(query)}</code></a> ${outcome}</li>`,
  );
  return `<nav>\n<ol>\n${lines.join("\n")}\n</ol>\n</nav>`;
}

function section(estimate: Estimate, i: number): string {
  const { query, parameters, runs, outcome, reason } = estimate;
  const { alpha, beta, epsilon, seed } = parameters;
  const said = [`${outcome}${reason === undefined ? "" : ` (${reason})`}`, ...estimateToText(estimate)];
  const plots = estimatePlots(estimate).map((plot) => plotToSvg(plot));
  return [
    `<section id="query-${i + 1}">\n<h2><code>${escapeXml(query)}</code></h2>`,
    ...said.map((line) => `<p>${escapeXml(line)}</p>`),
    ...(plots.length === 0 ? [] : [`<div class="plots">\n${plots.join("")}</div>`]),
    `<p class="small">${runs} ${runs === 1 ? "run" : "runs"}, seed ${seed}, alpha ${general(alpha)}, beta ${general(beta)}, epsilon ${general(epsilon)}</p>\n</section>`,
  ].join("\n");
}

/** Of pages with diagrams. */
export const stylesheet =
  "body{font:14px/1.45 sans-serif;max-width:760px;margin:2em auto;padding:0 1em;color:#222;background:#fff}" +
  "h1{font-size:1.4em}h2{font-size:1.1em}p{margin:.25em 0}section{margin-bottom:2.5em}svg{display:block;margin:1em 0;max-width:100%;height:auto}.small{font-size:.85em;color:#666}" +
  "@media(prefers-color-scheme:dark){body{color:#d8d8d8;background:#1b1b1b}.small{color:#aaa}}";

/** Diagrams of a query stand in two columns where both can be read. */
const beside =
  "body{max-width:1440px}a{color:inherit}nav ol{margin:.5em 0 2em;padding-left:1.6em}" +
  ".plots{display:grid;grid-template-columns:repeat(auto-fill,minmax(min(100%,560px),1fr));gap:0 1.5em;align-items:start}" +
  ".plots svg:only-child{grid-column:1/-1;width:min(100%,960px)}";
