import {
  applyEdits,
  attributeOf,
  type Edit,
  type Element,
  type Template,
  type UppaalSource,
} from "../../syntax/index.ts";

/**
 * Locations of XML files have ids, and UPPAAL gives them anew when it saves. Before files are merged, a location gets the id
 * that it had before, known by its name or else its id; and what both sides added under one id gets two.
 */
export interface Sides {
  readonly base: UppaalSource;
  readonly ours: UppaalSource;
  readonly theirs: UppaalSource;
}

/** The texts of both sides with the ids of the base. */
export function withOldIds({ base, ours, theirs }: Sides): { readonly ours: string; readonly theirs: string } {
  const known = new Set([base, ours, theirs].flatMap(idsOf));
  const fresh = freshIds(known);
  const [mine, other] = [idsBefore(base, ours, fresh), idsBefore(base, theirs, fresh)];
  for (const [name, id] of newLocations(base, theirs)) {
    const taken = newLocations(base, ours);
    const now = other.get(id) ?? id;
    const same = [...taken].find(
      ([otherName, otherId]) => (mine.get(otherId) ?? otherId) === now && otherName !== name,
    );
    if (same === undefined) continue;
    // Which of the two keeps the id does not depend on which side is which.
    if (name < same[0]) mine.set(same[1], fresh());
    else other.set(id, fresh());
  }
  return { ours: renumbered(ours, mine), theirs: renumbered(theirs, other) };
}

/** Ids of the form `idN` beyond all that are known. */
export function freshIds(known: Set<string>): () => string {
  let next = 0;
  for (const id of known) next = Math.max(next, Number(/^id(\d{1,9})$/.exec(id)?.[1] ?? -1) + 1);
  return () => `id${next++}`;
}

/** By id now, the id before, where they differ. */
function idsBefore(base: UppaalSource, side: UppaalSource, fresh: () => string): Map<string, string> {
  const ids = new Map<string, string>();
  const old = new Set(idsOf(base));
  for (const [template, before] of pairs(base, side)) {
    const names = new Map(placesOf(before).flatMap(({ id, name }) => (name === undefined ? [] : [[name.name, id]])));
    const own = new Set(placesOf(before).map(({ id }) => id));
    const named = new Set(placesOf(template).flatMap(({ name }) => names.get(name?.name ?? "") ?? []));
    for (const { id, name } of placesOf(template)) {
      const then = name === undefined ? undefined : names.get(name.name);
      if (then !== undefined) ids.set(id, then);
      // What is new, or cannot be told, must not have the id of another.
      else if (named.has(id) || (old.has(id) && !own.has(id))) ids.set(id, fresh());
    }
  }
  return new Map([...ids].filter(([now, then]) => now !== then));
}

/** The templates of a side, each with the one of its name before. */
export function pairs(base: UppaalSource, side: UppaalSource): readonly (readonly [Template, Template])[] {
  const before = new Map(base.tree.templates.map((t) => [t.name.name, t]));
  return side.tree.templates.flatMap((t) => {
    const known = before.get(t.name.name);
    return known === undefined ? [] : [[t, known] as const];
  });
}

function placesOf({ locations, branchpoints }: Template) {
  return [...locations, ...branchpoints];
}

/** By name and template, or by what it says if it has no name, the ids that the base does not have. */
function newLocations(base: UppaalSource, side: UppaalSource): ReadonlyMap<string, string> {
  const old = new Set(idsOf(base));
  return new Map(
    side.tree.templates.flatMap((t) =>
      placesOf(t)
        .filter(({ id }) => !old.has(id))
        .map((at) => [`${t.name.name} ${at.name?.name ?? side.text.slice(at.start, at.end)}`, at.id] as const),
    ),
  );
}

function idsOf({ tree }: UppaalSource): readonly string[] {
  return tree.templates.flatMap((t) => placesOf(t).map(({ id }) => id));
}

function renumbered(source: UppaalSource, ids: ReadonlyMap<string, string>): string {
  const { document, text } = source;
  if (ids.size === 0 || document?.root === undefined) return text;
  const edits: Edit[] = [];
  const visit = (element: Element): void => {
    const name = element.name === "location" || element.name === "branchpoint" ? "id" : "ref";
    const at = attributeOf(document, element, name);
    const now = at === undefined ? undefined : ids.get(at.value);
    if (at !== undefined && now !== undefined) edits.push({ start: at.valueStart, end: at.valueEnd, text: now });
    for (const child of element.children) visit(child);
  };
  for (const template of document.root.children) if (template.name === "template") visit(template);
  return applyEdits(text, edits);
}
