import { Fragment } from "preact";
import { useState } from "preact/hooks";
import { fileName, text } from "../core/document.ts";
import { download } from "../core/download.ts";
import { tell } from "../core/view.ts";
import { counted, shortNumber } from "../core/words.ts";
import { SaveMenu } from "../simulator/savemenu.tsx";
import { simulate } from "../simulator/watch.ts";
import { askWorker } from "../worker/ask.ts";
import type { Again, Found, OpenedRun, RunFormat, RunRow } from "../worker/protocol.ts";

/**
 * Opens single runs of an estimate: made again from seed and number, shown step by step, in the simulator, or written to files.
 */
export function RunOpener({ found, formula }: { readonly found: Found; readonly formula: string }) {
  const { runs, fault, shown, paths, parameters } = found;
  const [number, choose] = useState(fault?.run ?? shown[0] ?? 0);
  const [path, choosePath] = useState(0);
  const [opened, open] = useState<Opened | undefined>(undefined);
  const last = Math.max(0, runs - (fault === undefined ? 1 : 0));
  const show = async (): Promise<void> => {
    const wish = { kind: "again", text: text.value, formula, seed: parameters.seed, run: number, path } as const;
    try {
      open({ wish, ...(await askWorker(wish, "again")).opened });
    } catch (error) {
      tell(`run ${number}: ${(error as Error).message}`, "error");
    }
  };
  if (runs === 0 && fault === undefined) return null;
  return (
    <>
      <form
        class="openrun"
        onSubmit={(event) => {
          event.preventDefault();
          void show();
        }}
      >
        <button type="submit">Open run</button>
        <input
          type="number"
          aria-label="Number of the run"
          min={0}
          max={last}
          step={1}
          required
          value={number}
          onInput={(event) => choose(event.currentTarget.valueAsNumber)}
        />
        {paths.length > 1 && (
          <select aria-label="Path" value={String(path)} onChange={(e) => choosePath(Number(e.currentTarget.value))}>
            {paths.map((words, i) => (
              <option key={words} value={String(i)}>
                {words}
              </option>
            ))}
          </select>
        )}
        <small>
          of 0 to {last}
          {shown.length > 0 && shown.length <= last ? `; drawn: ${shown.slice(0, 12).join(", ")}` : ""}
        </small>
      </form>
      {opened !== undefined && <RunTable opened={opened} close={() => open(undefined)} />}
    </>
  );
}

/** A run, and how it was asked for. */
type Opened = OpenedRun & { readonly wish: Again };

function RunTable({ opened, close }: { readonly opened: Opened; readonly close: () => void }) {
  const { run, end, steps, rows, fault } = opened;
  const [chosen, choose] = useState<number | undefined>(undefined);
  return (
    <section class="openedrun" aria-label={`Run ${run}`}>
      <h3>
        Run {run}: {counted(steps - 1, "transition")}, {fault === undefined ? "watched until" : "stuck at"} time{" "}
        {shortNumber(end)}
        <button type="button" class="quiet" aria-label="Close the run" onClick={close}>
          ✕
        </button>
      </h3>
      <div class="plotbar">
        <button type="button" onClick={() => void simulate(opened)}>
          Open in the simulator
        </button>
        <SaveRun wish={opened.wish} />
      </div>
      <div class="runtable">
        <table>
          <thead>
            <tr>
              <th>Step</th>
              <th>Time</th>
              <th>Who moved</th>
              <th>Values that changed</th>
            </tr>
          </thead>
          <tbody>
            {rows.map((row, i) => (
              <Fragment key={row.number}>
                {i > 0 && rows[i - 1]!.number !== row.number - 1 && (
                  <tr>
                    <td colSpan={4}>
                      … {counted(row.number - rows[i - 1]!.number - 1, "step is", "steps are")} not shown …
                    </td>
                  </tr>
                )}
                <Line row={row} isChosen={chosen === row.number} choose={choose} />
              </Fragment>
            ))}
          </tbody>
        </table>
      </div>
      {fault !== undefined && <p class="fault">{fault.message}</p>}
    </section>
  );
}

const formats = [
  ["txt", "Text"],
  ["json", "JSON"],
  ["xtr", "UPPAAL .xtr"],
  ["xml", "UPPAAL XML trace"],
] as const satisfies readonly (readonly [RunFormat, string])[];

function SaveRun({ wish }: { readonly wish: Again }) {
  const save = async (as: RunFormat): Promise<void> => {
    try {
      const { text: content, why } = await askWorker({ ...wish, as }, "written");
      if (content === undefined)
        tell(`run ${wish.run} cannot be written as .${as}: ${why}; text and JSON can`, "error");
      else download(`${fileName.value.replace(/\.\w+$/, "")}-run-${wish.run}.${as}`, content, "text/plain");
    } catch (error) {
      tell(`run ${wish.run}: ${(error as Error).message}`, "error");
    }
  };
  return <SaveMenu label="Save the run as" words="Save as…" formats={formats} save={(format) => void save(format)} />;
}

function Line({
  row,
  isChosen,
  choose,
}: {
  readonly row: RunRow;
  readonly isChosen: boolean;
  readonly choose: (number: number | undefined) => void;
}) {
  const { number, time, moves, changed, state } = row;
  const values = state.values.map(({ name, value }) => ({ name, text: `${name} = ${shortNumber(value)}` }));
  const places = state.locations.map(({ process, location }) => `${process}.${location}`);
  return (
    <>
      <tr>
        <td>
          <button
            type="button"
            class="quiet"
            aria-expanded={isChosen}
            title="The whole state"
            onClick={() => choose(isChosen ? undefined : number)}
          >
            {number}
          </button>
        </td>
        <td>{shortNumber(time)}</td>
        <td>{moves.length === 0 ? "start" : moves.map((move) => move.text).join("; ")}</td>
        <td>{values.flatMap((v) => (changed.includes(v.name) ? [v.text] : [])).join(", ")}</td>
      </tr>
      {isChosen && (
        <tr class="wholestate">
          <td colSpan={4}>{[...places, ...values.map((v) => v.text)].join(", ")}</td>
        </tr>
      )}
    </>
  );
}
