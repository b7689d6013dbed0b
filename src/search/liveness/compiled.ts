/**
 * Liveness by the compiled engine: `E[]`, `A<>` and `-->`, with the meaning of `paths.ts` and `leads.ts`. The search runs
 * inside WebAssembly in portions. What it finds comes back as transitions, of which a trace is made and replayed as of any
 * other path; a state that may be deadlocked is shown to the interpreter.
 */
import { activeClocks } from "../../analysis/index.ts";
import { CompiledStay, Fault, type ReachedState, type StayOptions } from "../../engine/index.ts";
import { memoryOf, memoryReason } from "../compiled/memory.ts";
import { Pace } from "../compiled/pace.ts";
import { normalForm, transitionsOf } from "../compiled/path.ts";
import { inPieces, transitionsInPieces } from "../compiled/pieces.ts";
import { gaveUp } from "../compiled/search.ts";
import type { Meter } from "../limits.ts";
import type { LivenessQuery, Question } from "../question.ts";
import type { Ending, Witness } from "../road.ts";
import type { Statistics } from "../statistics.ts";
import { reportSymmetry } from "../symmetry.ts";
import type { Turns } from "../turns.ts";

/** Where no trace is wanted nobody looks at it. */
const NO_PATH: Witness = { kind: "stay", stem: [], stay: { ending: "deadlock", path: [] } };

/** Gives up where the interpreter must do. The stem is empty but for `-->`. `open` begins the search. */
export function* searchStaying(
  question: Question<LivenessQuery>,
  meter: Meter,
  open: (question: Question<LivenessQuery>) => CompiledStay = openStay,
): Turns<Ending> {
  try {
    return yield* run(question, meter, open(question));
  } catch (error) {
    // Its limit for values that are only known at run time is lower than the interpreter's.
    if (error instanceof Fault && error.kind === "overflow") return gaveUp();
    throw error;
  }
}

export function openStay(
  question: Question<LivenessQuery>,
  more: Pick<StayOptions, "freezes" | "kept"> = {},
): CompiledStay {
  const { network, query, bounds, engine, options, live, isTraced: trace } = question;
  // Images of a state are bisimilar to it, so what stays inside a symmetric formula is found among representatives as well;
  // but a loop among them may be one from a state to its image, which is no trace yet.
  const symmetry = trace ? undefined : question.symmetry;
  return new CompiledStay(network, query, bounds, {
    ...more,
    order: options.order ?? "adaptive",
    seed: options.seed,
    trace,
    memory: memoryOf(options),
    isDeadlocked: ({ cells, zone }) => {
      engine.cells.set(cells);
      return engine.deadlocked(zone).length > 0;
    },
    leaf: options.knobs?.leaf,
    small: options.knobs?.small,
    live,
    symmetry,
    atOnce: options.knobs?.atOnce,
  });
}

function* run(question: Question<LivenessQuery>, meter: Meter, search: CompiledStay): Turns<Ending> {
  const { network, query, options, isTraced: trace } = question;
  const statistics = (): Statistics => {
    const made = trace ? { unused: "a trace of a liveness query is asked for" } : { vague: search.vague };
    const report = reportSymmetry(network, query, options, made);
    return { ...search.counters, ...(report ? { symmetry: report } : {}) };
  };
  const pace = new Pace(options);
  for (;;) {
    const status = pace.run(search);
    const done = statistics();
    switch (status) {
      case "exhausted":
        return { kind: "answer", statistics: done };
      case "found": {
        if (!trace) return { kind: "answer", witness: NO_PATH, statistics: done };
        const { stem, ...stay } = search.found();
        const words = stemOf(stem, question);
        if (words === undefined) return gaveUp(done);
        return { kind: "answer", witness: { kind: "stay", stem: words, stay }, statistics: done };
      }
      case "bounds":
        return gaveUp(done);
      case "memory":
        return { kind: "limit", reason: memoryReason(options, "a search for liveness"), statistics: done };
      case "working": {
        const reason = meter.look(() => done);
        if (reason !== undefined) return { kind: "limit", reason, statistics: done };
        yield done;
      }
    }
  }
}

/** The transitions of the states from the initial one to where a path begins; undefined if they are not found again. */
function stemOf(stem: readonly ReachedState[], question: Question): number[][] | undefined {
  const { network, query, bounds, engine, canonical } = question;
  if (stem.length === 0) return [];
  const sameness = { canonical, active: activeClocks(network, query, bounds) };
  if (inPieces(network, bounds)) return transitionsInPieces(stem, engine, bounds, sameness);
  return transitionsOf(stem, engine, normalForm(network, sameness, undefined));
}
