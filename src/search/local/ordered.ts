/**
 * From a path with local times to one of the network. The steps of such a path are not in the order of time: one group may
 * have gone ahead of another. It is walked again with the time of every step remembered in a row of its own; a point of the
 * last zone in which all times are equal and the goal holds then tells when each step was, and by that the steps are sorted,
 * those of one time as they were.
 */
import type { Coupling } from "../../analysis/index.ts";
import { LocalEngine, type Predicate } from "../../engine/index.ts";
import { dbm, point, rationals, type Zone } from "../../zones/index.ts";
import type { FormulaQuery, Question } from "../question.ts";
import type { Witness } from "../road.ts";

type Path = readonly (readonly number[])[];

/** Longer paths would make large matrices. */
const LONGEST = 500;
/** A step may come in several pieces: so many are followed. */
const PIECES = 64;

interface At {
  readonly cells: Int32Array;
  readonly zone: Zone;
}

/** The steps in the order of time, or why it is not told. */
export function inOrderOfTime(
  { network, query }: Question<FormulaQuery>,
  coupling: Coupling,
  path: Path,
): Path | string {
  if (path.length > LONGEST)
    return `the path has ${path.length} steps: those with local times are ordered up to ${LONGEST}`;
  const engine = new LocalEngine(network, query, coupling, path.length);
  const goal = engine.predicate(query.formula, query.kind === "A[]");
  for (const last of walk(engine, path)) {
    engine.cells.set(last.cells);
    engine.zone = last.zone;
    const times = timesOf(engine, goal, path.length);
    if (times === undefined) continue;
    const order = path.map((_, k) => k).sort((a, b) => rationals.compareRational(times[b]!, times[a]!) || a - b);
    return order.map((k) => path[k]!);
  }
  return "the steps were not found again";
}

/** What a path is told as. */
export function witnessOf(path: Path | string, cells?: Int32Array): Witness {
  if (typeof path !== "string") return { kind: "state", path, cells };
  return { kind: "state", path: [], pathless: path, cells };
}

/**
 * The steps of a path of which the states are known, each by its part of equal times, from the initial one on. Undefined if
 * they are not found again: what comes in pieces may have been cut otherwise.
 */
export function stepsThrough(
  { network, query, canonical }: Question<FormulaQuery>,
  coupling: Coupling,
  states: readonly At[],
): Path | undefined {
  const engine = new LocalEngine(network, query, coupling);
  if (!engine.initial()) return undefined;
  let all: (At & { readonly path: Path })[] = [{ ...here(engine), path: [] }];
  const equal = new Int32Array(engine.standard ** 2);
  const isState = (expected: Int32Array): boolean => {
    const cells = engine.cells.slice(0, engine.size);
    canonical?.(cells);
    return cells.every((value, k) => value === expected[k]);
  };
  for (const { cells, zone } of states.slice(1)) {
    canonical?.(cells);
    const next: typeof all = [];
    for (const from of all) {
      engine.cells.set(from.cells);
      engine.zone = from.zone;
      engine.successors(() => {
        const isNext = isState(cells) && engine.synchronised(equal);
        if (isNext && dbm.equals(equal, 0, zone, 0, engine.standard))
          next.push({ ...here(engine), path: [...from.path, engine.transition] });
        return next.length >= PIECES;
      });
    }
    all = next;
  }
  return all[0]?.path;
}

function here(engine: LocalEngine): At {
  return { cells: engine.cells.slice(0, engine.size), zone: engine.zone.slice() };
}

/** Where the path leads, in pieces. */
function walk(engine: LocalEngine, path: Path): readonly At[] {
  if (!engine.initial()) return [];
  let all: At[] = [here(engine)];
  path.forEach((words, k) => {
    const next: At[] = [];
    engine.remember(k);
    for (const { cells, zone } of all) {
      engine.cells.set(cells);
      engine.zone = zone;
      engine.successors(() => {
        if (isSame(engine.transition, words)) next.push(here(engine));
        return next.length >= PIECES;
      });
    }
    all = next;
  });
  return all;
}

function isSame(a: readonly number[], b: readonly number[]): boolean {
  return a.length === b.length && a.every((word, i) => word === b[i]);
}

/** How long before the end each step was, in a run that ends in the goal. */
function timesOf(engine: LocalEngine, goal: Predicate, steps: number): readonly rationals.Rational[] | undefined {
  const standard = new Int32Array(engine.standard ** 2);
  if (!engine.synchronised(standard) || !engine.synchronise()) return undefined;
  for (const part of goal.satisfying(standard)) {
    const zone = engine.zone.slice();
    if (!meet(zone, engine.dim, part, engine.standard)) continue;
    const found = point.pickPoint(zone, 0, engine.dim);
    return Array.from({ length: steps }, (_, k) => found[engine.rowOfStep(k)]!);
  }
  return undefined;
}

/** Intersects with a zone over the first rows. */
function meet(zone: Zone, dim: number, part: Zone, size: number): boolean {
  for (let i = 0; i < size; i++)
    for (let j = 0; j < size; j++) if (i !== j && !dbm.constrain(zone, 0, dim, i, j, part[i * size + j]!)) return false;
  return true;
}
