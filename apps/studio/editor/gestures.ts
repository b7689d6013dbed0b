import type { Point } from "../../../src/index.ts";
import { select, selection, template } from "../core/view.ts";
import { between, drawn, nearestPiece, nodesOf } from "../diagram/geometry.ts";
import type { Viewport } from "../diagram/viewport.ts";
import { hitAt, nodeKey, textAt } from "./hit.ts";
import { inplace } from "./inplace.tsx";
import { band, moving, pointer } from "./scene.tsx";
import {
  addNailAt,
  createBranchpoint,
  createEdge,
  createLocation,
  draft,
  editSelected,
  grid,
  moveSelection,
  tool,
} from "./tools.ts";

/**
 * What mouse, pen and fingers do with the diagram: select, move, frame, pan and zoom, draw. A drag changes only a signal, and
 * becomes one change of the document when it ends. A tool stays until another one is chosen, as in UPPAAL.
 */
type Drag =
  | { readonly kind: "move"; readonly start: Point; readonly keys: ReadonlySet<string>; readonly free: boolean }
  | { readonly kind: "pan" }
  | { readonly kind: "band"; readonly start: Point; readonly keep: ReadonlySet<string> }
  | { readonly kind: "connect"; readonly start: Point };

/** An edge is pulled out of a location when the pointer has gone so far. */
const PULLED = 20;

export class Gestures {
  private drag: Drag | undefined;
  /** An edge was led back to where it begins: a loop, unless this is the second half of a double click. */
  private mayLoop = false;
  private readonly touches = new Map<number, Point>();
  private readonly svg: SVGSVGElement;
  private readonly viewport: Viewport;

  constructor(svg: SVGSVGElement, viewport: Viewport) {
    this.svg = svg;
    this.viewport = viewport;
  }

  private screen(event: MouseEvent): Point {
    const { left, top } = this.svg.getBoundingClientRect();
    return { x: event.clientX - left, y: event.clientY - top };
  }

  /** Where an event is in the drawing. */
  at(event: MouseEvent): Point {
    return this.viewport.toDrawing(this.screen(event));
  }

  down(event: PointerEvent): void {
    this.svg.focus({ preventScroll: true });
    this.touches.set(event.pointerId, this.screen(event));
    this.svg.setPointerCapture(event.pointerId);
    const here = (pointer.value = this.at(event));
    if (event.button === 1 || this.touches.size > 1) {
      this.drag = { kind: "pan" };
      moving.value = undefined;
      band.value = undefined;
      draft.value = undefined;
    } else if (event.button === 0) this.press(event, here);
  }

  private press(event: PointerEvent, here: Point): void {
    this.mayLoop = false;
    const hit = hitAt(event);
    const node = nodeKey(hit?.key);
    const pulls = hit?.isRim === true && event.pointerType === "mouse" && !event.shiftKey && tool.value === "select";
    if (draft.value !== undefined) {
      const { from, nails } = draft.value;
      if (node?.slice(2) === from && nails.length === 0) this.mayLoop = true;
      else if (node !== undefined) createEdge(from, node.slice(2), nails);
      else draft.value = { ...draft.value, nails: [...draft.value.nails, here] };
    } else if (tool.value === "edge" || pulls) {
      if (node !== undefined) draft.value = { from: node.slice(2), nails: [] };
      this.drag = { kind: "connect", start: here };
    } else if (tool.value === "location" && hit === undefined) createLocation(here);
    else if (tool.value === "branchpoint" && hit === undefined) createBranchpoint(here);
    else if (hit === undefined) this.pressNothing(event, here);
    else this.pressPart(event, here, hit.key);
  }

  private pressNothing(event: PointerEvent, here: Point): void {
    const keep = event.shiftKey ? selection.value : new Set<string>();
    this.drag = event.pointerType === "touch" ? { kind: "pan" } : { kind: "band", start: here, keep };
    select(keep);
  }

  private pressPart(event: PointerEvent, here: Point, key: string): void {
    if (event.shiftKey || event.ctrlKey || event.metaKey) {
      const next = new Set(selection.value);
      if (!next.delete(key)) next.add(key);
      select(next);
    } else if (!selection.value.has(key)) select([key]);
    this.drag = { kind: "move", start: here, keys: new Set(selection.value), free: event.altKey };
  }

  move(event: PointerEvent): void {
    const here = this.at(event);
    if (draft.value !== undefined) pointer.value = here;
    const now = this.drag;
    if (now?.kind === "pan") this.pan(event);
    else if (this.touches.has(event.pointerId)) this.touches.set(event.pointerId, this.screen(event));
    if (now?.kind === "band") band.value = { from: now.start, to: here };
    if (now?.kind !== "move") return;
    const texts = [...now.keys].every((k) => k.startsWith("t:"));
    const step = now.free || event.altKey || texts ? 1 : grid;
    const dx = Math.round((here.x - now.start.x) / step) * step;
    const dy = Math.round((here.y - now.start.y) / step) * step;
    const { dx: oldX, dy: oldY } = moving.value ?? { dx: 0, dy: 0 };
    if (oldX !== dx || oldY !== dy) moving.value = { keys: now.keys, dx, dy };
  }

