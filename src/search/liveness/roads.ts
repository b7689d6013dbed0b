/**
 * The roads of liveness: `E[]`, `A<>` and `-->`, by the compiled engine where it can, otherwise by the interpreter. Both
 * search depth first, in one thread.
 */
import { seeded } from "../../base/index.ts";
import { whyNotStaying } from "../../engine/index.ts";
import { whyUnwanted } from "../compiled/settings.ts";
import { waitingList } from "../explore/waiting.ts";
import type { Meter } from "../limits.ts";
import { abstractionOf, type LivenessQuery, type Question, unsoundness } from "../question.ts";
import { ONE_THREAD } from "../report.ts";
import type { Ending, Road } from "../road.ts";
import { NOTHING } from "../statistics.ts";
import { inOneTurn, type Turns } from "../turns.ts";
import { searchStaying } from "./compiled.ts";
import { leadsTo } from "./leads.ts";
import { Paths } from "./paths.ts";

const DEPTH_FIRST = "liveness is searched depth first";

/** No crew shares such a search. */
export const threads: Road = {
  name: "threads",
  refuses: ({ options: { crew } }) => (crew === undefined || crew.size === 1 ? ONE_THREAD : DEPTH_FIRST),
  run: () => inOneTurn(() => ({ kind: "gave up", reason: DEPTH_FIRST, statistics: NOTHING })),
};

export const compiled: Road = {
  name: "compiled",
  refuses: (question) => {
    const { network, query, bounds } = question as Question<LivenessQuery>;
    return whyUnwanted(question) ?? whyNotStaying(network, query, bounds);
  },
  run: (question, meter) => searchStaying(question as Question<LivenessQuery>, meter),
};

export const interpreted: Road = {
  name: "interpreted",
  refuses: () => undefined,
  run: (question, meter) => run(question as Question<LivenessQuery>, meter),
};

function* run(question: Question<LivenessQuery>, meter: Meter): Turns<Ending> {
  const { query, options, canonical } = question;
  const unsound = unsoundness(question.bounds);
  if (unsound !== undefined) return { kind: "limit", reason: unsound, statistics: NOTHING };
  const engine = question.newEngine();
  const abstraction = abstractionOf(question, engine);
  if (query.kind === "-->") {
    const waiting = waitingList(options.order ?? "bfs", seeded(options.seed ?? 1));
    return yield* leadsTo(query, engine, abstraction, meter, waiting, canonical);
  }
  const never = engine.predicate(query.formula, query.kind === "E[]");
  const paths = new Paths(engine, never, abstraction, meter, canonical);
  const stay = engine.initial() ? yield* paths.search([engine.zone.slice()]) : undefined;
  const witness = stay && ({ kind: "stay", stem: [], stay } as const);
  return { kind: "answer", witness, statistics: paths.statistics() };
}
