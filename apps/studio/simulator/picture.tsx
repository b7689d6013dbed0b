import { signal } from "@preact/signals";
import type { Template } from "../../../src/index.ts";
import { Drawing } from "../diagram/drawing.tsx";
import { boxOf, drawn } from "../diagram/geometry.ts";
import { textsOf } from "../diagram/texts.ts";

/** One process: its template with where it is. A click on an edge chooses it, if somebody wants to know. */
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

export function ProcessPicture({ name, location, template, text, classes, choose }: Pictured) {
  const box = boxOf(drawn(template), textsOf(template, text));
  const isLarge = large.value === name;
  return (
    <figure class={`process ${isLarge ? "large" : ""}`} data-process={name}>
      <figcaption>
        <span>
          {name} <b>{location}</b>
        </span>
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
      </figcaption>
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: with the keyboard, transitions are taken from the list. */}
      <svg
        viewBox={`${box.x} ${box.y} ${box.width} ${box.height}`}
        style={{ aspectRatio: `${box.width} / ${box.height}`, maxWidth: `${Math.round(box.width * 1.2)}px` }}
        role="img"
        aria-label={`${name} is in ${location}`}
        onClick={(event) => {
          const key = (event.target as Element).closest("[data-key]")?.getAttribute("data-key") ?? "";
          const edge = /^(?:t:)?e:(\d+)/.exec(key)?.[1];
          if (edge !== undefined) choose?.(Number(edge));
        }}
      >
        <Drawing template={template} text={text} classes={classes} />
      </svg>
    </figure>
  );
}
