/** The value of an expression that is given beside a model, as on a command line: constants of the model count by name. */
import { initialValue, type Model } from "../model/index.ts";
import { build, type Expr } from "../syntax/index.ts";
import { replaceNames } from "./replace.ts";
import { Rewriter } from "./rewrite.ts";
import { numberOf } from "./simplify.ts";

/** Undefined if it is no integer that is known. */
export function knownValue(model: Model, e: Expr): number | undefined {
  const known = replaceNames(e, (n) => {
    const v = model.variables.find((x) => x.name === n.name && x.constant);
    const value = v === undefined ? undefined : initialValue(model, v, new Map());
    return typeof value === "number" ? build.int(value) : undefined;
  });
  return known.kind === "bool" ? Number(known.value) : numberOf(known, new Rewriter(model, []));
}
