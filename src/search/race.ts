/**
 * The race: the only scheduler. The first main road that does not refuse runs; between its turns roads beside it are tried
 * when they are due. Whoever answers first ends the others; a main road that gives up is followed by the next. Work is
 * counted once: states and transitions of main roads and of those beside that tell theirs, memory and stored states of the
 * one that answered.
 */
import { InternalError, LimitReached } from "../base/index.ts";
import { Fault, TooLarge } from "../engine/index.ts";
import { BoundOverflow } from "../zones/index.ts";
import { Meter, SearchLimit } from "./limits.ts";
import type { Question } from "./question.ts";
import type { RoadReport, SideName } from "./report.ts";
import type { Attempts, Ending, Raced, Road, Side, SideRoad, Tools } from "./road.ts";
import { NOTHING, type Statistics, withEffort } from "./statistics.ts";
import type { Turns } from "./turns.ts";

/** Ways to answer a class of questions. */
export interface Roads {
  /** In the order in which they are tried. */
  readonly main: readonly Road[];
  readonly beside: readonly SideRoad[];
}

/** `begun`: roads beside it that were begun by somebody else, perhaps for another question with the same answer. */
export function* race(question: Question, roads: Roads, begun: readonly Side[] = []): Turns<Raced> {
  const meter = new Meter(question.options);
  const tools = toolsFor(roads, meter);
  const reports = new Map<string, RoadReport>();
  const report = (entry: RoadReport): void => void reports.set(entry.road, entry);
  const sides: Side[] = [...begun];
  for (const { name, refuses, begin } of roads.beside) {
    const why = refuses(question);
    if (why === undefined) sides.push({ name, attempts: begin(question, tools) });
    report(why === undefined ? { road: name, what: "not due" } : { road: name, what: "refused", why });
  }
  let before = NOTHING;
  let last = "no road leads to an answer";
  for (const road of roads.main) {
    const why = road.refuses(question);
    if (why !== undefined) {
      last = why;
      report({ road: road.name, what: "refused", why });
      continue;
    }
    const { ending, by } = yield* alongside(road, question, meter, sides, report);
    const counted = { ...ending, statistics: withEffort(ending.statistics, before) };
    if (ending.kind !== "gave up") {
      report({ road: by, what: ending.kind === "answer" ? "answered" : "ended", ...ending.detail });
      return { ending: counted, roads: [...reports.values()] };
    }
    last = ending.reason;
    report({ road: road.name, what: "gave up", why: ending.reason });
    before = counted.statistics;
  }
  return { ending: { kind: "limit", reason: last, statistics: before }, roads: [...reports.values()] };
}

/** What roads beside others are given. */
export function toolsFor({ main, beside }: Roads, meter: Meter): Tools {
  const ask: Tools["ask"] = (other, names, begun) =>
    race(other, { main, beside: beside.filter(({ name }) => names.includes(name)) }, begun);
  return { meter, ask };
}

interface Ended {
  readonly ending: Ending;
  readonly by: Road["name"] | SideName;
}

function* alongside(
  road: Road,
  question: Question,
  meter: Meter,
  sides: Side[],
  report: (entry: RoadReport) => void,
): Turns<Ended> {
  let effort = NOTHING;
  let spent = NOTHING;
  const main = careful(() => road.run(question, meter));
  try {
    for (;;) {
      for (const [k, { name, attempts }] of sides.entries()) {
        if (!attempts.isDue(effort)) continue;
        report({ road: name, what: "tried" });
        const ending = yield* beside(attempts, effort, () => {
          sides[k] = { name, attempts: over(attempts) };
        });
        if (ending?.kind === "answer" || ending?.kind === "limit")
          return { by: name, ending: after(lasting(ending, sides), effort, spent) };
        if (ending === undefined) continue;
        spent = withEffort(spent, ending.statistics);
        if (ending.kind === "gave up") report({ road: name, what: "gave up", why: ending.reason });
      }
      const turn = main.next();
      if (turn.done === true) return { by: road.name, ending: after(lasting(turn.value, sides), spent) };
      effort = turn.value ?? effort;
      yield effort;
    }
  } finally {
    // Others may take part in it, and are to come to their end.
    main.return({ kind: "gave up", reason: "another was faster", statistics: effort });
  }
}

/** What a road beside the main one throws is no answer: the main road meets it again, or does without. */
function* beside(attempts: Attempts, effort: Statistics, drop: () => void): Turns<Ending | undefined> {
  try {
    return yield* attempts.run(effort);
  } catch (error) {
    const isMet = error instanceof Fault || error instanceof TooLarge;
    if (isMet || error instanceof BoundOverflow || error instanceof LimitReached) {
      drop();
      return { kind: "gave up", reason: error.message, statistics: NOTHING };
    }
    throw error;
  }
}

/** A search that threw is not gone on with: what lies behind the state at which it did is lost to it. */
function over({ fault }: Attempts): Attempts {
  const run = (): never => {
    throw new InternalError("a road that is over was taken");
  };
  return { isDue: () => false, run, fault };
}

function after(ending: Ending, ...efforts: readonly Statistics[]): Ending {
  return { ...ending, statistics: efforts.reduce(withEffort, ending.statistics) };
}

/** Where the main road comes to no answer, a fault that another has met is told. */
function lasting(ending: Ending, sides: readonly Side[]): Ending {
  const fault = ending.kind === "limit" ? sides.find(({ attempts }) => attempts.fault)?.attempts.fault : undefined;
  return fault === undefined ? ending : { kind: "fault", fault, statistics: ending.statistics };
}

/** Makes endings of what is thrown: engines tell faults of the model that way, and deep work that a limit is reached. */
export function* careful(run: () => Turns<Ending>): Turns<Ending> {
  try {
    return yield* run();
  } catch (error) {
    const statistics = (error instanceof SearchLimit ? error.statistics : undefined) ?? NOTHING;
    if (error instanceof Fault) return { kind: "fault", fault: error, statistics };
    if (error instanceof BoundOverflow) return { kind: "limit", reason: error.message, isOverflow: true, statistics };
    if (error instanceof LimitReached) return { kind: "limit", reason: error.message, statistics };
    throw error;
  }
}
