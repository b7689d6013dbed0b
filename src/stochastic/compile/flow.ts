import { type Body, call, type F64, type Func, f64, type I32, i32 } from "../../engine/index.ts";
import { LONGEST } from "../interpret/flow.ts";
import { A, C, CAREFUL, D, E, SHORTEST, TOLERANCE } from "../interpret/ode.ts";
import type { Rated, StochasticNetwork } from "../network.ts";
import { type Emitter, now, trapIf } from "./emitter.ts";
import { growth } from "./imports.ts";
import { isIn } from "./location.ts";
import { intOf, realOf } from "./value.ts";

/**
 * Clocks that follow differential equations: interpret/ode.ts, where the method is explained, with the same operations in the
 * same order. A list has one number for each such clock; it is gone through in a loop, or written out where it is short.
 */
interface Flow {
  /**
   * Makes a step from now on, to `until` at the latest, and yields where it ends; -1 where there is no solution. Nothing moves.
   */
  readonly step: Func<readonly ["f64"], "f64">;
  /** Goes to a time of the last step. */
  readonly go: Func<readonly ["f64"], "void">;
  /** The equations are others from now on. */
  readonly restart: (f: Body) => void;
  /** Finds out who sets the rate of a clock in the present locations. */
  readonly set: (rated: Rated, f: Body) => void;
  /** Keeps the state; yields what puts it back. */
  readonly keep: (f: Body) => () => void;
}

export function flowsOf({ rated }: StochasticNetwork): Rated[] {
  return rated.filter(({ flow }) => flow);
}

const known = new WeakMap<Emitter, Flow | undefined>();

/** Nothing where no clock follows an equation. */
export function flowOf(e: Emitter): Flow | undefined {
  if (!known.has(e)) known.set(e, flowsOf(e.network).length > 0 ? flowFor(e) : undefined);
  return known.get(e);
}

/** Addresses. */
interface Lists {
  readonly flows: readonly Rated[];
  readonly start: number;
  readonly values: number;
  readonly slopes: readonly number[];
  /** What the continuous extension is made of. */
  readonly rise: number;
  readonly bend: number;
  readonly turn: number;
  readonly twist: number;
  /** Of the last step: when it begins and how long it is. Then how long the next one may be. */
  readonly from: number;
  readonly length: number;
  readonly next: number;
  /** By clock: the number of the setter of its rate, from 1; 0 where there is none. */
  readonly active: number;
}

function flowFor(e: Emitter): Flow {
  const flows = flowsOf(e.network);
  const list = () => e.region(8 * flows.length);
  const l: Lists = {
    flows,
    start: list(),
    values: list(),
    slopes: C.map(list),
    rise: list(),
    bend: list(),
    turn: list(),
    twist: list(),
    from: e.region(8),
    length: e.region(8),
    next: e.region(8),
    active: e.region(4 * flows.length),
  };
  const kept = list();
  const restart = (f: Body) => f.do(f64.store(0, 0, l.next));
  return {
    step: stepper(l, e),
    go: e.module.func("go", ["time: f64"], "void", (f, time) => extend(l, time, e, f)),
    restart,
    set: (rated, f) => {
      setters(rated, l.active + 4 * flows.indexOf(rated), e, f);
      restart(f);
    },
    keep: (f) => {
      const time = f.local("f64", "before", now(e));
      for (const [k, { clock }] of flows.entries()) f.do(f64.store(0, f64.load(0, 8 * clock), kept + 8 * k));
      return () => {
        put(l, kept, time, e, f);
        restart(f);
      };
    },
  };
}

const FEW = 6;

/** Visits each clock: at byte `p + offset` of a list is its number. */
function each(
  { flows: { length } }: Lists,
  f: Body,
  visit: (at: (list: number) => F64, p: I32 | 0, k: number) => void,
): void {
  if (length <= FEW) for (let k = 0; k < length; k++) visit((list) => f64.load(0, list + 8 * k), 0, 8 * k);
  else {
    const p = f.local("i32", "p");
    f.for(p, 0, 8 * length, () => visit((list) => f64.load(p, list), p, 0), 8);
  }
}

/** Puts the clocks to the values of a list, at this time. */
function put({ flows }: Lists, list: number, time: F64, e: Emitter, f: Body): void {
  f.do(f64.store(0, time, e.at.time));
  for (const [k, { clock }] of flows.entries())
    f.do(f64.store(0, f64.load(0, list + 8 * k), 8 * clock), f64.store(0, time, 8 * clock + 8));
}

/** The rates at the present values go to a list. */
function derivative({ flows, active }: Lists, e: Emitter): Func<readonly ["i32"], "void"> {
  return e.module.func("derivative", ["list: i32"], "void", (f, list) => {
    for (const [k, { setters }] of flows.entries()) {
      const give = (rate: F64 | number) => f.do(f64.store(list, rate, 8 * k));
      f.switch(i32.load(0, active + 4 * k), [
        () => give(1),
        ...setters.map(
          ({ rate }) =>
            () =>
              give(realOf(rate, e, f)),
        ),
      ]);
    }
  });
}

