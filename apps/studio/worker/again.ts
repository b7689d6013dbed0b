import {
  edgeTexts,
  isStatistical,
  type Replay,
  type ReplayStep,
  replayRun,
  replayToJson,
  replayToText,
  type Trace,
  traceOfRun,
  traceToXml,
  traceToXtr,
  traceWithTime,
  version,
} from "../../../src/index.ts";
import { prepare } from "./estimate.ts";
import { ask, type Ready, readyModel } from "./model.ts";
import type { Again, Answer, OpenedRun, RunRow } from "./protocol.ts";

/**
 * One run of a statistical query again: as rows of a table and, where symbolic states can follow it, as a run of the
 * simulator; or as a file.
 */
export function runAgain(wish: Again): Answer {
  const ready = readyModel(wish.text);
  const run = made(ready, wish);
  return wish.as === undefined ? { kind: "again", opened: opened(run, ready) } : written(run, wish, ready);
}

function made(ready: Ready, { formula, seed, run, path }: Again): Replay {
  const asked = ask(ready, formula);
  if (typeof asked === "string") throw new Error(asked);
  if (!isStatistical(asked.query)) throw new Error("this query has no runs");
  const prepared = prepare(ready, asked, formula);
  if (typeof prepared === "string") throw new Error(prepared);
  return replayRun(prepared.made, prepared.query, run, { seed, path });
}

/** So many steps at the beginning and at the end of a run are shown. */
const MOST = 500;
/** So many the simulator follows in little time. */
const FOLLOWED = 2000;

function opened(run: Replay, ready: Ready): OpenedRun {
  const { steps, end, fault } = run;
  const rows = steps.flatMap((step, i) => (i < MOST || i >= steps.length - MOST ? [rowOf(step, i, steps[i - 1])] : []));
  const exact =
    steps.length > FOLLOWED ? `it has ${steps.length - 1} transitions, more than ${FOLLOWED}` : exactly(run, ready);
  return { run: run.run, end, steps: steps.length, rows, exact, ...(fault === undefined ? {} : { fault }) };
}

function exactly(run: Replay, { made, refused }: Ready): Trace | string {
  return made === undefined ? `symbolic states do not take this model: ${refused}` : traceOfRun(made.network, run);
}

function rowOf({ time, moves, state }: ReplayStep, number: number, before: ReplayStep | undefined): RunRow {
  const was = new Map(before?.state.values.map(({ name, value }) => [name, value]));
  return {
    number,
    time,
    moves: moves.map(({ process, from, to, selects, origins }) => {
      const chosen = selects.map(({ name, value }) => `${name} = ${value}`).join(", ");
      const text = `${process}: ${from} → ${to}${chosen === "" ? "" : ` (${chosen})`}`;
      return { text, process, origins: origins.map(({ start }) => start) };
    }),
    state,
    changed: state.values.flatMap(({ name, value }) => (was.get(name) === value ? [] : [name])),
  };
}

function written(run: Replay, { as, formula, seed }: Again, ready: Ready): Answer {
  if (as === "txt") return { kind: "written", text: replayToText(run) };
  if (as === "json") {
    // As `docs/schema/run.json` has it.
    const about = { schemaVersion: 1, tool: { name: "zonal", version }, command: "run" };
    const content = { ...about, query: formula, seed, replay: replayToJson(run) };
    return { kind: "written", text: `${JSON.stringify(content, null, 2)}\n` };
  }
  const exact = exactly(run, ready);
  const network = ready.made?.network;
  const trace = typeof exact === "string" || network === undefined ? exact : traceWithTime(network, exact);
  if (typeof trace === "string" || network === undefined) return { kind: "written", why: String(trace) };
  const text = as === "xtr" ? traceToXtr(trace, network) : traceToXml(trace, network, edgeTexts(ready.source.tree));
  return { kind: "written", text };
}
