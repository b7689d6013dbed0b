import { computed, signal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { rationals, type TraceTransition, traceToChart, traceToJson, traceToText } from "../../../src/index.ts";
import { checked, fileName, network, opened } from "../core/document.ts";
import { download } from "../core/files.ts";
import { Drawing } from "../diagram/drawing.tsx";
import { svgToPng } from "../diagram/export.ts";
import { boxOf, drawn } from "../diagram/geometry.ts";
import { textsOf } from "../diagram/texts.ts";
import {
  asTrace,
  delays,
  ending,
  ensureRun,
  explain,
  goTo,
  hovered,
  mode,
  options,
  position,
  randomSteps,
  restart,
  shown,
  states,
  steps,
  take,
  wait,
} from "./run.ts";
import { chooseTrace } from "./tracefile.ts";
import { ZonePicture } from "./zone.tsx";

const tree = computed(() => checked.value.tree);
const text = computed(() => checked.value.text);

/** The simulator: the processes with where they are, what can happen, the run so far, the values. */
const seed = signal(1);
const asked = signal<
  { readonly process: string; readonly label: string; readonly lines: readonly string[] } | undefined
>(undefined);

export function Simulator() {
  const made = network.value;
  useEffect(() => ensureRun());
  if (made === undefined)
    return (
      <main class="simulator">
        <p class="banner">The model has errors: it can be simulated when they are mended.</p>
      </main>
    );
  return (
    <main class="simulator">
      <section class="steps" aria-label="Run">
        <Controls />
        <h2>Enabled transitions</h2>
        <Enabled />
        <h2>Run {ending.value === undefined ? "" : <small>{ending.value.text}</small>}</h2>
        <Run />
      </section>
      <section class="processes" aria-label="Processes">
        <Processes />
        <Why />
        <Chart />
      </section>
      <section class="values" aria-label="State">
        <h2>Variables</h2>
        <Variables />
        <h2>Clocks</h2>
        <ul class="constraints">
          {(shown.value?.constraints ?? []).map((c) => (
            <li key={c} class={isNew(c) ? "new" : ""}>
              {c}
            </li>
          ))}
        </ul>
        <ZonePicture />
      </section>
    </main>
  );
}

function isNew(constraint: string): boolean {
  const before = states.value[position.value - 1];
  return before !== undefined && !before.constraints.includes(constraint);
}

function Controls() {
  return (
    <div class="toolbar" role="toolbar" aria-label="Simulation">
      <button type="button" disabled={position.value === 0} title="Back to the start" onClick={() => goTo(0)}>
        Start
      </button>
      <button
        type="button"
        disabled={position.value === 0}
        title="One step back (Alt ←)"
        onClick={() => goTo(position.value - 1)}
      >
        Back
      </button>
      <button
        type="button"
        disabled={position.value + 1 >= states.value.length}
        title="One step on in the run (Alt →)"
        onClick={() => goTo(position.value + 1)}
      >
        Next
      </button>
      <button type="button" onClick={restart}>
        Reset
      </button>
      <button type="button" title="Load a run: JSON or UPPAAL's .xtr" onClick={() => void chooseTrace()}>
        Load
      </button>
      <label class="compact">
        Mode{" "}
        <select
          value={mode.value}
          onChange={(e) => {
            mode.value = e.currentTarget.value as "symbolic" | "concrete";
            restart();
          }}
        >
          <option>symbolic</option>
          <option>concrete</option>
        </select>
      </label>
      <button
        type="button"
        onClick={() => {
          randomSteps(10, seed.value);
          seed.value++;
        }}
        title="Ten random steps"
      >
        Random
      </button>
      <label class="compact">
        Seed{" "}
        <input
          type="number"
          min={0}
          value={seed.value}
          onChange={(e) => (seed.value = Number(e.currentTarget.value))}
        />
      </label>
    </div>
  );
}

export function transitionText(t: TraceTransition): string {
  const made = network.value;
  const name = (p: number): string => made?.processes[p]?.name ?? "?";
  const selects = t.parts.flatMap((p) => p.selects.map((s) => `${s.name}=${s.value}`));
  const where =
    t.channel === undefined
      ? `${name(t.parts[0].process)}: ${made?.processes[t.parts[0].process].locations[t.parts[0].source].name} → ${made?.processes[t.parts[0].process].locations[t.parts[0].target].name}`
      : `${t.channel}: ${name(t.parts[0].process)} → ${
          t.parts.length === 1
            ? "nobody"
            : t.parts
                .slice(1)
                .map((p) => name(p.process))
                .join(", ")
        }`;
  return selects.length === 0 ? where : `${where} [${selects.join(", ")}]`;
}

function Enabled() {
  const list = options.value;
  return (
    <>
      {mode.value === "concrete" && <Delay />}
      <ul class="enabled">
        {list.map((option, i) => (
          <li key={i}>
            <button
              type="button"
              class="option"
              onClick={() => take(i)}
              onMouseEnter={() => (hovered.value = option.transition)}
              onMouseLeave={() => (hovered.value = undefined)}
              onFocus={() => (hovered.value = option.transition)}
              onBlur={() => (hovered.value = undefined)}
              title={option.where}
            >
              {transitionText(option.transition)}
            </button>
          </li>
        ))}
      </ul>
      {list.length === 0 && (
        <p class="hint">
          {mode.value === "concrete" ? "Nothing now; let time pass if it can." : "Deadlock: nothing can happen."}
        </p>
      )}
    </>
  );
}

const wish = signal("1");

function Delay() {
  const range = delays.value;
  if (range === null) return <p class="hint">Time cannot pass here.</p>;
  const high = range.high === null ? undefined : Number(range.high.n) / Number(range.high.d);
  const value = Number(wish.value);
  const exact = rationals.rational(BigInt(Math.round((Number.isFinite(value) ? value : 0) * 1000)), 1000n);
  return (
    <div class="delay">
      <label>
        Delay{" "}
        <input
          type="range"
          aria-label="Delay"
          min={0}
          max={high ?? 20}
          step={0.1}
          value={wish.value}
          onInput={(e) => (wish.value = e.currentTarget.value)}
        />
      </label>
      <input
        type="number"
        aria-label="Exact delay"
        min={0}
        max={high}
        step="any"
        value={wish.value}
        onInput={(e) => (wish.value = e.currentTarget.value)}
      />
      <button type="button" disabled={!(value > 0)} onClick={() => wait(exact)}>
        Wait
      </button>
      <small>{high === undefined ? "any time" : `${range.highStrict ? "less than" : "up to"} ${high}`}</small>
    </div>
  );
}

function Run() {
  const list = useRef<HTMLOListElement>(null);
  useEffect(() => {
    list.current?.querySelector("[aria-current]")?.scrollIntoView({ block: "nearest" });
  });
  return (
    <ol class="run" ref={list} start={0}>
      {states.value.map((_, i) => {
        const step = steps.value[i - 1];
        const words =
          step === undefined
            ? "initial state"
            : step.kind === "delay"
              ? `wait ${rationals.showRational(step.delay)}`
              : transitionText(step.transition);
        return (
          <li key={i}>
            <button
              type="button"
              aria-current={i === position.value ? "step" : undefined}
              class={ending.value?.loop === i ? "loop" : ""}
              onClick={() => goTo(i)}
            >
              <b>{i}</b> {words}
            </button>
          </li>
        );
      })}
    </ol>
  );
}

function Variables() {
  const made = network.value;
  const state = shown.value;
  const before = states.value[position.value - 1];
  if (made === undefined || state === undefined) return null;
  const names = made.slots.slice(made.processes.length);
  if (names.length === 0) return <p class="hint">none</p>;
  return (
    <dl class="variables">
      {names.slice(0, 500).map((slot, i) => (
        <div key={slot.name} class={before !== undefined && before.variables[i] !== state.variables[i] ? "new" : ""}>
          <dt>{slot.name}</dt>
          <dd>{slot.type === "bool" ? String(state.variables[i] !== 0) : state.variables[i]}</dd>
        </div>
      ))}
    </dl>
  );
}

/** Edges of the file by where they begin: transitions name their edges so. */
const edgeIndex = computed(() => {
  const found = new Map<number, number>();
  for (const t of tree.value.templates) for (const [i, e] of t.edges.entries()) found.set(e.start, i);
  return found;
});

function Processes() {
  const made = network.value;
  const state = shown.value;
  if (made === undefined || state === undefined) return null;
  const focus = hovered.value;
  const enabled = made.processes.map(() => new Set<number>());
  const near = made.processes.map(() => new Set<number>());
  const note = (sets: Set<number>[], t: TraceTransition): void => {
    for (const part of t.parts)
      for (const origin of [part.origin, part.branch]) {
        const i = origin === undefined ? undefined : edgeIndex.value.get(origin.start);
        if (i !== undefined) sets[part.process].add(i);
      }
  };
  for (const option of options.value) note(enabled, option.transition);
  if (focus !== undefined) note(near, focus);
  return (
    <div class="grid">
      {made.processes.slice(0, 60).map((process, p) => {
        const template = tree.value.templates.find((t) => t.name.name === process.template);
        if (template === undefined) return null;
        const box = boxOf(drawn(template), textsOf(template, text.value));
        const here = template.locations[state.locations[p]]?.id;
        const classes = (key: string): string => {
          if (key === `l:${here}`) return "active";
          const i = Number(key.slice(2));
          return key.startsWith("e:") ? (near[p].has(i) ? "taken" : enabled[p].has(i) ? "enabled" : "") : "";
        };
        return (
          <figure key={process.name} class="process" data-process={process.name}>
            <figcaption>
              {process.name} <b>{process.locations[state.locations[p]]?.name}</b>
            </figcaption>
            {/* biome-ignore lint/a11y/useKeyWithClickEvents: with the keyboard, transitions are taken from the list. */}
            <svg
              viewBox={`${box.x} ${box.y} ${box.width} ${box.height}`}
              style={{ aspectRatio: `${box.width} / ${box.height}`, maxWidth: `${Math.round(box.width * 1.2)}px` }}
              role="img"
              aria-label={`${process.name} is in ${process.locations[state.locations[p]]?.name}`}
              onClick={(event) => {
                const key = (event.target as Element).closest("[data-key]")?.getAttribute("data-key") ?? "";
                const edge = /^(?:t:)?e:(\d+)/.exec(key)?.[1];
                if (edge !== undefined) choose(p, Number(edge));
              }}
            >
              <Drawing template={template} text={text.value} classes={classes} />
            </svg>
          </figure>
        );
      })}
      {made.processes.length > 60 && <p class="hint">{made.processes.length - 60} further processes are not drawn.</p>}
    </div>
  );
}

/** A click on an edge takes it, if that is one transition; otherwise it is told why it cannot be taken. */
function choose(process: number, index: number): void {
  const made = network.value?.processes[process];
  const template = tree.value.templates.find((t) => t.name.name === made?.template);
  const start = template?.edges[index]?.start;
  if (made === undefined || start === undefined) return;
  const fits = options.value.filter((o) =>
    o.transition.parts.some((p) => p.process === process && (p.origin.start === start || p.branch?.start === start)),
  );
  if (fits.length === 1) {
    asked.value = undefined;
    take(fits[0].index);
    return;
  }
  const edge = made.edges.find((e) => e.origin.start === start || e.branch?.start === start);
  if (edge === undefined) return;
  const label = `${made.locations[edge.source].name} → ${made.locations[edge.target].name}`;
  const lines =
    fits.length > 1 ? [`${fits.length} transitions use this edge: choose one on the left.`] : explain(edge.id);
  asked.value = { process: made.name, label, lines };
}

function Why() {
  const now = asked.value;
  if (now === undefined) return <p class="hint why">Click an edge to take it, or to learn why it cannot be taken.</p>;
  return (
    <div class="why on" role="status">
      <b>
        {now.process}: {now.label}
      </b>
      <ul>
        {now.lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
      <button type="button" class="quiet" aria-label="Close" onClick={() => (asked.value = undefined)}>
        ✕
      </button>
    </div>
  );
}

function Chart() {
  const trace = asTrace();
  if (trace === undefined || steps.value.length === 0) return null;
  const base = fileName.value.replace(/\.\w+$/, "");
  const svg = traceToChart(trace);
  return (
    <details class="chart" open>
      <summary>Sequence chart</summary>
      <div class="chart-tools">
        <button type="button" onClick={() => download(`${base}-chart.svg`, svg, "image/svg+xml")}>
          SVG
        </button>
        <button
          type="button"
          onClick={() => void svgToPng(svg).then((png) => download(`${base}-chart.png`, png, "image/png"))}
        >
          PNG
        </button>
        <button
          type="button"
          onClick={() =>
            download(
              `${base}-run.json`,
              JSON.stringify(traceToJson(trace, opened.value.texts), null, 2),
              "application/json",
            )
          }
        >
          JSON
        </button>
        <button
          type="button"
          onClick={() => download(`${base}-run.txt`, traceToText(trace, opened.value.texts), "text/plain")}
        >
          Text
        </button>
      </div>
      <div class="paper" dangerouslySetInnerHTML={{ __html: svg }} />
    </details>
  );
}