  /** One pointer moves the view, two fingers zoom it too, about the middle between them. */
  private pan(event: PointerEvent): void {
    const now = this.screen(event);
    const before = this.touches.get(event.pointerId) ?? now;
    const [other] = [...this.touches].filter(([id]) => id !== event.pointerId).map(([, point]) => point);
    this.touches.set(event.pointerId, now);
    if (other === undefined) return this.viewport.pan(now.x - before.x, now.y - before.y);
    const apart = (p: Point): number => Math.max(1, Math.hypot(p.x - other.x, p.y - other.y));
    this.viewport.zoom(apart(now) / apart(before), { x: (before.x + other.x) / 2, y: (before.y + other.y) / 2 });
    this.viewport.pan((now.x - before.x) / 2, (now.y - before.y) / 2);
  }

  up(event: PointerEvent): void {
    this.touches.delete(event.pointerId);
    const now = this.drag;
    // The finger that is left goes on moving the view.
    if (this.touches.size > 0) return;
    this.drag = undefined;
    if (now?.kind === "move" && moving.value !== undefined) {
      const { keys, dx, dy } = moving.value;
      moving.value = undefined;
      moveSelection(keys, dx, dy);
    } else if (now?.kind === "band" && band.value !== undefined)
      select([...now.keep, ...partsIn(band.value.from, band.value.to)]);
    else if (now?.kind === "connect" && draft.value !== undefined) this.connect(event, now.start);
    band.value = undefined;
  }

  /** Pressing on one location and letting go over another draws an edge; where nothing was pulled, a click on the rim selects. */
  private connect(event: PointerEvent, start: Point): void {
    const from = draft.value?.from;
    const here = this.at(event);
    const isPulled = Math.hypot(here.x - start.x, here.y - start.y) > PULLED;
    const node = nodeKey(hitAt(event)?.key);
    if (from === undefined) return;
    if (isPulled && node !== undefined) createEdge(from, node.slice(2), []);
    else if (isPulled || tool.value !== "edge") {
      draft.value = undefined;
      if (!isPulled && node !== undefined) select([node]);
    }
  }

  /** Only a click knows whether it is the second of two. */
  click(event: MouseEvent): void {
    const now = draft.value;
    if (!this.mayLoop || now === undefined) return;
    this.mayLoop = false;
    if (event.detail > 1) draft.value = undefined;
    else createEdge(now.from, now.from, now.nails);
  }

  doubleClick(event: MouseEvent): void {
    const key = hitAt(event)?.key;
    const here = this.at(event);
    const text = key === undefined ? undefined : textAt(key, event, this.svg);
    if (tool.value !== "select") return;
    if (key === undefined) createLocation(here);
    else if (text !== undefined) {
      select([text.owner]);
      inplace.value = text;
    } else if (key.startsWith("e:")) nailAt(Number(key.slice(2)), here);
    else {
      select([key]);
      editSelected();
    }
  }

  wheel(event: WheelEvent): void {
    event.preventDefault();
    if (event.ctrlKey || event.metaKey) this.viewport.zoom(Math.exp(-event.deltaY / 200), this.screen(event));
    else this.viewport.pan(-event.deltaX, -event.deltaY);
  }
}

/** A nail where an edge was hit. */
export function nailAt(index: number, here: Point): void {
  const shown = template.value;
  const edge = shown === undefined ? undefined : drawn(shown).edges[index];
  if (shown === undefined || edge === undefined) return;
  const nodes = nodesOf(drawn(shown));
  const from = nodes.get(edge.source.name);
  const to = nodes.get(edge.target.name);
  if (from !== undefined && to !== undefined) addNailAt(index, nearestPiece(between(from, edge.nails, to), here), here);
}

/** The locations, branch points and nails in a frame. */
function partsIn(from: Point, to: Point): string[] {
  const shown = template.value;
  if (shown === undefined) return [];
  const inside = (p: Point): boolean =>
    p.x >= Math.min(from.x, to.x) &&
    p.x <= Math.max(from.x, to.x) &&
    p.y >= Math.min(from.y, to.y) &&
    p.y <= Math.max(from.y, to.y);
  const drawing = drawn(shown);
  const branching = new Set(drawing.branchpoints.map((b) => b.id));
  const nodes = [...nodesOf(drawing)].filter(([, node]) => inside(node.place));
  const nails = drawing.edges.flatMap((e, i) => e.nails.flatMap((p, k) => (inside(p) ? [`n:${i}:${k}`] : [])));
  return [...nodes.map(([id]) => `${branching.has(id) ? "b" : "l"}:${id}`), ...nails];
}
