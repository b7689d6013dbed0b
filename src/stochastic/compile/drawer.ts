import { type Body, call, type F64, f64, i32, type Local } from "../../engine/index.ts";
import { hasCurve } from "../interpret/flow.ts";
import { isHurried, type Location, type Process, readiness } from "../network.ts";
import { type Emitter, trapIf } from "./emitter.ts";
import { conditionCanFault } from "./fault.ts";
import { foresee } from "./foresee.ts";
import { holds } from "./holds.ts";
import { isSmall, isStalling } from "./location.ts";
import { assign, earlier, isBefore, type Moment, NEVER, variable, watch } from "./moment.ts";
import { isAnyEnabled } from "./option.ts";
import { follows } from "./pace.ts";
import type { Random } from "./random.ts";
import { realOf } from "./value.ts";

/** Writes how a process in one location draws when it moves: `draw` and `propose` of interpret/engine.ts. */
export class Drawer {
  private readonly process: Process;
  private readonly here: Location;
  private readonly start: Moment;
  private readonly when: Local<"f64">;
  private readonly locked: Local<"i32">;
  private readonly followed: Local<"i32">;
  private readonly random: Random;
  private readonly e: Emitter;
  private readonly f: Body;

  constructor(
    process: Process,
    here: Location,
    start: Moment,
    when: Local<"f64">,
    locked: Local<"i32">,
    followed: Local<"i32">,
    random: Random,
    e: Emitter,
    f: Body,
  ) {
    this.process = process;
    this.here = here;
    this.start = start;
    this.when = when;
    this.locked = locked;
    this.followed = followed;
    this.random = random;
    this.e = e;
    this.f = f;
  }

  draw(): void {
    const { here, start, e, f } = this;
    const edges = here.outputs.map((output) => this.process.edges[output]!);
    if (isStalling(here)) {
      const any = isAnyEnabled(
        edges.map((edge) => ({ edge })),
        e,
        f,
      );
      f.if(any, () => f.set(this.when, start.time));
      return;
    }
    const conditions = edges.map((edge) => ({ condition: readiness(edge), urgent: edge.sync?.urgent === true }));
    const isFollowed = follows(this.process, here);
    if (!isFollowed && conditions.every(({ condition, urgent }) => !urgent && condition.is === "data")) {
      const any = f.local("i32", "any", 0);
      for (const { condition } of conditions) f.set(any, i32.or(any, holds(condition, e, f)));
      const expiry = watch(here.expiry, start, e, f);
      f.if(
        any,
        () => this.propose(start, NEVER, expiry),
        () => this.propose(NEVER, NEVER, expiry),
      );
      return;
    }
    let [any, urgent] = [NEVER, NEVER];
    for (const { condition, urgent: hurries } of conditions) {
      if (any === start && !hurries && !conditionCanFault(condition)) continue;
      const first = watch(condition, start, e, f);
      any = any === start ? any : first === start ? start : earlier(any, first, f);
      if (hurries) urgent = earlier(urgent, first, f);
    }
    const expiry = watch(here.expiry, start, e, f);
    if (isFollowed) this.follow(any, urgent, expiry);
    else this.propose(any, urgent, expiry);
  }

  /** Nothing is drawn before an output is enabled. Where time is up at that very moment, it moves then. */
  private follow(any: Moment, urgent: Moment, expiry: Moment): void {
    const { process, here, start, e, f } = this;
    const [early, lasting] = [
      f.local("i32", "early", isBefore(start, any)),
      f.local("i32", "lasting", isBefore(start, expiry)),
    ];
    f.set(this.followed, i32.and(f64.gt(any.time, start.time), f64.gt(expiry.time, start.time)));
    f.if(i32.eqz(i32.or(early, lasting)), () => f.set(this.when, start.time));
    f.if(i32.and(i32.or(early, lasting), i32.eqz(this.followed)), () => {
      if (!hasCurve(here.expiry)) return this.hurry(any, urgent, expiry);
      const end = variable(f);
      assign(end, expiry, f);
      f.if(i32.and(lasting, isBefore(any, urgent)), () => assign(end, foresee(process, here, e, f), f));
      this.hurry(any, urgent, end);
    });
  }

  /** What an urgent output will do cannot be told from now: it goes on being followed. */
  private hurry(any: Moment, urgent: Moment, expiry: Moment): void {
    const { process, here, start, f } = this;
    if (!isHurried(process, here)) return this.propose(any, NEVER, expiry);
    const later = f.local("i32", "later", f64.gt(urgent.time, start.time));
    f.if(
      later,
      () => this.propose(any, NEVER, expiry),
      () => this.propose(any, urgent, expiry),
    );
    f.if(i32.and(later, i32.eqz(this.locked)), () => f.set(this.followed, 2));
  }

  private propose(any: Moment, urgent: Moment, expiry: Moment): void {
    const { f, when, locked } = this;
    if (any === NEVER && expiry === NEVER) return;
    f.if(
      isBefore(any, expiry),
      () => {
        if (urgent === NEVER) return f.set(when, this.delay(any, expiry));
        f.if(isBefore(urgent, expiry), () => f.set(when, firstTime(urgent)));
        f.if(f64.gt(urgent.time, any.time), () => {
          const time = f.local("f64", "time", this.delay(any, expiry));
          f.set(when, f64.min(when, time));
        });
      },
      () => {
        f.set(locked, 1);
        f.set(when, expiry.time);
      },
    );
  }

  /** Uniform where there is an end, exponential where there is none. */
  private delay(any: Moment, expiry: Moment): F64 {
    const { here, random, e, f } = this;
    if (expiry === NEVER) return f64.add(any.time, exponential(here, random, e, f));
    const time = f.local("f64", "delay", any.time);
    f.if(f64.ne(any.time, expiry.time), () =>
      f.if(
        f64.lt(expiry.time, Number.POSITIVE_INFINITY),
        () => f.set(time, this.uniform(any.time, expiry.time)),
        () => f.set(time, f64.add(any.time, exponential(here, random, e, f))),
      ),
    );
    return time;
  }

  private uniform(low: F64 | number, high: F64 | number): F64 {
    const { random, e, f } = this;
    const next = isSmall(e.network) ? random.take(f) : call(random.next);
    return f64.add(low, f64.mul(f64.sub(high, low), f64.sub(1, next)));
  }
}

export function exponential({ rate: code }: Location, random: Random, e: Emitter, f: Body): F64 {
  if (code === undefined || (code.op === "const" && code.value === 1)) return call(random.exponential);
  const rate = code.op === "const" ? f64.const(code.value) : f.local("f64", "rate", realOf(code, e, f));
  const drawn = f64.div(call(random.exponential), rate);
  if (code.op === "const" && code.value > 0 && code.value < Number.POSITIVE_INFINITY) return drawn;
  trapIf(i32.eqz(i32.and(f64.ge(rate, 0), f64.lt(rate, Number.POSITIVE_INFINITY))), f);
  // A rate of 0 is that of what never comes, and draws nothing.
  return f64.if(f64.gt(rate, 0), drawn, f64.const(Number.POSITIVE_INFINITY));
}

/** The first time at or, of doubles, right after a moment. */
export function firstTime({ time, open }: Moment): F64 | number {
  if (open === 0) return time;
  return f64.if(open, f64.add(f64.mul(time, 1 + Number.EPSILON), Number.MIN_VALUE), time);
}
