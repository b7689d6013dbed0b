import { wants } from "../base/index.ts";
import { Fault } from "../engine/index.ts";
import type { Network, Origin } from "../network/index.ts";
import { BoundOverflow, type Rational, rationals } from "../zones/index.ts";
import { ConcreteSimulator } from "./simulate.ts";
import type { Trace, TraceTransition } from "./trace.ts";

/** A run that somebody else made, by moments in floating point: the first step is the initial state. */
export interface TimedRun {
  readonly steps: readonly { readonly time: number; readonly moves: readonly TimedMove[] }[];
  readonly end: number;
}
/** One process of a step, the sender first: its edge and the ways behind branch points, by where they are written. */
export interface TimedMove {
  readonly process: string;
  readonly selects: readonly { readonly name: string; readonly value: number }[];
  readonly origins: readonly Origin[];
}

const { compareRational, floor, minus, plus, rational, ZERO } = rationals;

/**
 * Such a run, of a statistical query say, as a trace, for the simulator and for UPPAAL's formats; or why there is none. It is
 * made again by the exact semantics, transition by transition at the moments it had. Times of a run are rounded, so a clock
 * that was to be at its bound may be beside it by the last digit: then the moment is moved to where that clock is whole, and
 * the next ones do not drift, since they count from the start.
 */
export function traceOfRun(network: Network, run: TimedRun): Trace | string {
  wants("traceOfRun", network, "network");
  wants("traceOfRun", run, "replay");
  try {
    return follow(run, new ConcreteSimulator(network));
  } catch (error) {
    if (error instanceof Fault || error instanceof BoundOverflow)
      return `symbolic states cannot follow it: ${error.message}`;
    throw error;
  }
}

function follow({ steps, end }: TimedRun, simulator: ConcreteSimulator): Trace | string {
  let now = ZERO;
  /** Whether the simulator is at this time, after what is to happen then. */
  const reaches = (time: number, then: () => boolean): boolean => {
    for (const delay of moments(simulator, minus(exact(time), now))) {
      if (delay.n > 0n && !simulator.delay(delay)) continue;
      if (then()) {
        now = plus(now, delay);
        return true;
      }
      if (delay.n > 0n) simulator.back();
    }
    return false;
  };
  for (const [i, { time, moves }] of steps.entries())
    if (i > 0 && !reaches(time, () => takes(simulator, moves)))
      return `symbolic states cannot follow its step ${i} at time ${time}`;
  if (!reaches(end, () => true)) return `symbolic states cannot follow it until time ${end}`;
  return simulator.trace();
}

/** Of a time from the start, and of what a clock counts. */
const nearness = 1e-9;

/** The delay that is wanted, then those near it by which a clock becomes whole, the nearest first. */
function moments(simulator: ConcreteSimulator, wanted: Rational): readonly Rational[] {
  const least = wanted.n < 0n ? ZERO : wanted;
  const half = rational(1, 2);
  const near = [ZERO, ...simulator.values.map((v) => minus(rational(floor(plus(plus(v, wanted), half))), v))]
    .filter((delay) => delay.n >= 0n && distance(delay, wanted) <= nearness * Math.max(1, size(wanted)))
    .sort((a, b) => distance(a, wanted) - distance(b, wanted));
  return [least, ...near.filter((delay) => compareRational(delay, least) !== 0)];
}

function distance(a: Rational, b: Rational): number {
  return size(minus(a, b));
}

function size({ n, d }: Rational): number {
  return Math.abs(Number(n) / Number(d));
}

/** Every double is a whole number over a power of two. */
function exact(x: number): Rational {
  let [top, bottom] = [x, 1n];
  for (; !Number.isInteger(top); top *= 2) bottom *= 2n;
  return rational(BigInt(top), bottom);
}

function takes(simulator: ConcreteSimulator, moves: readonly TimedMove[]): boolean {
  const found = simulator.options().find(({ transition }) => isOf(transition, moves, simulator.network));
  return found !== undefined && simulator.take(found.index);
}

/** The same edges, ways behind branch points and selected values; the sender is the first, receivers come in any order. */
function isOf({ parts }: TraceTransition, moves: readonly TimedMove[], network: Network): boolean {
  const names = (list: readonly string[]): string => [list[0], ...list.slice(1).sort()].join("; ");
  return (
    names(
      parts.map(({ process, origin, branches = [], selects }) =>
        nameOf(network.processes[process]!.name, [origin, ...branches.map((branch) => branch.origin)], selects),
      ),
    ) === names(moves.map(({ process, origins, selects }) => nameOf(process, origins, selects)))
  );
}

function nameOf(process: string, origins: TimedMove["origins"], selects: TimedMove["selects"]): string {
  const edges = origins.map(({ start }) => start).join(" ");
  return `${process}: ${edges} ${selects.map(({ name, value }) => `${name}=${value}`).join(" ")}`;
}
