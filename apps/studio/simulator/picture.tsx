import { signal } from "@preact/signals";
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import type { Template } from "../../../src/index.ts";
import { Drawing } from "../diagram/drawing.tsx";
import { type Box, boxOf, drawn } from "../diagram/geometry.ts";
import { textsOf } from "../diagram/texts.ts";

/**
 * One process: its template with where it is. A click on an edge chooses it, if somebody wants to know. It takes the width
 * there is, but labels do not become smaller than can be read: what does not fit is scrolled, or dragged, and the location it
 * is in stays in view.
 */
interface Pictured {
  readonly name: string;
  readonly location: string;
  readonly template: Template;
  readonly text: string;
  /** Of a part of the drawing, by its key. */
  readonly classes: (key: string) => string;
  readonly choose?: (edge: number) => void;
}

/** The process that is shown large. */
const large = signal<string | undefined>(undefined);
/** Labels have 12 pixels at 1: these are the smallest and the largest that come without being asked for. */
export const smallest = 0.75;
const largest = 1.8;

export function ProcessPicture({ name, location, template, text, classes, choose }: Pictured) {
  const box = boxOf(drawn(template), textsOf(template, text));
  const isLarge = large.value === name;
  const window = useRef<HTMLDivElement>(null);
  const [zoom, setZoom] = useState(1);
  const scale = useFit(window, box, isLarge ? 0.6 : 0.36) * zoom;
  const drag = useRef<Drag | undefined>(undefined);
  useEffect(() => bringIntoView(window.current), [location, scale]);
  const tool = (label: string, sign: string, run: () => void) => (
    <button type="button" class="quiet" aria-label={`${label} ${name}`} title={label} onClick={run}>
      {sign}
    </button>
  );
  return (
    <figure class={`process ${isLarge ? "large" : ""}`} data-process={name}>
      <figcaption>
        <span title={`${name} ${location}`}>
          {name} <b>{location}</b>
        </span>
        <span class="tools">
          {tool("Zoom out", "−", () => setZoom(Math.max(0.3, zoom / 1.25)))}
          {tool("Zoom in", "+", () => setZoom(Math.min(6, zoom * 1.25)))}
          {zoom !== 1 && tool("Fit", "Fit", () => setZoom(1))}
          <button
            type="button"
            class="quiet"
            aria-pressed={isLarge}
            aria-label={`Show ${name} large`}
            title={isLarge ? "smaller" : "larger"}
            onClick={() => (large.value = isLarge ? undefined : name)}
          >
            <svg viewBox="0 0 16 16" aria-hidden="true">
              <path d={isLarge ? "M6 2v4H2M10 14v-4h4" : "M9.5 2H14v4.5M6.5 14H2V9.5"} />
            </svg>
          </button>
        </span>
      </figcaption>
      <div
        class="window"
        ref={window}
        onWheel={(event) => {
          if (!event.ctrlKey && !event.metaKey) return;
          event.preventDefault();
          setZoom(Math.max(0.3, Math.min(6, zoom * Math.exp(-event.deltaY / 300))));
        }}
        onPointerDown={(event) => {
          if (event.pointerType === "mouse" && event.button === 0) drag.current = begin(event);
        }}
        onPointerMove={(event) => drag.current !== undefined && follow(event, drag.current)}
        onPointerUp={() => setTimeout(() => (drag.current = undefined))}
        onPointerLeave={() => (drag.current = undefined)}
      >
        {/* biome-ignore lint/a11y/useKeyWithClickEvents: with the keyboard, transitions are taken from the list. */}
        <svg
          viewBox={`${box.x} ${box.y} ${box.width} ${box.height}`}
          width={Math.round(box.width * scale)}
          height={Math.round(box.height * scale)}
          role="img"
          aria-label={`${name} is in ${location}`}
          onClick={(event) => {
            if (drag.current?.isMoved) return;
            const key = (event.target as Element).closest("[data-key]")?.getAttribute("data-key") ?? "";
            const edge = /^(?:t:)?e:(\d+)/.exec(key)?.[1];
            if (edge !== undefined) choose?.(Number(edge));
          }}
        >
          <Drawing template={template} text={text} classes={classes} />
        </svg>
      </div>
    </figure>
  );
}

/** The scale at which the drawing fits the width of its window and a part of the page's height. */
function useFit(window: { readonly current: HTMLElement | null }, box: Box, part: number): number {
  const [width, setWidth] = useState(290);
  useLayoutEffect(() => {
    const element = window.current;
    if (element === null) return;
    const observer = new ResizeObserver(() => setWidth(element.clientWidth));
    observer.observe(element);
    setWidth(element.clientWidth);
    return () => observer.disconnect();
  }, []);
  const fit = Math.min(width / box.width, Math.max(180, innerHeight * part) / box.height);
  return Math.max(smallest, Math.min(largest, fit));
}

interface Drag {
  readonly x: number;
  readonly y: number;
  readonly left: number;
  readonly top: number;
  isMoved: boolean;
}

function begin({ clientX, clientY, currentTarget }: PointerEvent): Drag {
  const { scrollLeft, scrollTop } = currentTarget as HTMLElement;
  return { x: clientX, y: clientY, left: scrollLeft, top: scrollTop, isMoved: false };
}

function follow({ clientX, clientY, currentTarget }: PointerEvent, drag: Drag): void {
  drag.isMoved ||= Math.hypot(clientX - drag.x, clientY - drag.y) > 4;
  if (!drag.isMoved) return;
  const window = currentTarget as HTMLElement;
  window.scrollLeft = drag.left + drag.x - clientX;
  window.scrollTop = drag.top + drag.y - clientY;
}

/** Scrolls the window alone, and only if the location is not in it. */
function bringIntoView(window: HTMLElement | null): void {
  const place = window?.querySelector(".active")?.getBoundingClientRect();
  if (window === null || place === undefined) return;
  const view = window.getBoundingClientRect();
  if (place.left < view.left || place.right > view.right)
    window.scrollLeft += (place.left + place.right - view.left - view.right) / 2;
  if (place.top < view.top || place.bottom > view.bottom)
    window.scrollTop += (place.top + place.bottom - view.top - view.bottom) / 2;
}
