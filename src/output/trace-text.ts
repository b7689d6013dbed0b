import { append, wants } from "../base/index.ts";
import {
  intervalText,
  type Trace,
  type TraceConstraint,
  type TracePart,
  type TraceRounds,
  type TraceState,
  type TraceTransition,
} from "../trace/index.ts";
import { type EdgeTexts, joinedText, noTexts } from "./labels.ts";
import { groupsOfThree, showRational } from "./numbers.ts";

/**
 * Traces for people. A variable is printed in the first state and then only where it changed; clocks as their exact values
 * where the trace has them, otherwise as the constraints of the zone.
 */
export function traceToText(trace: Trace, texts: EdgeTexts = noTexts): string {
  wants("traceToText", trace, "trace");
  const lines: string[] = [];
  trace.states.forEach((state, i) => {
    if (trace.loop === i) lines.push("", "The loop begins here.");
    const told = trace.rounds?.find((r) => r.from === i);
    if (trace.rounds?.some((r) => r.to === i)) lines.push("", "The rounds are over.");
    const before = i === 0 ? undefined : trace.states[i - 1];
    append(lines, [
      "",
      `State ${i}: ${locationsOf(trace, state).join(" ")}`,
      ...values(trace, state, before).map((line) => `  ${line}`),
    ]);
    if (told !== undefined) append(lines, ["", ...roundsLines(told, trace.variables)]);
    if (state.delay !== undefined && state.delay.n !== 0n) lines.push("", `delay ${showRational(state.delay)}`);
    const transition = trace.transitions[i];
    if (transition !== undefined) append(lines, ["", ...transitionLines(trace, transition, texts)]);
  });
  lines.push("", ending(trace));
  return `${lines.slice(1).join("\n")}\n`;
}

/** What is told once, and how often it is gone. */
function roundsLines(
  { from, to, times, lasts, between, adds = [] }: TraceRounds,
  variables: Trace["variables"],
): string[] {
  const steps = to - from === 1 ? "This step" : `These ${to - from} steps`;
  return [
    `${steps}, to state ${to}, ${groupsOfThree(times)} times, each round ${showRational(lasts)} long (${intervalText(between)} would do).`,
    ...adds.map(({ variable, by }) => `Each adds ${by} to ${variables[variable]}.`),
    "The first of these rounds:",
  ];
}

export function locationsOf(trace: Trace, state: TraceState): string[] {
  return trace.processes.map(({ name, locations }, p) => `${name}.${locations[state.locations[p]!]}`);
}

function values(trace: Trace, state: TraceState, before: TraceState | undefined): string[] {
  const changed = trace.variables.flatMap((name, v) =>
    before !== undefined && before.variables[v] === state.variables[v] ? [] : [`${name} = ${state.variables[v]}`],
  );
  const clocks =
    state.values === undefined
      ? state.zone.map((c) => constraintText(c, trace.clocks))
      : state.values.map((value, c) => `${trace.clocks[c]} = ${showRational(value)}`);
  return [changed.join(", "), clocks.join(", ")].filter((line) => line !== "");
}

/** `x <= 3`, `y - x < 2`, `x > 1`. */
export function constraintText({ left, right, strict, bound }: TraceConstraint, clocks: readonly string[]): string {
  const equal = strict ? "" : "=";
  if (left === 0) return `${clocks[right - 1]} >${equal} ${bound === 0 ? 0 : -bound}`;
  if (right === 0) return `${clocks[left - 1]} <${equal} ${bound}`;
  return `${clocks[left - 1]} - ${clocks[right - 1]} <${equal} ${bound}`;
}

export type TraceNames = Pick<Trace, "processes">;

/** One line for each edge that takes part, sender first. */
export function transitionLines(
  trace: TraceNames,
  { channel, broadcast, parts }: TraceTransition,
  texts: EdgeTexts,
): string[] {
  const how = channel === undefined ? "" : `${channel}${broadcast ? " (broadcast)" : ""}: `;
  return parts.map((part, i) => `${i === 0 ? how : " ".repeat(how.length)}${partText(trace, part, texts)}`);
}

function partText(trace: TraceNames, part: TracePart, texts: EdgeTexts): string {
  const { name, locations } = trace.processes[part.process]!;
  const text = joinedText(texts, part);
  const chosen = part.selects.map((select) => `${select.name} = ${select.value}`).join(", ");
  const labels = [chosen, text?.guard, text?.sync, text?.update].filter((label) => label !== undefined && label !== "");
  return `${name}: ${locations[part.source]} -> ${locations[part.target]}${labels.length === 0 ? "" : `  { ${labels.join("; ")} }`}`;
}

function ending(trace: Trace): string {
  const time = trace.duration === undefined ? "" : ` at time ${showRational(trace.duration)}`;
  switch (trace.ending) {
    case "goal":
      return `The goal is reached${time}.`;
    case "deadlock":
      return `Nothing more can happen${time}: the run ends here.`;
    case "divergence":
      return "From here on time may pass for ever without another transition.";
    case "loop":
      return `From here it goes back to state ${trace.loop}, again and again.`;
  }
}
