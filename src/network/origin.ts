import type { Span } from "../base/index.ts";

/** Where an element was written. `file` tells the model from the query. */
export interface Origin extends Span {
  readonly file?: "model" | "query";
}
