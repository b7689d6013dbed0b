import { computed } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { checked } from "../core/document.ts";
import { counted, shortNumber } from "../core/words.ts";
import type { OpenedRun, RunRow } from "../worker/protocol.ts";
import { ProcessPicture } from "./picture.tsx";
import { watched } from "./run.ts";
import { position } from "./watch.ts";

/** A run that is watched, not changed: every step with the processes that exist and all values, but no others can be taken. */
const row = computed(() => watched.value?.rows[position.value]);

export function Watched({ opened }: { readonly opened: OpenedRun }) {
  const last = opened.rows.length - 1;
  const go = (to: number): void => void (position.value = Math.max(0, Math.min(last, to)));
  return (
    <main class="simulator">
      <section class="steps" aria-label="Run">
        <div class="controls" role="toolbar" aria-label="Watching">
          <div class="row">
            <b>Run {opened.run} of a statistical query</b>
            <button type="button" class="quiet" onClick={() => (watched.value = undefined)}>
              Close
            </button>
          </div>
          <div class="row even">
            <button type="button" disabled={position.value === 0} onClick={() => go(0)}>
              Start
            </button>
            <button type="button" disabled={position.value === 0} onClick={() => go(position.value - 1)}>
              Back
            </button>
            <button type="button" disabled={position.value === last} onClick={() => go(position.value + 1)}>
              Next
            </button>
          </div>
          <p class="hint">It can be watched, not changed: {String(opened.exact)}.</p>
        </div>
        <h2>Run</h2>
        <Steps rows={opened.rows} go={go} />
        {opened.fault !== undefined && <p class="fault">{opened.fault.message}</p>}
      </section>
      <section class="processes" aria-label="Processes">
        <Places />
      </section>
      <section class="values" aria-label="State">
        <h2>Time</h2>
        <p class="hint">{shortNumber(row.value?.time ?? 0)}</p>
        <h2>Values</h2>
        <dl class="variables">
          {(row.value?.state.values ?? []).slice(0, 500).map(({ name, value }) => (
            <div key={name} class={position.value > 0 && row.value?.changed.includes(name) ? "new" : ""}>
              <dt>{name}</dt>
              <dd>{shortNumber(value)}</dd>
            </div>
          ))}
        </dl>
      </section>
    </main>
  );
}

function Steps({ rows, go }: { readonly rows: readonly RunRow[]; readonly go: (to: number) => void }) {
  const list = useRef<HTMLOListElement>(null);
  useEffect(() => list.current?.querySelector("[aria-current]")?.scrollIntoView({ block: "nearest" }));
  return (
    <ol class="run" ref={list}>
      {rows.map(({ number, time, moves }, i) => (
        <li key={number}>
          <button type="button" aria-current={i === position.value ? "step" : undefined} onClick={() => go(i)}>
            <b>{number}</b> {shortNumber(time)} {moves.length === 0 ? "start" : moves.map((m) => m.text).join("; ")}
          </button>
        </li>
      ))}
    </ol>
  );
}

/** So many processes are drawn. */
const MOST = 60;

/** The processes that exist; edges that led here are marked. */
function Places() {
  const { tree, text } = checked.value;
  const now = row.value;
  if (now === undefined) return null;
  const { locations } = now.state;
  return (
    <div class="grid">
      {locations.slice(0, MOST).map(({ process, template: name, location, index }) => {
        const template = tree.templates.find((t) => t.name.name === name);
        if (template === undefined) return null;
        const taken = now.moves.filter((move) => move.process === process).flatMap((move) => move.origins);
        const here = `l:${template.locations[index]?.id}`;
        const classes = (key: string): string => {
          if (key === here) return "active";
          const start = key.startsWith("e:") ? template.edges[Number(key.slice(2))]?.start : undefined;
          return start !== undefined && taken.includes(start) ? "taken" : "";
        };
        return <ProcessPicture key={process} {...{ name: process, location, template, text, classes }} />;
      })}
      {locations.length > MOST && (
        <p class="hint">{counted(locations.length - MOST, "further process is", "further processes are")} not drawn.</p>
      )}
    </div>
  );
}
