import { signal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { type Trace, traceToChart, traceToGantt } from "../../../src/index.ts";
import { fileName } from "../core/document.ts";
import { download } from "../core/download.ts";
import { tell } from "../core/view.ts";
import { counted } from "../core/words.ts";
import { svgToPng } from "../diagram/export.ts";
import { shownProcesses } from "./choice.tsx";
import { goTo, steps } from "./run.ts";
import { positionOf, row, runTrace, untimed } from "./timing.ts";

/**
 * The run as a picture: a message sequence chart, or the processes over time. A click on a step goes there, and the step that is
 * shown is marked. Of a long run the last steps are drawn, so that each further one stays quick.
 */
const most = 300;
const kinds = [
  ["chart", "Sequence chart"],
  ["gantt", "Gantt chart"],
] as const;
const kind = signal<"chart" | "gantt">("chart");

export function Chart() {
  const trace = runTrace.value;
  const paper = useRef<HTMLDivElement>(null);
  useEffect(() => mark(paper.current));
  if (trace === undefined || steps.value.length === 0) return null;
  const left = Math.max(0, trace.transitions.length - most);
  const svg = draw(left === 0 ? trace : lastOf(trace, left), paper.current?.clientWidth);
  const base = `${fileName.value.replace(/\.\w+$/, "")}-${kind.value}`;
  const whole = (): string => (left === 0 ? svg : draw(trace)) ?? "";
  return (
    <details class="chart" open>
      <summary>The run as a picture</summary>
      <div class="chart-tools">
        <fieldset class="switch" aria-label="Picture of the run">
          {kinds.map(([name, label]) => (
            <label key={name}>
              <input
                type="radio"
                name="runpicture"
                checked={kind.value === name}
                onChange={() => (kind.value = name)}
              />
              {label}
            </label>
          ))}
        </fieldset>
        <button
          type="button"
          aria-label="Chart as SVG"
          disabled={svg === undefined}
          onClick={() => download(`${base}.svg`, whole(), "image/svg+xml")}
        >
          SVG
        </button>
        <button
          type="button"
          aria-label="Chart as PNG"
          disabled={svg === undefined}
          onClick={() =>
            void svgToPng(whole()).then(
              (png) => download(`${base}.png`, png, "image/png"),
              (e: Error) => tell(e.message, "error"),
            )
          }
        >
          PNG
        </button>
        {left > 0 && (
          <span class="hint">
            the last {most} of {counted(trace.transitions.length, "transition")}
          </span>
        )}
      </div>
      {svg === undefined && (
        <p class="hint">
          {untimed.value === undefined
            ? "Exact times are being looked for…"
            : `There are no exact times: ${untimed.value}.`}
        </p>
      )}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: with the keyboard, steps are chosen in the list of the run. */}
      <div
        class="paper"
        role="img"
        aria-label={kind.value === "chart" ? "Sequence chart of the run" : "Gantt chart of the run"}
        ref={paper}
        data-from={left}
        onClick={(event) => {
          const step = (event.target as Element).closest("[data-step]")?.getAttribute("data-step");
          if (step !== null && step !== undefined) void goTo(positionOf(Number(step) + left));
        }}
        dangerouslySetInnerHTML={{ __html: svg ?? "" }}
      />
    </details>
  );
}

function draw(trace: Trace, width?: number): string | undefined {
  const processes = shownProcesses.value;
  return kind.value === "chart" ? traceToChart(trace, { processes }) : traceToGantt(trace, { processes, width });
}

function lastOf(trace: Trace, left: number): Trace {
  const { loop: _, ...rest } = trace;
  return { ...rest, states: trace.states.slice(left), transitions: trace.transitions.slice(left), ending: "goal" };
}

/** Marks the step that is shown, and brings it into view. */
function mark(paper: HTMLDivElement | null): void {
  if (paper === null) return;
  const step = row.value - Number(paper.dataset.from);
  for (const old of paper.querySelectorAll(".current")) old.classList.remove("current");
  const now = paper.querySelectorAll<SVGGElement>(`g[data-step="${step}"]`);
  for (const part of now) part.classList.add("current");
  const place = now[0]?.getBoundingClientRect();
  const view = paper.getBoundingClientRect();
  if (place === undefined) return;
  if (place.top < view.top || place.bottom > view.bottom)
    paper.scrollTop += place.top - view.top - Math.max(0, view.height - place.height) / 2;
}
