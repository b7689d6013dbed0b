import { append } from "../base/index.ts";
import { QueryReader } from "./queryreader.ts";
import type { Expectation, Option, QueryEntry, StoredResult, Tree } from "./tree.ts";
import type { Element } from "./xml.ts";
import { type Reading, report, tagOf } from "./xmlreading.ts";
import { attributesOf, contentOf, textOf } from "./xmltext.ts";

/**
 * Reads `<queries>`: formulas with comments, options, expected outcomes and stored results. A blank formula is a heading;
 * one that cannot be parsed keeps its text, and its fault goes to the query diagnostics.
 */
export function readQueries(
  reading: Reading,
  lists: readonly Element[],
  tree: Tree,
): {
  readonly entries: readonly QueryEntry[];
  readonly options: readonly Option[];
  /** Words that are names in the model or in a query. */
  readonly names: ReadonlySet<string>;
} {
  const asked = new QueryReader({ tree, ...(reading.dialect === undefined ? {} : { dialect: reading.dialect }) });
  const entries: QueryEntry[] = [];
  const options: Option[] = [];
  for (const child of lists.flatMap((list) => list.children)) {
    if (child.name === "query") entries.push(readEntry(reading, child, asked));
    else if (child.name === "option") append(options, readOption(reading, child));
  }
  return { entries, options, names: asked.names };
}

function readEntry(reading: Reading, element: Element, asked: QueryReader): QueryEntry {
  const { document } = reading;
  const find = (name: string): Element | undefined => element.children.find((child) => child.name === name);
  const formula = find("formula");
  const fragment = formula === undefined ? undefined : textOf(document, formula);
  const parsed = fragment === undefined || fragment.blank ? undefined : asked.read(fragment);
  append(reading.queryDiagnostics, parsed?.diagnostics ?? []);
  const comment = find("comment");
  const commentText = comment === undefined ? "" : contentOf(textOf(document, comment));
  const expect = find("expect");
  return {
    start: element.start,
    end: element.end,
    text: fragment === undefined ? "" : contentOf(fragment),
    ...(parsed?.query === undefined ? {} : { query: parsed.query }),
    ...(commentText === "" ? {} : { comment: commentText }),
    ...(expect === undefined ? {} : { expect: readExpectation(reading, expect) }),
    results: element.children.filter((child) => child.name === "result").map((child) => readResult(reading, child)),
    options: element.children.filter((child) => child.name === "option").flatMap((child) => readOption(reading, child)),
  };
}

function readOption(reading: Reading, element: Element): Option[] {
  const values = attributeMap(reading, element);
  const key = values.get("key");
  if (key === undefined) {
    report(reading, "missing-key", tagOf(element), "the option has no key");
    return [];
  }
  return [{ start: element.start, end: element.end, key, value: values.get("value") ?? "" }];
}

const outcomes = ["success", "failure", "maybe_true", "maybe_false", "error"] as const;

function readExpectation(reading: Reading, element: Element): Expectation {
  const values = attributeMap(reading, element);
  const outcome = outcomes.find((name) => name === values.get("outcome"));
  const type = values.get("type");
  const value = values.get("value");
  return {
    start: element.start,
    end: element.end,
    ...(outcome === undefined ? {} : { outcome }),
    ...(type === undefined ? {} : { type }),
    ...(value === undefined ? {} : { value }),
    resources: element.children
      .filter((child) => child.name === "resource")
      .flatMap((child) => readResource(reading, child)),
  };
}

function readResource(reading: Reading, element: Element): Expectation["resources"] {
  const values = attributeMap(reading, element);
  const type = values.get("type");
  const value = values.get("value");
  const unit = values.get("unit");
  if (type === undefined || value === undefined) {
    report(reading, "missing-resource", tagOf(element), "the resource has no type or no value");
    return [];
  }
  return [{ type, value, ...(unit === undefined ? {} : { unit }) }];
}

function readResult(reading: Reading, element: Element): StoredResult {
  const values = attributeMap(reading, element);
  const type = values.get("type");
  const value = values.get("value");
  const timestamp = values.get("timestamp");
  return {
    start: element.start,
    end: element.end,
    outcome: values.get("outcome") ?? "",
    ...(type === undefined ? {} : { type }),
    ...(value === undefined ? {} : { value }),
    ...(timestamp === undefined ? {} : { timestamp }),
  };
}

function attributeMap(reading: Reading, element: Element): ReadonlyMap<string, string> {
  return new Map(attributesOf(reading.document, element).map((a) => [a.name, a.value]));
}
