import type { Edge, Label, Location, Note, Point } from "../tree.ts";

/** Nodes with their texts at given places, in the order of `labelTexts`; what is given no place keeps its own. */
type Places = readonly (Point | undefined)[];

export function placeEdgeTexts(edge: Edge, places: Places): Edge {
  const next = new Queue(places);
  const { select, guard, sync, update, probability } = edge;
  return {
    ...edge,
    ...(select === undefined ? {} : { select: next.place(select) }),
    ...(guard === undefined ? {} : { guard: next.place(guard) }),
    ...(sync === undefined ? {} : { sync: next.place(sync) }),
    ...(update === undefined ? {} : { update: next.place(update) }),
    ...(probability === undefined ? {} : { probability: next.place(probability) }),
    notes: edge.notes.map((note) => next.place(note)),
  };
}

export function placeLocationTexts(location: Location, places: Places): Location {
  const next = new Queue(places);
  const { invariant, rate } = location;
  return {
    ...location,
    ...(invariant === undefined ? {} : { invariant: next.place(invariant) }),
    ...(rate === undefined ? {} : { rate: next.place(rate) }),
    notes: location.notes.map((note) => next.place(note)),
  };
}

class Queue {
  private readonly places: Places;
  private at = 0;

  constructor(places: Places) {
    this.places = places;
  }

  place<T extends Label<unknown> | Note>(label: T): T {
    const place = this.places[this.at++];
    return place === undefined ? label : { ...label, place: { x: Math.round(place.x), y: Math.round(place.y) } };
  }
}
