import { type Signal, signal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { Delay } from "./delay.tsx";
import { isWorking } from "./link.ts";
import { Player, seed } from "./player.tsx";
import {
  changeMode,
  delays,
  ending,
  goTo,
  hovered,
  mode,
  options,
  position,
  randomSteps,
  restart,
  states,
  steps,
  take,
} from "./run.ts";
import { chooseTrace, SaveRun } from "./runfile.tsx";
import { stepText, transitionText } from "./steptext.ts";
import { moments, momentText, momentTitle } from "./timing.ts";

/** What moves the run: back and forth, a transition of the list, random steps, files. */
const count = signal(10);

export function Controls() {
  return (
    <div class="controls" role="toolbar" aria-label="Simulation">
      <div class="row">
        <fieldset class="switch" aria-label="Mode">
          {(["symbolic", "concrete"] as const).map((name) => (
            <label key={name}>
              <input
                type="radio"
                name="mode"
                checked={mode.value === name}
                onChange={() => changeMode(name)}
                title={
                  name === "symbolic"
                    ? "states are sets of clock values"
                    : "states have exact clock values; you choose delays"
                }
              />
              {name}
            </label>
          ))}
        </fieldset>
        <button type="button" class="quiet" title="Begin again in the initial state" onClick={() => restart()}>
          Reset
        </button>
      </div>
      <div class="row even">
        <button type="button" disabled={position.value === 0} title="To the first state" onClick={() => void goTo(0)}>
          Start
        </button>
        <button
          type="button"
          disabled={position.value === 0}
          title="One step back (Alt ←)"
          onClick={() => void goTo(position.value - 1)}
        >
          Back
        </button>
        <button
          type="button"
          disabled={position.value + 1 >= states.value.length}
          title="One step on in the run (Alt →)"
          onClick={() => void goTo(position.value + 1)}
        >
          Next
        </button>
      </div>
      <div class="row">
        <button
          type="button"
          title="So many random transitions from here; the same seed takes the same ones"
          onClick={() => {
            void randomSteps(count.value, seed.value);
            seed.value++;
          }}
        >
          Random
        </button>
        <Whole label="Steps" of={count} least={1} most={1000} />
        <Whole label="Seed" of={seed} least={0} />
      </div>
      <Player />
      <div class="row">
        <button type="button" title="Load a run: our JSON, UPPAAL's .xtr or XML" onClick={chooseTrace}>
          Load run…
        </button>
        <SaveRun />
      </div>
    </div>
  );
}

/**
 * A whole number. It counts as it is typed: a step that is shown meanwhile draws the field anew, and would take the digits away.
 */
function Whole({
  label,
  of,
  least,
  most = Number.MAX_SAFE_INTEGER,
}: {
  readonly label: string;
  readonly of: Signal<number>;
  readonly least: number;
  readonly most?: number;
}) {
  return (
    <label>
      {label}{" "}
      <input
        type="number"
        min={least}
        max={most}
        value={of.value}
        onInput={({ currentTarget: { valueAsNumber } }) => {
          if (Number.isInteger(valueAsNumber) && valueAsNumber >= least) of.value = Math.min(most, valueAsNumber);
        }}
        onChange={(event) => {
          event.currentTarget.value = String(of.value);
        }}
      />
    </label>
  );
}

const most = 300;

/** Why there is nothing to choose. */
function nothing(): string {
  if (states.value.length === 0) return isWorking.value ? "…" : "There is no state to show; Reset begins again.";
  if (mode.value === "symbolic") return "Deadlock: nothing can happen.";
  return delays.value === null ? "Deadlock: nothing can happen, and time cannot pass." : "Nothing now; let time pass.";
}

export function Enabled() {
  const list = options.value;
  return (
    <>
      {mode.value === "concrete" && <Delay />}
      <ul class="enabled">
        {list.slice(0, most).map((option, i) => (
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
      {list.length > most && <p class="hint">and {(list.length - most).toLocaleString("en")} more, not listed</p>}
      {list.length === 0 && <p class="hint">{nothing()}</p>}
    </>
  );
}

export function Run() {
  const list = useRef<HTMLOListElement>(null);
  useEffect(() => {
    list.current?.querySelector("[aria-current]")?.scrollIntoView({ block: "nearest" });
  });
  return (
    <ol class="run" ref={list} start={0}>
      {states.value.map((_, i) => {
        const step = steps.value[i - 1];
        const moment = moments.value[i];
        return (
          <li key={i}>
            <button
              type="button"
              aria-current={i === position.value ? "step" : undefined}
              class={ending.value?.loop === i ? "loop" : ""}
              title={(moment && momentTitle(moment)) || undefined}
              onClick={() => void goTo(i)}
            >
              <b>{i}</b> {step === undefined ? "initial state" : stepText(step)}
              {i > 0 && moment !== undefined && <small class="when">{momentText(moment)}</small>}
            </button>
          </li>
        );
      })}
    </ol>
  );
}
