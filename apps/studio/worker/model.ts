import {
  check,
  checkQuery,
  Fragment,
  hasErrors,
  type Instantiated,
  instantiate,
  instantiateQuery,
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
  readonly made?: Instantiated;
}

export function readyModel(text: string): Ready {
  const source = read(text, { name: "model.xml" });
  if (source.format === "tck") throw new Error("the model is not XML");
  if (hasErrors(source.diagnostics)) return { source };
  const model = check(source.tree);
  const { made } = hasErrors(model.diagnostics) ? { made: undefined } : instantiate(model);
  return { source, ...(made === undefined ? {} : { made }) };
}

/** Answers a query; one that is wrong is answered `unknown` with the reason. */
export function answer({ made }: Ready, text: string, options: VerifyOptions): Verdict {
  const unknown = (reason: string): Verdict => ({ query: text, outcome: "unknown", reason, statistics: nothing });
  if (made === undefined) return unknown("the model has errors");
  const { query, diagnostics } = parseQuery(Fragment.of(text), made.model);
  const checked = query === undefined || hasErrors(diagnostics) ? undefined : checkQuery(made.model, query);
  const found = [...diagnostics, ...(checked?.diagnostics ?? [])];
  if (checked === undefined || hasErrors(found))
    return unknown(found.find((d) => d.severity === "error")?.message ?? "there is no query in this text");
  const ready = instantiateQuery(made, checked, text);
  if (ready.query === undefined)
    return unknown(ready.diagnostics.find((d) => d.severity === "error")?.message ?? "the query cannot be answered");
  try {
    return verify(made.network, ready.query, options);
  } catch (error) {
    // Memory that the browser does not give is an answer too: unknown, and why.
    if (error instanceof RangeError) return unknown(`there is not enough memory (${error.message})`);
    throw error;
  }
}

const nothing = { explored: 0, stored: 0, transitions: 0, waiting: 0, memory: 0 };
