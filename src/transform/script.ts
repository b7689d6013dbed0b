/**
 * Scripts of the algebra of templates: one operation a line (or before a `;`), run in order on the templates of a model.
 *
 *     restrict T: a!, c[1]?       drop T: l1, l2           merge T: l1 -> l2
 *     locations T: a -> b         actions T: a! -> b?      initial T: l
 *     split T: a! -> b!           scale T: 1.5             multiply T: 10
 *     copy T: U                   remove T                 accept N: a, b?
 *     enable T: a?, c[1]          enable T
 *
 * `//` begins a comment. A script changes only the templates it names.
 */
import { wants } from "../base/index.ts";
import type { CheckedTemplate, Model } from "../model/index.ts";
import { build, splitList, type Template, type Tree, type UppaalSource } from "../syntax/index.ts";
import { AlgebraError, parseAction } from "./actions.ts";
import {
  acceptAll,
  conflate,
  dropLocations,
  type Renaming,
  renameActions,
  renameLocations,
  restrict,
  scale,
  setInitial,
  split,
} from "./algebra.ts";
import { enableInputs } from "./enable.ts";
import { multiplyTime } from "./multiply.ts";
import {
  isFreeName,
  modelOf,
  type ScriptResult,
  swept,
  whyNoTemplate,
  withoutOrphans,
  writeScript,
} from "./rewritten.ts";

/** Throws `AlgebraError`, with the number of the line, also where the result is no model. Requires: the source has no errors. */
export function runScript(source: UppaalSource, script: string): ScriptResult {
  wants("runScript", source, "source");
  wants("runScript", script, "text");
  let tree: Tree = source.tree;
  const lines = script.split("\n").flatMap((line, i) =>
    line
      .replace(/\/\/.*$/, "")
      .split(";")
      .map((text) => [i + 1, text.trim()] as const),
  );
  for (const [number, text] of lines) {
    if (text === "") continue;
    try {
      tree = step(tree, text);
    } catch (error) {
      if (error instanceof AlgebraError) throw new AlgebraError(`line ${number}: ${error.message}`);
      throw error;
    }
  }
  return writeScript(source, withoutOrphans(tree));
}

function step(tree: Tree, text: string): Tree {
  const [, verb, name, rest = ""] = /^(\w+)\s+(\w+)\s*(?::\s*(.*))?$/.exec(text) ?? [];
  if (verb === undefined || name === undefined) throw new AlgebraError(`'${text}' is no operation`);
  const model = (): Model => modelOf(tree);
  if (verb === "accept") {
    if (tree.templates.some((t) => t.name.name === name)) throw new AlgebraError(`there is a template ${name} already`);
    return {
      ...tree,
      templates: [
        ...tree.templates,
        acceptAll(
          name,
          splitList(rest).map((a) => swept(model(), parseAction(a))),
        ),
      ],
    };
  }
  const template = tree.templates.find((t) => t.name.name === name);
  if (template === undefined) throw new AlgebraError(whyNoTemplate(tree, name) ?? `there is no template ${name}`);
  if (verb === "remove") return { ...tree, templates: tree.templates.filter((t) => t !== template) };
  if (verb === "copy") {
    if (!isFreeName(rest) || tree.templates.some((t) => t.name.name === rest))
      throw new AlgebraError(`'${rest}' is no name for a copy`);
    // Nodes are its own, so that names in it mean what they mean in the copy.
    const own = structuredClone(template);
    return { ...tree, templates: [...tree.templates, { ...own, start: 0, end: 0, name: build.name(rest) }] };
  }
  const changed = operate(template, verb, rest, model);
  return { ...tree, templates: tree.templates.map((t) => (t === template ? changed : t)) };
}

function operate(template: Template, verb: string, rest: string, model: () => Model): Template {
  const checked = (): readonly [Model, CheckedTemplate] => {
    const made = model();
    const found = made.templates.find((t) => t.node === template);
    if (found === undefined) throw new AlgebraError(`${template.name.name} cannot be checked`);
    return [made, found];
  };
  switch (verb) {
    case "restrict":
      return restrict(...checked(), splitList(rest).map(parseAction));
    case "drop":
      return dropLocations(template, splitList(rest));
    case "merge":
      return conflate(template, new Map(arrows(rest)));
    case "locations":
      return renameLocations(template, new Map(arrows(rest)));
    case "actions":
      return renameActions(...checked(), actionPairs(rest));
    case "initial":
      return setInitial(template, rest.trim());
    case "split":
      return split(...checked(), actionPairs(rest));
    case "scale":
      return scale(template, Number(rest));
    case "enable":
      return enableInputs(...checked(), rest === "" ? undefined : splitList(rest).map(parseAction));
    case "multiply":
      return multiplyTime(...checked(), Number(rest));
    default:
      throw new AlgebraError(`there is no operation '${verb}'`);
  }
}

/** `a -> b, c <-> d` as pairs; `<->` goes both ways. */
function arrows(text: string): (readonly [string, string])[] {
  return splitList(text).flatMap((part): (readonly [string, string])[] => {
    const [, from, arrow, to] = /^(.*?)\s*(<?->)\s*(.*)$/.exec(part) ?? [];
    if (from === undefined || to === undefined || from === "" || to === "")
      throw new AlgebraError(`'${part}' has no arrow`);
    return arrow === "<->"
      ? [
          [from, to],
          [to, from],
        ]
      : [[from, to]];
  });
}

function actionPairs(text: string): Renaming[] {
  return arrows(text).map(([from, to]) => [parseAction(from), parseAction(to)] as const);
}
