/**
 * Reachability by the compiled engine: the whole search runs inside WebAssembly, in portions, so that limits and progress
 * are looked at between them. A path comes back as states with exact zones, of which `path.ts` makes transitions.
 */
import { InternalError } from "../../base/index.ts";
import { CompiledReach, Fault, type ReachOptions, type SeveralReach, SpilledReach } from "../../engine/index.ts";
import type { Meter } from "../limits.ts";
import { type FormulaQuery, type Question, unsoundness } from "../question.ts";
import type { Ending } from "../road.ts";
import { NOTHING, type Statistics } from "../statistics.ts";
import { reportSymmetry } from "../symmetry.ts";
import type { Turns } from "../turns.ts";
import { mebibytes, memoryReason } from "./memory.ts";
import { Pace } from "./pace.ts";
import { transitionsTo } from "./path.ts";
import { inPieces } from "./pieces.ts";
import { reachOptions } from "./settings.ts";

/** Why a search goes without symmetries although there are some. */
const PIECES = "a trace through states in pieces is asked for";
/** States after which a search that need not end gives up. */
export const ENDLESS = 1_000_000;
const TOO_LARGE = "values went beyond what the compiled engine represents";

/** In one memory, in several, or with a disk behind it. */
type Reach = CompiledReach | SeveralReach | SpilledReach;
/** Begins a search. */
type Open = (question: Question<FormulaQuery>) => Reach;

/** `open` begins the search. It gives up where clocks or values went beyond what the compiled engine represents. */
export function* searchCompiled(question: Question<FormulaQuery>, meter: Meter, open: Open): Turns<Ending> {
  try {
    const search = open(question);
    const statistics = statisticsOf(question, search);
    const pace = new Pace(question.options);
    const unsound = unsoundness(question.bounds);
    for (;;) {
      const status = pace.run(search);
      switch (status) {
        case "exhausted":
          return { kind: "answer", statistics: statistics() };
        case "found":
          return yield* foundBy(search, question, meter, open);
        case "bounds":
          return gaveUp(statistics());
        case "paused":
        case "crowded":
          throw new InternalError("a thread alone meets nobody");
        case "memory":
          return { kind: "limit", reason: fullReason(search, question), statistics: statistics() };
        case "working": {
          const done = statistics();
          const reason = meter.look(() => done) ?? (done.explored >= ENDLESS ? unsound : undefined);
          if (reason !== undefined) return { kind: "limit", reason, statistics: done };
          yield done;
        }
      }
    }
  } catch (error) {
    // Its limit for values that are only known at run time is lower than the interpreter's.
    if (error instanceof Fault && error.kind === "overflow") return gaveUp();
    throw error;
  }
}

export function gaveUp(statistics: Statistics = NOTHING): Ending {
  return { kind: "gave up", reason: TOO_LARGE, statistics };
}

/** The ending of a search that has found something. */
export function* foundBy(search: Reach, question: Question<FormulaQuery>, meter: Meter, open?: Open): Turns<Ending> {
  const statistics = statisticsOf(question, search)();
  const cells = question.wantsCells ? search.path().at(-1)!.cells : undefined;
  const path = transitionsTo(() => search.path(), question, meter.patience);
  if (typeof path === "string")
    return { kind: "answer", witness: { kind: "state", path: [], pathless: path, cells }, statistics };
  if (path !== undefined) return { kind: "answer", witness: { kind: "state", path, cells }, statistics };
  // What comes in pieces is looked for once, as it was found.
  if (inPieces(question.network, question.bounds, question.options.abstraction))
    return { kind: "gave up", reason: "the path that was found could not be followed", statistics };
  const plain = plainer(question);
  if (plain === undefined) throw new InternalError("the path that was found could not be followed");
  return yield* searchCompiled(plain, meter, open ?? openReach);
}

/** Representatives are not always unique; where a step is not found again, the trace comes from a search without. */
function plainer(question: Question<FormulaQuery>): Question<FormulaQuery> | undefined {
  if (question.options.symmetry !== false) return question.wishing({ symmetry: false });
  return question.isReduced ? question.wishing({ reduce: false }) : undefined;
}

/** A search in one memory. */
export function openReach(
  question: Question<FormulaQuery>,
  settings: ReachOptions = reachOptions(question),
): CompiledReach {
  return new CompiledReach(question.network, question.query, question.bounds, settings);
}

function statisticsOf(question: Question<FormulaQuery>, search: Reach): () => Statistics {
  const { network, query, options } = question;
  const isSymmetric = reachOptions(question).symmetry !== undefined;
  return () => {
    const { counters } = search;
    const report = reportSymmetry(network, query, options, isSymmetric ? { vague: search.vague } : { unused: PIECES });
    return { ...counters, ...(report ? { symmetry: report } : {}) };
  };
}

function fullReason(search: Reach, { options }: Question): string {
  if (search instanceof SpilledReach) return "a part of the search that goes to the disk does not fit into memory";
  if (search instanceof CompiledReach) return memoryReason(options, "a search in this order");
  return `one of the ${search.size} memories of ${mebibytes(search.memoryBytes)} each was full`;
}
