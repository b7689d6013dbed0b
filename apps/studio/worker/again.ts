import { isStatistical, type Replay, type ReplayStep, replayRun } from "../../../src/index.ts";
import { prepare } from "./estimate.ts";
import { ask, readyModel } from "./model.ts";
import type { Again, OpenedRun, RunRow } from "./protocol.ts";

/** One run of a statistical query again, as rows of a table. */
export function openRun({ text, formula, seed, run, path }: Again): OpenedRun {
  const ready = readyModel(text);
  const asked = ask(ready, formula);
  if (typeof asked === "string") throw new Error(asked);
  if (!isStatistical(asked.query)) throw new Error("this query has no runs");
  const prepared = prepare(ready, asked, formula);
  if (typeof prepared === "string") throw new Error(prepared);
  return rowsOf(replayRun(prepared.made, prepared.query, run, { seed, path }));
}

/** So many steps at the beginning and at the end of a run are shown. */
const MOST = 500;

function rowsOf({ run, end, steps, fault }: Replay): OpenedRun {
  const rows = steps.flatMap((step, i) => (i < MOST || i >= steps.length - MOST ? [rowOf(step, i, steps[i - 1])] : []));
  return { run, end, steps: steps.length, rows, ...(fault === undefined ? {} : { fault }) };
}

function rowOf({ time, moves, state }: ReplayStep, number: number, before: ReplayStep | undefined): RunRow {
  const places = state.locations.map(({ process, location }) => `${process}.${location}`);
  const values = state.values.map(({ name, value }) => `${name} = ${Number(value.toPrecision(6))}`);
  const was = new Map(before?.state.values.map(({ name, value }) => [name, value]));
  return {
    number,
    time,
    moves: moves.map(({ process, from, to, selects }) => {
      const chosen = selects.map(({ name, value }) => `${name} = ${value}`).join(", ");
      return `${process}: ${from} → ${to}${chosen === "" ? "" : ` (${chosen})`}`;
    }),
    changes: values.filter((_, i) => before === undefined || was.get(state.values[i]!.name) !== state.values[i]!.value),
    state: [...places, ...values].join(", "),
  };
}
