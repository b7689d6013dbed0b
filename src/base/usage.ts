/**
 * A call that cannot be carried out as it was written: an argument of the wrong kind, a name that is not there, a text that
 * cannot be read where nothing but a tree can be returned. The program that calls is to be mended, not Zonal; `InternalError`
 * is thrown for nothing that a caller can do.
 */
export class UsageError extends Error {
  override readonly name: string = "UsageError";
}

export function demand(condition: unknown, message: string): asserts condition {
  if (!condition) throw new UsageError(message);
}

/** What arguments can be, told by what they have: types tell it to TypeScript, this to everybody else. */
const kinds = {
  text: (v) => typeof v === "string",
  bytes: (v) => v instanceof Uint8Array,
  number: (v) => typeof v === "number",
  list: (v) => Array.isArray(v),
  function: (v) => typeof v === "function",
  node: (v) => typeof v === "object" && v !== null && !Array.isArray(v),
  fragment: (v) => has(v, "text", "start", "end"),
  span: (v) => has(v, "start", "end"),
  map: (v) => v instanceof Map,
  source: (v) => has(v, "text", "tree"),
  tree: (v) => has(v, "templates", "declarations"),
  template: (v) => has(v, "locations", "edges"),
  "TChecker tree": (v) => has(v, "declarations") && !has(v, "templates"),
  model: (v) => has(v, "tree", "symbols"),
  instantiated: (v) => has(v, "network", "builder"),
  network: (v) => has(v, "processes", "slots", "clocks"),
  query: (v) => has(v, "kind"),
  "query entry": (v) => has(v, "text", "results"),
  "checked query": (v) => has(v, "query", "diagnostics"),
  page: (v) => has(v, "text", "entries", "occurrences"),
  trace: (v) => has(v, "states", "processes"),
  graph: (v) => has(v, "nodes", "edges"),
  difference: (v) => has(v, "changes", "layout"),
  summary: (v) => has(v, "globals", "templates"),
  refinement: (v) => has(v, "outcome", "interface"),
  journal: (v) => has(v, "owner", "events"),
  program: (v) => has(v, "instructions", "durations"),
  "stochastic model": (v) => has(v, "network", "model", "builder"),
  "statistical query": (v) => has(v, "kind", "cells", "functions"),
  estimate: (v) => has(v, "kind", "runs", "parameters"),
  replay: (v) => has(v, "run", "steps"),
  plot: (v) => has(v, "title", "series"),
  series: (v) => has(v, "kind", "name"),
  verdict: (v) => has(v, "query", "outcome"),
  object: (v) => typeof v === "object" && v !== null,
} as const satisfies Record<string, (value: unknown) => boolean>;

type Kind = keyof typeof kinds;

function has(value: unknown, ...fields: readonly string[]): boolean {
  return typeof value === "object" && value !== null && fields.every((field) => field in value);
}

/** Throws unless the argument of a public function is of one of these kinds. */
export function wants(call: string, value: unknown, ...wanted: readonly Kind[]): void {
  if (wanted.some((kind) => kinds[kind](value))) return;
  const given = value === null ? "null" : Array.isArray(value) ? "a list" : typeof value;
  const article = (kind: Kind): string =>
    kind === "bytes" ? "bytes" : /^[aio]/.test(kind) ? `an ${kind}` : `a ${kind}`;
  throw new UsageError(`${call} wants ${wanted.map(article).join(" or ")}, not ${given}`);
}
