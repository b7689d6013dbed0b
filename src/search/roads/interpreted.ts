/**
 * Reachability by the interpreter: `E<> p`, and `A[] p` as its negation. The formula is asked of every new symbolic state
 * with its delays, exactly (before abstraction).
 */
import { forgettable } from "../../analysis/index.ts";
import { seeded } from "../../base/index.ts";
import { Explorer } from "../explore/explorer.ts";
import { waitingList } from "../explore/waiting.ts";
import type { Meter } from "../limits.ts";
import { abstractionOf, type FormulaQuery, type Question, unsoundness } from "../question.ts";
import type { Ending, Road } from "../road.ts";
import type { Turns } from "../turns.ts";

export const interpreted: Road = {
  name: "interpreted",
  refuses: () => undefined,
  run: (question, meter) => run(question as Question<FormulaQuery>, meter),
};

function* run(question: Question<FormulaQuery>, meter: Meter): Turns<Ending> {
  const { network, query, options, bounds, canonical } = question;
  const engine = question.newEngine();
  const explorer = new Explorer(engine, abstractionOf(question, engine), meter, canonical);
  const goal = engine.predicate(query.formula, query.kind === "A[]");
  const shortest = options.trace === "shortest";
  const ending = yield* explorer.runInTurns({
    visit: () => goal.holds(engine.zone),
    forget: options.forgetCommitted ? forgettable(network) : undefined,
    mayNotEnd: unsoundness(bounds),
    waiting: waitingList(shortest ? "bfs" : (options.order ?? "bfs"), seeded(options.seed ?? 1)),
    shortest,
  });
  const statistics = explorer.statistics();
  if (ending.kind === "limit") return { ...ending, statistics };
  if (ending.kind !== "found") return { kind: "answer", statistics };
  const path = explorer.store.path(ending.node);
  explorer.store.get(ending.node, engine.cells, engine.zone);
  const cells = question.wantsCells ? engine.cells.slice(0, engine.size) : undefined;
  return { kind: "answer", witness: { kind: "state", path, cells }, statistics };
}
