import { signal } from "@preact/signals";
import type { Point } from "../../../src/index.ts";
import { select, selection, template } from "../core/view.ts";
import { drawn, nodesOf } from "../diagram/geometry.ts";
import { draft, nextOf, nodeKeys } from "./tools.ts";

/**
 * Choosing a location with the keyboard: by the first letters of its name, or as the next one in some direction. It is the
 * target of the edge that is being drawn, or else what is selected.
 */
export const typed = signal<string | undefined>(undefined);

/** Whether letters are those of a name now. */
export function isPicking(): boolean {
  return draft.value !== undefined || typed.value !== undefined;
}

export function stopPicking(): void {
  typed.value = undefined;
}

/** One letter more; one that leads nowhere is not taken. Backspace takes one away. */
export function pickBy(key: string): void {
  const old = typed.value ?? "";
  const next = key === "Backspace" ? old.slice(0, -1) : old + key.toLowerCase();
  const found = next === "" ? undefined : namedLike(next);
  if (key !== "Backspace" && found === undefined) return;
  typed.value = next;
  if (found !== undefined) choose(found);
}

/** The nearest location in a direction from the one that is chosen. */
export function pickTowards(x: number, y: number): void {
  const shown = template.value;
  const from = chosen();
  if (shown === undefined || from === undefined) return;
  const nodes = nodesOf(drawn(shown));
  const here = nodes.get(from.slice(2))?.place;
  if (here === undefined) return;
  const cost = (p: Point): number => {
    const [ahead, aside] = [(p.x - here.x) * x + (p.y - here.y) * y, (p.x - here.x) * y + (p.y - here.y) * x];
    return ahead <= 0 ? Infinity : ahead + 2 * Math.abs(aside);
  };
  const best = nodeKeys()
    .map((key) => ({ key, cost: cost(nodes.get(key.slice(2))!.place) }))
    .reduce((a, b) => (b.cost < a.cost ? b : a));
  if (best.cost < Infinity) choose(best.key);
}

export function pickNext(by: 1 | -1): void {
  const next = nextOf(nodeKeys(), chosen(), by);
  if (next !== undefined) choose(next);
}

function namedLike(start: string): string | undefined {
  const named = (template.value?.locations ?? []).filter((l) => l.name?.name.toLowerCase().startsWith(start));
  // A name that is typed in full is meant, whatever longer ones there are.
  const found = named.find((l) => l.name?.name.length === start.length) ?? named[0];
  return found === undefined ? undefined : `l:${found.id}`;
}

function chosen(): string | undefined {
  const aim = draft.value;
  return aim === undefined ? [...selection.value][0] : nodeKeys().find((k) => k.slice(2) === (aim.to ?? aim.from));
}

function choose(key: string): void {
  if (draft.value === undefined) select([key]);
  else draft.value = { ...draft.value, to: key.slice(2) };
}
