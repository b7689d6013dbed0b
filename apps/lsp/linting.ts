import {
  applyEdits,
  type Fix,
  hasErrors,
  type LintFinding,
  lintRules,
  lintSteps,
  modelPage,
  type Span,
} from "../../src/index.ts";
import type { Documents } from "./documents.ts";

/**
 * What lint finds in a model by looking at its text: rules that need no engine, while somebody types. Nothing is said of a
 * text that is wrong, nor what checking says itself. Files of queries that are open count as the model's.
 */
const own: ReadonlySet<string> = new Set(lintRules.map(({ id }) => id));

export function findingsOf(uri: string, documents: Documents): readonly LintFinding[] {
  const steps = findingSteps(uri, documents);
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
  }
}

/** The same, one rule at a step. */
export function* findingSteps(uri: string, documents: Documents): Generator<undefined, readonly LintFinding[]> {
  const page = documents.page(uri);
  if (page?.source === undefined || page.model === undefined || hasErrors(page.diagnostics)) return [];
  const asked = documents.askersOf(uri).flatMap((other) => documents.get(other)?.getText() ?? []);
  const queries = asked.length === 0 ? {} : { queries: asked.join("\n\n") };
  const { findings } = yield* lintSteps(page.source, { depth: "tree", model: page.model, ...queries });
  return findings.filter(({ rule, file }) => own.has(rule) && file !== "query");
}

/** How what is found at a place can be mended without changing a verdict; each is tried, and makes a model that checks. */
export function lintFixes(uri: string, documents: Documents, { start, end }: Span): readonly Fix[] {
  const text = documents.get(uri)?.getText() ?? "";
  const here = findingsOf(uri, documents).filter(({ span }) => span.start <= end && start <= span.end);
  return here.flatMap(({ fix }) => {
    const page = fix === undefined ? undefined : modelPage(applyEdits(text, fix.edits), uri);
    return fix === undefined || page === undefined || hasErrors(page.diagnostics) ? [] : [fix];
  });
}
