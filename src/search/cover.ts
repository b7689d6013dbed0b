/**
 * Covers: sets of states that prove that something is not reached, for certificates (docs/semantics.md 9). A search of its
 * own, plain on purpose: of variables and processes only what is stated to be of no use is left out, no states are taken for
 * images of each other, and what it stored is the proof. The bounds of clocks by which it compared zones are part of it.
 */
import { canonicaliser, formulasOf, type LiveCells, mentionsDeadlock, type SetSymmetry } from "../analysis/index.ts";
import { wants } from "../base/index.ts";
import type { ReachedState } from "../engine/index.ts";
import type { Network, NetworkQuery } from "../network/index.ts";
import { standing } from "../reduce/index.ts";
import { NO_BOUND, type Zone } from "../zones/index.ts";
import { everything } from "./compiled/cover.ts";
import { Explorer } from "./explore/explorer.ts";
import { waitingList } from "./explore/waiting.ts";
import { counting, type Limits, Meter } from "./limits.ts";
import { liveFrom, type Matters, worthStating } from "./matters.ts";
import type { Knobs } from "./options.ts";
import { abstractionKind, abstractionOf, type FormulaQuery, Question, unsoundness } from "./question.ts";
import { careful } from "./race.ts";
import type { Ending } from "./road.ts";
import type { Statistics } from "./statistics.ts";
import type { Turns } from "./turns.ts";

export interface Cover {
  readonly kind: "cover";
  /** How each zone was compared with those known: by inclusion, or by simulation under the bounds. */
  readonly order: "inclusion" | "simulation";
  /** Clock, L, U, with null for none: what counts everywhere, and, after process and location, what counts there. */
  readonly everywhere: readonly (readonly (number | null)[])[];
  readonly locations: readonly (readonly (number | null)[])[];
  /** Sets of elements that may be exchanged, where the cover is one up to their permutations. */
  readonly symmetries?: readonly SetSymmetry[];
  /** Where variables are live and who is left out, where that made a difference. */
  readonly matters?: Matters;
  /**
   * Calls `visit` for each discrete state with its zones, and the permutations by which what it leads to is covered, as
   * exchanges of neighbours.
   */
  readonly each: (visit: Visit) => void;
  readonly statistics: Statistics;
}

/**
 * Zones are kept as they are, with all clocks: they are the proof, and who is who among symmetric elements is decided by them.
 */
export const ALL_CLOCKS: Knobs = { small: { active: Number.POSITIVE_INFINITY } };

type Visit = (cells: Int32Array, zones: readonly Zone[], permutations?: readonly (readonly number[])[]) => void;

export interface Uncovered {
  readonly kind: "uncovered";
  readonly reason: string;
}

/** A cover that proves that no state satisfies what `E<>` asks for, or violates what `A[]` does. */
export function* coverInTurns(
  given: Network,
  query: NetworkQuery,
  limits: Limits = {},
  matters: Matters = {},
): Turns<Cover | Uncovered> {
  wants("coverInTurns", given, "network");
  wants("coverInTurns", query, "query");
  const reason =
    query.kind === "E<>" || query.kind === "A[]" ? whyNotCertified(given, query) : `'${query.kind}' has no such proof`;
  if (reason !== undefined) return { kind: "uncovered", reason };
  const plain = { ...limits, reduce: false, symmetry: false, knobs: ALL_CLOCKS } as const;
  const { network, stated } = withoutRest(given, matters);
  const question = new Question(network, query as FormulaQuery, counting(plain));
  const live = stated && liveFrom(stated, network);
  let made: Searched["found"];
  const ending = yield* careful(function* (): Turns<Ending> {
    const { found, ending: end } = yield* search(question, live);
    made = found;
    return end;
  });
  if (made !== undefined) return coverOf(question, made, stated);
  const why =
    "reason" in ending
      ? ending.reason
      : ending.kind === "fault"
        ? ending.fault.message
        : "the search for it, without reductions, finds what the answer excludes: one of the two is wrong";
  return { kind: "uncovered", reason: why };
}

/** The network in which processes that are left out stay where they are, and what is to be stated of it. */
export function withoutRest(given: Network, matters: Matters) {
  const stated = worthStating(matters, given);
  return { stated, network: standing(withoutMeta(given), new Set(stated?.still)) };
}

/** Whether zones of a cover can be compared by simulation. */
export function hasSimulation(network: Network, query: NetworkQuery): boolean {
  return orderOf(new Question(network, query)) === "simulation";
}

/** How zones are compared. */
function orderOf({ bounds }: Question): Cover["order"] {
  return abstractionKind(bounds, "simulation") === "simulation" ? "simulation" : "inclusion";
}

