/**
 * Local time: reachability in networks whose processes rarely meet, by a search in which every group of them has a time of
 * its own (`search/local/search.ts`). Who shares a time is found by `analysis/coupling/coupling.ts`, which refuses by name.
 *
 * Where it is asked for, it answers at once. Else it is tried beside a long search: both come to the same discrete states, so
 * how many zones each has of them tells who will be done first. It is begun where the search with one time has several zones
 * of a discrete state, more states wait than were explored, and most steps are independent (`analysis/coupling/loose.ts`); it
 * goes on for a little, and far only while it has several times fewer zones than the other had of as many discrete states.
 */
import { type Coupling, couplingOf, looseness, mentionsDeadlock } from "../../analysis/index.ts";
import type { CompiledReach } from "../../engine/index.ts";
import { reachOptions } from "../compiled/settings.ts";
import { foundLocally, openLocal, searchLocal, whyInterpretedLocal } from "../local/compiled.ts";
import { LocalSearch } from "../local/search.ts";
import { searchTogether } from "../local/together.ts";
import { type FormulaQuery, type Question, unsoundness } from "../question.ts";
import { ONE_THREAD } from "../report.ts";
import type { Attempts, Ending, SideRoad, Tools } from "../road.ts";
import { NOTHING, type Statistics } from "../statistics.ts";
import { whyAlone } from "../threads/search.ts";
import type { Turns } from "../turns.ts";

/**
 * Explored states after which it is tried: in a loosely coupled network, in one that is less so, and where as many
 * no longer wait.
 */
const PATIENCE = 5000;
/** And before, where far more wait than were explored, of which a discrete state has many zones. */
const EARLY = 500;
const WIDENING = 3;
const MANY = 5;
const LATER = 50_000;
const AT_LAST = 250_000;
const VERY_LOOSE = 0.75;
/** Below, too few steps are independent. */
const LOOSE = 0.5;
/** Zones of a discrete state that a search with one time has at least where orders multiply them. */
const SEVERAL = 4;
/** So many times fewer zones pay for larger ones. */
const GAIN = 4;
/** States of an attempt: those of the first, then one for so many of the main search; where it pays, so many for each of them. */
const TRIAL = 500;
const SHARE = 100;
const ALL_OUT = 8;
/** States between two looks. */
const PORTION = 256;

export const local: SideRoad = {
  name: "local",
  refuses: (question) => whyNotLocal(question as Question<FormulaQuery>),
  begin: (question, { meter }) => {
    const asked = question as Question<FormulaQuery>;
    return asked.options.localTime === true ? new Asked(asked, meter) : new Beside(asked, meter);
  },
};

function whyNotLocal(question: Question<FormulaQuery>): string | undefined {
  const { query, options, isTraced, bounds } = question;
  if (options.localTime === false) return "local time is switched off";
  if (mentionsDeadlock(query.formula)) return "local time does not keep deadlocks";
  if (isTraced && options.trace !== "some") return `a ${options.trace} trace is asked for`;
  if (options.start !== undefined) return "it begins in a given state";
  if (options.localTime !== true) return whyNotBeside(question);
  if (unsoundness(bounds) !== undefined || bounds.diagonals.triples.length > 0)
    return "differences of clocks are compared";
  const coupling = couplingIn(question);
  return typeof coupling === "string" ? coupling : undefined;
}

/** What costs nothing to find out: the rest is looked at when it is due. */
function whyNotBeside(question: Question<FormulaQuery>): string | undefined {
  const { options, isReduced, network } = question;
  if (!isReduced) return "reductions are switched off";
  if (network.processes.length < 2) return "there is one process";
  if (options.compiled === false) return "the interpreter was asked for";
  if (options.order !== undefined) return "an order is asked for";
  return options.abstraction === "extra" ? "another abstraction is asked for" : undefined;
}

function couplingIn(question: Question): Coupling | string {
  return question.fact("coupling", () => couplingOf(question.network, question.live));
}

/** Where it was asked for: it answers whatever it does not refuse. */
class Asked implements Attempts {
  private readonly question: Question<FormulaQuery>;
  private readonly meter: Tools["meter"];
  private isTried = false;

  constructor(question: Question<FormulaQuery>, meter: Tools["meter"]) {
    this.question = question;
    this.meter = meter;
  }

  isDue(): boolean {
    return !this.isTried;
  }

  *run(): Turns<Ending> {
    this.isTried = true;
    const { question, meter } = this;
    const coupling = couplingIn(question) as Coupling;
    const interpreted = whyInterpretedLocal(question, coupling);
    const alone = whyAlone(question) ?? (interpreted && `the search is interpreted: ${interpreted}`);
    if (alone === undefined) return yield* searchTogether(question, coupling, meter);
    const ending = yield* interpreted === undefined
      ? searchLocal(question, coupling, meter)
      : new LocalSearch(question, coupling, meter).careful();
    return alone === ONE_THREAD ? ending : { ...ending, detail: { ...ending.detail, alone } };
  }
}

