/**
 * Jumps: where a search is long, and a process runs round a short cycle while another waits for something much slower, the
 * same is asked of the network with jumps over such rounds (`reduce/jumps.ts`). That is done only where it changes no answer:
 * reachability without deadlocks, and cycles that are exact; without symmetries. Small searches never come to it. A trace is
 * one of the original network: the jumps in it are turned into rounds. A shortest trace is not one of those, since a jump
 * counts as one transition: where one is asked for jumps only find out whether there is any, and if so leave it to the search
 * without them. So are faults and doubts.
 */
import {
  countingJumps,
  findCounting,
  findJumps,
  type Jump,
  jumpText,
  mentionsDeadlock,
  whyNotTogether,
} from "../../analysis/index.ts";
import type { Network, NetworkQuery } from "../../network/index.ts";
import { type Jumping, jumpingQuery, withJumps } from "../../reduce/index.ts";
import { foldedTrace, foldJumps, goalOf, isUntraced, type Trace, unfoldJumps } from "../../trace/index.ts";
import type { Meter } from "../limits.ts";
import type { VerifyOptions } from "../options.ts";
import { type FormulaQuery, Question } from "../question.ts";
import type { RoadDetail } from "../report.ts";
import type { Attempts, Ending, SideRoad, Tools, Witness } from "../road.ts";
import type { Statistics } from "../statistics.ts";
import type { Turns } from "../turns.ts";
import { traceOfState } from "../witness.ts";
import { cones } from "./cones.ts";

/** Jumps are looked for only after so many states. */
const PATIENCE = 5000;
/** Rounds that a search would run through, by its constants, for jumps to pay. */
const MANY = 32;
/** Cycles of a process that are looked at: by a search that was not asked to, and by one that was. */
const FEW_CYCLES = 200;
const MOST_CYCLES = 1000;
/** Cycles that are named. */
const MOST_NAMED = 12;
/** Transitions of a trace after its jumps were turned into rounds. */
const LONGEST = 500_000;

/** Why the answer of a query may not come from a network with jumps; undefined if it may. */
export function whyNotAccelerated(query: NetworkQuery, options: VerifyOptions): string | undefined {
  const { trace = "none", acceleration, start, abstraction } = options;
  if (acceleration === false) return "acceleration is switched off";
  if (query.kind !== "E<>" && query.kind !== "A[]")
    return `acceleration does not keep the answers of ${query.kind} queries`;
  if (mentionsDeadlock(query.formula)) return "acceleration does not keep deadlocks";
  if (trace !== "none" && trace !== "some") return `a ${trace} trace is asked for`;
  if (start !== undefined) return "it begins in a given state";
  return abstraction === "extra" ? "another abstraction is asked for" : undefined;
}

const isShortest = ({ trace }: VerifyOptions): boolean => trace === "shortest";

export const jumps: SideRoad = {
  name: "jumps",
  refuses: ({ query, options }) =>
    whyNotAccelerated(query, isShortest(options) ? { ...options, trace: "none" } : options),
  begin: (question, tools) => new Jumps(question as Question<FormulaQuery>, tools),
};

interface Jumped extends Jumping {
  readonly question: Question<FormulaQuery>;
  readonly jumps: readonly Jump[];
}

/** Over counting loops, and over all others that are exact. */
function allJumps(network: Network, counted: NetworkQuery | undefined, limit = MOST_CYCLES): readonly Jump[] {
  const counting = counted === undefined ? [] : findCounting(network, counted, limit).cycles;
  return [...countingJumps(counting), ...findJumps(network, { limit })];
}

/** Those that pay: where a loop counts far all of them, for its wait is long. */
function worthyJumps(network: Network, query: NetworkQuery, counted: NetworkQuery | undefined): readonly Jump[] {
  const cycles = counted === undefined ? [] : findCounting(network, counted, FEW_CYCLES).cycles;
  const isFar = cycles.some(({ counting: { low, high, by } }) => high - low >= MANY * Math.abs(by));
  return isFar
    ? allJumps(network, counted, FEW_CYCLES)
    : findJumps(network, { limit: FEW_CYCLES, worth: { query, times: MANY } });
}

class Jumps implements Attempts {
  private readonly question: Question<FormulaQuery>;
  private readonly tools: Tools;
  private readonly patience: number;
  private isTried = false;

  constructor(question: Question<FormulaQuery>, tools: Tools) {
    this.question = question;
    this.tools = tools;
    const { acceleration, knobs } = question.options;
    this.patience = acceleration === true ? 0 : (knobs?.due?.jumps ?? PATIENCE);
  }

  isDue({ explored }: Statistics): boolean {
    return !this.isTried && explored >= this.patience;
  }

