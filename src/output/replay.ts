import { append, wants } from "../base/index.ts";
import type { Replay, ReplayMove, RunState } from "../stochastic/index.ts";
import { general } from "./general.ts";

/** One run of a statistical query, step by step: as text like that of traces, and as JSON with all digits. */
export function replayToText(replay: Replay): string {
  wants("replayToText", replay, "replay");
  const lines: string[] = [];
  let time = 0;
  for (const [i, step] of replay.steps.entries()) {
    if (i > 0) append(lines, ["", `delay ${general(step.time - time)}`, "", ...step.moves.map(moveText), ""]);
    lines.push(`State ${i}, time ${general(step.time)}: ${placesText(step.state)}`);
    const values = valuesText(step.state);
    if (values !== "") lines.push(`  ${values}`);
    ({ time } = step);
  }
  if (replay.end > time) lines.push("", `delay ${general(replay.end - time)}`);
  lines.push("", endText(replay), "");
  return lines.join("\n");
}

function endText({ run, success, end, fault }: Replay): string {
  if (fault !== undefined) return `Run ${run} fails at time ${general(fault.time)}: ${fault.message}.`;
  return `Run ${run} ends at time ${general(end)}: ${success ? "it succeeded" : "it did not succeed"}.`;
}

function moveText({ process, from, to, selects }: ReplayMove): string {
  const chosen = selects.map(({ name, value }) => `${name} = ${value}`).join(", ");
  return `${process}: ${from} -> ${to}${chosen === "" ? "" : `  { ${chosen} }`}`;
}

function placesText({ locations }: RunState): string {
  return locations.map(({ process, location }) => `${process}.${location}`).join(" ");
}

function valuesText({ values }: RunState): string {
  return values.map(({ name, value }) => `${name} = ${general(value)}`).join(", ");
}

export function replayToJson(replay: Replay): object {
  wants("replayToJson", replay, "replay");
  const { run, success, end, steps, fault } = replay;
  return {
    run,
    success,
    end,
    steps: steps.map(({ time, moves, state }) => ({
      time,
      moves: moves.map(({ process, from, to, selects }) => ({
        process,
        from,
        to,
        ...(selects.length === 0
          ? {}
          : { select: Object.fromEntries(selects.map(({ name, value }) => [name, value])) }),
      })),
      locations: Object.fromEntries(state.locations.map(({ process, location }) => [process, location])),
      values: Object.fromEntries(state.values.map(({ name, value }) => [name, value])),
    })),
    ...(fault === undefined ? {} : { fault: { code: fault.code, message: fault.message, time: fault.time } }),
  };
}
