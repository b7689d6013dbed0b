import { hasErrors } from "../src/base/index.ts";
import { check } from "../src/model/index.ts";
import { read, type Source, type UppaalSource } from "../src/syntax/index.ts";

/**
 * Reads a model of the corpus. A file that the present language does not take is tried as one of UPPAAL 3, as UPPAAL does
 * when it is asked to.
 */
export function readEither(name: string, bytes: Uint8Array): { readonly source: UppaalSource; readonly old: boolean } {
  const source = uppaal(read(bytes, { name }));
  if (!refused(source)) return { source, old: false };
  const older = uppaal(read(bytes, { name, syntax: "old" }));
  return refused(older) ? { source, old: false } : { source: older, old: true };
}

function refused(source: UppaalSource): boolean {
  return hasErrors(source.diagnostics) || hasErrors(check(source.tree).diagnostics);
}

function uppaal(source: Source): UppaalSource {
  if (source.format === "tck") throw new Error("not a UPPAAL model");
  return source;
}
