/**
 * From a run with jumps to a run of the original network: each jump becomes as many rounds of its cycle as its length needs,
 * all equally long, at exact moments between which the steps of others keep their places. With a window [a, b], a jump of
 * length t becomes the least n rounds with t <= nb; each then takes t/n, and its segments the same share of their windows.
 * Rounds that follow each other undisturbed may be told once (`spans.ts`). What comes out is the order of transitions with their
 * moments; `build.ts` finds delays of its own for those that are written out, `folded.ts` keeps the moments; both are replayed.
 */
import { type Jump, type Segment, tighter, type Window } from "../analysis/index.ts";
import { append, assert, first } from "../base/index.ts";
import { isCounting, type Jumping, roundsFrom } from "../reduce/index.ts";
import { type Interval, type Rational, rationals } from "../zones/index.ts";
import { betweenOf, divided, type Flight, roundsOf, roundsUntil, type Span, spansOf } from "./spans.ts";
import type { Trace, TraceState, TraceTransition } from "./trace.ts";

const { compareRational, floor, minus, plus, rational, ZERO } = rationals;

/** A transition at its moment. */
export interface Event {
  readonly time: Rational;
  readonly words: readonly number[];
}

/** From a moment on, `times` times: events at moments counted from the beginning of each round. */
export interface Rounds {
  readonly time: Rational;
  readonly round: readonly Event[];
  readonly times: number;
  readonly lasts: Rational;
  readonly between: Interval;
}

export function isRounds(item: Event | Rounds): item is Rounds {
  return "times" in item;
}

/**
 * The transitions in words, or why there are none. Requires: the trace is concrete, and no jump but of a counting loop is
 * under way at its end.
 */
export function unfoldJumps(jumping: Jumping, trace: Trace, most: number): readonly (readonly number[])[] | string {
  const items = itemsOf(jumping, trace, most, false);
  return typeof items === "string" ? items : items.map((item) => (item as Event).words);
}

/** The same with rounds told once where they can be. */
export function foldJumps(jumping: Jumping, trace: Trace, most: number): readonly (Event | Rounds)[] | string {
  return itemsOf(jumping, trace, most, true);
}

/**
 * The jumps of a trace, in the order in which they end, and the moments of all its transitions, the first and the
 * last moment too.
 */
function flightsOf(jumping: Jumping, trace: Trace): { flights: Flight[]; open: Flight[]; moments: Rational[] } {
  const flights: Flight[] = [];
  const begun = new Map<Jump, { readonly start: Rational; readonly count?: number }>();
  const moments = [ZERO];
  let now: Rational = ZERO;
  for (const [i, transition] of trace.transitions.entries()) {
    now = plus(now, trace.states[i]?.delay ?? ZERO);
    moments.push(now);
    const what = jumping.edges[first(transition.parts).edge];
    assert(what !== undefined, "every edge is one of the model's or of a jump");
    if (typeof what === "number") continue;
    const { jump } = what;
    if (what.begins) begun.set(jump, { start: now, ...countOf(jumping, jump, trace.states[i]!) });
    else {
      flights.push({ jump, ...(begun.get(jump) ?? { start: ZERO }), end: now });
      begun.delete(jump);
    }
  }
  now = plus(now, trace.states.at(-1)?.delay ?? ZERO);
  moments.push(now);
  const open = [...begun].flatMap(([jump, from]) => underWay(jump, from, now));
  return { flights, open, moments };
}

function countOf({ network }: Jumping, jump: Jump, { variables }: TraceState): { readonly count?: number } {
  if (!isCounting(jump)) return {};
  return { count: roundsFrom(jump, variables[jump.counting.cell - network.processes.length]!) };
}

