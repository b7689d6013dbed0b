/**
 * `p --> q`: from every reachable valuation with p, every maximal path comes to q. All states are explored (under the
 * bisimulation-preserving abstraction), and wherever p holds and q does not, a maximal path that avoids q is looked for.
 * What one such search has found to be in vain is shared with the others.
 */
import type { Engine } from "../../engine/index.ts";
import type { Federation } from "../../zones/index.ts";
import type { Abstraction } from "../explore/abstraction.ts";
import { Explorer } from "../explore/explorer.ts";
import type { Waiting } from "../explore/waiting.ts";
import type { Meter } from "../limits.ts";
import type { Canonical } from "../options.ts";
import type { LeadsQuery } from "../question.ts";
import type { Ending, Witness } from "../road.ts";
import type { Statistics } from "../statistics.ts";
import type { Turns } from "../turns.ts";
import { Paths } from "./paths.ts";

export function* leadsTo(
  query: LeadsQuery,
  engine: Engine,
  abstraction: Abstraction,
  meter: Meter,
  waiting: Waiting,
  canonical?: Canonical,
): Turns<Ending> {
  const explorer = new Explorer(engine, abstraction, meter, canonical);
  const left = engine.predicate(query.left, false);
  const notRight = engine.predicate(query.right, true);
  const paths = new Paths(engine, engine.predicate(query.right, false), abstraction, meter, canonical);
  const pending: { node: number; cells: Int32Array; start: Federation }[] = [];
  let found: Witness | undefined;
  const turns = explorer.runInTurns({
    visit: (node) => {
      const start = left.satisfying(engine.zone).flatMap((z) => notRight.satisfying(z));
      if (start.length > 0)
        pending.push({ node, cells: engine.cells.slice(0, engine.size), start: start.map((z) => z.slice()) });
      return false;
    },
    // The engine is busy while states are visited: what was noted is searched from between two expansions.
    *after() {
      for (let next = pending.pop(); next !== undefined && found === undefined; next = pending.pop()) {
        engine.cells.set(next.cells);
        const stay = yield* paths.search(next.start);
        if (stay !== undefined) found = { kind: "stay", stem: explorer.store.path(next.node), stay };
      }
      return found !== undefined;
    },
    waiting,
    shortest: false,
  });
  for (;;) {
    const turn = turns.next();
    const statistics = together(explorer.statistics(), paths.statistics());
    if (turn.done !== true) yield statistics;
    else if (turn.value.kind === "limit") return { ...turn.value, statistics };
    else return { kind: "answer", witness: found, statistics };
  }
}

function together(a: Statistics, b: Statistics): Statistics {
  return {
    explored: a.explored + b.explored,
    stored: a.stored + b.stored,
    transitions: a.transitions + b.transitions,
    waiting: a.waiting,
    memory: a.memory + b.memory,
  };
}
