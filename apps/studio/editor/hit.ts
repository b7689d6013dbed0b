import type { Inplace } from "./inplace.tsx";
import { labelOf } from "./tools.ts";

/** What of the diagram is under the pointer. */
interface Hit {
  /** The part's key, as in `data-key`. */
  readonly key: string;
  /** The margin around a location: an edge that is pulled out of it begins there. */
  readonly isRim: boolean;
}

/**
 * What was hit, of all that is under the pointer: the topmost text or location, then nails and lines, which are thin, and at last
 * the margins that make these easy to hit. (The pointer may be captured, so the event's target does not say it.)
 */
export function hitAt(event: MouseEvent): Hit | undefined {
  const hit = document.elementsFromPoint(event.clientX, event.clientY).filter((e) => e.closest(".canvas [data-key]"));
  const rank = (e: Element): number =>
    e.matches(".hit, .halo") ? 3 : e.matches(".line") ? 2 : e.matches(".edge:not(.selected) > .nail") ? 1 : 0;
  const [target] = hit.toSorted((a, b) => rank(a) - rank(b));
  const key = target?.closest("[data-key]")?.getAttribute("data-key");
  return target === undefined || key == null ? undefined : { key, isRim: target.matches(".node > .halo") };
}

/** The text of a key, to be edited where it stands. */
export function textAt(key: string, event: MouseEvent, svg: SVGSVGElement | null): Inplace | undefined {
  const [, owner, kind] = /^t:(.*):(\w+)$/.exec(key) ?? [];
  const label = kind === "name" ? "name" : kind === undefined ? undefined : labelOf[kind];
  const shown = svg?.querySelector(`[data-key="${CSS.escape(key)}"]`)?.getBoundingClientRect();
  const frame = svg?.parentElement?.getBoundingClientRect();
  if (owner === undefined || label === undefined || shown === undefined || frame === undefined) return undefined;
  return { owner, kind: label, left: Math.min(shown.left, event.clientX) - frame.left, top: shown.top - frame.top };
}

/** The location or branch point a key belongs to. */
export function nodeKey(key: string | undefined): string | undefined {
  if (key === undefined || /^[lb]:/.test(key)) return key;
  const text = /^t:(l:.*):\w+$/.exec(key);
  return text?.[1];
}
