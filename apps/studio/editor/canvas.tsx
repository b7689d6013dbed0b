import { useLayoutEffect, useMemo, useRef } from "preact/hooks";
import type { Point } from "../../../src/index.ts";
import { opening, text } from "../core/document.ts";
import { later } from "../core/later.tsx";
import { template, templateIndex } from "../core/view.ts";
import { type Box, boxOf, drawn } from "../diagram/geometry.ts";
import { textsOf } from "../diagram/texts.ts";
import { Viewport } from "../diagram/viewport.ts";
import { aimContext } from "./aim.ts";
import { Gestures } from "./gestures.ts";
import { onCanvasKey } from "./keys.ts";
import { typed } from "./pick.ts";
import { Scene } from "./scene.tsx";
import { copySelection, draft, paste, removeSelection, tool } from "./tools.ts";

/**
 * The diagram that is edited. One listener per kind of event: what was hit is read off `data-key` (`hit.ts`), what follows
 * from it is in `gestures.ts` and `keys.ts`. Its menu comes when it is first asked for.
 */
const viewports = new Map<string, Viewport>();
function viewportOf(index: number): Viewport {
  const key = `${opening.value}:${index}`;
  let found = viewports.get(key);
  if (found === undefined) viewports.set(key, (found = new Viewport()));
  return found;
}
const { open: openMenu, Room: ContextMenu } = later();

export function Canvas() {
  const svg = useRef<SVGSVGElement>(null);
  const index = templateIndex.value ?? 0;
  const shown = template.value;
  const viewport = useMemo(() => viewportOf(index), [index, opening.value]);
  const gestures = useRef<Gestures | undefined>(undefined);
  const size = (): Point => ({ x: svg.current?.clientWidth ?? 0, y: svg.current?.clientHeight ?? 0 });
  const box = (): Box | undefined => {
    const now = template.peek();
    return now && boxOf(drawn(now), textsOf(now, text.peek()));
  };
  const fitAll = (): void => {
    const now = box();
    if (now !== undefined) viewport.fit(now, size().x, size().y);
  };
  // Before the next press or key arrives, not after the next frame.
  useLayoutEffect(() => {
    if (svg.current !== null) gestures.current = new Gestures(svg.current, viewport);
    if (viewport.view.peek() === undefined) fitAll();
    const zoom = (event: Event): void => {
      const { detail } = event as CustomEvent<number | "fit">;
      if (detail === "fit") fitAll();
      else viewport.zoom(detail, { x: size().x / 2, y: size().y / 2 });
    };
    const show = (event: Event): void => viewport.show((event as CustomEvent<Point>).detail, size().x, size().y);
    const pan = (event: Event): void => {
      const { x, y } = (event as CustomEvent<Point>).detail;
      viewport.pan(x, y);
    };
    const clip = (event: ClipboardEvent): void => onClipboard(event, svg.current);
    for (const name of ["copy", "cut", "paste"] as const) document.addEventListener(name, clip);
    let before = size();
    const resized = new ResizeObserver(() => {
      const now = box();
      if (now !== undefined) viewport.keep(now, before, size());
      before = size();
    });
    if (svg.current !== null) resized.observe(svg.current);
    addEventListener("zonal-zoom", zoom);
    addEventListener("zonal-pan", pan);
    addEventListener("zonal-show", show);
    return () => {
      resized.disconnect();
      for (const name of ["copy", "cut", "paste"] as const) document.removeEventListener(name, clip);
      removeEventListener("zonal-zoom", zoom);
      removeEventListener("zonal-pan", pan);
      removeEventListener("zonal-show", show);
    };
  }, [viewport]);
  if (shown === undefined) return null;
  const middle = (): Point => viewport.toDrawing({ x: size().x / 2, y: size().y / 2 });
  const onContextMenu = (event: MouseEvent): void => {
    event.preventDefault();
    if (svg.current === null || gestures.current === undefined) return;
    aimContext(event, svg.current, gestures.current.at(event));
    void openMenu(import("./context.tsx"));
  };
  return (
    <>
      <svg
        ref={svg}
        class={`canvas tool-${tool.value}`}
        tabindex={0}
        role="application"
        aria-label={`Diagram of ${shown.name.name}. Press ? for keys.`}
        onPointerDown={(event) => gestures.current?.down(event)}
        // The focus is where the gesture put it: a field of what was just drawn, say.
        onMouseDown={(event) => event.preventDefault()}
        onPointerMove={(event) => gestures.current?.move(event)}
        onPointerUp={(event) => gestures.current?.up(event)}
        onPointerCancel={(event) => gestures.current?.up(event)}
        onClick={(event) => gestures.current?.click(event)}
        onDblClick={(event) => gestures.current?.doubleClick(event)}
        onWheel={(event) => gestures.current?.wheel(event)}
        onContextMenu={onContextMenu}
        onKeyDown={(event) => onCanvasKey(event, middle)}
      >
        <Scene viewport={viewport} />
        <Picked />
        {shown.locations.length === 0 && (
          <text class="invite" x="50%" y="45%">
            Double-click, or press L, to create the first location
          </text>
        )}
      </svg>
      <ContextMenu />
    </>
  );
}

/** What was typed so far to choose a location. */
function Picked() {
  const words = draft.value !== undefined ? "Edge to" : typed.value !== undefined ? "Go to" : undefined;
  if (words === undefined) return null;
  return (
    <text class="picked" x="14" y="24">
      {words}: {typed.value === undefined || typed.value === "" ? "type a name, or use arrows" : typed.value}
    </text>
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
