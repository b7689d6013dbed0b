import { escaped, insertChild, removeElement, setAttribute, setChildText } from "./element.ts";
import { apply, documentOf, elementAtNode, elementOfKey, type Target, templateOf } from "./target.ts";

/**
 * What a location or an edge is, apart from its place and labels: name, marks, colour; as functions from the file to
 * the new text.
 */
export function setInitial(target: Target, id: string): string {
  const template = templateOf(target);
  const document = documentOf(target);
  const parent = elementAtNode(target, template);
  const init = parent.children.find((c) => c.name === "init");
  if (init !== undefined) return apply(target, setAttribute(document, init, "ref", id));
  const before = ["name", "parameter", "declaration", "location", "branchpoint"];
  return apply(
    target,
    insertChild(
      document,
      parent,
      parent.children.findLast((c) => before.includes(c.name)),
      `<init ref="${id}"/>`,
    ),
  );
}

export function renameLocation(target: Target, id: string, next: string): string {
  const location = templateOf(target).locations.find((l) => l.id === id);
  if (location === undefined) return target.source.text;
  const element = elementAtNode(target, location);
  const document = documentOf(target);
  const old = element.children.find((c) => c.name === "name");
  if (next.trim() === "") return old === undefined ? target.source.text : apply(target, removeElement(document, old));
  if (old !== undefined) return apply(target, setChildText(document, element, "name", [], next.trim()));
  const { x, y } = location.place ?? { x: 0, y: 0 };
  return apply(
    target,
    insertChild(document, element, undefined, `<name x="${x - 10}" y="${y - 34}">${escaped(next.trim())}</name>`),
  );
}

export function setMark(target: Target, id: string, mark: "urgent" | "committed", on: boolean): string {
  const location = templateOf(target).locations.find((l) => l.id === id);
  if (location === undefined) return target.source.text;
  const element = elementAtNode(target, location);
  const old = element.children.find((c) => c.name === mark);
  if (on === (old !== undefined)) return target.source.text;
  return apply(
    target,
    old === undefined
      ? insertChild(documentOf(target), element, element.children.at(-1), `<${mark}/>`)
      : removeElement(documentOf(target), old),
  );
}

export function setColor(target: Target, key: string, color: string | undefined): string {
  const element = elementOfKey(target, key);
  return element === undefined
    ? target.source.text
    : apply(target, setAttribute(documentOf(target), element, "color", color));
}

export function setControllable(target: Target, edge: number, on: boolean): string {
  const element = elementAtNode(target, templateOf(target).edges[edge]!);
  return apply(target, setAttribute(documentOf(target), element, "controllable", on ? undefined : "false"));
}
