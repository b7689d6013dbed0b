/** Results as text: verdicts and traces for people and machines, UPPAAL's own formats, drawings. */

export {
  type CertificateClaim,
  coverToCertificate,
  endsToCertificate,
  traceToCertificate,
  wayToCertificate,
} from "./certificate.ts";
export { type ChartOptions, traceToChart } from "./chart.ts";
export { type Change, type Difference, diffTrees } from "./diff.ts";
export { renderDifference } from "./difftext.ts";
export { templateToDot } from "./dot.ts";
export { estimatesToHtml } from "./estimate-html.ts";
export { estimateToJson } from "./estimate-json.ts";
export { estimatePlots } from "./estimate-plots.ts";
export { estimateToText } from "./estimate-text.ts";
export { estimateToUppaal } from "./estimate-uppaal.ts";
export { estimateToResult, type Stored, withResults } from "./estimate-xml.ts";
export { type GanttOptions, traceToGantt } from "./gantt.ts";
export { graphToDot } from "./graph.ts";
export { networkToIf } from "./if.ts";
export { type JUnitCase, toJUnit } from "./junit.ts";
export { type EdgeText, type EdgeTexts, edgeTexts, noTexts, tckEdgeTexts } from "./labels.ts";
export { traceToMermaid } from "./mermaid.ts";
export { showRational } from "./numbers.ts";
export { type Obligation, obligationsOf } from "./obligations.ts";
export { type Axis, type LegendEntry, legendOf, type Plot, type PlotPoint, type Series } from "./plot.ts";
export { plotsToCsv } from "./plot-csv.ts";
export { plotsToJson } from "./plot-json.ts";
export { type OverlayPart, overlayPlots } from "./plot-overlay.ts";
export { type Frame, frameOf, type Scale } from "./plot-scale.ts";
export { plotsToSvg, plotToSvg } from "./plot-svg.ts";
export { valuesAt } from "./plot-value.ts";
export { type CertificateChecker, type CertificateWishes, certificateInTurns, type Written } from "./prove.ts";
export { noRefinementTexts, type RefinementTexts, refinementToJson, refinementToText } from "./refinement.ts";
export { type RefinementClaim, refinementToCertificate } from "./refinement-certificate.ts";
export { replayToJson, replayToText } from "./replay.ts";
export { type Finding, toSarif } from "./sarif.ts";
export { type Names, renderSummary, type Summary, summarise, type TemplateSummary } from "./summary.ts";
export { type SvgOptions, templateToSvg } from "./svg.ts";
export { runsToCsv } from "./sweep-csv.ts";
export { frontierText } from "./sweep-frontier.ts";
export { countsOf, runsToHtml } from "./sweep-html.ts";
export { runOutcomeWords, type SweepColumns, sweepColumns } from "./sweep-table.ts";
export { networkToTck } from "./tck.ts";
export { type TimelineEntry, timelineToSvg } from "./timeline.ts";
export { traceToJson } from "./trace-json.ts";
export { constraintText, type TraceNames, traceToText, transitionLines } from "./trace-text.ts";
export { traceToUppaalText } from "./trace-uppaal.ts";
export { traceToXml } from "./trace-xml.ts";
export { tckToUppaal } from "./uppaal.ts";
export { boundText, outcomeOf, outcomeWords, type Standing, standingOf, verdictToJson } from "./verdict.ts";
export { parseXtr, traceToXtr, type Xtr, type XtrPart, type XtrState, xtrParts } from "./xtr.ts";
