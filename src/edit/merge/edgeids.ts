import { applyEdits, attributeOf, type Edge, type Edit, type Element, type UppaalSource } from "../../syntax/index.ts";
import { freshIds, pairs } from "./ids.ts";
import { matchParts } from "./match.ts";
import { cut, node, type Part } from "./part.ts";

/**
 * Transitions of UPPAAL 5 have ids to which nothing refers, and UPPAAL gives them anew when it saves. Before files are merged a
 * transition gets the id that it had before; afterwards one whose id is another's gets one of its own.
 */
export function withOldEdgeIds(base: UppaalSource, side: UppaalSource): string {
  const ids = idsByPlace(side);
  const old = idsByPlace(base);
  const edits = pairs(base, side).flatMap(([now, before]) => {
    const known = partsOf(base, before.edges);
    const parts = partsOf(side, now.edges);
    return [...matchParts([...known.keys()], [...parts.keys()])].flatMap(([part, was]): readonly Edit[] => {
      const [id, then] = [ids.get(parts.get(part)!.start), old.get(known.get(was)!.start)];
      return id === undefined || then === undefined ? [] : [{ ...id, text: then.text }];
    });
  });
  return applyEdits(side.text, edits);
}

/** Edges as parts that their ids do not tell apart. */
function partsOf({ text }: UppaalSource, edges: readonly Edge[]): ReadonlyMap<Part, Edge> {
  return new Map(
    edges.map((edge) => {
      const body = text.slice(edge.start, edge.end).replace(/^(<transition\b[^>]*?)\sid\s*=\s*("[^"]*"|'[^']*')/, "$1");
      const top = node("transition", `${edge.source.name} -> ${edge.target.name}`, { start: 0, end: body.length });
      return [cut(body, top), edge] as const;
    }),
  );
}

/**
 * The merged text without ids that stand twice in it but in neither side; of two transitions the one that is not `isNew`
 * keeps its id.
 */
export function withOwnEdgeIds(
  merged: UppaalSource,
  sides: readonly UppaalSource[],
  isNew: (start: number) => boolean,
): string {
  const twice = new Set(sides.flatMap((side) => [...repeated(idsIn(side))]));
  const all = idsIn(merged);
  const fresh = freshIds(new Set(all.map(({ text }) => text)));
  const rank = ({ element }: Id): number => (element.name !== "transition" ? 0 : isNew(element.start) ? 2 : 1);
  const seen = new Set<string>();
  const edits: Edit[] = [];
  for (const id of all.toSorted((a, b) => rank(a) - rank(b))) {
    if (seen.has(id.text) && !twice.has(id.text) && rank(id) > 0) edits.push({ ...id, text: fresh() });
    seen.add(id.text);
  }
  return applyEdits(merged.text, edits);
}

function repeated(ids: readonly Id[]): ReadonlySet<string> {
  const seen = new Set<string>();
  return new Set(ids.flatMap(({ text }) => (seen.has(text) ? [text] : (seen.add(text), []))));
}

/** The id of an element and where it stands. */
interface Id extends Edit {
  readonly element: Element;
}

function idsByPlace(source: UppaalSource): ReadonlyMap<number, Id> {
  return new Map(idsIn(source).map((id) => [id.element.start, id]));
}

function idsIn({ document }: UppaalSource): readonly Id[] {
  const visit = (element: Element): readonly Id[] => {
    const at = attributeOf(document!, element, "id");
    const own = at === undefined ? [] : [{ start: at.valueStart, end: at.valueEnd, text: at.value, element }];
    return [...own, ...element.children.flatMap(visit)];
  };
  return document?.root === undefined ? [] : visit(document.root);
}
