/**
 * Rounds of lassos, for certificates (docs/semantics.md 9.9): the largest set of valuations from which the round that a trace
 * shows can be gone again and again, found backwards from all valuations. Sets of regions shrink only so often, so this ends.
 */
import { type Engine, type Predicate, timePredecessors } from "../engine/index.ts";
import { dbm, type Federation, federation, le, type Zone } from "../zones/index.ts";
import { follow } from "./retrace.ts";
import { type Trace, wordsOfTransition } from "./trace.ts";

/** Discrete states and, in words, the transition that leaves each; that of the last leads back to the state `loop`. */
export interface Lasso {
  readonly cells: readonly (readonly number[])[];
  readonly words: readonly (readonly number[])[];
  readonly loop: number;
}

/** What a round must keep to, beside being one. */
interface RoundRules {
  /** What holds at no instant of it. */
  readonly never?: Predicate | undefined;
  /** What holds where it begins. */
  readonly start?: Predicate | undefined;
  /** A clock that it does not set while time passes; the last clock of the engine, which nobody sets, then counts that time. */
  readonly grows?: number | undefined;
}

/** More than any constant of clocks that are set. */
const FAR = 1 << 20;
const MOST = 200;

/**
 * The lasso of a trace. A search that takes states for one that differ in dead variables may come back to another state: then
 * the round is gone again until all variables are as before. Undefined if that does not come about.
 */
export function lassoOf(engine: Engine, trace: Trace): Lasso | undefined {
  const { loop } = trace;
  if (loop === undefined) return undefined;
  const words = trace.transitions.map(wordsOfTransition);
  const cells = trace.states.map((_, k) => cellsOf(trace, k));
  const round = words.slice(loop);
  for (let count = 0; count < MOST; count++) {
    const last = cells.at(-1)!.join();
    for (let at = loop; at < cells.length - 1; at += round.length)
      if (cells[at]!.join() === last) return { cells: cells.slice(0, -1), words, loop: at };
    for (const step of round) {
      engine.cells.set(cells.at(-1)!);
      const { invariant } = engine.timing();
      const [reached] = follow(
        engine,
        { cells: Int32Array.from(cells.at(-1)!), reached: invariant ? [invariant] : [] },
        step,
      );
      if (reached.length === 0) return undefined;
      cells.push([...engine.cells.subarray(0, engine.size)]);
      words.push(step);
    }
  }
  return undefined;
}

/** The valuations at the state `loop`; none if it cannot be gone for ever, or that is not seen soon. */
export function roundOf(engine: Engine, lasso: Lasso, { never, start, grows }: RoundRules): Federation {
  const { dim } = engine;
  const tick = dim - 1;
  const pull = (target: Federation): Federation => around(engine, lasso, target, never);
  /** What must be reached at the end to have all of `set` at the beginning. */
  const before = (set: Federation): Federation => {
    if (grows === undefined) return pull(set);
    const late = federation.constrained(set, 0, tick, le(-1), dim);
    return federation.constrained(pull(late), tick, 0, le(0), dim).map((z) => freed(z, tick, dim));
  };
  engine.cells.set(lasso.cells[lasso.loop]!);
  const { invariant } = engine.timing();
  if (invariant === undefined) return [];
  let all: Federation = start === undefined ? [invariant] : start.satisfying(invariant).map((z) => z.slice());
  for (let count = 0; count < MOST && all.length > 0; count++) {
    const next = federation.reduce(federation.intersect(all, before(all), dim), dim);
    if (federation.includes(next, all, dim)) return isGrowing(all, pull, grows, dim) ? next : [];
    all = next;
  }
  return [];
}

/** Whether the clock is not set: if it is far beyond the time of the round after it, so it was before. */
function isGrowing(
  all: Federation,
  pull: (target: Federation) => Federation,
  clock: number | undefined,
  dim: number,
): boolean {
  if (clock === undefined) return true;
  const tick = dim - 1;
  const far = federation.constrained(all, tick, clock, le(-FAR), dim);
  const before = federation.constrained(federation.constrained(all, 0, clock, le(-FAR), dim), tick, 0, le(0), dim);
  return before.length > 0 && federation.includes(pull(far), before, dim);
}

/** The valuations of the state `loop` from which one round leads into `target`. */
function around(
  engine: Engine,
  { cells, words, loop }: Lasso,
  target: Federation,
  never: Predicate | undefined,
): Federation {
  const { dim } = engine;
  let into = target;
  for (let k = words.length - 1; k >= loop && into.length > 0; k--) {
    engine.cells.set(cells[k]!);
    const timing = engine.timing();
    if (timing.invariant === undefined) return [];
    const avoid = never === undefined ? [] : never.satisfying(timing.invariant).map((z) => z.slice());
    engine.zone = timing.invariant.slice();
    const leaving = federation.subtract(engine.pullBack(words[k]!, into), avoid, dim);
    into = federation.subtract(timePredecessors(leaving, timing, dim, avoid), avoid, dim);
  }
  return into;
}

export function cellsOf({ states }: Trace, k: number): number[] {
  const { locations, variables } = states[k]!;
  return [...locations, ...variables];
}

function freed(zone: Zone, clock: number, dim: number): Zone {
  const z = zone.slice();
  dbm.free(z, 0, dim, clock);
  return z;
}
