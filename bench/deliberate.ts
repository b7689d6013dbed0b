import type { Diagnostic } from "../src/base/index.ts";
import { ownCodes } from "../src/model/index.ts";
import type { Template, Tree } from "../src/syntax/index.ts";

/** What UPPAAL's parser said of a record. */
export interface Expected { readonly errors: readonly string[]; readonly warnings: readonly string[]; readonly fatal: readonly string[] }

/**
 * The deliberate differences of docs/compatibility.md, each recognised by its reason: the reason that explains why one
 * side accepts a model and the other does not, or undefined.
 */
export function deliberate(
  expected: Expected, tree: Tree, ours: readonly Diagnostic[], strictly: () => readonly Diagnostic[],
): string | undefined {
  const errors = ours.filter((d) => d.severity === "error");
  const rejected = expected.errors.length + expected.fatal.length > 0;
  if (!rejected) {
    return errors.every((d) => d.code in ownCodes) ? `found at compile time: ${errors[0].code}` : undefined;
  }
  if (strictly().some((d) => d.severity === "error")) return "ranges are compared by value";
  if (expected.fatal.length === 0 && expected.errors.every((e) => !e.startsWith("$")) && tree.declarations.some((d) => d.kind === "import")) {
    return "libraries are not loaded";
  }
  if (tree.format === "xml") return xmlReason(expected, tree);
  if (expected.errors.length === 0 && expected.fatal.every((f) => f === "property is not supported")) return "queries inside a model";
  return undefined;
}

function xmlReason({ errors, fatal }: Expected, tree: Tree): string | undefined {
  if (fatal.length > 0) return undefined;
  // UPPAAL's reader gives up at an element out of order and then misses what follows.
  const lost = /^\$Missing_(system_tag|initial_location) /;
  if (errors.every((e) => lost.test(e)) && tree.system !== undefined) return "elements in any order";
  const selected = new Set(templatesOf(tree).flatMap((t) => t.edges).flatMap((e) => e.select?.value ?? []).map((b) => b.name.name));
  if (errors.every((e) => selected.has(/^\$Unknown_identifier: (\S+)/.exec(e)?.[1] ?? ""))) return "labels in any order";
  const swapped = templatesOf(tree).some((t) => t.locations.some((l) => l.rate !== undefined && l.invariant !== undefined && l.rate.start < l.invariant.start));
  return swapped ? "labels in any order" : undefined;
}

const templatesOf = (tree: Tree): readonly Template[] => tree.templates;
