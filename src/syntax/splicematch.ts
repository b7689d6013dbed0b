/**
 * What of a template in a file a changed template has kept: locations by where they stand and by id, edges by where they
 * stand, what they say and their ends.
 */
import type { Span } from "../base/index.ts";
import { labelTexts } from "./labeltext.ts";
import type { Edge, Location, Template } from "./tree.ts";

/** By location: the old one that stands at the same place of the file, or else has the same id. */
export function sameLocations(old: readonly Location[], next: readonly Location[]): ReadonlyMap<Location, Location> {
  const found = new Map<Location, Location>();
  const rest = new Set(old);
  const claim = (location: Location, known: Location | undefined): void => {
    if (known !== undefined && !found.has(location) && rest.delete(known)) found.set(location, known);
  };
  for (const l of next)
    claim(
      l,
      old.find((o) => samePlace(o, l)),
    );
  for (const l of next)
    claim(
      l,
      old.find((o) => o.id === l.id),
    );
  return found;
}

function samePlace(a: Span, b: Span): boolean {
  return a.start === b.start && a.end === b.end && a.start < a.end;
}

/** By edge: the old one that it was. */
export function pairEdges(
  old: Template,
  next: Template,
  locations: ReadonlyMap<Location, Location>,
): ReadonlyMap<Edge, Edge> {
  const renamed = new Map([...locations].map(([now, before]) => [before.id, now.id]));
  const ends = ({ source, target }: Edge): string => `${source.name}\n${target.name}`;
  const endsBefore = ({ source, target }: Edge): string =>
    `${renamed.get(source.name) ?? source.name}\n${renamed.get(target.name) ?? target.name}`;
  const rest = new Set(old.edges);
  const taken = new Map<Edge, Edge>();
  const pair = (key: (e: Edge) => string, keyBefore: (e: Edge) => string): void => {
    const waiting = new Map<string, Edge[]>();
    for (const edge of [...rest].toReversed()) {
      const list = waiting.get(keyBefore(edge));
      if (list === undefined) waiting.set(keyBefore(edge), [edge]);
      else list.push(edge);
    }
    for (const edge of next.edges) {
      const known = taken.has(edge) ? undefined : waiting.get(key(edge))?.pop();
      if (known !== undefined && rest.delete(known)) taken.set(edge, known);
    }
  };
  const place = (e: Edge): string => `${e.start} ${e.end}`;
  pair((e) => (e.start < e.end ? place(e) : ""), place);
  pair(
    (e) => `${ends(e)}\n${meaning(e)}`,
    (e) => `${endsBefore(e)}\n${meaning(e)}`,
  );
  pair(ends, endsBefore);
  return taken;
}

/** Whether edges that leave their source to the one before can be written so. */
export function hasSources(old: Template, next: Template, paired: ReadonlyMap<Edge, Edge>): boolean {
  if (old.edges === next.edges) return true;
  const after = new Map([...paired].map(([edge, known]) => [known, edge]));
  let isNamed = true;
  return old.edges.every((known) => {
    const edge = after.get(known);
    if (known.source.start >= known.start) isNamed = edge !== undefined;
    else if (edge !== undefined && !isNamed) {
      isNamed = true;
      return edge.source.name === known.source.name;
    }
    return true;
  });
}

function meaning(edge: Edge): string {
  return labelTexts(edge)
    .map((l) => `${l.kind} ${l.text}`)
    .join("\n");
}