/** How many zones there were of how many discrete states. */
interface Zones {
  readonly discrete: number;
  readonly stored: number;
}

/**
 * Whether the main search widens, or has taken so long that compiling another costs little: one that narrows may soon be done.
 */
function isLong({ explored, waiting }: Statistics): boolean {
  return waiting >= explored || explored >= AT_LAST;
}

/** Where it was not. */
class Beside implements Attempts {
  private readonly question: Question<FormulaQuery>;
  private readonly meter: Tools["meter"];
  private patience: number;
  /** Of the main search, so far. */
  private readonly past: Zones[] = [];
  private search: CompiledReach | undefined;
  /** Tests have it tried whether it pays or not. */
  private readonly isForced: boolean;

  constructor(question: Question<FormulaQuery>, meter: Tools["meter"]) {
    this.question = question;
    this.meter = meter;
    const due = question.options.knobs?.due?.local;
    this.patience = due ?? EARLY;
    this.isForced = due !== undefined;
  }

  isDue(main: Statistics): boolean {
    const { explored, stored, discrete, waiting } = main;
    if (discrete !== undefined) this.past.push({ discrete, stored });
    if (explored < this.patience) return false;
    this.patience = Math.max(1, 2 * explored);
    if (this.isForced || this.search !== undefined) return true;
    if (discrete === undefined) return false;
    if (explored < PATIENCE) return stored >= MANY * discrete && waiting >= WIDENING * explored && this.isVeryLoose;
    return stored >= SEVERAL * discrete && isLong(main) && !this.isTooSoon(explored);
  }

  *run(main: Statistics): Turns<Ending | undefined> {
    const { question, coupling } = this;
    if (typeof coupling === "string") return this.over(coupling);
    const memory = reachOptions(question).memory / 2;
    this.search ??= openLocal(question, coupling, memory);
    const { search } = this;
    const trial = Math.max(TRIAL, main.explored / SHARE);
    for (;;) {
      const status = search.run(PORTION);
      const { counters } = search;
      if (status === "exhausted") return { kind: "answer", statistics: counters };
      if (status === "found") return yield* foundLocally(search.path(), counters, question, coupling, this.meter);
      if (status !== "working") return this.over("its states went beyond what it may have", counters);
      if (this.meter.look(() => counters, false) !== undefined) return undefined;
      const isFar = counters.explored >= trial;
      if (isFar && !this.isForced && this.gain(counters) < GAIN) return undefined;
      if (counters.explored >= Math.max(trial, this.most(main, memory))) return undefined;
      yield;
    }
  }

  /** Or why it is not tried. */
  private get coupling(): Coupling | string {
    return this.question.fact("coupling beside", () => this.findCoupling());
  }

  private findCoupling(): Coupling | string {
    const { question } = this;
    const { bounds } = question;
    if (question.symmetry !== undefined) return "symmetries are used instead";
    if (unsoundness(bounds) !== undefined || bounds.diagonals.triples.length > 0)
      return "differences of clocks are compared";
    const coupling = couplingIn(question);
    if (typeof coupling === "string") return coupling;
    const share = this.shareOf(coupling);
    if (share < LOOSE && !this.isForced)
      return `the network is not loosely coupled: ${Math.round(100 * share)} % of pairs of steps are independent`;
    return whyInterpretedLocal(question, coupling) ?? coupling;
  }

  /** Of pairs of steps, how many are independent. */
  private shareOf(coupling: Coupling): number {
    return this.question.fact("looseness", () => looseness(this.question.network, coupling));
  }

  private get isVeryLoose(): boolean {
    return typeof this.coupling !== "string" && this.shareOf(this.coupling) >= VERY_LOOSE;
  }

  private isTooSoon(explored: number): boolean {
    if (typeof this.coupling === "string" || this.isVeryLoose || explored >= LATER) return false;
    this.patience = LATER;
    return true;
  }

  /** States that it may explore: where the main search runs out of memory, as many as there is memory for. */
  private most(main: Statistics, memory: number): number {
    return main.memory > memory ? Number.POSITIVE_INFINITY : ALL_OUT * main.explored;
  }

  /** How many times as many zones the main search had of as many discrete states; of more than it has, by its present share. */
  private gain({ stored, discrete }: Zones): number {
    const last = this.past.at(-1)!;
    const then = this.past.find((zones) => zones.discrete >= discrete) ?? last;
    return then.stored / then.discrete / (stored / discrete);
  }

  private over(reason: string, statistics: Statistics = NOTHING): Ending {
    this.patience = Number.POSITIVE_INFINITY;
    this.search = undefined;
    return { kind: "gave up", reason, statistics };
  }
}
