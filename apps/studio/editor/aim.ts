import { signal } from "@preact/signals";
import type { Point } from "../../../src/index.ts";
import { select, selection } from "../core/view.ts";
import { hitAt, nodeKey } from "./hit.ts";
import { draft } from "./tools.ts";

/** What the diagram's menu is about: where it stands on the screen, where that is in the drawing, and the part that was meant. */
interface Context {
  readonly left: number;
  readonly top: number;
  readonly place: Point;
  /** A location, branch point, edge, nail or text; undefined of the page itself. */
  readonly key: string | undefined;
}
export const context = signal<Context | undefined>(undefined);

/** A click means what it hits; the keyboard means what is selected. */
export function aimContext(event: MouseEvent, svg: SVGSVGElement, place: Point): void {
  const isByKey = event.button !== 2 && !(event as PointerEvent).pointerType;
  const [first] = selection.value;
  const hit = isByKey ? first : hitAt(event)?.key;
  // A location's name stands for it.
  const key = nodeKey(hit) ?? hit;
  draft.value = undefined;
  if (key === undefined) select([]);
  else if (!selection.value.has(key)) select([key]);
  const frame = svg.parentElement?.getBoundingClientRect();
  const part = isByKey && key !== undefined ? svg.querySelector(`[data-key="${CSS.escape(key)}"]`) : null;
  const box = part?.getBoundingClientRect();
  const [x, y] = box === undefined ? [event.clientX, event.clientY] : [box.right, box.bottom];
  context.value = { left: x - (frame?.left ?? 0), top: y - (frame?.top ?? 0), place, key };
}
