import {
  type CheckedQuery,
  check,
  checkQuery,
  Fragment,
  hasErrors,
  type Instantiated,
  instantiate,
  instantiateQuery,
  type Model,
  parseQuery,
  read,
  type UppaalSource,
  type Verdict,
  type VerifyOptions,
  verify,
} from "../../../src/index.ts";

/** A model as the worker needs it. The page has checked it, so that errors are no more than told. */
export interface Ready {
  readonly source: UppaalSource;
  /** Only where nothing is wrong. */
  readonly model?: Model;
  /** Only where symbolic verification takes it as well. */
  readonly made?: Instantiated;
  /** Why it does not. */
  readonly refused?: string;
}

export function readyModel(text: string): Ready {
  const source = read(text, { name: "model.xml" });
  if (source.format === "tck") throw new Error("the model is not XML");
  if (hasErrors(source.diagnostics)) return { source };
  const model = check(source.tree);
  if (hasErrors(model.diagnostics)) return { source };
  const { made, diagnostics } = instantiate(model);
  return { source, model, ...(made === undefined ? { refused: firstError(diagnostics, "") } : { made }) };
}

/** A query, checked; a text says what is wrong with it. */
export function ask({ model }: Ready, text: string): CheckedQuery | string {
  if (model === undefined) return "the model has errors";
  const { query, diagnostics } = parseQuery(Fragment.of(text), model);
  const checked = query === undefined || hasErrors(diagnostics) ? undefined : checkQuery(model, query);
  const found = [...diagnostics, ...(checked?.diagnostics ?? [])];
  return checked === undefined || hasErrors(found) ? firstError(found, "there is no query in this text") : checked;
}

export function firstError(diagnostics: Model["diagnostics"], otherwise: string): string {
  return diagnostics.find((d) => d.severity === "error")?.message ?? otherwise;
}

export function unknown(query: string, reason: string): Verdict {
  return { query, outcome: "unknown", reason, statistics: nothing };
}

/** What symbolic verification does not take, of the model or of the query. */
export function whyRefused({ made, refused }: Ready, asked: CheckedQuery, text: string): string | undefined {
  if (made === undefined) return `symbolic verification does not take this model: ${refused}`;
  const { query, diagnostics } = instantiateQuery(made, asked, text);
  return query === undefined ? firstError(diagnostics, "the query cannot be answered") : undefined;
}

/** Answers a query. Requires: it is not refused. */
export function answer({ made }: Ready, asked: CheckedQuery, text: string, options: VerifyOptions): Verdict {
  if (made === undefined) return unknown(text, "there is no network");
  const ready = instantiateQuery(made, asked, text);
  if (ready.query === undefined) return unknown(text, firstError(ready.diagnostics, "the query cannot be answered"));
  try {
    return verify(made.network, ready.query, options);
  } catch (error) {
    // Memory that the browser does not give is an answer too: unknown, and why.
    if (error instanceof RangeError) return unknown(text, `there is not enough memory (${error.message})`);
    throw error;
  }
}

const nothing = { explored: 0, stored: 0, transitions: 0, waiting: 0, memory: 0 };
