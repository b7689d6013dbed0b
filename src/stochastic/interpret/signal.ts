import { at, isBefore, type Moment, NEVER } from "./moment.ts";

/** When something is true: disjoint spans of moments in order, each from its start to before its end. */
export type Signal = readonly Span[];
export interface Span {
  readonly start: Moment;
  readonly end: Moment;
}

const BEGINNING = at(0);

/** Spans in any order, overlapping or touching, as a signal. */
export function signal(spans: readonly Span[]): Signal {
  const sorted = spans
    .filter(({ start, end }) => isBefore(start, end))
    .sort((a, b) => (isBefore(a.start, b.start) ? -1 : 1));
  const merged: Span[] = [];
  for (const span of sorted) {
    const last = merged.at(-1);
    if (last === undefined || isBefore(last.end, span.start)) merged.push(span);
    else if (isBefore(last.end, span.end)) merged[merged.length - 1] = { start: last.start, end: span.end };
  }
  return merged;
}

export const ALWAYS: Signal = [{ start: BEGINNING, end: NEVER }];

export function without(of: Signal): Signal {
  const gaps: Span[] = [];
  let start = BEGINNING;
  for (const span of of) {
    gaps.push({ start, end: span.start });
    start = span.end;
  }
  return signal([...gaps, { start, end: NEVER }]);
}

export function either(signals: readonly Signal[]): Signal {
  return signal(signals.flat());
}

export function both(signals: readonly Signal[]): Signal {
  return without(either(signals.map(without)));
}

/**
 * `left U[low,high] right`: true at a moment from which, `low` to `high` later, right is true and left is true all the way
 * before. For a span of left and a span of right that begins in it or at its end these moments are one span. Both are gone
 * through once: spans of right that end before a span of left begins end before all later ones begin.
 */
export function until(left: Signal, right: Signal, low: number, high: number): Signal {
  const spans: Span[] = low === 0 ? [...right] : [];
  let begin = 0;
  for (const l of left) {
    while (begin < right.length && !isBefore(l.start, right[begin]!.end)) begin++;
    for (let k = begin; k < right.length && isBefore(right[k]!.start, just(l.end)); k++) {
      const r = right[k]!;
      const first = isBefore(r.start, l.start) ? l.start : r.start;
      // Right may be true for the first time when left just ends.
      const last = isBefore(l.end, r.end) ? just(l.end) : r.end;
      const start = shifted(first, -high);
      const end = shifted(last, -low);
      spans.push({ start: isBefore(start, l.start) ? l.start : start, end: isBefore(l.end, end) ? l.end : end });
    }
  }
  return signal(spans);
}

/** Right after a moment. */
function just({ time }: Moment): Moment {
  return { time, open: true };
}

function shifted({ time, open }: Moment, by: number): Moment {
  return time + by < 0 ? BEGINNING : { time: time + by, open };
}

/** Whether it is true at the beginning. */
export function atBeginning(of: Signal): boolean {
  const [first] = of;
  return first !== undefined && first.start.time === 0 && !first.start.open;
}
