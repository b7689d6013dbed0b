/**
 * Answers from cones of influence: `A[] p` holds if each conjunct of p holds in its cone, a network of those processes that
 * have to do with it (`analysis/influence/cone.ts` has the proof), and `E<> p` does not if no disjunct is reachable in its
 * cone. Such cones do at least what the whole does, so every other outcome says nothing, and the search of the whole goes on.
 * They are tried beside it, when it has become long and again when it is much longer, for no more states than it has explored
 * so far. First everything is left out that can be, then less.
 */
import type { Reach } from "../../analysis/index.ts";
import { processAt } from "../../network/index.ts";
import { type Cone, conesOf, withoutIdleClocks } from "../../reduce/index.ts";
import { Question } from "../question.ts";
import type { ConeReport } from "../report.ts";
import type { Attempts, Ending, SideRoad, Tools } from "../road.ts";
import { NOTHING, type Statistics, withEffort } from "../statistics.ts";
import type { Turns } from "../turns.ts";

/** Cones are first looked for after so many states, and again after so many times as many. */
const PATIENCE = 10_000;
const AGAIN = 4;

export const cones: SideRoad = {
  name: "cones",
  refuses({ query, isReduced, wantsCells, options }) {
    if (!isReduced) return "reductions are switched off";
    if (options.start !== undefined) return "it begins in a given state";
    if (wantsCells) return "several queries are asked at once";
    return query.kind === "A[]" || query.kind === "E<>" ? undefined : "it is not about reachable states";
  },
  begin: (question, tools) => new Cones(question, tools),
};

class Cones implements Attempts {
  private readonly question: Question;
  private readonly tools: Tools;
  /** After so many explored states of the whole there is an attempt. */
  private patience: number;
  /** What may still be tried; undefined until it is asked for. */
  private open: (readonly Cone[])[] | undefined;
  /** States stored for cones that are proven already. */
  private readonly proven = new Map<Cone, number>();
  private spent: Statistics = NOTHING;

  constructor(question: Question, tools: Tools) {
    this.question = question;
    this.tools = tools;
    this.patience = question.options.knobs?.due?.cones ?? PATIENCE;
  }

  isDue({ explored }: Statistics): boolean {
    if (explored < this.patience) return false;
    this.open ??= plansOf(this.question);
    return this.open.length > 0;
  }

  *run(): Turns<Ending> {
    this.spent = NOTHING;
    const later: (readonly Cone[])[] = [];
    for (const plan of this.open ?? []) {
      const found = yield* this.prove(plan);
      if (typeof found !== "string") return { ...found, statistics: withEffort(found.statistics, this.spent) };
      if (found === "too long") later.push(plan);
    }
    this.open = later;
    this.patience = Math.max(PATIENCE, this.patience * AGAIN);
    return { kind: "gave up", reason: "the cones do more than the whole", statistics: this.spent };
  }

  private *prove(plan: readonly Cone[]): Turns<Ending | "failed" | "too long"> {
    const most = Math.max(PATIENCE, this.patience) - this.spent.explored;
    const reports: ConeReport[] = [];
    let all = NOTHING;
    for (const cone of plan) {
      let stored = this.proven.get(cone);
      if (stored === undefined) {
        const ending = yield* this.ask(cone, most - all.explored);
        all = withEffort(ending.statistics, all);
        if (ending.kind !== "answer" || ending.witness !== undefined) {
          this.spent = withEffort(this.spent, all);
          return ending.kind === "limit" ? "too long" : "failed";
        }
        stored = ending.statistics.stored;
        this.proven.set(cone, stored);
      }
      reports.push({ processes: namesOf(this.question, cone), stored });
    }
    return provenBy(reports, all);
  }

  /** The ending in a cone, for no more than so many states. */
  private *ask(cone: Cone, most: number): Turns<Ending> {
    const search = this.tools.ask(questionTo(cone, this.question), besideCones);
    let effort = NOTHING;
    for (;;) {
      const turn = search.next();
      if (turn.done === true) return turn.value.ending;
      effort = turn.value ?? effort;
      if (effort.explored > most) {
        search.return(undefined as never);
        return { kind: "limit", reason: "too much for a cone", statistics: effort };
      }
      yield;
    }
  }
}

/** What may prove the whole, the smallest first: everything is left out that can be, then less. */
export function plansOf({ network, query }: Question): (readonly Cone[])[] {
  const plan = (reach: Reach) => conesOf(network, query, reach) ?? [];
  const [open, closed] = [plan("open"), plan("closed")];
  const isSame = open.length === closed.length && open.every((c, k) => c.kept.size === closed[k]!.kept.size);
  return [open, isSame ? [] : closed].filter((list) => list.length > 0);
}

/** Which roads are tried beside the search of a cone. */
export const besideCones = ["forays", "proofs"] as const;

/** What is asked of a cone of a question. */
export function questionTo(cone: Cone, { options }: Question): Question {
  // Without symmetries: what is left of a set of interchangeable processes need not be interchangeable.
  const wishes = { ...options, trace: "none", symmetry: false, crew: undefined } as const;
  const lean = withoutIdleClocks(cone.network, cone.query) ?? cone;
  return new Question(lean.network, lean.query, wishes);
}

export function namesOf({ network }: Question, { kept }: Cone): string[] {
  return [...kept].sort((a, b) => a - b).map((p) => processAt(network, p).name);
}

/** The ending of a question all of whose cones of one plan are proven. */
export function provenBy(reports: readonly ConeReport[], effort: Statistics): Ending {
  const stored = reports.reduce((so, report) => so + report.stored, 0);
  return { kind: "answer", statistics: { ...effort, stored }, detail: { cones: reports } };
}
