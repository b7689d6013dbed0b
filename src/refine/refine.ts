/**
 * `refine`: decides trace inclusion of an implementation in a specification (Bourke and Sowmya 2007; Jensen, Larsen and
 * Skou 2000 for urgent channels and shared variables) by exploring their product (`search.ts`), so guards, selects,
 * quantifiers and channel arrays are not limited.
 *
 * Requires a specification that is deterministic and without internal edges, those from transient locations apart. Both
 * are checked on the states reached: where they fail the answer is `not-applicable`, never a guess.
 */
import { LimitReached, wants } from "../base/index.ts";
import { Fault } from "../engine/index.ts";
import type { Network } from "../network/index.ts";
import type { Statistics } from "../search/index.ts";
import { reportFault } from "../trace/index.ts";
import { BoundOverflow } from "../zones/index.ts";
import { type Composition, compose } from "./compose.ts";
import { type Interface, inferInterface } from "./interface.ts";
import { joinNetworks } from "./join.ts";
import { interfaceOf, notesOf, whyNotApplicable } from "./notes.ts";
import type { RefineOptions } from "./options.ts";
import type { Refinement, RefinementNote } from "./refinement.ts";
import { type Ending, RefinementSearch } from "./search.ts";
import { simulates, whyNoSimulation } from "./simulate.ts";
import { explainViolation } from "./trace.ts";

const NOTHING: Statistics = { explored: 0, stored: 0, transitions: 0, waiting: 0, memory: 0 };

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
  if (internal === undefined)
    return bySearch(implementation, composition, face, options, {
      interface: shown,
      network: composition.network,
      notes,
    });
  const base = { interface: shown, notes };
  return options.simulation ? bySimulation(composition, face, options, base) : notApplicable(base, internal);
}

function notApplicable(base: Base, reason: string): Refinement {
  return { ...base, outcome: "not-applicable", reason, statistics: NOTHING };
}

function bySearch(
  implementation: Network,
  composition: Composition,
  face: Interface,
  options: RefineOptions,
  base: Base,
): Refinement {
  let search: RefinementSearch | undefined;
  try {
    search = new RefinementSearch(composition, face, options);
    const ending = search.run();
    const all = { ...base, notes: [...base.notes, ...search.notes] };
    if (ending.kind === "overlap" && options.simulation) return bySimulation(composition, face, options, all);
    const found = { ...all, ...outcomeOf(ending, composition, face), statistics: search.statistics() };
    return ending.kind === "complete" ? { ...found, pairs: search.pairs(implementation) } : found;
  } catch (error) {
    return { ...base, ...stopped(error, composition), statistics: search?.statistics() ?? NOTHING };
  }
}

type Outcome = Omit<Refinement, keyof Base | "statistics">;

function outcomeOf(ending: Ending, composition: Composition, face: Interface): Outcome {
  switch (ending.kind) {
    case "complete":
      return { outcome: "included", reason: "every timed trace of the implementation is one of the specification" };
    case "limit":
      return { outcome: "unknown", reason: ending.reason };
    case "overlap":
      return { outcome: "not-applicable", reason: "the specification is not deterministic" };
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