/** Who sets the rate now. Two are a fault. */
function setters({ setters, clock }: Rated, active: number, e: Emitter, f: Body): void {
  const found = f.local("i32", "setter", 0);
  for (const [k, { process, location, when }] of setters.entries())
    f.if(isIn(e.network.processes[process]!, [location]), () =>
      f.if(when ? intOf(when, e, f) : i32.const(1), () => {
        trapIf(found, f);
        f.set(found, k + 1);
      }),
    );
  f.do(i32.store(0, found, active), f64.store(0, 0, 8 * clock + 16));
}

/** What a row of the method adds up of the slopes. */
function combined(row: readonly number[], { slopes }: Lists, at: (list: number) => F64): F64 {
  return row.reduce<F64>((sum, factor, k) => f64.add(sum, f64.mul(factor, at(slopes[k]!))), f64.const(0));
}

function stepper(l: Lists, e: Emitter): Flow["step"] {
  const attempt = attempter(l, e);
  return e.module.func("step", ["until: f64"], "f64", (f, until) => {
    const time = f.local("f64", "time", now(e));
    for (const [k, { clock }] of l.flows.entries()) f.do(f64.store(0, f64.load(0, 8 * clock), l.start + 8 * k));
    const longest = f.local("f64", "longest", f64.min(f64.sub(until, time), LONGEST));
    const next = f.local("f64", "next", f64.load(0, l.next));
    const shortest = f.local("f64", "shortest", f64.mul(SHORTEST, f64.add(1, time)));
    const first = f64.max(shortest, f64.if(f64.gt(next, 0), next, f64.const(CAREFUL)));
    const h = f.local("f64", "h", f64.min(longest, first));
    f.loop("again", (again) => {
      const error = f.local("f64", "error", call(attempt, time, h));
      const grown = f64.mul(h, call(e.host.get(growth)! as Func<readonly ["f64"], "f64">, error));
      f.if(f64.le(error, 1), () => {
        f.do(f64.store(0, grown, l.next), f64.store(0, time, l.from), f64.store(0, h, l.length));
        bends(l, h, f);
        put(l, l.start, time, e, f);
        f.return(f64.min(f64.add(time, h), until));
      });
      f.set(h, grown);
      f.if(f64.lt(h, shortest), () => {
        put(l, l.start, time, e, f);
        f.return(-1);
      });
      f.br(again);
    });
    f.unreachable();
    return undefined;
  });
}

/** Fills slopes and end values; yields the error in units of the tolerance. */
function attempter(l: Lists, e: Emitter): Func<readonly ["f64", "f64"], "f64"> {
  const slope = derivative(l, e);
  return e.module.func("attempt", ["time: f64", "h: f64"], "f64", (f, time, h) => {
    for (const [stage, row] of A.entries()) {
      each(l, f, (at, p, offset) =>
        f.do(f64.store(p, f64.add(at(l.start), f64.mul(h, combined(row, l, at))), l.values + offset)),
      );
      const moment = f.local("f64", "moment", f64.add(time, f64.mul(C[stage]!, h)));
      put(l, l.values, moment, e, f);
      f.call(slope, l.slopes[stage]!);
    }
    const worst = f.local("f64", "worst", 0);
    each(l, f, (at) => {
      const size = f64.max(f64.abs(at(l.start)), f64.abs(at(l.values)));
      const error = f64.div(f64.abs(f64.mul(h, combined(E, l, at))), f64.mul(TOLERANCE, f64.add(1, size)));
      const one = f.local("f64", "error", error);
      f.if(i32.eqz(f64.le(one, worst)), () => f.set(worst, one));
    });
    return worst;
  });
}

/** Makes the continuous extension of the last attempt. */
function bends(l: Lists, h: F64, f: Body): void {
  each(l, f, (at, p, offset) => {
    const rise = f.local("f64", "rise", f64.sub(at(l.values), at(l.start)));
    const bend = f.local("f64", "bend", f64.sub(f64.mul(h, at(l.slopes[0]!)), rise));
    const turn = f64.sub(f64.sub(rise, f64.mul(h, at(l.slopes[6]!))), bend);
    const twist = f64.mul(h, combined(D, l, at));
    f.do(f64.store(p, rise, l.rise + offset), f64.store(p, bend, l.bend + offset));
    f.do(f64.store(p, turn, l.turn + offset), f64.store(p, twist, l.twist + offset));
  });
}

function extend(l: Lists, time: F64, e: Emitter, f: Body): void {
  const x = f.local("f64", "x", f64.div(f64.sub(time, f64.load(0, l.from)), f64.load(0, l.length)));
  const y = f.local("f64", "y", f64.sub(1, x));
  each(l, f, (at, p, offset) => {
    const inner = f64.add(at(l.turn), f64.mul(y, at(l.twist)));
    const outer = f64.add(at(l.rise), f64.mul(y, f64.add(at(l.bend), f64.mul(x, inner))));
    f.do(f64.store(p, f64.add(at(l.start), f64.mul(x, outer)), l.values + offset));
  });
  put(l, l.values, time, e, f);
}
