import { computed, signal } from "@preact/signals";
import { useEffect, useMemo, useRef } from "preact/hooks";
import type { Point } from "../../../src/index.ts";
import { checked, diagnostics, opening, text } from "../core/document.ts";
import { placeIn } from "../core/place.ts";
import { select, selection, template, templateIndex } from "../core/view.ts";
import { Drawing } from "../diagram/drawing.tsx";
import { between, boxOf, drawn, nearestPiece, nodesOf, pathOf } from "../diagram/geometry.ts";
import { textsOf } from "../diagram/texts.ts";
import { Viewport } from "../diagram/viewport.ts";
import { type Inplace, inplace } from "./inplace.tsx";
import { onCanvasKey } from "./keys.ts";
import {
  addNailAt,
  copySelection,
  createBranchpoint,
  createEdge,
  createLocation,
  draft,
  editSelected,
  grid,
  labelOf,
  moveSelection,
  paste,
  removeSelection,
  tool,
} from "./tools.ts";

/**
 * The diagram that is edited. One listener per kind of event: what was hit is read off `data-key`. A drag changes only a signal,
 * and becomes one change of the document when it ends.
 */
const moving = signal<{ keys: ReadonlySet<string>; dx: number; dy: number } | undefined>(undefined);
const band = signal<{ from: Point; to: Point } | undefined>(undefined);
const pointer = signal<Point>({ x: 0, y: 0 });

const viewports = new Map<string, Viewport>();
export function viewportOf(index: number): Viewport {
  const key = `${opening.value}:${index}`;
  let found = viewports.get(key);
  if (found === undefined) viewports.set(key, (found = new Viewport()));
  return found;
}

/** The classes of parts with errors: `faulty`, and `faulty-guard` if it is the guard. */
const faulty = computed(() => {
  const keys = new Map<string, string>();
  for (const d of diagnostics.value.slice(0, 200)) {
    if (d.severity !== "error") continue;
    const place = placeIn(checked.value, d.span);
    if (place.section === `template:${templateIndex.value}`)
      for (const key of place.keys)
        keys.set(
          key,
          `${keys.get(key) ?? " faulty"}${place.slot?.kind === "label" ? ` faulty-${place.slot.label}` : ""}`,
        );
  }
  return keys;
});

type Drag =
  | { readonly kind: "move"; readonly start: Point; readonly keys: ReadonlySet<string>; readonly free: boolean }
  | { readonly kind: "pan"; last: Point }
  | { readonly kind: "band"; readonly start: Point; readonly keep: ReadonlySet<string> }
  | { readonly kind: "connect"; readonly start: Point };