/** A wait for a counting loop that a run ends in, up to the end of the round it is in then. All its rounds are equally long. */
function underWay(
  jump: Jump,
  { start, count = 1 }: { readonly start: Rational; readonly count?: number },
  end: Rational,
): readonly Flight[] {
  const { lower, upper } = jump.window;
  const gone = minus(end, start);
  if (compareRational(gone, ZERO) === 0) return [];
  const scaled = (value: number): Rational => rational(BigInt(value) * BigInt(count));
  // As short as it may be, but not over yet; where that is not one of its lengths, a little longer.
  const least = compareRational(scaled(lower.value), gone) > 0 ? scaled(lower.value) : gone;
  const isExact = !lower.strict || compareRational(least, scaled(lower.value)) > 0;
  const most = upper.value === Infinity ? plus(least, rational(1)) : scaled(upper.value);
  const all = isExact ? least : divided(plus(least, most), 2);
  const rounds = -Number(floor(rational(-gone.n * all.d * BigInt(count), gone.d * all.n)));
  const { n, d } = all;
  return [{ jump, start, end: plus(start, rational(n * BigInt(rounds), d * BigInt(count))), count: rounds }];
}

function itemsOf(
  jumping: Jumping,
  trace: Trace,
  most: number,
  isFolded: boolean,
): readonly (Event | Rounds)[] | string {
  const { flights, open, moments } = flightsOf(jumping, trace);
  const all = [...flights, ...open];
  const spans = isFolded ? [...spansOf(moments, all), ...flights.flatMap(momentary)] : [];
  const told = spans.filter((s) => !isMomentary(s)).map(toldOnce);
  const pieces = all.map((flight) => piecesOf(flight, spans));
  const length =
    trace.transitions.length +
    told.reduce((n, t) => n + t.round.length, 0) +
    pieces.flat().reduce((n, { jump, count }) => n + jump.edges.length * count, 0);
  if (length > most) return `it has more than ${most} transitions where its rounds are written out`;
  // The trace's own transitions in their order; those of a jump stand where it ends, or at the end of an earlier instant.
  const events: (Event | Rounds)[] = [];
  const inserted: (Event | Rounds)[] = [];
  let ended = 0;
  for (const [i, transition] of trace.transitions.entries()) {
    const what = jumping.edges[first(transition.parts).edge];
    const now = moments[i + 1]!;
    if (typeof what === "number") events.push({ time: now, words: wordsOf(transition, jumping.edges) });
    else if (what?.begins === false) {
      append(events, spans.filter((s) => isMomentary(s) && s.flights[0] === flights[ended]).map(toldOnce));
      for (const { jump, start, total, count } of pieces[ended++]!)
        for (const step of steps(jump, start, total, count))
          (compareRational(step.time, now) < 0 ? inserted : events).push(step);
    }
  }
  // Of what is under way at the end, what comes before it.
  for (const piece of pieces.slice(flights.length).flat())
    for (const step of steps(piece.jump, piece.start, piece.total, piece.count))
      if (compareRational(step.time, moments.at(-1)!) < 0) inserted.push(step);
  // Rounds told once begin when all that leads up to them is done.
  append(inserted, told);
  inserted.sort((a, b) => compareRational(a.time, b.time) || Number(isRounds(a)) - Number(isRounds(b)));
  return merge(events, inserted);
}

interface Piece {
  readonly jump: Jump;
  readonly start: Rational;
  readonly total: Rational;
  readonly count: number;
}

/** What is left of a jump outside the spans. */
function piecesOf(flight: Flight, spans: readonly Span[]): readonly Piece[] {
  const mine = spans.filter((s) => s.flights.includes(flight));
  // A jump that takes no time has its rounds, and no span.
  if (mine.length === 0) return [piece(flight, flight.start, flight.end)];
  const starts = [flight.start, ...mine.map((s) => s.end)];
  const ends = [...mine.map((s) => s.start), flight.end];
  return starts.flatMap((start, i) => (compareRational(start, ends[i]!) === 0 ? [] : [piece(flight, start, ends[i]!)]));
}

function piece(flight: Flight, start: Rational, end: Rational): Piece {
  const { jump, count } = flight;
  const total = minus(end, start);
  if (count === undefined) return { jump, start, total, count: roundsOf(jump, total) };
  const isWhole = compareRational(total, minus(flight.end, flight.start)) === 0;
  return {
    jump,
    start,
    total,
    count: isWhole ? count : Number(floor(roundsUntil({ ...flight, count }, plus(flight.start, total)))),
  };
}

