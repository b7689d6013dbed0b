import { labelTexts, type Point, type Template } from "../../../src/index.ts";
import { drawn } from "./geometry.ts";

/** All texts of a drawing with their places, to find out how much room it takes. */
export function textsOf(template: Template, source: string): { readonly place: Point; readonly text: string }[] {
  const shown = drawn(template);
  const result: { place: Point; text: string }[] = [];
  for (const l of shown.locations)
    if (l.name !== undefined && l.place !== undefined)
      result.push({ place: l.namePlace ?? { x: l.place.x - 10, y: l.place.y - 34 }, text: l.name.name });
  for (const node of [...shown.locations, ...shown.edges])
    for (const label of labelTexts(node, source))
      if (label.place !== undefined) result.push({ place: label.place, text: label.text });
  return result;
}
