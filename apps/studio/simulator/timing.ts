import { computed, effect, signal } from "@preact/signals";
import {
  type Interval,
  intervalText,
  type Rational,
  rationals,
  type Trace,
  type TraceState,
} from "../../../src/index.ts";
import { network } from "../core/document.ts";
import { askTimes, ending, mode, position, states, steps } from "./run.ts";
import { rationalText, type Step, type Times } from "./step.ts";

/**
 * The time of each step. A concrete run has its delays. For a symbolic one the worker is asked, a moment after the last
 * step, for the earliest and latest times and for one run with exact delays; until it answers, and where it cannot, the
 * steps stand without times.
 */
interface Moment {
  /** The time of arrival in the exact run. */
  readonly at?: Rational;
  /** The delay before it. */
  readonly after?: Rational;
  /** The times of arrival over all runs with these transitions. */
  readonly range?: Interval;
}

const asked = signal<{ readonly of: readonly Step[]; readonly times: Times } | undefined>(undefined);
const PAUSE = 60;
let timer: ReturnType<typeof setTimeout> | undefined;

effect(() => {
  const of = steps.value;
  clearTimeout(timer);
  if (mode.value === "concrete" || of.length === 0) return;
  timer = setTimeout(async () => {
    const times = await askTimes();
    if (times !== undefined && steps.value === of) asked.value = { of, times };
  }, PAUSE);
});

const isTransition = (step: Step | undefined): boolean => step?.kind === "transition";

/**
 * The run as a trace, with exact delays as far as they are known. A trace has one state per transition: delays are part of
 * the state before.
 */
export const runTrace = computed((): Trace | undefined => {
  const made = network.value;
  if (made === undefined || states.value.length === 0) return undefined;
  const loop = ending.value?.loop;
  const how = loop === undefined ? { ending: "goal" as const } : { ending: "loop" as const, loop };
  const known = asked.value?.of === steps.value ? asked.value.times.exact : undefined;
  if (mode.value === "symbolic" && typeof known === "object") return { ...known, ...how };
  return {
    processes: made.processes.map((p) => ({
      name: p.name,
      template: p.template,
      locations: p.locations.map((l) => l.name),
    })),
    variables: made.slots.slice(made.processes.length).map((s) => s.name),
    clocks: made.clocks.slice(1).map((c) => c.name),
    states: traceStates(),
    transitions: steps.value.flatMap((s) => (s.kind === "transition" ? [s.transition] : [])),
    ...how,
    concrete: mode.value === "concrete",
  };
});

function traceStates(): TraceState[] {
  const rows: TraceState[] = [];
  const timed = mode.value === "concrete";
  states.value.forEach(({ locations, variables, values }, i) => {
    const step = steps.value[i - 1];
    const before = rows.at(-1);
    if (step?.kind === "delay" && before !== undefined)
      rows[rows.length - 1] = { ...before, delay: rationals.plus(before.delay ?? rationals.ZERO, step.delay) };
    else
      rows.push({
        locations,
        variables,
        zone: [],
        ...(values === undefined ? {} : { values }),
        ...(timed ? { delay: rationals.ZERO } : {}),
      });
  });
  return rows;
}

/** Why a symbolic run has no exact times. */
export const untimed = computed((): string | undefined => {
  const known = asked.value?.of === steps.value ? asked.value.times.exact : undefined;
  return mode.value === "symbolic" && typeof known === "string" ? known : undefined;
});

/** One per state of the run. */
export const moments = computed((): readonly Moment[] => {
  const trace = runTrace.value;
  if (trace === undefined) return [];
  if (mode.value === "concrete") return concreteMoments();
  const ranges = asked.value?.of === steps.value ? asked.value.times.ranges : [];
  let at: Rational | undefined = rationals.ZERO;
  return trace.states.map((_, i) => {
    const after = trace.states[i - 1]?.delay;
    if (i > 0) at = at === undefined || after === undefined ? undefined : rationals.plus(at, after);
    const range = typeof ranges === "string" ? undefined : ranges[i];
    return {
      ...(at === undefined || !trace.concrete ? {} : { at }),
      ...(after === undefined ? {} : { after }),
      ...(range === undefined ? {} : { range }),
    };
  });
});

function concreteMoments(): readonly Moment[] {
  let at = rationals.ZERO;
  return states.value.map((_, i) => {
    const step = steps.value[i - 1];
    if (step?.kind === "delay") at = rationals.plus(at, step.delay);
    return { at };
  });
}

/** `t = 5`; for a symbolic run the bounds: `2 < t ≤ 5`. */
export function momentText({ at, range }: Moment): string {
  if (range === undefined) return at === undefined ? "" : `t = ${rationalText(at)}`;
  const { low, lowStrict, high, highStrict } = range;
  if (high !== null && rationals.compareRational(low, high) === 0) return `t = ${rationalText(low)}`;
  if (high === null) return `t ${lowStrict ? ">" : "≥"} ${rationalText(low)}`;
  return `${rationalText(low)} ${lowStrict ? "<" : "≤"} t ${highStrict ? "<" : "≤"} ${rationalText(high)}`;
}

/** The whole of what is known. */
export function momentTitle({ at, after, range }: Moment): string {
  if (range === undefined) return at === undefined ? "" : `at time ${rationalText(at)}`;
  const exact =
    at === undefined
      ? ""
      : `; with exact delays, after ${rationalText(after ?? rationals.ZERO)}, at ${rationalText(at)}`;
  return `possible at time ${intervalText(range)}${exact}`;
}

/** The number of the trace's state that is shown. */
export const row = computed(() => steps.value.slice(0, position.value).filter(isTransition).length);

/** The first state of the run behind so many transitions. */
export function positionOf(wanted: number): number {
  let seen = 0;
  let at = 0;
  while (at < steps.value.length && seen < wanted) if (isTransition(steps.value[at++])) seen++;
  return at;
}
