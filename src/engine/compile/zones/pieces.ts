import type { ClockConstraint } from "../../../network/index.ts";
import { type Body, call, type Func, type Global, type I32, i32, type Local, memory } from "../../wasm/index.ts";
import type { Coder } from "../code/coder.ts";
import { boundOf, compared, unlessWaived } from "../code/constraint.ts";
import { byEdge, describe } from "../code/edge.ts";
import { loadSelects } from "../code/instance.ts";

/**
 * Sets of valuations that are not convex, for guards that forbid: a zone without another comes in pieces. Two stacks in
 * memory: working zones, and clock constraints as triples of words (x, y, bound), meaning x - y < or <= c. Both have a fixed
 * size; what needs more is left to the interpreter.
 *
 * A zone without b: one constraint of b after the other cuts off what lies beyond it and keeps the rest, as `subtractZone`
 * of `zones/federation.ts` does with the facets of b. The pieces are disjoint.
 */
export interface Pieces {
  /** A copy of the zone on the stack; its address. */
  readonly push: Func<readonly ["i32"], "i32">;
  /** Ends of the stacks: the first free address. To take things off, set it back. */
  readonly zones: Global<"i32">;
  readonly top: Global<"i32">;
  readonly pushTriple: Func<readonly ["i32", "i32", "i32"], "void">;
  /** Intersects a zone with the triples between two addresses; whether anything is left. */
  readonly constrainAll: Func<readonly ["i32", "i32", "i32"], "i32">;
  /** Whether a zone has a valuation that satisfies the triples between two addresses. */
  readonly meets: Func<readonly ["i32", "i32", "i32"], "i32">;
}

/** Bytes of a triple. */
export const TRIPLE = 12;
const TRIPLES = 1 << 15;
const ZONES = 64;
const ZONE_BYTES = 1 << 19;

export function piecesFunctions(e: Coder): Pieces {
  const { module, plan } = e;
  const { zoneBytes } = plan;
  const zoneRoom = Math.max(ZONES * zoneBytes, ZONE_BYTES);
  const zoneStack = e.region(zoneRoom);
  const tripleStack = e.region(TRIPLES * TRIPLE);
  const zones = module.global("i32", "zones_top", zoneStack);
  const top = module.global("i32", "triples_top", tripleStack);
  const push = module.func("push_zone", ["z: i32"], "i32", (f, z) => {
    const at = f.local("i32", "at", zones);
    tooMany(i32.gt_u(at, zoneStack + zoneRoom - zoneBytes), e, f);
    f.set(zones, i32.add(at, zoneBytes));
    f.call(e.zones.copy, at, z);
    return at;
  });
  const pushTriple = module.func("push_triple", ["x: i32", "y: i32", "c: i32"], "void", (f, x, y, c) => {
    tooMany(i32.ge_u(top, tripleStack + (TRIPLES - 1) * TRIPLE), e, f);
    f.do(i32.store(top, x), i32.store(top, y, 4), i32.store(top, c, 8));
    f.add(top, TRIPLE);
  });
  const constrainAll = module.func("constrain_all", ["z: i32", "from: i32", "to: i32"], "i32", (f, z, from, to) => {
    f.upTo(from, to, TRIPLE, () => {
      f.if(i32.eqz(call(e.zones.constrain, z, ...tripleAt(from))), () => f.return(0));
    });
    return 1;
  });
  const meets = module.func("meets", ["z: i32", "from: i32", "to: i32"], "i32", (f, z, from, to) => {
    const copy = f.local("i32", "copy", call(push, z));
    f.set(zones, copy);
    return call(constrainAll, copy, from, to);
  });
  return { push, zones, top, pushTriple, constrainAll, meets };
}

/** More than the stacks hold: the host goes on with the interpreter. */
export function tooMany(condition: I32, e: Coder, f: Body): void {
  e.raiseIf(f, condition, "overflow", e.plan.network.origin, () => "too many pieces for the compiled engine");
}

export function tripleAt(at: I32): [I32, I32, I32] {
  return [i32.load(at), i32.load(at, 4), i32.load(at, 8)];
}

/** The address of entry (x, y) of a zone. */
export function entryOf(z: I32, x: I32, y: I32, e: Coder): I32 {
  return i32.add(i32.add(z, i32.mul(y, e.plan.rowBytes)), i32.shl(x, 2));
}

/**
 * Cuts the zone `rest`, which is on the stack, by one constraint: `piece` is called with what lies beyond it, if anything;
 * `rest` keeps what does not, and `empty` says what to do if that is nothing. `kept` is called if the constraint cuts.
 */
export function cutOff(
  rest: Local<"i32">,
  [x, y, c]: readonly [I32, I32, I32],
  { push, zones }: Pieces,
  e: Coder,
  f: Body,
  what: { readonly piece: (z: Local<"i32">) => void; readonly kept?: () => void; readonly empty: () => void },
): void {
  f.if(i32.gt_s(i32.load(entryOf(rest, x, y, e)), c), () => {
    const piece = f.local("i32", "piece", call(push, rest));
    f.if(call(e.zones.constrain, piece, y, x, i32.sub(1, c)), () => what.piece(piece));
    f.set(zones, piece);
    what.kept?.();
    f.if(i32.eqz(call(e.zones.constrain, rest, x, y, c)), what.empty);
  });
}

/** Pushes a constraint, evaluated in the state at hand; `impossible` if it holds nowhere. */
export function pushConstraint(
  c: ClockConstraint,
  { pushTriple }: Pieces,
  e: Coder,
  f: Body,
  impossible: () => void,
): void {
  unlessWaived(c, e, f, () => {
    const bound = f.local("i32", "", boundOf(c, e, f));
    compared(c, bound, e, f, impossible, (x, y) => f.call(pushTriple, x, y, bound));
  });
}

/** Pushes the clock guards of an instance; 0 if one of them holds nowhere. */
export function guardTable(pieces: Pieces, e: Coder): (instance: I32) => I32 {
  const edges = e.plan.network.processes.flatMap((process) => process.edges);
  const none = e.module.func("no_guard", ["instance: i32"], "i32", () => 1);
  const functions = edges.map((edge) => {
    if (edge.guard.clocks.length === 0) return none;
    return e.module.func(e.name("guard"), ["instance: i32"], "i32", (f, instance) => {
      f.comment(describe(edge, e.plan.network));
      loadSelects(edge, instance, e, f);
      for (const clock of edge.guard.clocks) pushConstraint(clock, pieces, e, f, () => f.return(0));
      return 1;
    });
  });
  return byEdge("guards", functions, e, "i32");
}

/** Appends the triples between two addresses to a region that `end` is the end of. */
export function copyTriples(from: I32, to: I32, end: Global<"i32">, f: Body): void {
  const bytes = f.local("i32", "bytes", i32.sub(to, from));
  f.do(memory.copy(end, from, bytes));
  f.add(end, bytes);
}
