import {
  applyEdits,
  attributeOf,
  type Document,
  type Edge,
  type Edit,
  type Element,
  elementAt,
  type Location,
  labelTexts,
  type Point,
  type Template,
  type UppaalSource,
  xmlKinds,
} from "../../../src/index.ts";
import { insertChild, removeElement, setPlace } from "./element.ts";

/** Writes the places of a drawn template into the file: coordinates and nails change, and not a letter of any label. */
export function writePlaces(source: UppaalSource, old: Template, drawn: Template): string {
  const { document } = source;
  if (document === undefined || old === drawn) return source.text;
  const edits: Edit[] = [];
  const put = (element: Element | undefined, place: Point | undefined): void => {
    if (element !== undefined && place !== undefined) edits.push(...setPlace(document, element, place));
  };
  const texts = (element: Element, node: Location | Edge): void => {
    const labels = labelElements(document, element, node);
    labelTexts(node).forEach(({ place }, i) => void put(labels[i], place));
  };
  drawn.locations.forEach((location, i) => {
    const element = elementAt(document, old.locations[i]!.start);
    if (element === undefined) return;
    put(element, location.place);
    put(
      element.children.find((c) => c.name === "name"),
      location.namePlace,
    );
    texts(element, location);
  });
  drawn.branchpoints.forEach((b, i) => void put(elementAt(document, old.branchpoints[i]!.start), b.place));
  drawn.edges.forEach((edge, i) => {
    const element = elementAt(document, old.edges[i]!.start);
    if (element === undefined) return;
    texts(element, edge);
    edits.push(...nailEdits(document, element, old.edges[i]!.nails, edge.nails));
  });
  return applyEdits(source.text, edits);
}

/** The elements of a node's labels in the order of `labelTexts`; of several of a kind the last counts. */
function labelElements(document: Document, parent: Element, node: Location | Edge): (Element | undefined)[] {
  const labels = parent.children.filter((c) => c.name === "label");
  const kindOf = (element: Element): string | undefined => attributeOf(document, element, "kind")?.value;
  const taken = new Set<Element>();
  return labelTexts(node).map(({ kind, note }) => {
    const wanted = note ? kind : xmlKinds[kind as keyof typeof xmlKinds];
    const found = note
      ? labels.find((c) => kindOf(c) === wanted && !taken.has(c))
      : labels.findLast((c) => kindOf(c) === wanted);
    if (found !== undefined) taken.add(found);
    return found;
  });
}

/** Nails are moved as far as there are any; the rest is added or removed. */
function nailEdits(document: Document, element: Element, old: readonly Point[], next: readonly Point[]): Edit[] {
  if (old === next) return [];
  const nails = element.children.filter((c) => c.name === "nail");
  const kept = nails.slice(0, next.length).flatMap((nail, i) => setPlace(document, nail, next[i]!));
  const gone = nails.slice(next.length).flatMap((nail) => removeElement(document, nail));
  const fresh = next
    .slice(nails.length)
    .flatMap(({ x, y }) =>
      insertChild(document, element, element.children.at(-1), `<nail x="${Math.round(x)}" y="${Math.round(y)}"/>`),
    );
  return [...kept, ...gone, ...fresh];
}