export function Canvas() {
  const svg = useRef<SVGSVGElement>(null);
  const drag = useRef<Drag | undefined>(undefined);
  const touches = useRef(new Map<number, Point>());
  const index = templateIndex.value ?? 0;
  const shown = template.value;
  const viewport = useMemo(() => viewportOf(index), [index, opening.value]);
  const fitAll = (): void => {
    const now = template.peek();
    if (svg.current === null || now === undefined) return;
    viewport.fit(boxOf(drawn(now), textsOf(now, text.peek())), svg.current.clientWidth, svg.current.clientHeight);
  };
  useEffect(() => {
    if (viewport.view.peek() === undefined) fitAll();
    const listen = (event: Event): void =>
      void ((event as CustomEvent).detail === "fit" ? fitAll() : zoomBy((event as CustomEvent<number>).detail));
    const zoomBy = (factor: number): void =>
      viewport.zoom(factor, { x: (svg.current?.clientWidth ?? 0) / 2, y: (svg.current?.clientHeight ?? 0) / 2 });
    const pan = (event: Event): void => {
      const { x, y } = (event as CustomEvent<Point>).detail;
      viewport.pan(x, y);
    };
    const clip = (event: ClipboardEvent): void => onClipboard(event, svg.current);
    for (const name of ["copy", "cut", "paste"] as const) document.addEventListener(name, clip);
    addEventListener("zonal-zoom", listen);
    addEventListener("zonal-pan", pan);
    return () => {
      for (const name of ["copy", "cut", "paste"] as const) document.removeEventListener(name, clip);
      removeEventListener("zonal-zoom", listen);
      removeEventListener("zonal-pan", pan);
    };
  }, [viewport]);
  if (shown === undefined) return null;

  const screen = (event: MouseEvent): Point => {
    const box = svg.current?.getBoundingClientRect();
    return { x: event.clientX - (box?.left ?? 0), y: event.clientY - (box?.top ?? 0) };
  };
  const at = (event: MouseEvent): Point => viewport.toDrawing(screen(event));

  const onPointerDown = (event: PointerEvent): void => {
    svg.current?.focus({ preventScroll: true });
    touches.current.set(event.pointerId, screen(event));
    const key = keyAt(event);
    const here = at(event);
    pointer.value = here;
    svg.current?.setPointerCapture(event.pointerId);
    if (event.button === 1 || touches.current.size > 1) {
      drag.current = { kind: "pan", last: screen(event) };
      moving.value = undefined;
      band.value = undefined;
      return;
    }
    if (event.button !== 0) return;
    const node = key === undefined ? undefined : nodeKey(key);
    if (tool.value === "edge" || draft.value !== undefined) {
      if (draft.value === undefined) {
        if (node !== undefined) draft.value = { from: node.slice(2), nails: [] };
        drag.current = { kind: "connect", start: here };
      } else if (node !== undefined) createEdge(draft.value.from, node.slice(2), draft.value.nails);
      else draft.value = { ...draft.value, nails: [...draft.value.nails, here] };
      return;
    }
    if (tool.value === "location" && key === undefined) {
      createLocation(here);
      if (!event.shiftKey) tool.value = "select";
      return;
    }
    if (tool.value === "branchpoint" && key === undefined) {
      createBranchpoint(here);
      tool.value = "select";
      return;
    }
    if (key === undefined) {
      if (event.pointerType === "touch") {
        drag.current = { kind: "pan", last: screen(event) };
        select([]);
      } else {
        const keep = event.shiftKey ? selection.value : new Set<string>();
        drag.current = { kind: "band", start: here, keep };
        select(keep);
      }
      return;
    }
    if (event.shiftKey || event.ctrlKey || event.metaKey) {
      const next = new Set(selection.value);
      if (!next.delete(key)) next.add(key);
      select(next);
    } else if (!selection.value.has(key)) select([key]);
    drag.current = { kind: "move", start: here, keys: new Set(selection.value), free: event.altKey };
  };

  const onPointerMove = (event: PointerEvent): void => {
    const here = at(event);
    if (draft.value !== undefined) pointer.value = here;
    const now = drag.current;
    if (now === undefined) return;
    if (now.kind === "pan") {
      const s = screen(event);
      const others = [...touches.current].filter(([id]) => id !== event.pointerId);
      const before = touches.current.get(event.pointerId) ?? s;
      if (others.length === 1) {
        const other = others[0]![1];
        const factor =
          Math.hypot(s.x - other.x, s.y - other.y) / Math.max(1, Math.hypot(before.x - other.x, before.y - other.y));
        viewport.zoom(factor, { x: (s.x + other.x) / 2, y: (s.y + other.y) / 2 });
      } else viewport.pan(s.x - before.x, s.y - before.y);
      touches.current.set(event.pointerId, s);
      return;
    }
    if (now.kind === "move") {
      const texts = [...now.keys].every((k) => k.startsWith("t:"));
      const step = now.free || event.altKey || texts ? 1 : grid;
      const dx = Math.round((here.x - now.start.x) / step) * step;
      const dy = Math.round((here.y - now.start.y) / step) * step;
      if (moving.value !== undefined || dx !== 0 || dy !== 0) {
        if (moving.value?.dx !== dx || moving.value?.dy !== dy) moving.value = { keys: now.keys, dx, dy };
      }
    } else if (now.kind === "band") band.value = { from: now.start, to: here };
  };

  const onPointerUp = (event: PointerEvent): void => {
    touches.current.delete(event.pointerId);
    const now = drag.current;
    drag.current = undefined;
    if (now?.kind === "move" && moving.value !== undefined) {
      const { keys, dx, dy } = moving.value;
      moving.value = undefined;
      moveSelection(keys, dx, dy);
    } else if (now?.kind === "band" && band.value !== undefined) {
      const { from, to } = band.value;
      band.value = undefined;
      const inside = (p: Point): boolean =>
        p.x >= Math.min(from.x, to.x) &&
        p.x <= Math.max(from.x, to.x) &&
        p.y >= Math.min(from.y, to.y) &&
        p.y <= Math.max(from.y, to.y);
      const drawing = drawn(shown);
      const branching = new Set(drawing.branchpoints.map((b) => b.id));
      const hit = [...nodesOf(drawing)]
        .filter(([, n]) => inside(n.place))
        .map(([id]) => `${branching.has(id) ? "b" : "l"}:${id}`);
      const nails = drawing.edges.flatMap((e, i) => e.nails.flatMap((p, k) => (inside(p) ? [`n:${i}:${k}`] : [])));
      select([...now.keep, ...hit, ...nails]);
    } else if (now?.kind === "connect" && draft.value !== undefined) {
      // Pressing on one location and releasing on another draws an edge too.
      const node = nodeKey(keyAt(event) ?? "");
      const here = at(event);
      const far = Math.hypot(here.x - now.start.x, here.y - now.start.y) > 20;
      if (far && node !== undefined) createEdge(draft.value.from, node.slice(2), []);
      else if (far) draft.value = undefined;
    }
    band.value = undefined;
  };

  const onDoubleClick = (event: MouseEvent): void => {
    const key = keyAt(event);
    const here = at(event);
    const text = key === undefined ? undefined : textAt(key, event, svg.current);
    if (key === undefined) createLocation(here);
    else if (text !== undefined) {
      select([text.owner]);
      inplace.value = text;
    } else if (key.startsWith("e:")) {
      const edge = drawn(shown).edges[Number(key.slice(2))]!;
      const nodes = nodesOf(drawn(shown));
      const from = nodes.get(edge.source.name);
      const to = nodes.get(edge.target.name);
      if (from !== undefined && to !== undefined)
        addNailAt(Number(key.slice(2)), nearestPiece(between(from, edge.nails, to), here), here);
    } else {
      select([key]);
      editSelected();
    }
  };

  const onWheel = (event: WheelEvent): void => {
    event.preventDefault();
    if (event.ctrlKey || event.metaKey) viewport.zoom(Math.exp(-event.deltaY / 200), screen(event));
    else viewport.pan(-event.deltaX, -event.deltaY);
  };

  return (
    <svg
      ref={svg}
      class={`canvas tool-${tool.value}`}
      tabindex={0}
      role="application"
      aria-label={`Diagram of ${shown.name.name}. Press ? for keys.`}
      onPointerDown={onPointerDown}
      onPointerMove={onPointerMove}
      onPointerUp={onPointerUp}
      onPointerCancel={onPointerUp}
      onDblClick={onDoubleClick}
      onWheel={onWheel}
      onKeyDown={(event) =>
        onCanvasKey(event, () =>
          viewport.toDrawing({ x: (svg.current?.clientWidth ?? 0) / 2, y: (svg.current?.clientHeight ?? 0) / 2 }),
        )
      }
    >
      <Scene viewport={viewport} />
      {shown.locations.length === 0 && (
        <text class="invite" x="50%" y="45%">
          Double-click, or press L, to create the first location
        </text>
      )}
    </svg>
  );
}

