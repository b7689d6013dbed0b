import { useEffect } from "preact/hooks";
import { isSound, network } from "../core/document.ts";
import { Splitter } from "../editor/splitter.tsx";
import { Branches } from "./branches.tsx";
import { Chart } from "./chart.tsx";
import { ProcessChoice } from "./choice.tsx";
import { Controls, Enabled, Run } from "./controls.tsx";
import { isWorking, stopWorking } from "./link.ts";
import { Watches } from "./player.tsx";
import { Disabled, Processes, Why } from "./processes.tsx";
import { ending, ensureRun, position, shown, states, watched } from "./run.ts";
import "./simulator.css";
import { Watched } from "./watched.tsx";
import { ZonePicture } from "./zone.tsx";

/** The simulator: the processes with where they are, what can happen, the run so far, the values. */
export default function Simulator() {
  const made = network.value;
  useEffect(() => ensureRun());
  if (watched.value !== undefined) return <Watched opened={watched.value} />;
  if (made === undefined)
    return (
      <main class="simulator">
        <p class="banner">
          {isSound.value
            ? "The simulator steps through symbolic states and does not take this model; ask for its runs in the verifier (simulate [<=10] {x}) and open one."
            : "The model has errors: it can be simulated when they are mended."}
        </p>
      </main>
    );
  return (
    <main class="simulator">
      <section class="steps" aria-label="Run">
        <Controls />
        <h2>Enabled transitions</h2>
        <Enabled />
        <Disabled />
        <h2>Run {ending.value === undefined ? "" : <small>{ending.value.text}</small>}</h2>
        <Run />
        <Branches />
      </section>
      <Splitter name="steps" label="Width of the run" side="left" least={220} most={560} />
      <section class="processes" aria-label="Processes">
        <Working />
        <ProcessChoice />
        <Processes />
        <Why />
        <Chart />
      </section>
      <Splitter name="values" label="Width of the state" side="right" least={200} most={560} />
      <section class="values" aria-label="State">
        <Watches />
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

/** Shown when a step takes long: everything else can be used meanwhile, and it can be given up. */
function Working() {
  if (!isWorking.value) return null;
  return (
    <div class="working" role="status">
      <progress aria-label="Working" />
      <span>The simulator is at work…</span>
      <button type="button" onClick={stopWorking}>
        Stop
      </button>
    </div>
  );
}

function isNew(constraint: string): boolean {
  const before = states.value[position.value - 1];
  return before !== undefined && !before.constraints.includes(constraint);
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
