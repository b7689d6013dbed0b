import type { Range, RunFault } from "../../../src/index.ts";
import { checked } from "../core/document.ts";
import { placeIn } from "../core/place.ts";
import { go, tab } from "../core/view.ts";
import { shortNumber } from "../core/words.ts";
import type { Found } from "../worker/protocol.ts";
import { Pictures } from "./pictures.tsx";
import { RunOpener } from "./runs.tsx";

/**
 * What the runs of a statistical query say: the lines behind the first, a picture of choice, how it can be had again,
 * and its runs.
 */
export function Estimated({
  found,
  formula,
  stale,
}: {
  readonly found: Found;
  readonly formula: string;
  readonly stale: boolean;
}) {
  const { lines, plots, parameters, fault } = found;
  const { alpha, epsilon, seed } = parameters;
  return (
    <div class={`estimated ${stale ? "stale" : ""}`}>
      {fault !== undefined && <FaultOfRun fault={fault} stale={stale} />}
      {lines.slice(1).map((line) => (
        <p key={line} class={line.startsWith("warning:") ? "warned" : ""}>
          {line}
        </p>
      ))}
      {plots.length > 0 && <Pictures plots={plots} formula={formula} />}
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

export function rangeText({ low, high }: Range): string {
  return `[${Number(low.toPrecision(4))}, ${Number(high.toPrecision(4))}]`;
}
