/**
 * Bit-state search, where it is asked for: depth first in an order by chance, with a table of bits instead of a store. It
 * goes deep in little memory, and what it finds is found; but a state may be taken for another one, so that it found nothing
 * is no answer.
 */
import { BITS, Fault } from "../../engine/index.ts";
import { MAX_MEMORY } from "../compiled/memory.ts";
import { Pace } from "../compiled/pace.ts";
import { transitionsTo } from "../compiled/path.ts";
import { gaveUp, openReach } from "../compiled/search.ts";
import { reachOptions, whyInterpreted } from "../compiled/settings.ts";
import type { Meter } from "../limits.ts";
import { type FormulaQuery, type Question, unsoundness } from "../question.ts";
import type { BitReport } from "../report.ts";
import type { Ending, Road } from "../road.ts";
import type { Turns } from "../turns.ts";

export const bitstate: Road = {
  name: "bitstate",
  refuses: whyNotHashed,
  run: (question, meter) => run(question as Question<FormulaQuery>, meter),
};

/** Bytes of the stack that a search has at least. */
const STACK = 2 ** 24;

function whyNotHashed(question: Question): string | undefined {
  const { options, bounds } = question;
  if (question.class !== "reachability") return "bit-state search finds states: it is for E<> and A[]";
  if (options.keeper !== undefined) return "a bit-state search is not kept";
  if (options.crew !== undefined && options.crew.size > 1) return "a bit-state search has one thread";
  if (options.localTime === true) return "a bit-state search has no local times";
  if (options.order === "bfs") return "a bit-state search goes depth first";
  if (options.trace === "shortest" || options.trace === "fastest")
    return `a ${options.trace} trace is not what a depth-first search finds`;
  if ((options.bitstate ?? 0) + STACK > MAX_MEMORY) return "the table does not fit into 4 GiB";
  if (unsoundness(bounds) !== undefined || bounds.diagonals.triples.length > 0)
    return "a bit-state search does not take differences of clocks that are compared";
  return whyInterpreted(question);
}

function* run(given: Question<FormulaQuery>, meter: Meter): Turns<Ending> {
  // Paths through extrapolated zones are followed as such.
  const question = given.wishing({ abstraction: "extra" });
  const bytes = Math.max(4, Math.floor(given.options.bitstate! / 4) * 4);
  const { memory = MAX_MEMORY } = given.options;
  const settings = reachOptions(question);
  const order = given.options.order === "dfs" ? "dfs" : "rambling";
  const seed = given.options.seed ?? 1;
  const room = { order, seed, bits: bytes, memory: Math.min(bytes + Math.max(memory, STACK), MAX_MEMORY) } as const;
  try {
    const search = openReach(question, { ...settings, ...room, trace: true });
    const pace = new Pace(question.options);
    for (;;) {
      const status = pace.run(search);
      const statistics = search.counters;
      const { full, dropped, deepest } = search.bits;
      const bits: BitReport = { bytes, full, missed: missedOf(statistics.stored, full), dropped, deepest };
      if (status === "bounds") return gaveUp(statistics);
      if (status === "exhausted") return { kind: "limit", reason: notFound(bits), statistics, detail: { bits } };
      if (status === "found") {
        const path = transitionsTo(() => search.path(), question, meter.patience);
        if (path === undefined) return { kind: "gave up", reason: LOST, statistics };
        const pathless = typeof path === "string" ? path : undefined;
        const cells = given.wantsCells ? search.path().at(-1)!.cells : undefined;
        const words = typeof path === "string" ? [] : path;
        return {
          kind: "answer",
          witness: { kind: "state", path: words, pathless, cells },
          statistics,
          detail: { bits },
        };
      }
      const reason = meter.look(() => statistics);
      if (reason !== undefined) return { kind: "limit", reason, statistics, detail: { bits } };
      yield statistics;
    }
  } catch (error) {
    if (error instanceof Fault && error.kind === "overflow") return gaveUp();
    throw error;
  }
}

const LOST = "the path that was found could not be followed";

/** Terms of the sum below. */
const TERMS = 100;

/**
 * States that were probably taken for others. With a share p of bits set a new state is taken for a known one with
 * probability p^k, so that for one that is noted p^k / (1 - p^k) are missed. The table filled up evenly: that is the mean of
 * this over all p up to `full`, term by term.
 */
function missedOf(stored: number, full: number): number {
  let mean = 0;
  for (let k = BITS; k <= BITS * TERMS; k += BITS) mean += full ** k / (k + 1);
  return stored * mean;
}

function notFound({ full, missed, dropped }: BitReport): string {
  const left = dropped === 0 ? "" : `, and ${dropped} found no room on the stack`;
  const share = full < 0.1 ? (100 * full).toPrecision(2) : `${Math.round(100 * full)}`;
  const most = missed < 1 ? "fewer than one state" : `about ${Math.round(missed)} states`;
  return `not found, which proves nothing: the table is ${share} % full, ${most} may be missed by chance${left}`;
}
