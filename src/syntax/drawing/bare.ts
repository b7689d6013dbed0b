import { wants } from "../../base/index.ts";
import type { Edge, Label, Location, Template } from "../tree.ts";

/** A template as if nobody had drawn it: without places and nails. */
export function withoutPlaces(template: Template): Template {
  wants("withoutPlaces", template, "template");
  return {
    ...template,
    locations: template.locations.map(bareLocation),
    branchpoints: template.branchpoints.map(({ place: _, ...rest }) => rest),
    edges: template.edges.map(bareEdge),
  };
}

function bareLocation({ place: _, namePlace: __, invariant, rate, notes, ...rest }: Location): Location {
  return {
    ...rest,
    ...(invariant === undefined ? {} : { invariant: bare(invariant) }),
    ...(rate === undefined ? {} : { rate: bare(rate) }),
    notes: notes.map(bare),
  };
}

function bareEdge({ select, guard, sync, update, probability, notes, ...rest }: Edge): Edge {
  return {
    ...rest,
    nails: [],
    ...(select === undefined ? {} : { select: bare(select) }),
    ...(guard === undefined ? {} : { guard: bare(guard) }),
    ...(sync === undefined ? {} : { sync: bare(sync) }),
    ...(update === undefined ? {} : { update: bare(update) }),
    ...(probability === undefined ? {} : { probability: bare(probability) }),
    notes: notes.map(bare),
  };
}

function bare<T extends Pick<Label<unknown>, "place">>({ place: _, ...rest }: T): Omit<T, "place"> {
  return rest;
}
