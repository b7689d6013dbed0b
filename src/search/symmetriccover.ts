/**
 * Covers up to symmetries, for certificates (docs/semantics.md 9.12): a search that keeps one state of those that are images
 * of each other, by sets of elements any two of which may be exchanged, and otherwise as plain as that of `cover.ts`. For
 * each state it is noted by which permutations what it leads to comes to those that are kept.
 */
import {
  canonicaliser,
  heldCells,
  type LiveCells,
  NOBODY,
  type SetSymmetry,
  type Symmetry,
  sorting,
} from "../analysis/index.ts";
import { wants } from "../base/index.ts";
import type { Engine } from "../engine/index.ts";
import { type Network, type NetworkQuery, slotAt } from "../network/index.ts";
import type { Zone } from "../zones/index.ts";
import { everything } from "./compiled/cover.ts";
import { inPieces } from "./compiled/pieces.ts";
import {
  ALL_CLOCKS,
  type Cover,
  coverOf,
  eachTogether,
  type Uncovered,
  whyNotCertified,
  withoutRest,
} from "./cover.ts";
import { counting, type Limits, Meter } from "./limits.ts";
import { liveFrom, type Matters } from "./matters.ts";
import { type FormulaQuery, Question } from "./question.ts";
import { careful } from "./race.ts";
import type { Ending } from "./road.ts";
import { NOTHING, type Statistics } from "./statistics.ts";
import type { Turns } from "./turns.ts";

/** Undefined where there are no symmetries to use, or where the search does not say by which of them. */
export function* symmetricCoverInTurns(
  given: Network,
  query: NetworkQuery,
  limits: Limits = {},
  matters: Matters = {},
): Turns<Cover | Uncovered | undefined> {
  wants("symmetricCoverInTurns", given, "network");
  wants("symmetricCoverInTurns", query, "query");
  if ((query.kind !== "E<>" && query.kind !== "A[]") || whyNotCertified(given, query) !== undefined) return undefined;
  const { network, stated } = withoutRest(given, matters);
  const plain = { ...limits, reduce: false, knobs: ALL_CLOCKS } as const;
  const question = new Question(network, query, counting(plain));
  const sets = question.symmetry?.sets ?? [];
  if (sets.length === 0 || inPieces(question.network, question.bounds)) return undefined;
  let made: Cover | undefined;
  const ending = yield* careful(function* (): Turns<Ending> {
    const found = yield* search(question, sets, stated);
    made = "each" in found ? found : undefined;
    return "each" in found ? { kind: "answer", statistics: found.statistics } : found;
  });
  if (made !== undefined) return made;
  return ending.kind === "limit" ? { kind: "uncovered", reason: ending.reason } : undefined;
}

function* search(
  question: Question<FormulaQuery>,
  sets: readonly SetSymmetry[],
  stated: Matters | undefined,
): Turns<Cover | Ending> {
  const meter = new Meter(question.options);
  const symmetry = { sets, rings: [], found: [] };
  const live = stated && liveFrom(stated, question.network);
  const all = yield* everything(question, meter, symmetry, live);
  if (all === undefined)
    return { kind: "gave up", reason: "it is a question for the interpreter", statistics: NOTHING };
  if (all.kind !== "everything") return all;
  const { statistics } = all;
  const states: State[] = [];
  eachTogether(all.each, (cells, zones) => states.push({ cells, zones }));
  const sort = sorted(question, symmetry, live);
  const engine = question.newEngine();
  const known = new Set(states.map(({ cells }) => cells.subarray(0, engine.size).join()));
  const initial = initialOf(engine);
  if (initial !== undefined && !known.has(initial.cells.join())) states.push(initial);
  const members = yield* permuted(states, known, engine, sort, meter, statistics);
  if (members === undefined) return { kind: "gave up", reason: "images were not found again", statistics };
  const each: Cover["each"] = (visit) => {
    for (const { cells, zones, permutations } of members) visit(cells, zones, permutations);
  };
  return { ...coverOf(question, { each, statistics }, stated), symmetries: sets };
}

interface State {
  readonly cells: Int32Array;
  readonly zones: readonly Zone[];
}

interface Member extends State {
  readonly permutations: readonly (readonly number[])[];
}

/** Brings a state into order, and says by which exchanges. */
type Sort = (cells: Int32Array, zone: Int32Array) => readonly number[];

/**
 * As the compiled search does: dead variables hold nobody while elements are compared, and have their initial values afterwards.
 */
function sorted({ network }: Question, symmetry: Symmetry, live: LiveCells | undefined): Sort {
  const sort = sorting(network.slots.length, network.clocks.length, symmetry.sets);
  if (live === undefined) return sort;
  const held = heldCells(symmetry);
  const clear = canonicaliser(network, live, (cell) => (held.has(cell) ? NOBODY : slotAt(network, cell).initial));
  const fill = canonicaliser(network, live);
  return (cells, zone) => {
    clear(cells);
    const exchanges = sort(cells, zone);
    fill(cells);
    return exchanges;
  };
}

/**
 * The state in which all begins, with what time leads to. It is a line of no certificate: nothing says by which permutations
 * its image is kept.
 */
function initialOf(engine: Engine): State | undefined {
  if (!engine.initial()) return undefined;
  const zones: Zone[] = [];
  engine.elapse(() => {
    zones.push(engine.zone.slice());
    return false;
  });
  return { cells: engine.cells.slice(0, engine.size), zones };
}

/** Undefined if what a state leads to is not among those `known`, by their cells. */
function* permuted(
  states: readonly State[],
  known: ReadonlySet<string>,
  engine: Engine,
  sort: Sort,
  meter: Meter,
  statistics: Statistics,
): Turns<readonly Member[] | undefined> {
  const { size } = engine;
  const members: Member[] = [];
  for (const state of states) {
    meter.patience();
    if ((members.length & 255) === 255) yield statistics;
    const found = new Map<string, readonly number[]>();
    let isKnown = true;
    const arrive = (): boolean => {
      const cells = engine.cells.slice(0, size);
      const exchanges = sort(cells, engine.zone.slice());
      isKnown = known.has(cells.join());
      if (exchanges.length > 0) found.set(exchanges.join(), exchanges);
      return !isKnown;
    };
    for (const zone of state.zones) {
      engine.cells.set(state.cells);
      engine.zone = zone.slice();
      engine.successors(() => {
        engine.elapse(arrive);
        return !isKnown;
      });
      if (!isKnown) return undefined;
    }
    members.push({ ...state, permutations: [...found.values()] });
  }
  return members;
}
