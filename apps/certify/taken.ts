/**
 * Values that are taken (docs/semantics.md 9.11), for `sup`, `inf` and `bounds`: a term has them in states along ways, so
 * they are reached: every value of an interval, values as near to a limit as one likes, or values without limit. The last may
 * need a round that takes time and never sets the clock.
 */
import { Away } from "./away.ts";
import { demandRunning } from "./cover.ts";
import { code, mentionsClock } from "./expression.ts";
import type { Header } from "./format.ts";
import { type Part, satisfying } from "./formula.ts";
import { type Linear, linear } from "./linear.ts";
import type { Names } from "./names.ts";
import { at, Refuted, Unreadable, Unsupported } from "./outcome.ts";
import type { Claim } from "./query.ts";
import type { Certificate } from "./reading.ts";
import { demandRound } from "./round.ts";
import { Semantics } from "./semantics.ts";
import type { System } from "./system.ts";
import { arrivals, type Told, waysOf } from "./way.ts";
import { without, type Zone } from "./zone.ts";

/**
 * Values, as positions from one to another: 2c is the value c, and 2c + 1 all values between c and c + 1. Ends of zones are
 * whole numbers, so a value between two of them is never alone.
 */
interface Span {
  readonly from: number;
  readonly to: number;
}

export function judgeTaken(
  certificate: Certificate,
  claim: Claim,
  system: System,
  names: Names,
): { readonly states: number } {
  const { header } = certificate;
  // The last clock counts the time that a round takes.
  const { clockNames, clockStarts } = system.memory;
  clockNames.push("");
  clockStarts.push(0);
  const semantics = new Semantics(system);
  demandRunning(semantics, "values along ways");
  const taken = new Taken(claim, semantics);
  const told = waysOf(certificate, semantics, names);
  const reached: (readonly Zone[])[] = [];
  told.forEach((state, k) => {
    const arrived = arrivals(told, k, reached[state.from] ?? [], semantics);
    reached.push(at(k + 1, "waiting there", () => arrived.flatMap((z) => semantics.elapse(z))));
    at(k + 1, "its value", () => taken.note(reached[k]!));
  });
  if (header.loop !== undefined) at(told.length, "its end", () => taken.grow(told, header.loop! - 1, reached));
  at(undefined, "the values that are claimed", () => demandSaid(header, claim, taken));
  return { states: told.length };
}

class Taken {
  readonly spans: Span[] = [];
  readonly isData: boolean;
  private readonly semantics: Semantics;
  private readonly sum: Linear;
  private readonly part: Part;
  private readonly isFree: boolean;

  constructor({ term, predicate, context }: Claim, semantics: Semantics) {
    if (term === undefined) throw new Unreadable("values of no term");
    this.semantics = semantics;
    this.isData = !mentionsClock(term, context);
    this.sum = linear(term, context, code);
    if (this.sum.clocks.length > 1 || this.sum.clocks[0]?.sign === -1)
      throw new Unsupported("values of more than one clock");
    this.isFree = predicate === undefined;
    this.part = predicate === undefined ? (zones) => zones : satisfying(predicate, false, { semantics, context });
  }

  /** Takes down the values that the term has in zones of the state at hand. */
  note(zones: readonly Zone[]): void {
    const { x, plus } = this.here();
    for (const { n, bounds } of this.part(zones)) {
      // A bound b as a zone writes it is the position b - 1, and of what is below zero that of its negation.
      if (x === 0) this.spans.push({ from: 2 * plus, to: 2 * plus });
      else this.spans.push({ from: 2 * plus + 1 - bounds[x]!, to: 2 * plus + bounds[x * n]! - 1 });
    }
  }

  /** 9.11: a round that comes back to W, in which the condition holds, takes time, and does not set the clock. */
  grow(told: readonly Told[], first: number, reached: readonly (readonly Zone[])[]): void {
    const { semantics } = this;
    const start = told[first];
    if (start === undefined || told.some(({ from }, k) => k > first && from !== k - 1))
      throw new Unreadable("a loop to nowhere");
    semantics.load(start.values);
    const { x, plus } = this.here();
    if (x === 0 || without(start.zones, this.part(start.zones)).length > 0)
      throw new Refuted("the values of the round do not count");
    const met = reached[first]!.flatMap((z) => start.zones.flatMap((w) => z.meet(w) ?? []));
    if (met.length === 0) throw new Refuted("the round is not begun: no run comes to where it can be gone");
    const last = semantics.n - 1;
    const timed = (isBegun: boolean): readonly Zone[] =>
      start.zones.flatMap((w) => {
        const z = w.copy();
        return (isBegun ? z.constrain(last, 0, 0, 0) : z.constrain(0, last, -1, 0)) ? [z] : [];
      });
    const wishes = (clocks: readonly { readonly clock: number }[]): boolean => clocks.every(({ clock }) => clock !== x);
    const away = new Away(semantics, () => []);
    demandRound(told.slice(first), { begins: timed(true), ends: timed(false), wishes }, away, semantics);
    // Without a condition a term that is the same all the way round passes every value.
    const isSame = told.slice(first).every(({ values }) => {
      semantics.load(values);
      const here = this.here();
      return here.x === x && here.plus === plus;
    });
    semantics.load(start.values);
    const before = this.spans.length;
    this.note(met);
    for (let k = before; k < this.spans.length; k++)
      this.spans[k] = { from: this.isFree && isSame ? this.spans[k]!.from : Infinity, to: Infinity };
  }

  /** The clock of the term in the state at hand, 0 if there is none, and what is added to it. */
  private here(): { readonly x: number; readonly plus: number } {
    this.semantics.system.memory.begin();
    return { x: this.sum.clocks[0]?.clock() ?? 0, plus: this.sum.rest() };
  }
}

/** That the values are those that the header says. */
function demandSaid({ limit, values }: Header, { isFromBelow }: Claim, { spans, isData }: Taken): void {
  if (limit !== undefined) {
    const { bound, strict } = limit;
    // Just below the limit, or just above it.
    const aim = bound === null ? Infinity : 2 * bound + (strict ? (isFromBelow ? -1 : 1) : 0);
    if (!spans.some(({ from, to }) => from <= aim && aim <= to))
      throw new Refuted(`no value comes ${bound === null ? "without limit" : "to the limit"}`);
  }
  for (const [low, lowStrict, high, highStrict] of values?.intervals ?? []) {
    const [from, to] = [2 * low! + lowStrict!, high === null ? Infinity : 2 * high! - highStrict!];
    const missing = firstMissing(spans, from, to, isData ? 2 : 1);
    // It is infinite only behind a span without limit.
    if (missing <= to && missing < Infinity) throw new Refuted(`the value ${missing / 2} is not taken`);
  }
}

/** The first position from `from` on that no span holds, if it is not behind `to`; data has every second one only. */
function firstMissing(spans: readonly Span[], from: number, to: number, by: number): number {
  let next = from;
  for (const span of [...spans].sort((a, b) => a.from - b.from)) {
    if (span.from > next || next > to) break;
    if (span.to >= next) next = span.to + by;
  }
  return next;
}
