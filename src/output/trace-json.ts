import { wants } from "../base/index.ts";
import type { Trace, TracePart, TraceRounds, TraceState } from "../trace/index.ts";
import { type EdgeTexts, joinedText, noTexts } from "./labels.ts";
import { fraction } from "./numbers.ts";
import { constraintText } from "./trace-text.ts";

/**
 * Traces for machines, self-contained: every place, variable, clock and label by name, times as exact fractions in strings
 * (`"7/3"`). State i is left by transition i. The schema is `docs/schema/trace.json`.
 */
export function traceToJson(trace: Trace, texts: EdgeTexts = noTexts): object {
  wants("traceToJson", trace, "trace");
  return {
    processes: trace.processes.map(({ name, template }) => ({ name, template })),
    variables: trace.variables,
    clocks: trace.clocks,
    concrete: trace.concrete,
    ...(trace.concreteReason === undefined ? {} : { concreteReason: trace.concreteReason }),
    ending: trace.ending,
    ...(trace.loop === undefined ? {} : { loop: trace.loop }),
    ...(trace.rounds === undefined ? {} : { rounds: trace.rounds.map(roundsJson) }),
    ...(trace.duration === undefined ? {} : { duration: fraction(trace.duration) }),
    states: trace.states.map((state) => stateJson(trace, state)),
    transitions: trace.transitions.map(({ channel, broadcast, parts }) => ({
      ...(channel === undefined ? {} : { channel, broadcast: broadcast === true }),
      edges: parts.map((part) => partJson(trace, part, texts)),
    })),
  };
}

function roundsJson({ from, to, times, lasts, between, adds }: TraceRounds): object {
  const { low, lowStrict, high, highStrict } = between;
  return {
    from,
    to,
    times,
    lasts: fraction(lasts),
    between: { low: fraction(low), lowStrict, ...(high === null ? {} : { high: fraction(high), highStrict }) },
    ...(adds === undefined ? {} : { adds }),
  };
}

function stateJson(trace: Trace, state: TraceState): object {
  return {
    locations: trace.processes.map(({ locations }, p) => locations[state.locations[p]!]),
    variables: state.variables,
    zone: state.zone.map((c) => constraintText(c, trace.clocks)),
    ...(state.values === undefined ? {} : { clocks: state.values.map(fraction) }),
    ...(state.delay === undefined ? {} : { delay: fraction(state.delay) }),
  };
}

function partJson(trace: Trace, part: TracePart, texts: EdgeTexts): object {
  const { name, locations } = trace.processes[part.process]!;
  const text = joinedText(texts, part);
  return {
    process: name,
    edge: part.edge,
    source: locations[part.source],
    target: locations[part.target],
    ...(part.selects.length === 0 ? {} : { select: Object.fromEntries(part.selects.map((s) => [s.name, s.value])) }),
    ...(text === undefined ? {} : { guard: text.guard, sync: text.sync, update: text.update }),
  };
}
