/**
 * Values of the command language: templates, sets of names and of actions, maps between them, numbers. An action without a
 * direction is both in a set and keeps the direction in a map. Sets and maps have an order, that in which they were written.
 */
import type { Template } from "../../syntax/index.ts";
import { type ActionName, AlgebraError } from "../actions.ts";

export type Value =
  | { readonly kind: "template"; readonly template: Template }
  | { readonly kind: "names"; readonly names: readonly string[] }
  | { readonly kind: "actions"; readonly actions: readonly ActionName[] }
  | { readonly kind: "nameMap"; readonly pairs: readonly (readonly [string, string])[] }
  | { readonly kind: "actionMap"; readonly pairs: readonly (readonly [ActionName, ActionName])[] }
  | { readonly kind: "number"; readonly value: number };

export type Kind = Value["kind"];

export const kindText: Readonly<Record<Kind, string>> = {
  template: "a template",
  names: "a set of names",
  actions: "a set of actions",
  nameMap: "a map of names",
  actionMap: "a map of actions",
  number: "a number",
};

export function actionText({ channel, direction }: ActionName): string {
  return `${channel}${direction ?? ""}`;
}

/** A set of actions with directions, each once. */
export function actionSet(actions: readonly ActionName[]): Value {
  const all = actions.flatMap((a): ActionName[] =>
    a.direction === undefined ? (["!", "?"] as const).map((direction) => ({ ...a, direction })) : [a],
  );
  return { kind: "actions", actions: unique(all, actionText) };
}

export function nameSet(names: readonly string[]): Value {
  return { kind: "names", names: unique(names, (n) => n) };
}

export function valueText(value: Exclude<Value, { kind: "template" }>): string {
  switch (value.kind) {
    case "names":
      return `{${value.names.join(", ")}}`;
    case "actions":
      return value.actions.length === 0 ? "{||}" : `{| ${value.actions.map(actionText).join(", ")} |}`;
    case "nameMap":
      return `{${value.pairs.map(([a, b]) => `${a} -> ${b}`).join(", ")}}`;
    case "actionMap":
      return `{| ${value.pairs.map(([a, b]) => `${actionText(a)} -> ${actionText(b)}`).join(", ")} |}`;
    case "number":
      return String(value.value);
  }
}

/** `left ++ right`: of two sets or two maps of one kind. */
export function joined(left: Value, right: Value): Value {
  if (left.kind === "names" && right.kind === "names") return nameSet([...left.names, ...right.names]);
  if (left.kind === "actions" && right.kind === "actions") return actionSet([...left.actions, ...right.actions]);
  if (left.kind === "nameMap" && right.kind === "nameMap")
    return { kind: "nameMap", pairs: map([...left.pairs, ...right.pairs], (n) => n) };
  if (left.kind === "actionMap" && right.kind === "actionMap")
    return { kind: "actionMap", pairs: map([...left.pairs, ...right.pairs], actionText) };
  throw new AlgebraError(
    `'++' joins two sets or two maps of one kind, not ${kindText[left.kind]} and ${kindText[right.kind]}`,
  );
}

/** `left \ right` of sets; of a template it is an operation. */
export function without(left: Value, right: Value): Value {
  if (left.kind === "names" && right.kind === "names")
    return nameSet(left.names.filter((n) => !right.names.includes(n)));
  if (left.kind === "actions" && right.kind === "actions")
    return {
      kind: "actions",
      actions: left.actions.filter((a) => {
        const part = right.actions.find((b) => b.direction === a.direction && isPart(b, a));
        if (part !== undefined)
          throw new AlgebraError(`${actionText(a)} is more than ${actionText(part)}: name the elements one by one`);
        return !right.actions.some((b) => b.direction === a.direction && (isPart(a, b) || a.channel === b.channel));
      }),
    };
  throw new AlgebraError(
    `'\\' takes actions from a template, or a set from a set of its kind, not ${kindText[right.kind]} from ${kindText[left.kind]}`,
  );
}

/** Whether one action is an element of the other's array. */
function isPart(part: ActionName, whole: ActionName): boolean {
  return part.channel.startsWith(`${whole.channel}[`);
}

/** What is mapped twice must be mapped to the same. */
export function map<T>(pairs: readonly (readonly [T, T])[], text: (item: T) => string): readonly (readonly [T, T])[] {
  const to = new Map<string, string>();
  return pairs.filter(([from, into]) => {
    const before = to.get(text(from));
    if (before !== undefined && before !== text(into))
      throw new AlgebraError(`${text(from)} is mapped to ${before} and to ${text(into)}`);
    to.set(text(from), text(into));
    return before === undefined;
  });
}

function unique<T>(items: readonly T[], text: (item: T) => string): readonly T[] {
  return [...new Map(items.map((item) => [text(item), item] as const)).values()];
}