/** The clipboard, where the diagram has the focus: elsewhere texts are copied as ever. */
function onClipboard(event: ClipboardEvent, svg: SVGSVGElement | null): void {
  if (svg === null || document.activeElement !== svg || event.clipboardData === null) return;
  if (event.type === "paste") {
    if (!paste(event.clipboardData.getData("text/plain"))) return;
  } else {
    const clip = copySelection();
    if (clip === undefined) return;
    event.clipboardData.setData("text/plain", clip);
    if (event.type === "cut") removeSelection();
  }
  event.preventDefault();
}

function Scene({ viewport }: { readonly viewport: Viewport }) {
  const shown = template.value;
  const view = viewport.view.value ?? { x: 0, y: 0, scale: 1 };
  if (shown === undefined) return null;
  return (
    <g transform={`translate(${view.x} ${view.y}) scale(${view.scale})`}>
      <Parts />
      <Overlay />
    </g>
  );
}

function Parts() {
  const shown = template.value;
  if (shown === undefined) return null;
  // With a text its owner is marked.
  const chosen = new Set([...selection.value].map((key) => /^t:(.*):\w+$/.exec(key)?.[1] ?? key));
  const wrong = faulty.value;
  const aim = draft.value;
  const classes = (key: string): string => {
    const id = key.slice(2);
    const drafted =
      aim !== undefined && /^[lb]:/.test(key) ? (aim.from === id ? " source" : aim.to === id ? " aim" : "") : "";
    return `${chosen.has(key) ? "selected" : ""}${wrong.get(key) ?? ""}${drafted}`;
  };
  return <Drawing template={shown} text={text.value} classes={classes} moving={moving.value} editable />;
}

