import type { Diagnostic } from "../src/base/index.ts";
import { modelCodes, ownCodes } from "../src/model/index.ts";
import { type Query, syntaxCodes, type Template, type Tree, xmlCodes } from "../src/syntax/index.ts";

/** What UPPAAL's parser said of a record. */
export interface Expected {
  readonly errors: readonly string[];
  readonly warnings: readonly string[];
  readonly fatal: readonly string[];
}

/** Our codes, and the keys of UPPAAL's messages. */
export const codes: Readonly<Record<string, string>> = { ...syntaxCodes, ...xmlCodes, ...modelCodes };
const keys: ReadonlySet<string> = new Set(Object.values(codes));

/** The key of one of UPPAAL's messages: `$Key` where it has one, else its wording. */
export function keyOf(message: string): string {
  const text = message.replace(/ @[^ ]*:\d+$/, "").replace(/ {2}\[.*\]$/s, "");
  const keys = text.match(/\$[^\s:]+/g);
  if (keys === null) return text.trim();
  if (keys[0] === "$Expression_of_type") return keys[1]!;
  return keys[0] === "$unexpected" ? keys.slice(0, 2).join(" ") : keys[0];
}

/**
 * The deliberate differences of docs/compatibility.md, each recognised by its reason: the reason that explains why one
 * side accepts a model and the other does not, or undefined.
 */
export function deliberate(
  expected: Expected,
  tree: Tree,
  ours: readonly Diagnostic[],
  strictly: () => readonly Diagnostic[],
): string | undefined {
  const errors = ours.filter((d) => d.severity === "error");
  const rejected = expected.errors.length + expected.fatal.length > 0;
  if (!rejected) {
    return errors.every((d) => d.code in ownCodes) ? `found at compile time: ${errors[0]!.code}` : undefined;
  }
  if (strictly().some((d) => d.severity === "error")) return "ranges are compared by value";
  // Every other message speaks of a library that could not be loaded.
  const imports = tree.declarations.some((d) => d.kind === "import");
  if (imports && expected.fatal.length === 0 && expected.errors.every((e) => !keys.has(keyOf(e))))
    return "libraries are not loaded";
  if (tree.format === "xml") return xmlReason(expected, tree);
  if (expected.errors.length === 0 && expected.fatal.every((f) => f === "property is not supported"))
    return "queries inside a model";
  return undefined;
}

/** The same for a query that UPPAAL's parser refuses and we read. */
export function deliberateQuery(expected: Expected, queries: readonly Query[]): string | undefined {
  if (expected.errors.length > 0 && expected.errors.every((e) => keyOf(e) === "All channels must be broadcast"))
    return "handshakes in runs";
  if (!expected.errors.some((e) => keyOf(e) === "$syntax_error")) return undefined;
  if (queries.some((q) => q.kind === "other" && q.head === "simulate" && q.shape.startsWith("simulate $")))
    return "the older form of simulate";
  return queries.some((q) => q.kind === "other" && q.family === "ecdar") ? "refinement queries" : undefined;
}

function xmlReason({ errors, fatal }: Expected, tree: Tree): string | undefined {
  if (fatal.length > 0) return undefined;
  // UPPAAL's reader gives up at an element out of order and then misses what follows.
  const lost = /^\$Missing_(system_tag|initial_location) /;
  if (errors.every((e) => lost.test(e)) && tree.system !== undefined) return "elements in any order";
  const selected = new Set(
    templatesOf(tree)
      .flatMap((t) => t.edges)
      .flatMap((e) => e.select?.value ?? [])
      .map((b) => b.name.name),
  );
  if (errors.every((e) => selected.has(/^\$Unknown_identifier: (\S+)/.exec(e)?.[1] ?? "")))
    return "labels in any order";
  const swapped = templatesOf(tree).some((t) =>
    t.locations.some((l) => l.rate !== undefined && l.invariant !== undefined && l.rate.start < l.invariant.start),
  );
  return swapped ? "labels in any order" : undefined;
}

const templatesOf = (tree: Tree): readonly Template[] => tree.templates;
