import { type Body, call, type Func, type Global, type I32, i32, type Local } from "../../wasm/index.ts";
import type { Coder } from "../code/coder.ts";
import type { Action, Question } from "../emitter.ts";
import { INF } from "../plan.ts";
import { cutOff, entryOf, type Pieces } from "./pieces.ts";
import type { Timed } from "./timing.ts";
import { MAX_URGENT, type Urgency } from "./urgency.ts";

/**
 * Delays that stop where an urgent synchronisation becomes possible (see `urgency.ts`). From v time reaches w = v + d inside
 * the invariants if no instant from v on and before w is in any zone U. On the line through v, U is an interval: so either
 * it lies before v (v is not in `down(U)`), or not before w (w does not come strictly after a point of U), or d is 0.
 *
 * So the zone is cut by every `down(U)`; each piece then delays inside the invariants, and loses what comes strictly after
 * those U that were still to come. Where that takes anything away, the zone as it arrived is a piece too. The same holds
 * where a formula bounds the delays as well (`passage.ts`): what it lets pass loses what comes after a U.
 */
interface DelayHooks {
  /** Called with every zone that time leads to, in the target zone. */
  readonly emit: Action;
  /** Called with the zone as it arrived, where it is a piece too; as `emit` by default. */
  readonly arrived?: Action;
  /** Lets time pass in the target zone and calls `reached` with each result; inside the invariants by default. */
  readonly spread?: (reached: Action) => Action;
}

/** Where delays end early, and what invariants cut: whatever is there in the state in the cells. */
export interface DelayCuts {
  readonly pieces: Pieces;
  readonly urgency: Urgency;
  readonly invariants: Question | undefined;
}

/** Undefined if delays never end early. */
export function delayCuts({ cuts }: Timed, invariants: Question | undefined): DelayCuts | undefined {
  return cuts?.urgency && { pieces: cuts.pieces, urgency: cuts.urgency, invariants };
}

/** What the functions below share. */
interface Delays {
  readonly e: Coder;
  readonly cuts: DelayCuts;
  /** By number of U: whether it lies before the piece at hand. */
  readonly past: number;
  /** Of two zones: whether they meet. */
  readonly meets: Func<readonly ["i32", "i32"], "i32">;
}

export function urgentDelays(e: Coder, cuts: DelayCuts, { emit, arrived = emit, spread }: DelayHooks): Action {
  const { module, plan } = e;
  const { push, zones } = cuts.pieces;
  const { target } = plan.at;
  const cut = module.global("i32", e.name("delay_cut"));
  const past = e.region(4 * MAX_URGENT);
  const inside = insideFunction(e);
  const delays: Delays = { e, cuts, past, meets: meetsFunction(e, cuts.pieces) };
  const leave = leaveFunction(delays, emit, cut);
  const reached = module.func(e.name("reached"), [], "void", (f) => {
    const w = f.local("i32", "w", call(push, target));
    f.call(leave, 0, w);
    f.set(zones, w);
  });
  const pass = spread?.(reached) ?? passFunction(e, cuts, reached);
  const part = partFunction(delays, inside, pass);
  return module.func(e.name("delay_urgent"), [], "void", (f) => {
    f.set(cut, 0);
    const z = f.local("i32", "z", call(push, target));
    f.call(part, 0, z);
    f.if(cut, () => {
      f.call(e.zones.copy, target, z);
      f.call(arrived);
    });
    f.set(zones, cuts.urgency.first);
  });
}

/** Lets time pass in the target zone inside the invariants. */
function passFunction(e: Coder, { invariants }: DelayCuts, reached: Action): Action {
  return e.module.func("delay_piece", [], "void", (f) => {
    f.call(e.zones.up, e.plan.at.target);
    if (invariants) f.do(call(invariants));
    f.call(reached);
  });
}

/** The zones of the U of number k: `down(U)`, and what comes strictly after it. */
function zoneOf({ e, cuts }: Delays, k: I32, which: 0 | 1): I32 {
  return i32.add(cuts.urgency.first, i32.mul(i32.add(i32.shl(k, 1), which), e.plan.zoneBytes));
}

function insideFunction(e: Coder): Func<readonly ["i32", "i32"], "i32"> {
  const { dim, width } = e.plan;
  return e.module.func(e.name("lies_inside"), ["z: i32", "other: i32"], "i32", (f, z, other) => {
    const offset = f.local("i32", "offset");
    const look = () =>
      f.if(i32.gt_s(i32.load(i32.add(z, offset)), i32.load(i32.add(other, offset))), () => f.return(0));
    for (let y = 0; y < dim; y++) f.for(offset, 4 * y * width, 4 * (y * width + dim), look, 4);
    return 1;
  });
}

