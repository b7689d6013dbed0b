import { traceToChart } from "../../../src/index.ts";
import { fileName } from "../core/document.ts";
import { download } from "../core/download.ts";
import { tell } from "../core/view.ts";
import { svgToPng } from "../diagram/export.ts";
import { asTrace, steps } from "./run.ts";

/** The run as a message sequence chart. Of a long run the last steps are drawn, so that each further one stays quick. */
const most = 300;

export function Chart() {
  const trace = asTrace();
  if (trace === undefined || steps.value.length === 0) return null;
  const base = fileName.value.replace(/\.\w+$/, "");
  const left = Math.max(0, trace.transitions.length - most);
  const shown =
    left === 0
      ? trace
      : {
          ...trace,
          states: trace.states.slice(left),
          transitions: trace.transitions.slice(left),
          ending: "goal" as const,
        };
  const svg = traceToChart(shown);
  const whole = (): string => (left === 0 ? svg : traceToChart(trace));
  return (
    <details class="chart" open>
      <summary>Sequence chart</summary>
      <div class="chart-tools">
        <button
          type="button"
          aria-label="Chart as SVG"
          onClick={() => download(`${base}-chart.svg`, whole(), "image/svg+xml")}
        >
          SVG
        </button>
        <button
          type="button"
          aria-label="Chart as PNG"
          onClick={() =>
            void svgToPng(whole()).then(
              (png) => download(`${base}-chart.png`, png, "image/png"),
              (e: Error) => tell(e.message, "error"),
            )
          }
        >
          PNG
        </button>
        {left > 0 && (
          <span class="hint">
            the last {most} of {trace.transitions.length} transitions
          </span>
        )}
      </div>
      <div class="paper" dangerouslySetInnerHTML={{ __html: svg }} />
    </details>
  );
}