function Overlay() {
  const aim = draft.value;
  const rubber = band.value;
  const shown = template.value;
  const parts = [];
  if (aim !== undefined && shown !== undefined) {
    const nodes = nodesOf(drawn(shown));
    const from = nodes.get(aim.from);
    const to = aim.to === undefined ? undefined : nodes.get(aim.to);
    if (from !== undefined)
      parts.push(
        <path
          key="draft"
          class="draft"
          d={pathOf(between(from, aim.nails, to ?? { place: pointer.value, radius: 0 }))}
        />,
      );
  }
  if (rubber !== undefined) {
    const { from, to } = rubber;
    parts.push(
      <rect
        key="band"
        class="band"
        x={Math.min(from.x, to.x)}
        y={Math.min(from.y, to.y)}
        width={Math.abs(to.x - from.x)}
        height={Math.abs(to.y - from.y)}
      />,
    );
  }
  return <g>{parts}</g>;
}

/**
 * What was hit, of all that is under the pointer: the topmost text or location, then nails and lines, which are thin, and at last
 * the margins that make these easy to hit. (The pointer may be captured, so the event's target does not say it.)
 */
function keyAt(event: MouseEvent): string | undefined {
  const hit = document.elementsFromPoint(event.clientX, event.clientY).filter((e) => e.closest(".canvas [data-key]"));
  const rank = (e: Element): number =>
    e.matches(".hit, .halo") ? 3 : e.matches(".line") ? 2 : e.matches(".edge:not(.selected) > .nail") ? 1 : 0;
  const [target] = hit.toSorted((a, b) => rank(a) - rank(b));
  return target === undefined ? undefined : ownerOf(target);
}

function ownerOf(target: Element): string | undefined {
  return target.closest("[data-key]")?.getAttribute("data-key") ?? undefined;
}

/** The text of a key, to be edited where it stands. */
function textAt(key: string, event: MouseEvent, svg: SVGSVGElement | null): Inplace | undefined {
  const [, owner, kind] = /^t:(.*):(\w+)$/.exec(key) ?? [];
  const label = kind === "name" ? "name" : kind === undefined ? undefined : labelOf[kind];
  const shown = svg?.querySelector(`[data-key="${CSS.escape(key)}"]`)?.getBoundingClientRect();
  const frame = svg?.parentElement?.getBoundingClientRect();
  if (owner === undefined || label === undefined || shown === undefined || frame === undefined) return undefined;
  return { owner, kind: label, left: Math.min(shown.left, event.clientX) - frame.left, top: shown.top - frame.top };
}

/** The location or branch point a key belongs to. */
function nodeKey(key: string): string | undefined {
  if (/^[lb]:/.test(key)) return key;
  const text = /^t:(l:.*):\w+$/.exec(key);
  return text?.[1];
}
