/**
 * Constants whose values are not known: each becomes a variable of a range that nothing writes, so that its value is part of
 * the state and is chosen by whoever begins. Only the declaration changes, in the tree, with the place of the old one. The
 * tree is to be checked again: where a constant is needed (a size, a range, an argument, another constant), checking says so.
 */
import { nowhere, wants } from "../base/index.ts";
import type { Model } from "../model/index.ts";
import { build, type Declaration, type Declarator, type Template, type Tree, type TypeExpr } from "../syntax/index.ts";
import { constantNamed } from "./constants.ts";
import { knownValue } from "./known.ts";

/** The values that a constant may have: whole numbers from `low` to `high`. */
export interface UnknownRange {
  /** `N`, or `P.k` for the constant `k` of the template `P`. */
  readonly name: string;
  readonly low: number;
  readonly high: number;
}

export function withUnknowns(model: Model, unknowns: readonly UnknownRange[]): Tree | { readonly refused: string } {
  wants("withUnknowns", model, "model");
  wants("withUnknowns", unknowns, "list");
  const ranges = new Map<Declarator, UnknownRange>();
  for (const unknown of unknowns) {
    const { name, low, high } = unknown;
    const found = constantNamed(model, name);
    if (typeof found === "string") return { refused: found };
    const { type } = found.variable;
    if (type.kind !== "int") return { refused: `${name} is a ${type.kind}: only whole numbers can be learned` };
    const { initialiser } = found.declarator;
    // A constant of a template may be made of its parameters: then each process has another.
    if (
      name.includes(".") &&
      (initialiser?.kind === "list" || !initialiser || knownValue(model, initialiser) === undefined)
    )
      return {
        refused: `${name} is not a number that all processes share: it is made of parameters or of other constants`,
      };
    // Constants without a range have 32 bits.
    const [least, most] = [type.low?.value ?? -(2 ** 31), type.high?.value ?? 2 ** 31 - 1];
    if (low < least || high > most)
      return { refused: `${name} cannot be in ${low}..${high}: it is in ${least}..${most}` };
    if (ranges.has(found.declarator)) return { refused: `${name} is named twice` };
    ranges.set(found.declarator, unknown);
  }
  return ranges.size === 0 ? model.tree : changed(model.tree, ranges);
}

function changed(tree: Tree, ranges: ReadonlyMap<Declarator, UnknownRange>): Tree {
  const template = (t: Template): Template => ({ ...t, declarations: t.declarations.flatMap(declaration) });
  return {
    ...tree,
    declarations: tree.declarations.flatMap(declaration),
    templates: tree.templates.map(template),
    systemDeclarations: tree.systemDeclarations.flatMap(declaration),
  };

  /** What was declared together stays in its order, each on its own where one of them is unknown. */
  function declaration(d: Declaration): Declaration[] {
    if (d.kind === "template") return [{ ...d, template: template(d.template) }];
    if (d.kind !== "variables" || !d.declarators.some((one) => ranges.has(one))) return [d];
    return d.declarators.map((one): Declaration => {
      const range = ranges.get(one);
      if (range === undefined) return { ...d, declarators: [one] };
      return { ...d, type: typeOf(d.type, range), declarators: [{ ...one, initialiser: build.int(range.low) }] };
    });
  }
}

function typeOf({ start, end }: TypeExpr, { low, high }: UnknownRange): TypeExpr {
  return {
    kind: "type",
    start,
    end,
    base: { kind: "int", ...nowhere, range: [build.int(low), build.int(high)] },
  };
}
