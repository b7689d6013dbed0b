/**
 * Scripts of the algebra of templates: one operation a line (or before a `;`), run in order on the templates of a model.
 *
 *     restrict T: a!, c[1]?       drop T: l1, l2           merge T: l1 -> l2
 *     locations T: a -> b         actions T: a! -> b?      initial T: l
 *     split T: a! -> b!           scale T: 1.5             multiply T: 10
 *     copy T: U                   remove T                 accept N: a, b?
 *
 * `//` begins a comment. A script changes only the templates it names.
 */
import { hasErrors } from "../base/index.ts";
import { check, type Model } from "../model/index.ts";
import {
  build,
  edit,
  equalTrees,
  printTemplate,
  printType,
  splitList,
  type Template,
  type Tree,
  type UppaalSource,
} from "../syntax/index.ts";
import {
  type ActionName,
  AlgebraError,
  acceptAll,
  conflate,
  dropLocations,
  parseAction,
  renameActions,
  renameLocations,
  restrict,
  scale,
  setInitial,
  split,
} from "./algebra.ts";
import { multiplyTime } from "./multiply.ts";
import { testChannel } from "./test-interface.ts";

export interface ScriptResult {
  readonly text: string;
  /** Names of templates that were changed, added or removed. */
  readonly changed: readonly string[];
}

/** Throws `AlgebraError`, with the number of the line. Requires: the source has no errors. */
export function runScript(source: UppaalSource, script: string): ScriptResult {
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
  return write(source, tree);
}

function step(tree: Tree, text: string): Tree {
  const [, verb, name, rest = ""] = /^(\w+)\s+(\w+)\s*(?::\s*(.*))?$/.exec(text) ?? [];
  if (verb === undefined || name === undefined) throw new AlgebraError(`'${text}' is no operation`);
  const model = (): Model => {
    const made = check(tree);
    if (hasErrors(made.diagnostics))
      throw new AlgebraError(
        `the model is wrong by now: ${made.diagnostics.find((d) => d.severity === "error")?.message}`,
      );
    return made;
  };
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
  if (template === undefined) throw new AlgebraError(`there is no template ${name}`);
  if (verb === "remove") return { ...tree, templates: tree.templates.filter((t) => t !== template) };
  if (verb === "copy") {
    if (!/^\w+$/.test(rest) || tree.templates.some((t) => t.name.name === rest))
      throw new AlgebraError(`'${rest}' is no name for a copy`);
    return { ...tree, templates: [...tree.templates, { ...template, start: 0, end: 0, name: build.name(rest) }] };
  }
  const changed = operate(template, verb, rest, model);
  return { ...tree, templates: tree.templates.map((t) => (t === template ? changed : t)) };
}

function operate(template: Template, verb: string, rest: string, model: () => Model): Template {
  switch (verb) {
    case "restrict":
      return restrict(template, splitList(rest).map(parseAction));
    case "drop":
      return dropLocations(template, splitList(rest));
    case "merge":
      return conflate(template, new Map(arrows(rest)));
    case "locations":
      return renameLocations(template, new Map(arrows(rest)));
    case "actions":
      return renameActions(template, actionPairs(rest));
    case "initial":
      return setInitial(template, rest.trim());
    case "split":
      return split(template, actionPairs(rest));
    case "scale":
      return scale(template, Number(rest));
    case "multiply": {
      const made = model();
      const checked = made.templates.find((t) => t.node === template);
      if (checked === undefined) throw new AlgebraError(`${template.name.name} cannot be checked`);
      return multiplyTime(made, checked, Number(rest));
    }
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

function actionPairs(text: string): (readonly [ActionName, ActionName])[] {
  return arrows(text).map(([from, to]) => [parseAction(from), parseAction(to)] as const);
}

/** An action with the types of the dimensions that are left open. */
function swept(
  model: Model,
  action: ActionName,
): { readonly action: ActionName; readonly dimensions: readonly string[] } {
  const given = (action.channel.match(/\[/g) ?? []).length;
  const symbol = model.variables.find((v) => v.name === action.channel.replace(/\[.*$/, ""));
  const channel = symbol === undefined ? undefined : testChannel(symbol);
  if (channel === undefined) throw new AlgebraError(`there is no channel ${action.channel}`);
  return { action, dimensions: channel.dimensions.slice(given).map(printType) };
}

/** The file with the templates that differ put in the place of the old ones. */
function write(source: UppaalSource, tree: Tree): ScriptResult {
  const editor = edit(source);
  const changed: string[] = [];
  for (const old of source.tree.templates) {
    const now = tree.templates.find((t) => t.name.name === old.name.name);
    if (now === old) continue;
    if (now !== undefined && equalTrees(old, now)) continue;
    changed.push(old.name.name);
    // In a text the order of declarations counts, so that a template is written where it was.
    if (now !== undefined && source.format === "xta") editor.replaceSpan(old, printTemplate(now).trimEnd());
    else {
      editor.removeNode(old);
      if (now !== undefined) editor.addTemplate(now);
    }
  }
  for (const now of tree.templates) {
    if (source.tree.templates.some((t) => t.name.name === now.name.name)) continue;
    changed.push(now.name.name);
    editor.addTemplate(now);
  }
  return { text: changed.length === 0 ? source.text : editor.apply(), changed };
}
