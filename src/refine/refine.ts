/**
 * `refine`: decides trace inclusion of an implementation in a specification (Bourke and Sowmya 2007; Jensen, Larsen and
 * Skou 2000 for urgent channels and shared variables) by exploring their product (`search.ts`), so guards, selects,
 * quantifiers and channel arrays are not limited.
 *
 * A specification that is deterministic and without internal edges, those from transient locations apart, is followed in one state at a time.
 * Both are checked on the states reached; where they fail, all states it may be in are followed at a time (`sets.ts`), or a timed
 * simulation is looked for where that was asked for. What neither knows is `not-applicable` or `unknown`, never a guess.
 */
import { LimitReached, wants } from "../base/index.ts";
import { Fault } from "../engine/index.ts";
import { locationAt, type Network, processAt } from "../network/index.ts";
import type { Statistics } from "../search/index.ts";
import { reportFault } from "../trace/index.ts";
import { BoundOverflow, rationals } from "../zones/index.ts";
import { type Composition, compose } from "./compose.ts";
import { distinguish } from "./distinguish.ts";
import { type Interface, inferInterface } from "./interface.ts";
import { joinNetworks } from "./join.ts";
import { interfaceOf, notesOf, whyNotApplicable } from "./notes.ts";
import type { RefineOptions } from "./options.ts";
import type { Distinction, Refinement, RefinementNote, RefinementRelation } from "./refinement.ts";
import { type Ending, RefinementSearch } from "./search.ts";
import { SetSearch, whyNoSets } from "./sets.ts";
import { simulates, whyNoSimulation } from "./simulate.ts";
import { explainViolation } from "./trace.ts";

const NOTHING: Statistics = { explored: 0, stored: 0, transitions: 0, waiting: 0, memory: 0 };

const INCLUDED = "every timed trace of the implementation is one of the specification";

/** What is known before anything is explored. */
type Base = Pick<Refinement, "interface" | "notes" | "network">;

/** Requires: the specification's network has one process. */
export function refine(implementation: Network, specification: Network, options: RefineOptions = {}): Refinement {
  wants("refine", implementation, "network");
  wants("refine", specification, "network");
  const joined = joinNetworks(implementation, specification, "spec");
  const unknown: Base = { notes: [], interface: { channels: [], hidden: [], variables: [] } };
  const unfit = whyNotApplicable(implementation, specification, joined);
  if (unfit !== undefined) return notApplicable(unknown, unfit);
  const face = inferInterface(implementation, specification, joined, options);
  const shown = interfaceOf(joined, face);
  const composition = compose(joined, face);
  const [refusal] = [...face.refusals, ...composition.refusals];
  if (refusal !== undefined) return notApplicable({ ...unknown, interface: shown }, refusal);
  const { notes, internal } = notesOf(joined, composition, face);
  const sides: Sides = { implementation, composition, face, options, clocks: joined.clocks - 1 };
  if (internal === undefined) return bySearch(sides, { interface: shown, network: composition.network, notes });
  return bySets(sides, { interface: shown, notes }, internal);
}

/** What is asked. */
interface Sides {
  readonly implementation: Network;
  readonly composition: Composition;
  readonly face: Interface;
  readonly options: RefineOptions;
  /** Of the implementation. */
  readonly clocks: number;
}

function notApplicable(base: Base, reason: string): Refinement {
  return { ...base, outcome: "not-applicable", reason, statistics: NOTHING };
}

function bySearch(sides: Sides, base: Base): Refinement {
  const { implementation, composition, face, options } = sides;
  let search: RefinementSearch | undefined;
  try {
    search = new RefinementSearch(composition, face, options);
    const ending = search.run();
    const all = { ...base, notes: [...base.notes, ...search.notes] };
    if (ending.kind === "overlap") return bySets(sides, all, "the specification is not deterministic");
    const found = { ...all, ...outcomeOf(ending, composition, face), statistics: search.statistics() };
    return ending.kind === "complete" ? { ...found, pairs: search.pairs(implementation) } : found;
  } catch (error) {
    return { ...base, ...stopped(error, composition), statistics: search?.statistics() ?? NOTHING };
  }
}

type Outcome = Omit<Refinement, Exclude<keyof Base, "network"> | "statistics">;

