/**
 * Limits of a search: time, states, memory, and a wish to stop from outside. Time comes from a function that the caller
 * brings, in milliseconds. Reaching a limit is not a fault: the verdict is then `unknown`, with the reason.
 */
import { LimitReached } from "../base/index.ts";
import type { Statistics } from "./statistics.ts";

export interface Limits {
  /** Milliseconds. */
  readonly timeout?: number | undefined;
  /** A clock in milliseconds; needed for `timeout`. */
  readonly now?: (() => number) | undefined;
  /** What it showed when the time began to count; by default when the search begins. */
  readonly since?: number | undefined;
  readonly maxStates?: number | undefined;
  /** States explored: with symmetries a search may explore many that it stores as few. */
  readonly maxExplored?: number | undefined;
  /** Bytes of stored states. */
  readonly memory?: number | undefined;
  /** Asked now and then; true stops the search. */
  readonly isCancelled?: (() => boolean) | undefined;
  readonly progress?: ((statistics: Statistics) => void) | undefined;
}

/** The same limits, with time counted from now on where it does not count yet. */
export function counting<T extends Limits>(limits: T): T {
  return limits.now === undefined || limits.since !== undefined ? limits : { ...limits, since: limits.now() };
}

/** The same, of a search that can tell what it has done until then. */
export class SearchLimit extends LimitReached {
  readonly statistics: Statistics | undefined;

  constructor(reason: string, statistics?: Statistics) {
    super(reason);
    this.statistics = statistics;
  }
}

/** As whoever said it wrote it: 0.07 s are not quite 70 milliseconds. */
function secondsOf(milliseconds: number): number {
  return Number((milliseconds / 1000).toPrecision(12));
}

export class Meter {
  private readonly limits: Limits;
  private readonly end: number;
  private ticks = 0;

  constructor(limits: Limits) {
    this.limits = limits;
    this.end =
      limits.timeout !== undefined && limits.now !== undefined
        ? (limits.since ?? limits.now()) + limits.timeout
        : Number.POSITIVE_INFINITY;
  }

  /** To be called once per expanded state. Returns why the search must stop, if it must. */
  check(statistics: () => Statistics): string | undefined {
    return (this.ticks++ & 63) === 0 ? this.look(statistics, (this.ticks & 1023) === 1) : undefined;
  }

  /** To be called now and then while something else than a search goes on. Throws if it must stop. */
  readonly patience = (): void => {
    const reason = this.stopped();
    if (reason !== undefined) throw new LimitReached(reason);
  };

  /** Whether the time is over, or somebody wants it to be. */
  get isOver(): boolean {
    return this.stopped() !== undefined;
  }

  private stopped(): string | undefined {
    const { limits } = this;
    if (limits.isCancelled?.() === true) return "the search was stopped";
    if (limits.now !== undefined && limits.now() > this.end)
      return `the time limit of ${secondsOf(limits.timeout ?? 0)} s was reached`;
    return undefined;
  }

  /** Looks at all limits now. Returns why the search must stop, if it must. */
  look(statistics: () => Statistics, report = true): string | undefined {
    const { limits } = this;
    const reason = this.stopped();
    if (reason !== undefined) return reason;
    const { maxStates, maxExplored, memory, progress } = limits;
    const isFree = maxStates === undefined && maxExplored === undefined && memory === undefined;
    if (isFree && progress === undefined) return undefined;
    const s = statistics();
    if (maxExplored !== undefined && s.explored > maxExplored)
      return `the limit of ${maxExplored} explored states was reached`;
    if (limits.maxStates !== undefined && s.stored > limits.maxStates)
      return `the limit of ${limits.maxStates} states was reached`;
    if (limits.memory !== undefined && s.memory > limits.memory) {
      return `the memory limit of ${Math.round(limits.memory / 2 ** 20)} MiB was reached`;
    }
    if (report) limits.progress?.(s);
    return undefined;
  }
}
