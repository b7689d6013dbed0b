/** From a path of transitions to a trace: run it again exactly, choose delays, replay, put names to it. */
import { first, LimitReached, last } from "../base/index.ts";
import { type Engine, Fault, type Predicate } from "../engine/index.ts";
import type { Network } from "../network/index.ts";
import { BoundOverflow, type Federation, point, type Rational, rationals, type Zone } from "../zones/index.ts";
import { backwards, type ConcreteRun, forwards } from "./concrete.ts";

import { replay } from "./replay.ts";
import { type Frame, type PathStep, retrace } from "./retrace.ts";
import { type Trace, type TraceState, traceConstraints, traceNames, traceTransition } from "./trace.ts";

const { plus, ZERO } = rationals;

export interface TracePlan {
  readonly path: readonly PathStep[];
  /** The part of the last frame's valuations that is the goal, with the last state at hand in the engine. */
  readonly goal: (reached: Federation) => Federation;
  readonly ending: Trace["ending"];
  /** For a loop: the index in `path` of the state it returns to. */
  readonly loop?: number;
  /** Names are taken from this network (it may have fewer clocks than the engine's). */
  readonly network: Network;
  /** Called again and again; throws `LimitReached` when the trace takes too long. */
  readonly patience?: (() => void) | undefined;
}

/** Why there is no trace: a limit was reached before it was made, or the path cannot be run. */
export interface Untraced {
  readonly reason: string;
  readonly isLimit: boolean;
}

export function isUntraced(made: Trace | Untraced): made is Untraced {
  return "isLimit" in made;
}

/** A trace, or why there is none. */
export function buildTrace(engine: Engine, plan: TracePlan): Trace | Untraced {
  try {
    const made = build(engine, plan);
    return typeof made === "string" ? { reason: made, isLimit: false } : made;
  } catch (error) {
    if (error instanceof LimitReached) return { reason: `${error.message} before the trace was made`, isLimit: true };
    // Looking for the goal again may look further than the search did, which knows the answer.
    if (error instanceof BoundOverflow) return { reason: `${error.message} in the trace`, isLimit: false };
    if (error instanceof Fault)
      return { reason: `a fault was met while the trace was made: ${error.message}`, isLimit: false };
    throw error;
  }
}

function build(engine: Engine, plan: TracePlan): Trace | string {
  const { patience } = plan;
  const frames = retrace(engine, plan.path, patience);
  if (frames === undefined) return "the path found by the search cannot be run exactly";
  const end = last(frames);
  engine.cells.set(end.cells);
  const goal = plan.goal(end.reached);
  if (goal.length === 0) return "the path found by the search does not lead to the goal exactly";
  const good = backwards(engine, frames, goal, patience);
  if (good === undefined) return "the path found by the search cannot be run exactly";
  const run = forwards(engine, frames, good, patience);
  const problem =
    run === undefined
      ? "no exact delays were found"
      : replay(
          engine.network,
          {
            words: frames.map((f) => f.words),
            delays: run.delays,
            values: run.values,
            cells: frames.map((f) => f.cells),
          },
          goal,
        );
  if (problem !== undefined && !engine.approximate) return `the trace did not replay: ${problem}`;
  return assemble(engine, plan, frames, good, problem === undefined ? run : undefined, problem);
}

/** Whether a predicate's valuations make the goal of a trace. */
export function goalOf(predicate: Predicate): (reached: Federation) => Federation {
  return (reached) => reached.flatMap((z) => predicate.satisfying(z)).map((z) => z.slice());
}

function assemble(
  engine: Engine,
  plan: TracePlan,
  frames: readonly Frame[],
  good: readonly Federation[],
  run: ConcreteRun | undefined,
  problem: string | undefined,
): Trace {
  const { network } = plan;
  const clocks = network.clocks.length;
  const states: TraceState[] = [];
  const transitions: Trace["transitions"][number][] = [];
  let loop = plan.loop;
  let begin: number | undefined;
  let duration: Rational = ZERO;
  for (const [i, { cells, reached, words, channel, timing }] of frames.entries()) {
    const [values, delay] = [run?.values[i], run?.delays[i]];
    const zone = chooseZone(reached, good[i]!, values, engine.dim);
    const timed = values === undefined || delay === undefined ? {} : { values: values.slice(1, clocks), delay };
    if (delay !== undefined) duration = plus(duration, delay);
    const processes = network.processes.length;
    const state: TraceState = {
      locations: Array.from(cells.subarray(0, processes)),
      variables: Array.from(cells.subarray(processes)),
      zone: traceConstraints(zone, engine.dim).filter((c) => c.left < clocks && c.right < clocks),
      ...timed,
      ...(timing.stopped === undefined
        ? {}
        : { stopped: Array.from(timing.stopped.subarray(1, clocks), (s) => s !== 0) }),
    };
    const before = states.at(-1);
    if (before !== undefined && words.length === 0) {
      // The run only begins to avoid something here: one state, two delays.
      const both =
        before.delay === undefined || state.delay === undefined ? {} : { delay: plus(before.delay, state.delay) };
      states[states.length - 1] = { ...before, zone: state.zone, ...both };
      begin = states.length - 1;
      if (loop !== undefined && plan.loop !== undefined && plan.loop >= i) loop--;
      continue;
    }
    states.push(state);
    if (i > 0) transitions.push(traceTransition(network, words, channel));
  }
  return {
    ...traceNames(network),
    states,
    transitions,
    ending: plan.ending,
    ...(loop === undefined ? {} : { loop }),
    ...(begin === undefined ? {} : { begin }),
    concrete: run !== undefined,
    ...(problem === undefined ? { duration } : { concreteReason: problem }),
  };
}

/** The zone to show: one that the concrete run passes, otherwise one from which the goal is reached. */
function chooseZone(reached: Federation, good: Federation, values: readonly Rational[] | undefined, dim: number): Zone {
  if (values !== undefined) {
    for (const z of reached) if (point.delaysInto(z, 0, dim, values) !== null) return z;
  }
  return first(reached.length === 1 ? reached : good);
}