export function coverOf(
  question: Question<FormulaQuery>,
  { each, statistics }: Pick<Cover, "each" | "statistics">,
  matters: Matters | undefined,
): Cover {
  const { bounds } = question;
  return {
    kind: "cover",
    order: orderOf(question),
    ...(matters && { matters }),
    everywhere: rowsOf(bounds.general),
    locations: bounds.rows.flatMap((list, p) => list.flatMap((row, l) => rowsOf(row).map((r) => [p, l, ...r]))),
    each,
    statistics,
  };
}

/** Meta variables tell states apart here: then a proof holds whichever values they keep. */
export function withoutMeta(network: Network): Network {
  return { ...network, slots: network.slots.map((slot) => ({ ...slot, meta: false })) };
}

/** Why answers to a query have no certificate, whatever they are; undefined if they may have one. */
export function whyNotCertified(network: Network, query: NetworkQuery): string | undefined {
  wants("whyNotCertified", network, "network");
  wants("whyNotCertified", query, "query");
  if (network.vectors.length > 0) return "models in TChecker's format are not certified";
  const hasRates = network.processes.some((p) => p.locations.some((l) => l.invariant.rates.length > 0));
  if (!hasRates) return undefined;
  const { kind } = query;
  if (kind === "A<>" || kind === "E[]" || kind === "-->") return "liveness where clocks stand still is not certified";
  if (formulasOf(query).some(mentionsDeadlock)) return "deadlock where clocks stand still is not certified";
  if (hasUrgentGuard(network))
    return "urgent channels with guards on clocks are not certified where clocks stand still";
  return undefined;
}

function hasUrgentGuard({ channels, processes }: Network): boolean {
  return processes.some(({ edges }) =>
    edges.some(({ sync, guard }) => {
      if (sync?.kind !== "channel" || guard.clocks.length === 0) return false;
      const { base, terms } = sync.channel;
      const reach = terms.reduce((size, term) => size + (term.size - 1) * term.stride, 1);
      return channels.slice(base, base + reach).some((channel) => channel.urgent);
    }),
  );
}

interface Searched {
  readonly found: Pick<Cover, "each" | "statistics"> | undefined;
  readonly ending: Ending;
}

/** By the compiled engine where it can, and by the interpreter otherwise. */
function* search(question: Question<FormulaQuery>, live: LiveCells | undefined): Turns<Searched> {
  const all = yield* everything(question, new Meter(question.options), undefined, live);
  if (all === undefined) return yield* searchPlainly(question, live);
  const { statistics } = all;
  if (all.kind !== "everything") return { found: undefined, ending: all };
  return {
    found: { each: (visit) => eachTogether(all.each, visit), statistics },
    ending: { kind: "answer", statistics },
  };
}

/** States of one discrete state, which come in a row, together. */
export function eachTogether(each: (visit: (state: ReachedState) => void) => void, visit: Visit): void {
  let cells: Int32Array | undefined;
  let zones: Zone[] = [];
  each((state) => {
    if (cells !== undefined && state.cells.some((value, k) => value !== cells![k])) {
      visit(cells, zones);
      zones = [];
    }
    cells = state.cells;
    zones.push(state.zone);
  });
  if (cells !== undefined) visit(cells, zones);
}

function* searchPlainly(question: Question<FormulaQuery>, live: LiveCells | undefined): Turns<Searched> {
  const { network, query, bounds, options } = question;
  const engine = question.newEngine();
  const canonical = live && canonicaliser(network, live);
  const explorer = new Explorer(engine, abstractionOf(question, engine), new Meter(options), canonical);
  const goal = engine.predicate(query.formula, query.kind === "A[]");
  const end = yield* explorer.runInTurns({
    visit: () => goal.holds(engine.zone),
    mayNotEnd: unsoundness(bounds),
    waiting: waitingList("bfs", () => 0),
    shortest: false,
  });
  const statistics = explorer.statistics();
  if (end.kind === "limit") return { found: undefined, ending: { ...end, statistics } };
  if (end.kind !== "complete") return { found: undefined, ending: { kind: "answer", statistics } };
  const each: Cover["each"] = (visit) => explorer.store.eachState(visit, engine.dim);
  return { found: { each, statistics }, ending: { kind: "answer", statistics } };
}

function rowsOf(triples: Int32Array): (number | null)[][] {
  const rows: (number | null)[][] = [];
  const bound = (c: number): number | null => (c === NO_BOUND ? null : c);
  for (let k = 0; k < triples.length; k += 3) rows.push([triples[k]!, bound(triples[k + 1]!), bound(triples[k + 2]!)]);
  return rows;
}
