import { useState } from "preact/hooks";
import type { Range, RunFault } from "../../../src/index.ts";
import { checked, fileName } from "../core/document.ts";
import { download } from "../core/download.ts";
import { placeIn } from "../core/place.ts";
import { go, tab } from "../core/view.ts";
import { shortNumber } from "../simulator/watched.tsx";
import type { Found } from "../worker/protocol.ts";
import { RunOpener } from "./runs.tsx";

/** What the runs of a statistical query say: the lines behind the first, a picture of choice, how it can be had again, and its runs. */
export function Estimated({
  found,
  formula,
  stale,
}: {
  readonly found: Found;
  readonly formula: string;
  readonly stale: boolean;
}) {
  const { lines, pictures, parameters, fault } = found;
  const { alpha, epsilon, seed } = parameters;
  return (
    <div class={`estimated ${stale ? "stale" : ""}`}>
      {fault !== undefined && <FaultOfRun fault={fault} stale={stale} />}
      {lines.slice(1).map((line) => (
        <p key={line} class={line.startsWith("warning:") ? "warned" : ""}>
          {line}
        </p>
      ))}
      {pictures.length > 0 && <Pictures pictures={pictures} />}
      <small class="given">
        seed {seed}, α {alpha}, ε {epsilon}
        {parameters.runs === undefined ? "" : `, ${parameters.runs} runs set`}
      </small>
      {!stale && <RunOpener found={found} formula={formula} />}
    </div>
  );
}

function FaultOfRun({ fault, stale }: { readonly fault: RunFault; readonly stale: boolean }) {
  const { run, time, state, origin } = fault;
  const place = origin === undefined || origin.file === "query" || stale ? undefined : placeIn(checked.value, origin);
  return (
    <p class="fault">
      Run {run} could not go on at time {shortNumber(time)} in the state <code>{state}</code>
      {place !== undefined && (
        <button
          type="button"
          class="quiet"
          onClick={() => {
            go(place.section, place.keys);
            tab.value = "editor";
          }}
        >
          {place.label}
        </button>
      )}
    </p>
  );
}

/** One picture at a time. As an image it brings its own style sheet, which must not reach the page. */
function Pictures({ pictures }: Pick<Found, "pictures">) {
  const [chosen, choose] = useState(0);
  const picture = pictures[chosen] ?? pictures[0]!;
  return (
    <figure class="plot">
      <div class="plotbar">
        {pictures.length > 1 && (
          <select
            aria-label="Diagram"
            value={String(pictures.indexOf(picture))}
            onChange={(event) => choose(Number(event.currentTarget.value))}
          >
            {pictures.map(({ title }, i) => (
              <option key={title} value={String(i)}>
                {title}
              </option>
            ))}
          </select>
        )}
        <button
          type="button"
          class="quiet"
          onClick={() => download(`${fileName.value.replace(/\.\w+$/, "")}-plot.svg`, picture.svg, "image/svg+xml")}
        >
          Save SVG
        </button>
      </div>
      <div class="plotpaper">
        <img src={`data:image/svg+xml,${encodeURIComponent(picture.svg)}`} alt={picture.title} />
      </div>
    </figure>
  );
}

export function rangeText({ low, high }: Range): string {
  return `[${Number(low.toPrecision(4))}, ${Number(high.toPrecision(4))}]`;
}
