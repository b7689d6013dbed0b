import type { ClockConstraint, Edge, Network, Select } from "../../../network/index.ts";
import {
  type Body,
  call,
  callIndirect,
  type Func,
  type Global,
  type I32,
  i32,
  type Local,
  type Table,
} from "../../wasm/index.ts";
import type { Emitter } from "../emitter.ts";
import { cellIndex, effect, expression, offset } from "./expression.ts";

/**
 * The code of edges, one small function each, reached through tables by edge number or by location. An enabled edge is an
 * *instance*: words edge, channel (or event key), process with bit 16 for a committed source, then its select values.
 */
export interface EdgeTables {
  /** By location of the network: offers internal edges (taking them at once), senders and events. */
  readonly active: Table;
  /** By location: offers receivers. */
  readonly passive: Table;
  /** By edge: constrains the target zone by the clock guards; 0 if nothing is left. Takes the instance. */
  readonly clocks: Table;
  /** By edge: runs the updates. Takes the instance. */
  readonly update: Table;
}

/** The first number of a process's locations among all locations of the network. */
export function locationBases(network: Network): number[] {
  let next = 0;
  return network.processes.map((process) => {
    const base = next;
    next += process.locations.length;
    return base;
  });
}

export const COMMITTED_PART = 1 << 16;

/** Appends an instance of the edge; its selects stand in their cells. */
export function append(edge: Edge, channel: I32, isCommitted: boolean, e: Emitter, f: Body, at: Global<"i32">): void {
  const { cells } = e.plan.at;
  f.do(
    i32.store(at, edge.id, 0),
    i32.store(at, channel, 4),
    i32.store(at, edge.process | (isCommitted ? COMMITTED_PART : 0), 8),
  );
  for (const [k, select] of edge.selects.entries())
    f.do(i32.store(at, i32.load(0, cells + 4 * select.cell), 12 + 4 * k));
  f.set(at, i32.add(at, 4 * e.plan.instanceWords));
}

/** Added to the number of the edge at hand where its guard is evaluated in the state just reached, not in the one expanded. */
export const JUST_REACHED = 2 ** 30;

/**
 * Runs the statements for each choice of select values for which the guard's data holds and no clock guard is hopeless.
 * Without a zone it is about the state just reached.
 */
export function forEachChoice(edge: Edge, e: Emitter, f: Body, zone: number | undefined, then: () => void): void {
  const choose = (selects: readonly Select[]): void => {
    const [first, ...rest] = selects;
    if (!first) {
      f.block("disabled", (disabled) => {
        f.set(e.edge, zone === undefined ? edge.id + JUST_REACHED : edge.id);
        f.set(e.steps, 0);
        for (const data of edge.guard.data) f.brUnless(disabled, expression(data, e, f));
        if (zone !== undefined)
          for (const clock of edge.guard.clocks)
            skipHopeless(clock, zone, e, f, (hopeless) => f.brIf(disabled, hopeless));
        then();
      });
      return;
    }
    const k = f.local("i32", first.name);
    f.for(k, first.low, first.high + 1, () => {
      f.do(i32.store(0, k, e.plan.at.cells + 4 * first.cell));
      choose(rest);
    });
  };
  choose(edge.selects);
}

/** A constant constraint x - y <= c cannot hold if the zone says y - x < -c. */
function skipHopeless(c: ClockConstraint, zone: number, e: Emitter, f: Body, when: (hopeless: I32) => void): void {
  if (c.unless || c.bound.op !== "const" || !isFixed(c.left) || !isFixed(c.right)) return;
  const bound = encode(c.bound.value, c.strict);
  const back = f.local("i32", "", i32.load(0, entryAt(e, zone, c.right.base, c.left.base)));
  when(i32.lt_s(i32.sub(i32.add(back, bound), bound & 1 ? 1 : i32.and(back, 1)), 1));
}

export function isFixed(ref: ClockConstraint["left"]): boolean {
  return ref.terms.length === 0 && ref.pointer === undefined && !ref.first;
}

/** The address of entry (x, y), the bound on x - y. */
export function entryAt(e: Emitter, zone: number, x: number, y: number): number {
  return zone + y * e.plan.rowBytes + 4 * x;
}

export function encode(value: number, strict: boolean): number {
  return strict ? 2 * value : 2 * value + 1;
}

