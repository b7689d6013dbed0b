/**
 * Scalar sets in the place of integers that only name processes: `typedef int[0,N-1] id_t` becomes `typedef scalar[N] id_t`
 * wherever all permutations of its values were found to be symmetries. The rewritten model, its queries included, is read,
 * checked and made again, and its scalar set must be interchangeable; what does not pass is left as it was, with the
 * reason. Only types with a name of their own can be rewritten, and only if no value is used that is no element.
 */

import { findSymmetry, type SymmetryFact } from "../analysis/index.ts";
import type { Diagnostic } from "../base/index.ts";
import { wants } from "../base/index.ts";
import { checkQuery, type Model } from "../model/index.ts";
import type { Instantiated } from "../network/index.ts";
import { edit, printExpr, type TypeDeclaration, type UppaalSource } from "../syntax/index.ts";
import { readAgain } from "./again.ts";

export interface ScalarRewrite {
  readonly text: string;
  readonly rewritten: readonly { readonly name: string; readonly size: number }[];
  readonly left: readonly { readonly name: string; readonly reason: string; readonly diagnostic?: Diagnostic }[];
}

interface Made {
  readonly source: UppaalSource;
  readonly made: Instantiated;
}

export function withScalars(source: UppaalSource, made: Instantiated): ScalarRewrite {
  wants("withScalars", source, "source");
  wants("withScalars", made, "instantiated");
  const rewritten: { name: string; size: number }[] = [];
  const left: { name: string; reason: string; diagnostic?: Diagnostic }[] = [];
  let now: Made = { source, made };
  for (const fact of findSymmetry(made.network).found) {
    if (fact.origin !== "detected" || fact.copies) continue;
    const { name, size } = fact;
    const whole = fact.used === "permutations" && fact.classes.length === 1 && fact.classes[0]?.length === size;
    if (!whole) {
      left.push({ name, reason: fact.failure?.message ?? "its elements are not all interchangeable" });
      continue;
    }
    const next = rewrite(now, fact);
    if (typeof next === "string") left.push({ name, reason: next });
    else if ("diagnostic" in next) left.push({ name, reason: next.diagnostic.message, diagnostic: next.diagnostic });
    else {
      rewritten.push({ name, size });
      now = next;
    }
  }
  return { text: now.source.text, rewritten, left };
}

function rewrite({ source, made }: Made, { name, size }: SymmetryFact): Made | string | { diagnostic: Diagnostic } {
  const declared = typedefOf(source, name);
  if (declared === undefined) return "its type has no name: declare one with typedef and use it throughout";
  const { base } = declared.type;
  if (base.kind !== "int" || base.range === undefined) return "its type is not a range of integers";
  const [low, high] = base.range;
  const count =
    low.kind === "int" && low.value === 0 && high.kind === "binary" && high.op === "-" && printExpr(high.right) === "1"
      ? printExpr(high.left)
      : `${size}`;
  const text = edit(source).replaceSpan(base, `scalar[${count}]`).apply();
  const again = readAgain(source, text);
  if ("fault" in again) return { diagnostic: again.fault };
  const before = new Set(queryErrors(source, made.model).map((d) => d.message));
  const diagnostic = queryErrors(again.source, again.model).find((d) => !before.has(d.message));
  if (diagnostic) return { diagnostic };
  const { made: after } = again;
  if (after === undefined) return "the model cannot be made again";
  const found = findSymmetry(after.network).found.find((f) => f.origin === "scalar" && f.name === name);
  if (found?.used !== "permutations") return found?.failure?.message ?? "the scalar set is not interchangeable";
  return { source: again.source, made: after };
}

function queryErrors({ tree }: UppaalSource, model: Model): readonly Diagnostic[] {
  const all = tree.queries.flatMap((q) => (q.query ? checkQuery(model, q.query).diagnostics : []));
  return all.filter((d) => d.severity === "error");
}

function typedefOf({ tree }: UppaalSource, name: string): TypeDeclaration | undefined {
  return [...tree.declarations, ...tree.systemDeclarations].find(
    (d): d is TypeDeclaration =>
      d.kind === "typedef" && d.declarators.length === 1 && d.declarators[0]?.name.name === name,
  );
}