function meetsFunction(e: Coder, { push, zones }: Pieces): Func<readonly ["i32", "i32"], "i32"> {
  return e.module.func(e.name("meets_zone"), ["z: i32", "other: i32"], "i32", (f, z, other) => {
    const copy = f.local("i32", "copy", call(push, z));
    f.set(zones, copy);
    eachBound(e, f, other, (x, y, bound) =>
      f.if(i32.eqz(call(e.zones.constrain, copy, x, y, bound)), () => f.return(0)),
    );
    return 1;
  });
}

/** Runs the statements for each finite bound of a zone on the difference of two clocks. */
function eachBound(
  e: Coder,
  f: Body,
  z: I32,
  statements: (x: Local<"i32">, y: Local<"i32">, bound: Local<"i32">) => void,
): void {
  const { dim } = e.plan;
  const [x, y, bound] = f.locals("i32", "x", "y", "bound");
  f.for(y, 0, dim, () =>
    f.for(x, 0, dim, () => {
      f.set(bound, i32.load(entryOf(z, x, y, e)));
      f.if(i32.andThen(i32.ne(x, y), i32.lt_s(bound, INF)), () => statements(x, y, bound));
    }),
  );
}

/** What is left of a delayed piece without what comes after the U from number k on. */
function leaveFunction(delays: Delays, emit: Action, cut: Global<"i32">): Func<readonly ["i32", "i32"], "void"> {
  const { e, cuts, past, meets } = delays;
  const { count } = cuts.urgency;
  const leave = e.module.declare(e.name("not_after"), ["k: i32", "w: i32"], "void");
  e.module.define(leave, (f, k, w) => {
    f.block("after", (after) => {
      f.upTo(k, count, 1, () => {
        const isPast = i32.load(i32.shl(k, 2), past);
        f.brIf(after, i32.andThen(i32.eqz(isPast), call(meets, w, zoneOf(delays, k, 1))));
      });
      f.call(e.zones.copy, e.plan.at.target, w);
      f.call(emit);
      f.return();
    });
    f.set(cut, 1);
    const next = f.local("i32", "next", i32.add(k, 1));
    peel(delays, f, w, zoneOf(delays, k, 1), (piece) => f.call(leave, next, piece));
  });
  return leave;
}

/** Cuts a piece by `down` of the U from number k on. */
function partFunction(
  delays: Delays,
  inside: Func<readonly ["i32", "i32"], "i32">,
  pass: Action,
): Func<readonly ["i32", "i32"], "void"> {
  const { e, cuts, past, meets } = delays;
  const { count } = cuts.urgency;
  const part = e.module.declare(e.name("cut_before"), ["k: i32", "z: i32"], "void");
  e.module.define(part, (f, k, z) => {
    f.if(i32.ge_u(k, count), () => {
      f.call(e.zones.copy, e.plan.at.target, z);
      f.call(pass);
      f.return();
    });
    const next = f.local("i32", "next", i32.add(k, 1));
    const go = (isPast: number, piece: I32): void => {
      f.do(i32.store(i32.shl(k, 2), isPast, past));
      f.call(part, next, piece);
    };
    f.if(call(inside, z, zoneOf(delays, k, 0)), () => {
      go(0, z);
      f.return();
    });
    f.if(i32.eqz(call(meets, z, zoneOf(delays, k, 0))), () => {
      go(1, z);
      f.return();
    });
    peel(
      delays,
      f,
      z,
      zoneOf(delays, k, 0),
      (piece) => go(1, piece),
      (rest) => go(0, rest),
    );
  });
  return part;
}

/** z without `other` in pieces, and what is left inside. Requires: the two meet. */
function peel(
  { e, cuts: { pieces } }: Delays,
  f: Body,
  z: I32,
  other: I32,
  outside: (piece: Local<"i32">) => void,
  left?: (rest: Local<"i32">) => void,
): void {
  const b = f.local("i32", "other", other);
  const rest = f.local("i32", "rest", call(pieces.push, z));
  eachBound(e, f, b, (x, y, bound) =>
    cutOff(rest, [x, y, bound], pieces, e, f, { piece: outside, empty: () => f.unreachable() }),
  );
  left?.(rest);
  f.set(pieces.zones, rest);
}