/** Intersects a zone with a constraint, in the state at hand; `empty` when nothing is left, `cut` when it may tighten. */
export function constrain(
  c: ClockConstraint,
  zone: number,
  e: Emitter,
  f: Body,
  empty: () => void,
  cut: () => void = () => {},
): void {
  const { strict } = c;
  const apply = () => {
    const bound = c.bound.op === "const" ? i32.const(encode(c.bound.value, strict)) : computedBound(c, e, f);
    if (isFixed(c.left) && isFixed(c.right)) {
      if (c.left.base === c.right.base) {
        f.if(i32.lt_s(bound, 1), empty);
        return;
      }
      // Most constraints hold already: a look at the entry saves the call.
      f.if(i32.gt_s(i32.load(0, entryAt(e, zone, c.left.base, c.right.base)), bound), () => {
        cut();
        f.if(i32.eqz(call(e.zones!.constrain, zone, c.left.base, c.right.base, bound)), empty);
      });
      return;
    }
    cut();
    const x = f.local("i32", "", cellIndex(c.left, e, f));
    const y = f.local("i32", "", cellIndex(c.right, e, f));
    f.if(
      i32.eq(x, y),
      () => f.if(i32.lt_s(bound, 1), empty),
      () => f.if(i32.eqz(call(e.zones!.constrain, zone, x, y, bound)), empty),
    );
  };
  if (c.unless) f.if(i32.eqz(expression(c.unless, e, f)), apply);
  else apply();
}

function computedBound(c: ClockConstraint, e: Emitter, f: Body): Local<"i32"> {
  const value = f.local("i32", "", expression(c.bound, e, f));
  f.if(i32.gt_u(i32.add(value, e.plan.largest), 2 * e.plan.largest), () => {
    f.do(
      e.raise(
        "overflow",
        c.origin,
        (v) => `clocks are compared with ${v}, beyond what the compiled engine represents`,
        value,
      ),
    );
  });
  f.set(value, c.strict ? i32.shl(value, 1) : i32.add(i32.shl(value, 1), 1));
  return value;
}

export function loadSelects(edge: Edge, instance: I32, e: Emitter, f: Body): void {
  for (const [k, select] of edge.selects.entries())
    f.do(i32.store(0, i32.load(instance, 12 + 4 * k), e.plan.at.cells + 4 * select.cell));
}

/** Functions that do the same as one made before are not made again. */
export function clockFunction(edge: Edge, e: Emitter): Func<readonly ["i32"], "i32"> {
  if (edge.guard.clocks.length === 0) {
    return e.shared("no_clocks", (m, name) => m.module.func(name, ["instance: i32"], "i32", () => 1));
  }
  return e.module.func(e.name("clocks"), ["instance: i32"], "i32", (f, instance) => {
    f.comment(describe(edge, e.plan.network));
    loadSelects(edge, instance, e, f);
    for (const clock of edge.guard.clocks) constrain(clock, e.plan.at.target, e, f, () => f.return(0));
    return 1;
  });
}

export function updateFunction(edge: Edge, e: Emitter): Func<readonly ["i32"], "void"> {
  if (edge.update.length === 0) {
    return e.shared("no_update", (m, name) => m.module.func(name, ["instance: i32"], "void", () => {}));
  }
  return e.module.func(e.name("update"), ["instance: i32"], "void", (f, instance) => {
    f.comment(describe(edge, e.plan.network));
    loadSelects(edge, instance, e, f);
    for (const code of edge.update) effect(code, e, f);
  });
}

export function describe(edge: Edge, network: Network): string {
  const process = network.processes[edge.process];
  return `${process.name}: ${process.locations[edge.source].name} -> ${process.locations[edge.target].name} (edge ${edge.id})`;
}

/** The number of an edge's channel in the state at hand. */
export function channelOf(edge: Edge, e: Emitter, f: Body): I32 {
  if (edge.sync?.kind !== "channel") return i32.const(-1);
  let index: I32 = i32.const(edge.sync.channel.base);
  for (const term of edge.sync.channel.terms) index = i32.add(index, offset(term, e, f));
  return index;
}

/** Calls the function of each process's current location. */
export function callByLocation(
  table: Table,
  bases: readonly number[],
  processes: Iterable<number>,
  e: Emitter,
  f: Body,
): void {
  const type = e.module.type([], "void");
  for (const p of processes) f.do(callIndirect(table, type, i32.add(i32.load(0, e.plan.at.cells + 4 * p), bases[p])));
}
