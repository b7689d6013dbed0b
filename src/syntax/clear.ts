import { wants } from "../base/index.ts";
import { withoutPlaces } from "./drawing/bare.ts";
import { countOverlaps } from "./drawing/overlaps.ts";
import { layoutTemplate } from "./layout.ts";
import type { Template } from "./tree.ts";

/**
 * Places for a template that a program made out of a drawn one: those it brings where its labels can be read there, or else
 * all of it drawn from nothing. What is added to a drawing (a tester has many edges between the same few locations, and longer
 * labels) soon lies on what is there. One that brings no places is left as it is, to be drawn when it is written.
 */
export function layoutClearly(template: Template): Template {
  wants("layoutClearly", template, "template");
  if (template.locations.every((l) => l.place === undefined)) return template;
  const kept = layoutTemplate(template);
  const covered = coveredLabels(kept);
  if (covered === 0) return kept;
  const anew = layoutTemplate(withoutPlaces(template));
  return coveredLabels(anew) < covered ? anew : kept;
}

/** How many things lie on labels, each counted once for each label. */
function coveredLabels(template: Template): number {
  const { labelsOnLabels, labelsOnEdges, labelsOnNodes } = countOverlaps(template);
  return labelsOnLabels + labelsOnEdges + labelsOnNodes;
}
