/**
 * Parts of a question that are answered apart from each other, each perhaps on another machine: the cones of an `A[]` or `E<>`
 * (`analysis/influence/cone.ts` has the proof). A part is named by numbers, which mean the same to whoever has the same
 * model, query and wishes. If all parts of one plan are proven, so is the whole; anything else says nothing, and the whole
 * has to be asked.
 */
import { demand, wants } from "../base/index.ts";
import type { Network, NetworkQuery } from "../network/index.ts";
import type { Cone } from "../reduce/index.ts";
import { counting, Meter } from "./limits.ts";
import type { VerifyOptions } from "./options.ts";
import { Question } from "./question.ts";
import { toolsFor } from "./race.ts";
import { besideCones, cones, namesOf, plansOf, provenBy, questionTo } from "./roads/cones.ts";
import { NOTHING, type Statistics, withEffort } from "./statistics.ts";
import { type Reduced, reduced, roadsFor } from "./strategy.ts";
import type { Turns } from "./turns.ts";
import type { Verdict } from "./verdict.ts";
import { verdictOf } from "./verify.ts";

/** The cone `index` of a plan. */
export interface Part {
  readonly plan: number;
  readonly index: number;
}

/** How a part came out. That it is not proven says nothing of the whole. */
export interface PartEnding {
  readonly isProven: boolean;
  readonly statistics: Statistics;
}

/** The plans of a question, as far as any can be made. */
function partsOf(network: Network, query: NetworkQuery, options: VerifyOptions): [Reduced, (readonly Cone[])[]] {
  const smaller = reduced(new Question(network, query, counting(options)));
  const { question } = smaller;
  const isPlain = roadsFor(question).beside.includes(cones) && cones.refuses(question) === undefined;
  return [smaller, isPlain ? plansOf(question) : []];
}

/** Asks one part, in turns. */
export function* askPartInTurns(
  network: Network,
  query: NetworkQuery,
  part: Part,
  options: VerifyOptions = {},
): Turns<PartEnding> {
  wants("askPartInTurns", network, "network");
  wants("askPartInTurns", query, "query");
  wants("askPartInTurns", part, "object");
  const { plan, index } = part;
  const [{ question }, plans] = partsOf(network, query, options);
  const cone = plans[plan]?.[index];
  demand(cone !== undefined, "the question has no such part");
  const asked = questionTo(cone!, question);
  const { ask } = toolsFor(roadsFor(asked), new Meter(asked.options));
  const { ending } = yield* ask(asked, besideCones);
  return { isProven: ending.kind === "answer" && ending.witness === undefined, statistics: ending.statistics };
}

/** The parts of a question, and what is known of them: which are still wanted, and the verdict once there is one. */
export class QuestionParts {
  private readonly smaller: Reduced;
  private readonly plans: readonly (readonly Cone[])[];
  private readonly proven = new Map<Cone, number>();
  private readonly failed = new Set<number>();
  private spent: Statistics = NOTHING;

  constructor(network: Network, query: NetworkQuery, options: VerifyOptions = {}) {
    wants("QuestionParts", network, "network");
    wants("QuestionParts", query, "query");
    [this.smaller, this.plans] = partsOf(network, query, options);
  }

  /** Those whose ending can still matter. */
  get wanted(): readonly Part[] {
    if (this.verdict !== undefined) return [];
    return this.plans.flatMap((list, plan) =>
      this.failed.has(plan) ? [] : list.flatMap((cone, index) => (this.proven.has(cone) ? [] : [{ plan, index }])),
    );
  }

  note({ plan, index }: Part, { isProven, statistics }: PartEnding): void {
    const cone = this.plans[plan]?.[index];
    demand(cone !== undefined, "the question has no such part");
    if (this.proven.has(cone!)) return;
    if (isProven) this.proven.set(cone!, statistics.stored);
    else this.failed.add(plan);
    this.spent = withEffort(statistics, this.spent);
  }

  get verdict(): Verdict | undefined {
    const plan = this.plans.find((list) => list.every((cone) => this.proven.has(cone)));
    if (plan === undefined) return undefined;
    const { question } = this.smaller;
    const reports = plan.map((cone) => ({ processes: namesOf(question, cone), stored: this.proven.get(cone)! }));
    const ending = provenBy(reports, this.spent);
    return verdictOf(this.smaller, { ending, roads: [{ road: "cones", what: "answered", cones: reports }] });
  }
}
