import type { Condition, Ordered } from "../code.ts";
import type { Evaluator } from "./evaluate.ts";
import type { Memory } from "./memory.ts";

/**
 * Moments: when a condition becomes true if nothing happens before. A moment is a time t itself, or right after t (`open`):
 * `x > 3` becomes true right after x is 3. Right after t comes later than t and before all later times.
 */
export interface Moment {
  readonly time: number;
  readonly open: boolean;
}
export const NEVER: Moment = { time: Infinity, open: false };

export function at(time: number): Moment {
  return { time, open: false };
}

/** The first time at or, of doubles, right after a moment. */
export function firstTime({ time, open }: Moment): number {
  return open ? time * (1 + Number.EPSILON) + Number.MIN_VALUE : time;
}

export function isBefore(a: Moment, b: Moment): boolean {
  return a.time < b.time || (a.time === b.time && !a.open && b.open);
}

export function earlier(a: Moment, b: Moment): Moment {
  return isBefore(b, a) ? b : a;
}

/** A stretch of time in which nothing but time changes. `go` moves to a time in it, and back to where it began. */
export interface Stretch {
  readonly from: number;
  readonly until: number;
  go(time: number): void;
}

/** A stretch of no length. */
export function still(time: number): Stretch {
  return { from: time, until: time, go: () => {} };
}

/** The first moment of the stretch, not before `start`, at which a condition is true; NEVER where there is none. */
type Watch = (start: Moment, stretch: Stretch) => Moment;

/** A stretch is sampled in so many pieces where a condition has to be followed. */
export const PIECES = 16;

export class Watcher {
  private readonly memory: Memory;
  private readonly evaluator: Evaluator;
  private readonly known = new Map<Condition, Watch>();

  constructor(memory: Memory, evaluator: Evaluator) {
    this.memory = memory;
    this.evaluator = evaluator;
  }

  watch(condition: Condition): Watch {
    const known = this.known.get(condition) ?? this.make(condition);
    this.known.set(condition, known);
    return known;
  }

  /** Whether a condition holds now. */
  holds(condition: Condition): boolean {
    const { time } = this.memory;
    const found = this.watch(condition)(at(time), still(time));
    return found.time === time && !found.open;
  }

  private make(condition: Condition): Watch {
    switch (condition.is) {
      case "data": {
        const value = this.evaluator.value(condition.code);
        return (start) => (value() !== 0 ? start : NEVER);
      }
      case "clock":
        return this.clock(condition);
      case "line":
        return this.line(condition);
      case "curve":
        return this.curve(condition);
      case "and":
        return all(condition.items.map((item) => this.watch(item)));
      case "or": {
        const items = condition.items.map((item) => this.watch(item));
        return (start, stretch) => items.reduce((first, item) => earlier(first, item(start, stretch)), NEVER);
      }
      case "any":
        return this.any(condition);
    }
  }

  /** The clock meets its bound at `s + (bound - v) / r`; which side of that a moment is on decides. */
  private clock({ clock, relation, bound }: Condition & { is: "clock" }): Watch {
    const { memory } = this;
    const [cell, limit] = [this.evaluator.address(clock), this.evaluator.value(bound)];
    return (start) => {
      const x = cell();
      const b = limit();
      const [v, s, r] = [memory.real(x), memory.real(x + 1), memory.real(x + 2)];
      if (r === 0) return compares(v - b, relation) ? start : NEVER;
      return reaches(s + (b - v) / r, r > 0 ? relation : mirrored[relation], start);
    };
  }

  private line({ value, slope, relation }: Condition & { is: "line" }): Watch {
    const { memory } = this;
    const [height, growth] = [this.evaluator.value(value), this.evaluator.value(slope)];
    return (start) => {
      const now = memory.time;
      const [h, g] = [height(), growth()];
      if (g === 0) return compares(h, relation) ? start : NEVER;
      const zero = now - h / g;
      // What is zero but for rounding is zero now.
      const close = Math.abs(zero - now) <= 1e-12 * Math.max(1, Math.abs(now));
      return reaches(close ? now : zero, g > 0 ? relation : mirrored[relation], start);
    };
  }

  /** Sampled, then halved. A condition that is true only between two samples can be missed. */
  private curve({ value, relation }: Condition & { is: "curve" }): Watch {
    const height = this.evaluator.value(value);
    return (start, stretch) => {
      const crossing: Relation = relation === "eq" ? crosses() : (h) => compares(h, relation);
      const { from, until } = stretch;
      const begin = Math.max(from, start.time);
      const test = (time: number) => {
        stretch.go(time);
        return crossing(height());
      };
      let [low, found] = [begin, test(begin)];
      if (found) {
        stretch.go(from);
        return start.time >= begin ? start : at(begin);
      }
      let high = begin;
      for (let k = 1; k <= PIECES && !found && until > begin; k++) {
        low = high;
        high = k === PIECES ? until : begin + ((until - begin) * k) / PIECES;
        found = test(high);
      }
      while (found) {
        const middle = low + (high - low) / 2;
        if (middle <= low || middle >= high) break;
        if (test(middle)) high = middle;
        else low = middle;
      }
      stretch.go(from);
      return found ? at(high) : NEVER;
    };
  }

  private any({ cell, low, high, item }: Condition & { is: "any" }): Watch {
    const { memory } = this;
    const inner = this.watch(item);
    return (start, stretch) => {
      let first = NEVER;
      for (let value = low; value <= high; value++) {
        memory.setInt(cell, value);
        first = earlier(first, inner(start, stretch));
      }
      return first;
    };
  }
}

type Relation = (height: number) => boolean;

/** Equality is met where the sign changes. */
function crosses(): Relation {
  let sign = 0;
  return (height) => {
    if (height === 0) return true;
    if (sign === 0) sign = Math.sign(height);
    return Math.sign(height) !== sign;
  };
}

/** All at once: each is asked from where the last one became true, until none moves. */
function all(items: readonly Watch[]): Watch {
  return (start, stretch) => {
    let moment = start;
    for (let agreed = 0, k = 0; agreed < items.length; k = (k + 1) % items.length) {
      const found = items[k]?.(moment, stretch) ?? NEVER;
      if (found.time === Infinity) return NEVER;
      agreed = isBefore(moment, found) ? 1 : agreed + 1;
      moment = found;
    }
    return moment;
  };
}

function compares(height: number, relation: Ordered): boolean {
  switch (relation) {
    case "lt":
      return height < 0;
    case "le":
      return height <= 0;
    case "ge":
      return height >= 0;
    case "gt":
      return height > 0;
    case "eq":
      return height === 0;
  }
}

const mirrored: Readonly<Record<Ordered, Ordered>> = { lt: "gt", le: "ge", ge: "le", gt: "lt", eq: "eq" };

/** The first moment from `start` on that is before, at or after `time`, as the relation of something growing says. */
function reaches(time: number, relation: Ordered, start: Moment): Moment {
  switch (relation) {
    case "ge":
      return start.time >= time ? start : at(time);
    case "gt":
      return start.time > time || (start.time === time && start.open) ? start : { time, open: true };
    case "lt":
      return start.time < time ? start : NEVER;
    case "le":
      return start.time < time || (start.time === time && !start.open) ? start : NEVER;
    case "eq":
      return start.time < time || (start.time === time && !start.open) ? at(time) : NEVER;
  }
}
