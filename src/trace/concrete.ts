/**
 * Concrete runs: exact delays for a path. First backwards, from the goal to the start: the valuations of each state from
 * which the rest of the path can be run (exact predecessors, no abstraction). Then forwards: from the initial values the
 * simplest delay into that set, step by step. What comes out is run again by `replay` before anybody sees it.
 */
import { Concrete, type Engine, timePredecessors } from "../engine/index.ts";
import {
  type Federation,
  federation,
  type Interval,
  type Point,
  point,
  type Rational,
  rationals,
  type Zone,
} from "../zones/index.ts";
import type { Frame } from "./retrace.ts";

const { compareRational, ZERO } = rationals;

export interface ConcreteRun {
  /** For each frame the values on arrival and the delay that follows. */
  readonly values: readonly Point[];
  readonly delays: readonly Rational[];
}

/** For each frame the valuations, after its delay, from which the rest leads to the goal. Undefined if there are none. */
export function backwards(
  engine: Engine,
  frames: readonly Frame[],
  goal: Federation,
  patience: () => void = () => {},
): readonly Federation[] | undefined {
  const { dim } = engine;
  const good: Federation[] = new Array(frames.length);
  good[frames.length - 1] = goal;
  for (let i = frames.length - 1; i > 0; i--) {
    patience();
    const frame = frames[i]!;
    const before = frames[i - 1]!;
    const past = timePredecessors(good[i]!, frame.timing, dim, frame.avoid);
    const entry = federation.intersect(past, frame.entry, dim);
    if (frame.words.length === 0) good[i - 1] = federation.intersect(entry, before.reached, dim);
    else {
      let all: Federation = [];
      engine.cells.set(before.cells);
      for (const zone of before.reached) {
        engine.zone = zone.slice();
        all = federation.union(all, engine.pullBack(frame.words, entry), dim);
      }
      good[i - 1] = all;
    }
    if (good[i - 1]?.length === 0) return undefined;
  }
  return good;
}

/** Chooses delays. Undefined if no choice leads to the goal. */
export function forwards(
  engine: Engine,
  frames: readonly Frame[],
  good: readonly Federation[],
  patience: () => void = () => {},
): ConcreteRun | undefined {
  const machine = new Concrete(engine.network);
  if (!machine.initial()) return undefined;
  const values: Point[] = [];
  const delays: Rational[] = [];
  for (const [i, frame] of frames.entries()) {
    patience();
    const { words } = frame;
    if (words.length > 0) {
      const step = machine.find(words);
      if (step === undefined || !machine.take(step)) return undefined;
    }
    values.push(machine.values);
    const d = chooseDelay(machine.values, frame, good[i]!, engine.dim);
    if (d === undefined || !machine.delay(d)) return undefined;
    delays.push(d);
  }
  return { values, delays };
}

/** The simplest delay into the set that the frame allows. */
export function chooseDelay(
  values: Point,
  frame: Pick<Frame, "timing" | "avoid">,
  good: Federation,
  dim: number,
): Rational | undefined {
  const { timing, avoid } = frame;
  const into = (z: Zone) => point.delaysInto(z, 0, dim, values, timing.stopped);
  let most: Interval = { low: ZERO, lowStrict: false, high: timing.still ? ZERO : null, highStrict: !timing.still };
  // Time may come to the first urgent instant; it may not come to the first forbidden one.
  for (const z of timing.urgent) {
    const when = into(z);
    if (when !== null) most = point.meet(most, { ...most, high: when.low, highStrict: false });
  }
  for (const z of avoid) {
    const when = into(z);
    if (when !== null) most = point.meet(most, { ...most, high: when.low, highStrict: !when.lowStrict });
  }
  let best: Rational | undefined;
  for (const z of good) {
    const when = into(z);
    if (when === null) continue;
    const both = point.meet(when, most);
    if (point.isNothing(both)) continue;
    const d = point.simplest(both);
    if (best === undefined || compareRational(d, best) < 0) best = d;
  }
  return best;
}
