import { applyEdits, edit, type UppaalSource } from "../../../src/index.ts";
import { insertChild, removeElement, setChildText } from "./element.ts";
import { apply, documentOf, elementAtNode, freshIds, type Target, templateOf } from "./target.ts";

/** Templates as a whole: a new one, its name, its place in the system, its end; as functions from the file to the new text. */
export function addTemplate(source: UppaalSource): { readonly text: string; readonly index: number } {
  const taken = new Set(source.tree.templates.map((t) => t.name.name));
  let n = taken.size + 1;
  while (taken.has(`Template${n}`)) n++;
  const root = source.document?.root;
  if (root === undefined || source.document === undefined) return { text: source.text, index: 0 };
  const before = ["imports", "declaration", "template"];
  const after = root.children.findLast((c) => before.includes(c.name));
  const [id] = freshIds({ source, index: 0 }, 1);
  const xml = `<template><name>Template${n}</name><location id="${id}" x="0" y="0"></location><init ref="${id}"/></template>`;
  return {
    text: applyEdits(source.text, insertChild(source.document, root, after, xml)),
    index: source.tree.templates.length,
  };
}

/** The file with a template in its system line, behind the others. */
export function joinSystem(source: UppaalSource, name: string): string {
  const last = source.tree.system?.groups.at(-1)?.at(-1);
  if (last === undefined) return edit(source).setSystem(`system ${name};`).apply();
  return edit(source).replaceSpan(last, `${last.name}, ${name}`).apply();
}

export function removeTemplate(target: Target): string {
  return apply(target, removeElement(documentOf(target), elementAtNode(target, templateOf(target))));
}

export function renameTemplate(target: Target, next: string): string {
  return apply(
    target,
    setChildText(documentOf(target), elementAtNode(target, templateOf(target)), "name", [], next.trim()),
  );
}