  *run(): Turns<Ending | undefined> {
    this.isTried = true;
    const jumped = this.jumping();
    if (jumped === undefined) return undefined;
    const { question, tools } = this;
    const beside =
      cones.refuses(question) === undefined ? [{ name: cones.name, attempts: cones.begin(question, tools) }] : [];
    const { ending } = yield* tools.ask(jumped.question, ["forays", "proofs"], beside);
    const detail = this.detail(jumped);
    // Many rounds at a time may be too long for clocks where single ones are not.
    if (ending.kind === "limit" && ending.isOverflow !== true) return { ...ending, detail };
    if (ending.kind !== "answer") return { kind: "gave up", reason: "not with jumps", statistics: ending.statistics };
    if (ending.witness === undefined) return { ...ending, detail: { ...ending.detail, ...detail } };
    if (isShortest(question.options))
      return {
        kind: "gave up",
        reason: "there is an answer, but not its shortest trace",
        statistics: ending.statistics,
      };
    if (jumped.question.engine.approximate)
      return { kind: "gave up", reason: "stopped clocks are over-approximated", statistics: ending.statistics };
    const witness = this.original(ending.witness, jumped);
    if (witness === undefined) return { kind: "gave up", reason: "no trace was found", statistics: ending.statistics };
    return { ...ending, witness, detail };
  }

  private detail({ jumps }: Jumped): Pick<RoadDetail, "cycles" | "jumped" | "kept"> {
    const { network, query, wantsCells } = this.question;
    const counting = wantsCells ? [] : findCounting(network, query, FEW_CYCLES).refused;
    const kept = [...counting, ...whyNotTogether(network, FEW_CYCLES)].map((r) => `${r.cycle}: ${r.reason}`);
    return {
      cycles: jumps.length,
      jumped: jumps.slice(0, MOST_NAMED).map((jump) => jumpText(network, jump)),
      ...(kept.length === 0 ? {} : { kept: kept.slice(0, MOST_NAMED) }),
    };
  }

  /** Undefined if there are none; or, where they were not asked for, none that pay, or symmetries that are used instead. */
  private jumping(): Jumped | undefined {
    const { network, query, options, symmetry, wantsCells } = this.question;
    const always = options.acceleration === true || options.knobs?.due?.jumps === 0;
    if (!always && symmetry !== undefined) return undefined;
    const counted = wantsCells ? undefined : query;
    const found = always ? allJumps(network, counted) : worthyJumps(network, query, counted);
    if (found.length === 0) return undefined;
    const jumping = withJumps(network, found);
    const asked = jumpingQuery(query, network, jumping) as FormulaQuery | undefined;
    if (asked === undefined) return undefined;
    const trace = isShortest(options) ? "none" : options.trace;
    const wishes = { ...options, trace, symmetry: false, crew: undefined };
    const question = new Question(jumping.network, asked, wishes, wantsCells);
    return { ...jumping, question, jumps: found };
  }

  /** The witness in the original network; undefined if its trace cannot be made for another reason than a limit. */
  private original(witness: Witness, jumped: Jumped): Witness | undefined {
    const { question, tools } = this;
    if (witness.kind !== "state") return undefined;
    // What was asked holds only where nobody is jumping, or in waits of counting loops, which nobody sees whose cells are wanted.
    if (!question.isTraced) return witness;
    if (witness.pathless !== undefined) return witness;
    const state = { kind: "state", path: [], cells: undefined } as const;
    const trace = traceOfState(jumped.question, witness, tools.meter);
    if (isUntraced(trace)) return trace.isLimit ? { ...state, pathless: trace.reason } : undefined;
    if (!trace.concrete) return undefined;
    return this.unfolded(jumped, trace, tools.meter);
  }

  private unfolded(jumped: Jumped, trace: Trace, meter: Meter): Witness | undefined {
    const folded = this.question.options.rounds === true ? this.folded(jumped, trace) : undefined;
    if (folded !== undefined) return { kind: "state", path: [], trace: folded };
    const words = unfoldJumps(jumped, trace, LONGEST);
    if (typeof words === "string") return { kind: "state", path: [], pathless: words };
    const witness = { kind: "state", path: words } as const;
    const made = traceOfState(this.question, witness, meter);
    if (!isUntraced(made)) return { ...witness, trace: made };
    return made.isLimit ? { ...witness, pathless: made.reason } : undefined;
  }

  /** With rounds told once; undefined if that cannot be checked in closed form. */
  private folded(jumped: Jumped, trace: Trace): Trace | undefined {
    const { network, engine, query } = this.question;
    const items = foldJumps(jumped, trace, LONGEST);
    if (typeof items === "string") return undefined;
    const goal = goalOf(engine.predicate(query.formula, query.kind === "A[]"));
    const made = foldedTrace(network, items, trace.duration, (cells) => {
      engine.cells.set(cells);
      const { invariant } = engine.timing();
      return invariant === undefined ? [] : goal([invariant]);
    });
    return typeof made === "string" ? undefined : made;
  }
}
