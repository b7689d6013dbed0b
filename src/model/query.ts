import type { Query } from "../syntax/index.ts";
import type { CheckedQuery, Model } from "./model.ts";
export function checkQuery(_model: Model, query: Query): CheckedQuery {
  return { query, symbols: new Map(), types: new Map(), typeExprs: new Map(), diagnostics: [] };
}
