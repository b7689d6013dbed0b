/** Results as text: verdicts and traces for people and machines, UPPAAL's own formats, drawings. */
export { traceToChart } from "./chart.ts";
export { templateToDot } from "./dot.ts";
export { graphToDot } from "./graph.ts";
export { type JUnitCase, toJUnit } from "./junit.ts";
export { type EdgeText, type EdgeTexts, edgeTexts, noTexts, tckEdgeTexts } from "./labels.ts";
export { traceToMermaid } from "./mermaid.ts";
export { showRational } from "./numbers.ts";
export { type Finding, toSarif } from "./sarif.ts";
export { networkToTck } from "./tck.ts";
export { type SvgOptions, templateToSvg } from "./svg.ts";
export { traceToJson } from "./trace-json.ts";
export { constraintText, traceToText } from "./trace-text.ts";
export { traceToUppaalText } from "./trace-uppaal.ts";
export { traceToXml } from "./trace-xml.ts";
export { boundText, outcomeOf, outcomeWords, verdictToJson } from "./verdict.ts";
export { parseXtr, traceToXtr, type Xtr, type XtrPart, type XtrState } from "./xtr.ts";
