/**
 * The roads of `sup`, `inf` and `bounds`: each explores all states, once for every ceiling (`ceilings.ts`), and takes down
 * values as they come.
 */
import type { ClockBounds } from "../../analysis/index.ts";
import { seeded } from "../../base/index.ts";
import { CompiledReach, Fault, maxThreads, SeveralReach } from "../../engine/index.ts";
import { mebibytes, memoryReason } from "../compiled/memory.ts";
import { Pace } from "../compiled/pace.ts";
import { exploreOptions, whyInterpreted } from "../compiled/settings.ts";
import { Explorer } from "../explore/explorer.ts";
import { waitingList } from "../explore/waiting.ts";
import { type Meter, SearchLimit } from "../limits.ts";
import { abstractionOf, type Question } from "../question.ts";
import type { Road } from "../road.ts";
import { memoriesOf, whyOneMemory } from "../roads/memories.ts";
import type { Statistics } from "../statistics.ts";
import { reportSymmetry } from "../symmetry.ts";
import { STANDING, STOP, type ValuesPlan } from "../threads/crew.ts";
import { inEntries, SEVERAL, whyAlone } from "../threads/search.ts";
import type { Turns } from "../turns.ts";
import { type Explored, findValues } from "./ceilings.ts";
import { type BoundQuery, Values } from "./values.ts";

type Way = (
  question: Question<BoundQuery>,
  meter: Meter,
  plan: ValuesPlan,
  bounds: ClockBounds,
) => Turns<Explored | undefined>;

function road(name: Road["name"], refuses: Road["refuses"], way: Way): Road {
  return {
    name,
    refuses,
    run: (asked, meter) => {
      const question = asked as Question<BoundQuery>;
      return findValues(question, meter, (plan, bounds) => way(question, meter, plan, bounds));
    },
  };
}

export const threads = road("threads", whyAlone, byThreads);
export const memories = road("memories", (q) => whyOneMemory(q) ?? whyInterpreted(q), byMemories);
export const compiled = road("compiled", (q) => whyInterpreted(q), byOne);
export const interpreted = road("interpreted", () => undefined, interpret);

function* interpret(
  question: Question<BoundQuery>,
  meter: Meter,
  plan: ValuesPlan,
  bounds: ClockBounds,
): Turns<Explored> {
  const { options, query, canonical } = question;
  const engine = question.newEngine();
  const values = new Values(engine, query, plan.ceiling, plan.isExact);
  const explorer = new Explorer(engine, abstractionOf(question, engine, bounds), meter, canonical);
  const ending = yield* explorer.runInTurns({
    visit: () => {
      values.recordHere();
      return false;
    },
    waiting: waitingList(options.order ?? "bfs", seeded(options.seed ?? 1)),
    shortest: false,
  });
  const statistics = explorer.statistics();
  if (ending.kind === "limit") throw new SearchLimit(ending.reason, statistics);
  return { found: values.found, statistics, each: (visit) => explorer.store.each(visit, engine.dim) };
}

function* byOne(...[question, meter, plan, bounds]: Parameters<Way>): ReturnType<Way> {
  const { network, query, options } = question;
  const full = memoryReason(options, "a search in this order");
  return yield* bySearch(question, meter, plan, bounds, (settings) => ({
    search: new CompiledReach(network, query, bounds, settings),
    full: () => full,
  }));
}

function* byMemories(...[question, meter, plan, bounds]: Parameters<Way>): ReturnType<Way> {
  const { network, query, options } = question;
  return yield* bySearch(question, meter, plan, bounds, (settings) => {
    const all = { ...settings, memory: options.memory! };
    const search = new SeveralReach(network, query, bounds, all, memoriesOf(options));
    return {
      search,
      full: () => `one of the ${search.size} memories of ${mebibytes(search.memoryBytes)} each was full`,
    };
  });
}

type Settings = ReturnType<typeof exploreOptions> & { readonly values: Values };
type Opened = { readonly search: CompiledReach | SeveralReach; readonly full: () => string };

function* bySearch(
  question: Question<BoundQuery>,
  meter: Meter,
  plan: ValuesPlan,
  bounds: ClockBounds,
  open: (settings: Settings) => Opened,
): Turns<Explored | undefined> {
  if (whyInterpreted(question, bounds) !== undefined) return undefined;
  const { network, query, options, engine } = question;
  const values = new Values(engine, query, plan.ceiling, plan.isExact);
  try {
    const { search, full } = open({ ...exploreOptions(question), values });
    const statistics = (): Statistics => {
      const { explored, stored, transitions, waiting, memory } = search.counters;
      const report = reportSymmetry(network, query, options, { vague: search.vague });
      return { explored, stored, transitions, waiting, memory, ...(report ? { symmetry: report } : {}) };
    };
    const pace = new Pace(options);
    for (;;) {
      const status = pace.run(search);
      const done = statistics();
      if (status === "exhausted")
        return {
          found: values.found,
          statistics: done,
          each: (visit) => search.each(({ cells, zone }) => visit(cells, zone)),
        };
      if (status === "bounds") return undefined;
      const reason = status === "memory" ? full() : meter.look(() => done);
      if (reason !== undefined) throw new SearchLimit(reason, done);
      yield done;
    }
  } catch (error) {
    if (error instanceof Fault && error.kind === "overflow") return undefined;
    throw error;
  }
}

function* byThreads(...[question, meter, plan, bounds]: Parameters<Way>): ReturnType<Way> {
  if (whyInterpreted(question, bounds) !== undefined) return undefined;
  const values = new Values(question.engine, question.query, plan.ceiling, plan.isExact);
  const made = yield* inEntries(question, bounds, { ...exploreOptions(question), values }, meter, plan);
  if (made === undefined) return undefined;
  const { search, board, ended, statistics } = made;
  // One thread goes on, in several.
  if (ended === STOP.memory && whyOneMemory(question) === undefined) return undefined;
  if (ended !== STOP.complete)
    throw new SearchLimit(made.reason ?? memoryReason(question.options, SEVERAL), statistics);
  for (let thread = 1; thread < maxThreads; thread++) {
    const standing = board.readSeat(thread, "standing");
    // Those never came in.
    if (standing === STANDING.absent || standing === STANDING.ready) continue;
    const told = board.toldBy(thread);
    // What it has seen is lost.
    if (told === undefined) return undefined;
    values.include(new TextDecoder().decode(told));
  }
  return {
    found: values.found,
    statistics,
    each: (visit) => search.each(({ cells, zone }) => visit(cells, zone)),
  };
}
