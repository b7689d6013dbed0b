import { parseExpression, parseGuard, parseUpdate } from "./parse.ts";
import type { Chart, ChartCondition, ChartMessage, ChartUpdate, Expr, Label, Name } from "./tree.ts";
import type { Element } from "./xml.ts";
import type { XmlCode } from "./xmlcodes.ts";
import { type Reading, report, tagOf, take } from "./xmlreading.ts";
import { close, openLabel, readDeclarations, readEnd, readId, readParameters } from "./xmltemplate.ts";
import { attributesOf, textOf, trimmed } from "./xmltext.ts";

/**
 * Reads `<lsc>`, a live sequence chart: instance lines, the end of the prechart, and messages, conditions and updates with their
 * labels. Whether what they name is there is for checking to say. The element is kept as written, coordinates and all.
 */
export function readChart(reading: Reading, element: Element): Chart {
  const { document } = reading;
  const all = (name: string): readonly Element[] => element.children.filter((child) => child.name === name);
  const wordOf = (name: string): string | undefined => all(name).map((e) => trimmed(textOf(document, e)).text)[0];
  const name = wordOf("name");
  const prechart = all("prechart")[0];
  if (prechart !== undefined && /^existential$/i.test(wordOf("type") ?? ""))
    report(reading, "existential-prechart", tagOf(prechart), "an existential chart must not have a prechart");
  return {
    start: element.start,
    end: element.end,
    text: document.text.slice(element.start, element.end),
    ...(name === undefined ? {} : { name }),
    parameters: all("parameter").flatMap((e) => readParameters(reading, e)),
    declarations: all("declaration").flatMap((e) => readDeclarations(reading, e)),
    lines: all("instance").map((e) => readLine(reading, e)),
    ...(prechart === undefined ? {} : { prechart: readPosition(reading, prechart) }),
    messages: all("message").map((e) => readMessage(reading, e)),
    conditions: all("condition").map((e) => readCondition(reading, e)),
    updates: all("update").map((e) => readUpdate(reading, e)),
  };
}

function readLine(reading: Reading, element: Element): Chart["lines"][number] {
  const id = readId(reading, element, attributesOf(reading.document, element), "instance line");
  const name = element.children.find((child) => child.name === "name");
  const text = name === undefined ? undefined : textOf(reading.document, name);
  const place = { start: element.start, end: element.end };
  if (text !== undefined && !text.blank)
    return { ...place, id, process: take(reading, parseExpression(text, "new", { ...reading, syntax: "new" })) };
  report(reading, "identifier-expected", tagOf(name ?? element), "the instance line has no name");
  return { ...place, id, process: { kind: "broken", start: element.open, end: element.open } };
}

function readMessage(reading: Reading, element: Element): ChartMessage {
  const label = readLabel(reading, element, "message", (text) => parseExpression(text, reading.syntax, reading));
  return {
    start: element.start,
    end: element.end,
    source: readEnd(reading, element, "source"),
    target: readEnd(reading, element, "target"),
    location: readPosition(reading, element),
    ...(label === undefined ? {} : { label }),
  };
}

function readCondition(reading: Reading, element: Element): ChartCondition {
  const temperature = element.children.find((child) => child.name === "temperature");
  if (temperature === undefined)
    report(reading, "missing-temperature", tagOf(element), "the condition is neither hot nor cold");
  const label: Label<Expr> | undefined = readLabel(reading, element, "condition", (text) => parseGuard(text, reading));
  return {
    start: element.start,
    end: element.end,
    anchors: readAnchors(reading, element),
    location: readPosition(reading, element),
    hot: temperature !== undefined && trimmed(textOf(reading.document, temperature)).text === "hot",
    ...(label === undefined ? {} : { label }),
  };
}

function readUpdate(reading: Reading, element: Element): ChartUpdate {
  const label = readLabel(reading, element, "update", (text) => parseUpdate(text, reading));
  return {
    start: element.start,
    end: element.end,
    anchors: readAnchors(reading, element),
    location: readPosition(reading, element),
    ...(label === undefined ? {} : { label }),
  };
}

function readLabel<T>(
  reading: Reading,
  element: Element,
  kind: "message" | "condition" | "update",
  parse: (text: ReturnType<typeof textOf>) => Parameters<typeof take<T>>[1],
): Label<T> | undefined {
  const labels = element.children.filter((child) => child.name === "label");
  if (labels.length === 0)
    report(reading, `missing-${kind}-label` satisfies XmlCode, tagOf(element), `the ${kind} has no label`);
  const found = labels.map((child) => openLabel(reading, child)).find((label) => label?.kind === kind);
  return found === undefined ? undefined : close(found, take(reading, parse(found.text)));
}

/** The lines that a condition or an update stands on. */
function readAnchors(reading: Reading, element: Element): readonly Name[] {
  return element.children
    .filter((child) => child.name === "anchor")
    .flatMap((child) => attributesOf(reading.document, child).filter((a) => a.name === "instanceid"))
    .map(({ value, valueStart, valueEnd }) => ({ kind: "name", name: value, start: valueStart, end: valueEnd }));
}

/** The position on the lines, from the top. */
function readPosition(reading: Reading, element: Element): number {
  const place = element.children.find((child) => child.name === "lsclocation");
  const number = place === undefined ? Number.NaN : Number.parseInt(trimmed(textOf(reading.document, place)).text, 10);
  if (Number.isInteger(number)) return number;
  report(reading, "missing-lsclocation", tagOf(place ?? element), `the ${element.name} has no position on the lines`);
  return 0;
}