function outcomeOf(
  ending: Exclude<Ending, { readonly kind: "overlap" }>,
  composition: Composition,
  face: Interface,
): Outcome {
  switch (ending.kind) {
    case "complete":
      return { outcome: "included", reason: INCLUDED };
    case "limit":
      return { outcome: "unknown", reason: ending.reason };
    case "found":
      return { outcome: "not-included", ...explainViolation(composition, face, ending.finding) };
  }
}

/** What an exception that engines and zones may throw says of the answer. */
function stopped(error: unknown, { network }: Composition): Outcome {
  if (error instanceof Fault) return { outcome: "fault", reason: error.message, fault: reportFault(error, network) };
  if (error instanceof BoundOverflow || error instanceof LimitReached)
    return { outcome: "unknown", reason: error.message };
  throw error;
}

/** By all states at a time; where that is not known to work or does not end, by simulation if that was asked for. */
function bySets(sides: Sides, base: Base, why: string): Refinement {
  const { composition, face, options, clocks } = sides;
  const otherwise = (left: () => Refinement): Refinement =>
    options.simulation ? bySimulation(composition, face, options, base) : left();
  const not = options.sets === 0 ? why : whyNoSets(composition);
  if (not !== undefined) return otherwise(() => notApplicable(base, not === why ? why : `${why}, and ${not}`));
  const search = new SetSearch(composition, face, options, clocks);
  try {
    const ending = search.run();
    if (ending.kind === "limit")
      return otherwise(() => ({
        ...base,
        outcome: "unknown",
        reason: `${why}, and ${ending.reason}`,
        statistics: search.statistics(),
      }));
    const note: RefinementNote = {
      code: "sets",
      message: "decided by all states that the specification may be in",
      places: [],
    };
    const all = { ...base, notes: [...base.notes, note], statistics: search.statistics() };
    if (ending.kind === "complete")
      return { ...all, outcome: "included", reason: INCLUDED, relation: relationOf(search, composition) };
    const distinction = distinguish(composition, face, ending, clocks, options);
    if (typeof distinction === "string")
      return { ...all, outcome: "unknown", reason: `a run that tells them apart was found, but ${distinction}` };
    return { ...all, outcome: "not-included", reason: apartText(distinction), distinction };
  } catch (error) {
    return { ...base, ...stopped(error, composition), statistics: search.statistics() };
  }
}

function relationOf(search: SetSearch, { network, roles }: Composition): RefinementRelation {
  const name = (cells: Int32Array, p: number): string => {
    const process = processAt(network, p);
    return `${process.name}.${locationAt(process, cells[p]!).name}`;
  };
  const own = network.processes.flatMap((p) => (p.index === roles.specification ? [] : [p.index]));
  return {
    each: (visit) => {
      for (const { states, zones } of search.relation())
        visit(
          own.map((p) => name(states[0]!, p)),
          states.map((s) => name(s, roles.specification)),
          zones.length,
        );
    },
  };
}

function apartText({ kind, time, steps }: Distinction): string {
  const when = `at time ${rationals.showRational(time)}`;
  const last = steps.at(-1);
  switch (kind) {
    case "action":
      return `${when} the implementation does ${last?.action ?? "an action"}, which no run of the specification with the same trace has then`;
    case "shared":
      return `${when} variables have values that they have in no run of the specification with the same trace`;
    case "start":
      return "the specification does not allow the initial state";
    default:
      return `${when} the implementation is still waiting, but no run of the specification with the same trace can`;
  }
}

/** By timed simulation, which is sound and not complete. */
function bySimulation(composition: Composition, face: Interface, options: RefineOptions, base: Base): Refinement {
  const why = whyNoSimulation(composition);
  if (why !== undefined) return notApplicable(base, why);
  try {
    const { holds, statistics } = simulates(composition, face, options);
    const note: RefinementNote = { code: "simulation", message: "decided by timed simulation", places: [] };
    return {
      ...base,
      notes: [...base.notes, note],
      outcome: holds ? "included" : "unknown",
      reason: holds
        ? "the specification simulates the implementation, so every timed trace is included"
        : "the specification does not simulate the implementation, which says nothing about traces",
      statistics,
    };
  } catch (error) {
    return { ...base, ...stopped(error, composition), statistics: NOTHING };
  }
}
