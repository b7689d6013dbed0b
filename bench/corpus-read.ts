import { dialectOf, read, type UppaalSource } from "../src/syntax/index.ts";

/** Reads a model of the corpus, in whatever dialect it is. */
export function readEither(name: string, bytes: Uint8Array): { readonly source: UppaalSource; readonly old: boolean } {
  const source = read(bytes, { name });
  if (source.format === "tck") throw new Error("not a UPPAAL model");
  return { source, old: dialectOf(source.tree) !== 5 };
}
