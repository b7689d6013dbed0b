/**
 * From a run with jumps to a run of the original network: each jump becomes as many rounds of its cycle as its length needs,
 * all equally long, at exact moments between which the steps of others keep their places. With a window [a, b], a jump of
 * length t becomes the least n rounds with t <= nb; each then takes t/n, and its segments the same share of their windows.
 * What comes out is the order of transitions; `build.ts` finds and replays the delays in the original network.
 */
import { higher, invariantOf, type Jump, lowerBounds, type Segment, tighter } from "../analysis/index.ts";
import { append, assert, first } from "../base/index.ts";
import { type Network, processAt } from "../network/index.ts";
import type { Jumping } from "../reduce/index.ts";
import { type Rational, rationals } from "../zones/index.ts";
import type { Trace, TraceTransition } from "./trace.ts";

const { compareRational, floor, minus, plus, rational, ZERO } = rationals;

interface Event {
  readonly time: Rational;
  readonly words: readonly number[];
}

/** The transitions in words, or why there are none. Requires: the trace is concrete, and no jump is under way at its end. */
export function unfoldJumps(
  network: Network,
  { edges }: Jumping,
  trace: Trace,
  most: number,
): readonly (readonly number[])[] | string {
  // The trace's own transitions in their order; those of a jump stand where it ends, or at the end of an earlier instant.
  const events: Event[] = [];
  const begun = new Map<Jump, Rational>();
  const inserted: Event[] = [];
  let now: Rational = ZERO;
  let length = trace.transitions.length;
  for (const [i, transition] of trace.transitions.entries()) {
    now = plus(now, trace.states[i]?.delay ?? ZERO);
    const what = edges[first(transition.parts).edge];
    assert(what !== undefined, "every edge is one of the model's or of a jump");
    if (typeof what === "number") {
      events.push({ time: now, words: wordsOf(transition, edges) });
      continue;
    }
    const { jump, begins } = what;
    if (begins) {
      begun.set(jump, now);
      continue;
    }
    const start = begun.get(jump) ?? ZERO;
    const total = minus(now, start);
    const count = roundsOf(jump, total);
    length += count * jump.edges.length;
    if (length > most) return `it has more than ${most} transitions`;
    for (const step of steps(network, jump, start, total, count))
      (compareRational(step.time, now) < 0 ? inserted : events).push(step);
  }
  inserted.sort((a, b) => compareRational(a.time, b.time));
  return merge(events, inserted).map((e) => e.words);
}

/** Both are in the order of time; of one instant, those inserted come last. */
function merge(events: readonly Event[], inserted: readonly Event[]): readonly Event[] {
  const all: Event[] = [];
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

/** The least number of rounds that may take so long. */
function roundsOf({ window: { upper }, rounds }: Jump, total: Rational): number {
  if (upper.value === 0) return rounds;
  const most = rational(total.n, total.d * BigInt(upper.value));
  const whole = floor(most);
  const isWhole = compareRational(rational(whole), most) === 0;
  return Math.max(rounds, Number(isWhole && !upper.strict ? whole : whole + 1n));
}

/** The steps of `count` rounds of the cycle that begin at `start` and take `total` in all. */
function* steps(network: Network, jump: Jump, start: Rational, total: Rational, count: number): Generator<Event> {
  const { lower, upper } = jump.window;
  const round = rational(total.n, total.d * BigInt(count));
  const share = divide(minus(round, rational(lower.value)), rational(upper.value - lower.value));
  const moments: Event[] = [];
  let at: Rational = ZERO;
  for (const segment of jump.segments) {
    const { window } = segment;
    const lasts = plus(rational(window.lower.value), times(share, rational(window.upper.value - window.lower.value)));
    for (const event of within(network, jump, segment, lasts)) moments.push({ ...event, time: plus(at, event.time) });
    at = plus(at, lasts);
  }
  for (let k = 0; k < count; k++) {
    const from = plus(start, rational(round.n * BigInt(k), round.d));
    for (const { time, words } of moments) yield { time: plus(from, time), words };
  }
}

/** The steps of one segment that lasts as long as given: each as early as possible, the last at the end. */
function within(network: Network, jump: Jump, { edges }: Segment, lasts: Rational): readonly Event[] {
  const process = processAt(network, jump.process);
  let y: Rational = ZERO;
  return edges.map((e, i) => {
    if (i === edges.length - 1) return { time: lasts, words: [e.id] };
    const least = lowerBounds(e, jump.clock).reduce(higher, { value: 0, strict: false });
    const order = compareRational(y, rational(least.value));
    if (order < 0) y = rational(least.value);
    if (order <= 0 && least.strict) {
      const latest = edges
        .slice(i)
        .map((f) => invariantOf(process, f, jump.clock))
        .reduce(tighter);
      const limit = latest.value === Infinity ? lasts : rational(latest.value);
      const end = compareRational(limit, lasts) < 0 ? limit : lasts;
      y = divide(plus(y, end), rational(2));
    }
    return { time: y, words: [e.id] };
  });
}

function times(a: Rational, b: Rational): Rational {
  return rational(a.n * b.n, a.d * b.d);
}

function divide(a: Rational, b: Rational): Rational {
  return rational(a.n * b.d, a.d * b.n);
}
