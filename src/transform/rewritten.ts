/**
 * What scripts over templates have in common: the model of a tree that operations have changed so far, the tree without
 * processes whose templates are gone, and the file with what differs put in the place of the old.
 */
import { hasErrors } from "../base/index.ts";
import { check, type Model } from "../model/index.ts";
import {
  type Declaration,
  equalTrees,
  isIdentifier,
  isKeyword,
  isReservedName,
  printType,
  spliceTree,
  type Tree,
  type UppaalSource,
} from "../syntax/index.ts";
import { type ActionName, AlgebraError } from "./actions.ts";
import { readAgain } from "./again.ts";
import { testChannel } from "./test-interface.ts";

export interface ScriptResult {
  readonly text: string;
  /** Names of templates that were changed, added or removed. */
  readonly changed: readonly string[];
}

/** Throws where the operations so far have made no model. */
export function modelOf(tree: Tree): Model {
  const made = check(withoutOrphans(tree));
  if (hasErrors(made.diagnostics))
    throw new AlgebraError(
      `the model is wrong by now: ${made.diagnostics.find((d) => d.severity === "error")?.message}`,
    );
  return made;
}

/** Whether something may be called so. */
export function isFreeName(name: string): boolean {
  return isIdentifier(name) && !isKeyword(name, "new") && !isReservedName(name);
}

/** Why a template that is there is not at hand: in XTA, one that other declarations stand before. */
export function whyNoTemplate({ declarations, systemDeclarations }: Tree, name: string): string | undefined {
  const isThere = [...declarations, ...systemDeclarations].some(
    (d) => d.kind === "template" && d.template.name.name === name,
  );
  return isThere
    ? `${name} stands behind declarations that follow other templates: move those up, only templates before them are worked on`
    : undefined;
}

/** An action with the types of the dimensions that are left open. */
export function swept(
  model: Model,
  action: ActionName,
): { readonly action: ActionName; readonly dimensions: readonly string[] } {
  const given = (action.channel.match(/\[/g) ?? []).length;
  const symbol = model.variables.find((v) => v.name === action.channel.replace(/\[.*$/, ""));
  const channel = symbol === undefined ? undefined : testChannel(symbol);
  if (channel === undefined) throw new AlgebraError(`there is no channel ${action.channel}`);
  return { action, dimensions: channel.dimensions.slice(given).map(printType) };
}

/** Without processes of templates that were removed: their instances, and their names on the system line. */
export function withoutOrphans(tree: Tree): Tree {
  const { system } = tree;
  const all = [...tree.declarations, ...tree.systemDeclarations];
  const gone = new Set<string>();
  const made = new Set([
    ...tree.templates.map((t) => t.name.name),
    ...all.flatMap((d) => (d.kind === "template" ? [d.template.name.name] : [])),
  ]);
  for (const d of all) if (d.kind === "instantiation") (made.has(d.template.name) ? made : gone).add(d.name.name);
  const isKept = (name: string): boolean => made.has(name);
  const kept = <T extends Declaration>(list: readonly T[]): readonly T[] =>
    gone.size === 0 ? list : list.filter((d) => d.kind !== "instantiation" || !gone.has(d.name.name));
  const isWhole = system === undefined || system.groups.flat().every((n) => isKept(n.name));
  if (isWhole && gone.size === 0) return tree;
  const groups = system?.groups.map((g) => g.filter((n) => isKept(n.name))).filter((g) => g.length > 0) ?? [];
  if (system !== undefined && groups.length === 0) throw new AlgebraError("no process is left on the system line");
  return {
    ...tree,
    declarations: kept(tree.declarations),
    systemDeclarations: kept(tree.systemDeclarations),
    ...(system === undefined ? {} : { system: { ...system, groups } }),
  };
}

/** The file with what differs put in the place of the old. */
export function writeScript(source: UppaalSource, tree: Tree): ScriptResult {
  const before = new Map(source.tree.templates.map((t) => [t.name.name, t]));
  const after = new Map(tree.templates.map((t) => [t.name.name, t]));
  const changed = [...new Set([...before.keys(), ...after.keys()])].filter((name) => {
    const [old, now] = [before.get(name), after.get(name)];
    return old !== now && (old === undefined || now === undefined || !equalTrees(old, now));
  });
  if (changed.length === 0) return { text: source.text, changed };
  const text = spliceTree(source, tree);
  const again = readAgain(source, text);
  if ("fault" in again) throw new AlgebraError(`the result would be no model: ${again.fault.message}`);
  return { text, changed };
}
