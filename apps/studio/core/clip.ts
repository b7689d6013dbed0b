import {
  applyEdits,
  attributeOf,
  type Document,
  type Edit,
  type Element,
  elementAt,
  type UppaalSource,
} from "../../../src/index.ts";
import { asUppaal } from "./document.ts";
import { move } from "./edits.ts";
import { insertChild, setAttribute, setChildText } from "./element.ts";
import { freshIds, type Target } from "./target.ts";

/**
 * Parts of a diagram as a text that any clipboard takes: a template of their own with the elements as written, so that another
 * tab, another window and another program can read it. Pasted parts get ids and names of their own; edges come along
 * with both ends.
 */
const head = "<nta><template><name>Clipboard</name>";
const tail = "</template><system>system Clipboard;</system></nta>";

export function copyParts({ source, index }: Target, keys: ReadonlySet<string>): string | undefined {
  const template = source.tree.templates[index];
  const { document } = source;
  if (template === undefined || document === undefined) return undefined;
  const chosen = (id: string): boolean => keys.has(`l:${id}`) || keys.has(`b:${id}`);
  const nodes = [...template.locations, ...template.branchpoints].filter((node) => chosen(node.id));
  const edges = template.edges.filter((e) => chosen(e.source.name) && chosen(e.target.name));
  if (nodes.length === 0) return undefined;
  const written = [...nodes, ...edges].map((node) => source.text.slice(node.start, node.end));
  return `${head}\n${written.join("\n")}\n${tail}`;
}

/** The file with copied parts in it, moved a little; undefined if the text holds no such parts. */
export function pasteParts(
  target: Target,
  clip: string,
  by: number,
): { readonly text: string; readonly keys: readonly string[] } | undefined {
  if (!clip.startsWith(head)) return undefined;
  const copied = asUppaal(clip);
  const [template] = copied.tree.templates;
  if (template === undefined || template.locations.length + template.branchpoints.length === 0) return undefined;
  const ids = freshIds(target, [...template.locations, ...template.branchpoints].length);
  const names = new Map([...template.locations, ...template.branchpoints].map((node, i) => [node.id, ids[i]!]));
  const all = new Set([
    ...template.locations.map((l) => `l:${l.id}`),
    ...template.branchpoints.map((b) => `b:${b.id}`),
  ]);
  const moved = asUppaal(move({ source: copied, index: 0 }, all, by, by));
  const named = asUppaal(
    applyEdits(moved.text, [...idEdits(moved.document!, names), ...nameEdits(moved, namesIn(target))]),
  );
  const keys = [
    ...template.locations.map((l) => `l:${names.get(l.id)!}`),
    ...template.branchpoints.map((b) => `b:${names.get(b.id)!}`),
  ];
  return { text: insertAll(target, named.text, named.document!), keys };
}

function idEdits(document: Document, names: ReadonlyMap<string, string>): Edit[] {
  const rename = (element: Element, attribute: string): Edit[] => {
    const next = names.get(attributeOf(document, element, attribute)?.value ?? "");
    return next === undefined ? [] : setAttribute(document, element, attribute, next);
  };
  const parts = document.root?.children.find((c) => c.name === "template")?.children ?? [];
  return parts.flatMap((part) => [
    ...(part.name === "location" || part.name === "branchpoint" ? rename(part, "id") : []),
    ...part.children.filter((c) => c.name === "source" || c.name === "target").flatMap((c) => rename(c, "ref")),
  ]);
}

function namesIn({ source, index }: Target): Set<string> {
  return new Set(source.tree.templates[index]!.locations.flatMap(({ name }) => name?.name ?? []));
}

/** A name that the template has already gets the first number that makes it another: Idle becomes Idle2, and that Idle3. */
function nameEdits({ tree, document }: UppaalSource, taken: Set<string>): Edit[] {
  return tree.templates[0]!.locations.flatMap((location): Edit[] => {
    const name = location.name?.name;
    if (name === undefined) return [];
    const [, stem] = /^(.*?)\d*$/.exec(name)!;
    let fresh = name;
    for (let n = 2; taken.has(fresh); n++) fresh = `${stem}${n}`;
    taken.add(fresh);
    return fresh === name ? [] : setChildText(document!, elementAt(document!, location.start)!, "name", [], fresh);
  });
}

/** Each kind of part goes behind its like, in the order that UPPAAL demands. */
function insertAll({ source, index }: Target, text: string, clip: Document): string {
  const document = source.document!;
  const parent = elementAt(document, source.tree.templates[index]!.start)!;
  const order = ["name", "parameter", "declaration", "location", "branchpoint", "init", "transition"];
  const parts = clip.root?.children.find((c) => c.name === "template")?.children ?? [];
  const edits = parts.flatMap((part) => {
    const rank = order.indexOf(part.name);
    if (part.name === "name" || rank < 0) return [];
    const after = parent.children.findLast((c) => order.indexOf(c.name) >= 0 && order.indexOf(c.name) <= rank);
    return insertChild(document, parent, after, text.slice(part.start, part.end));
  });
  return applyEdits(source.text, edits);
}