/** Many counted rounds that take no time. */
function momentary(flight: Flight): readonly Span[] {
  const { start, end, count = 0 } = flight;
  return count < 3 || compareRational(start, end) !== 0
    ? []
    : [{ start, end, flights: [flight], times: count, counted: 1 }];
}

function isMomentary({ start, end }: Span): boolean {
  return compareRational(start, end) === 0;
}

/** A span as rounds: of each of its jumps so many that all meet again. */
function toldOnce({ start, end, flights, times, counted = 1 }: Span): Rounds {
  const lasts = divided(minus(end, start), times);
  const parts = flights.map(({ jump, count }) => {
    if (count !== undefined) return { jump, count: counted };
    return { jump, count: flights.length === 1 ? 1 : roundsOf(jump, lasts) };
  });
  const round = parts.flatMap(({ jump, count }) => [...steps(jump, ZERO, lasts, count)]);
  round.sort((a, b) => compareRational(a.time, b.time));
  return { time: start, round, times, lasts, between: betweenOf(parts) };
}

/** Both are in the order of time; of one instant, those inserted come last. */
function merge(
  events: readonly (Event | Rounds)[],
  inserted: readonly (Event | Rounds)[],
): readonly (Event | Rounds)[] {
  const all: (Event | Rounds)[] = [];
  let k = 0;
  for (const e of events) {
    for (let next = inserted[k]; next !== undefined && compareRational(next.time, e.time) < 0; next = inserted[++k])
      all.push(next);
    all.push(e);
  }
  append(all, inserted.slice(k));
  return all;
}

function wordsOf({ parts }: TraceTransition, edges: Jumping["edges"]): readonly number[] {
  return parts.flatMap((p) => [edges[p.edge] as number, ...p.selects.map((s) => s.value)]);
}

/** The steps of `count` rounds of the cycle that begin at `start` and take `total` in all. */
function* steps(jump: Jump, start: Rational, total: Rational, count: number): Generator<Event> {
  const { lower } = jump.window;
  const round = divided(total, count);
  const more = minus(round, rational(lower.value));
  // What has no limit may take all that is left, and more.
  const room = (w: Window): Rational =>
    w.upper.value === Infinity ? plus(more, rational(1)) : rational(w.upper.value - w.lower.value);
  const rooms = jump.segments.map(({ window }) => room(window)).reduce(plus, ZERO);
  const share = compareRational(more, ZERO) === 0 ? ZERO : divide(more, rooms);
  const moments: Event[] = [];
  let at: Rational = ZERO;
  for (const segment of jump.segments) {
    const { window } = segment;
    const lasts = plus(rational(window.lower.value), times(share, room(window)));
    for (const event of within(jump, segment, lasts)) moments.push({ ...event, time: plus(at, event.time) });
    at = plus(at, lasts);
  }
  for (let k = 0; k < count; k++) {
    const from = plus(start, rational(round.n * BigInt(k), round.d));
    for (const { time, words } of moments) yield { time: plus(from, time), words };
  }
}

/** The steps of one segment that lasts as long as given: each as early as possible, the last and what goes with it at the end. */
function within({ product }: Jump, { edges, bounds, joins }: Segment, lasts: Rational): readonly Event[] {
  let y: Rational = ZERO;
  return edges.map((e, i) => {
    const parts = product?.parts[e.id] ?? [e];
    const words = parts.flatMap((part) => [part.id, ...part.selects.map(({ low }) => low)]);
    if (joins.slice(i).every((join, k) => join || i + k === edges.length - 1)) return { time: lasts, words };
    const { lower: least } = bounds[i]!;
    const order = compareRational(y, rational(least.value));
    if (order < 0) y = rational(least.value);
    if (order <= 0 && least.strict) {
      const latest = bounds
        .slice(i)
        .map(({ upper }) => upper)
        .reduce(tighter);
      const limit = latest.value === Infinity ? lasts : rational(latest.value);
      const end = compareRational(limit, lasts) < 0 ? limit : lasts;
      y = divide(plus(y, end), rational(2));
    }
    return { time: y, words };
  });
}

function times(a: Rational, b: Rational): Rational {
  return rational(a.n * b.n, a.d * b.d);
}

function divide(a: Rational, b: Rational): Rational {
  return rational(a.n * b.d, a.d * b.n);
}
