import { computed, signal } from "@preact/signals";
import type { Point } from "../../../src/index.ts";
import { checked, diagnostics, text } from "../core/document.ts";
import { placeIn } from "../core/place.ts";
import { selection, template, templateIndex } from "../core/view.ts";
import { Drawing } from "../diagram/drawing.tsx";
import { between, drawn, nodesOf, pathOf } from "../diagram/geometry.ts";
import type { Viewport } from "../diagram/viewport.ts";
import { draft } from "./tools.ts";

/** What the diagram shows while it is edited: its parts, what is selected or wrong, and what is being drawn, moved or framed. */
export const moving = signal<{ keys: ReadonlySet<string>; dx: number; dy: number } | undefined>(undefined);
export const band = signal<{ from: Point; to: Point } | undefined>(undefined);
export const pointer = signal<Point>({ x: 0, y: 0 });

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

export function Scene({ viewport }: { readonly viewport: Viewport }) {
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
