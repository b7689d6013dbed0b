/**
 * Parameters by reference as names of global variables (Slomp, section 6.1.1: "whenever we encounter a local parameter we
 * look up the corresponding global variable"). Where an edge of a template must reset what a parameter means, in each
 * process of it, that is written as a reset of the parameter; otherwise the global variable is named.
 */
import type { CheckedTemplate } from "../model/index.ts";
import type { Leaf, Place } from "./places.ts";

/** A global variable, or a part of one, that an edge of a template must reset in some of its processes. */
export interface Wanted {
  readonly place: Place;
  readonly leaf: Leaf;
  readonly element: number;
  /** In which processes. */
  readonly processes: ReadonlySet<number>;
}

interface Named {
  readonly place: Place;
  readonly leaf: Leaf;
}

export class References {
  private readonly parameters = new Map<CheckedTemplate, readonly Named[]>();

  add(template: CheckedTemplate, places: readonly Place[]): void {
    const found = places.filter((p) => p.variable.reference);
    this.parameters.set(
      template,
      found.flatMap((place) => place.leaves.map((leaf) => ({ place, leaf }))),
    );
  }

  /** What an edge must reset, under the names that it is to be reset by. `processes` are those that have the edge. */
  rename<W extends Wanted>(
    template: CheckedTemplate,
    processes: readonly number[],
    wanted: readonly W[],
  ): readonly (W & Named)[] {
    let left = wanted;
    const out: (W & Named)[] = [];
    for (const { place, leaf } of this.parameters.get(template) ?? []) {
      const meant = (p: number): W | undefined => left.find((w) => w.element === leaf.element(p));
      const covered = left.filter((w) => [...w.processes].every((p) => leaf.element(p) === w.element));
      const [one] = covered;
      if (one === undefined || !processes.every((p) => covered.includes(meant(p)!))) continue;
      out.push({ ...one, place, leaf });
      left = left.filter((w) => !covered.includes(w));
    }
    return [...out, ...left];
  }
}
