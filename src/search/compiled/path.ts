/**
 * The transitions along a path that a compiled search has found: it knows states in a normal form, and the interpreter finds the
 * steps between them again, of which a trace is made and replayed as of any other.
 */
import {
  activeClocks,
  activeIn,
  type ClockBounds,
  canonicaliser,
  coarsener,
  heldCells,
  type LiveCells,
  loosen,
  NOBODY,
  representative,
  type Symmetry,
} from "../../analysis/index.ts";
import { LimitReached } from "../../base/index.ts";
import type { Engine, ReachedState } from "../../engine/index.ts";
import { type Network, slotAt } from "../../network/index.ts";
import { dbm } from "../../zones/index.ts";
import type { Sameness } from "../options.ts";
import type { FormulaQuery, Question } from "../question.ts";
import { inPieces, transitionsInPieces } from "./pieces.ts";

/**
 * The transitions along a path that was found, none if no trace is wanted; undefined if they are not found again; or why
 * they were not looked for to the end.
 */
export function transitionsTo(
  path: () => readonly ReachedState[],
  question: Question<FormulaQuery>,
  patience: () => void,
  bounds: ClockBounds = question.bounds,
): number[][] | string | undefined {
  if (!question.isTraced) return [];
  const { network, query, engine, canonical, symmetry, live, options } = question;
  const active = activeClocks(network, query, bounds);
  try {
    if (inPieces(network, bounds, options.abstraction))
      return transitionsInPieces(path(), engine, bounds, { canonical, active }, options.abstraction, patience);
    return transitionsOf(path(), engine, normalForm(network, { canonical, active }, symmetry, live), patience);
  } catch (error) {
    if (error instanceof LimitReached) return error.message;
    throw error;
  }
}

/** Puts a state into the form in which the search knows it. */
type NormalForm = (cells: Int32Array, zone: Int32Array) => void;

export function normalForm(
  network: Network,
  { canonical, active }: Sameness,
  symmetry: Symmetry | undefined,
  live?: LiveCells,
): NormalForm {
  const dim = network.clocks.length;
  if (symmetry === undefined)
    return (cells, zone) => {
      if (active) loosen(zone, dim, activeIn(active, cells));
      canonical?.(cells);
    };
  const sort = representative(network.slots.length, dim, symmetry);
  const held = heldCells(symmetry);
  const clear =
    live && canonicaliser(network, live, (cell) => (held.has(cell) ? NOBODY : slotAt(network, cell).initial));
  const coarsen = live?.classes && coarsener(live.classes);
  return (cells, zone) => {
    if (active) loosen(zone, dim, activeIn(active, cells));
    clear?.(cells);
    sort(cells, zone);
    for (const cell of held) if (cells[cell] === NOBODY) cells[cell] = slotAt(network, cell).initial;
    coarsen?.(cells);
  };
}

/**
 * The transitions of a run of the model that passes, up to normal forms, the states of a path: at each step all successors
 * of the state at hand are looked at. Undefined if none of them is the next state.
 */
export function transitionsOf(
  path: readonly ReachedState[],
  engine: Engine,
  normalise: NormalForm,
  patience: () => void = () => {},
): number[][] | undefined {
  const words: number[][] = [];
  if (!engine.initial()) return undefined;
  let state: ReachedState | undefined;
  engine.elapse(() => {
    state ??= { cells: engine.cells.slice(0, engine.size), zone: engine.zone.slice() };
    return true;
  });
  for (let i = 1; i < path.length && state !== undefined; i++) {
    patience();
    const next = { cells: path[i]!.cells.slice(), zone: path[i]!.zone.slice() };
    normalise(next.cells, next.zone);
    state = step(state, next, engine, normalise, words);
  }
  return state && words;
}

/** The successor of `from` whose normal form is `to`; its transition is added to `words`. */
function step(
  from: ReachedState,
  to: ReachedState,
  engine: Engine,
  normalise: NormalForm,
  words: number[][],
): ReachedState | undefined {
  const { dim, size } = engine;
  let found: ReachedState | undefined;
  engine.cells.set(from.cells);
  engine.zone = from.zone.slice();
  engine.successors(() => {
    const transition = Array.from(engine.transition.subarray(0, engine.transitionLength));
    const arrived = engine.zone.slice();
    engine.elapse(() => {
      const cells = engine.cells.slice(0, size);
      const zone = engine.zone.slice();
      normalise(cells, zone);
      if (!cells.every((value, k) => value === to.cells[k]) || !dbm.equals(zone, 0, to.zone, 0, dim)) return false;
      found = { cells: engine.cells.slice(0, size), zone: engine.zone.slice() };
      words.push(transition);
      return true;
    });
    engine.zone.set(arrived);
    return found !== undefined;
  }, "skip");
  return found;
}
