import { type Body, call, type Expr, type F64, type Func, f64, type I32, i32 } from "../../engine/index.ts";
import type { Code } from "../code.ts";
import type { Pool } from "../network.ts";
import { type Bitmap, bitmapFor, clear, drain, mark } from "./bitmap.ts";
import { type Emitter, increase, int } from "./emitter.ts";
import { byLocation, isStalling } from "./location.ts";
import { inRange } from "./range.ts";
import { perform, values } from "./value.ts";

/**
 * Processes that are made and end while the system runs: all that can exist at a time are there, and those that do not exist
 * are in no location (`spawn` and `exit` of interpret/engine.ts). A process that ends stays until the transition is made.
 */
interface Dynamic {
  /** Who draws again after the transition. */
  readonly disturbed: Bitmap;
  /** Who ends with the transition. */
  readonly exits: Bitmap;
}

const known = new WeakMap<Emitter, Dynamic>();

export function dynamicOf(e: Emitter): Dynamic {
  const { length } = e.network.processes;
  const found = known.get(e) ?? {
    disturbed: bitmapFor(length, e),
    exits: bitmapFor(e.network.pools.length > 0 ? length : 0, e),
  };
  known.set(e, found);
  return found;
}

/** A new process, in the first place that is free. */
export function spawn({ pool, args }: Code & { op: "spawn" }, e: Emitter, f: Body): Expr {
  const types = args.map(({ is }) => is);
  const name = `spawn ${e.network.pools[pool]!.template} ${types.join()}`;
  const func = e.shared(
    name,
    () =>
      e.module.declare(name, types.map((is) => (is === "int" ? "i32" : "f64")) as readonly ("i32" | "f64")[], "void"),
    (declared: Func) =>
      e.module.define(declared as Func<readonly ("i32" | "f64")[], "void">, (g, ...given) =>
        occupy(e.network.pools[pool]!, given as readonly (I32 | F64)[], e, g),
      ),
  );
  f.do(call(func, ...(values(args, e, f) as never[])));
  return i32.const(0);
}

function occupy(
  { count, members, parameters, starts }: Pool,
  given: readonly (I32 | F64)[],
  e: Emitter,
  f: Body,
): void {
  for (const [k, member] of members.entries())
    f.if(i32.lt_s(int(member), 0), () => {
      for (const [p, parameter] of parameters[k]!.entries()) put(parameter, given[p]!, f);
      const { initial, locations } = e.network.processes[member]!;
      const here = locations[initial]!;
      f.do(i32.store(0, initial, 8 * member));
      increase(8 * count, 1, f);
      increase(e.at.stalling, +isStalling(here), f);
      increase(e.at.committed, +here.committed, f);
      perform(starts[k]!, e, f);
      mark(dynamicOf(e).disturbed, member, f);
      f.return();
    });
  f.unreachable();
}

function put({ cell, is, low, high }: Pool["parameters"][number][number], given: I32 | F64, f: Body): void {
  if (is === "real")
    return f.do(f64.store(0, given.type === "i32" ? f64.convert_i32_s(given as I32) : (given as F64), 8 * cell));
  if (given.type !== "i32") return f.unreachable();
  inRange(given as I32, low, high, f);
  f.do(i32.store(0, given as I32, 8 * cell));
}

/** The process ends when the transition is made. */
export function exit({ process }: Code & { op: "exit" }, e: Emitter, f: Body): Expr {
  mark(dynamicOf(e).exits, process, f);
  return i32.const(0);
}

/** Those who end are in no location any more. */
export function endExits(e: Emitter, f: Body): void {
  if (e.network.pools.length === 0) return;
  const ends = e.shared(
    "ends",
    () => e.module.declare("ends", [], "void"),
    (func) => {
      const table = e.module.tableOf(
        "end",
        e.network.processes.map(({ index }) => ender(index, e)),
      );
      e.module.define(func, (g) => drain(dynamicOf(e).exits, table, e.module.type([], "void"), g));
    },
  );
  f.call(ends);
}

function ender(process: number, e: Emitter): Func<readonly [], "void"> {
  const of = e.network.processes[process]!;
  return e.module.func(`end ${of.name}`, [], "void", (f) => {
    const held = of.locations.filter(isStalling);
    byLocation(
      of,
      held.map(({ index }) => index),
      f,
      ({ committed }) => {
        increase(e.at.stalling, -1, f);
        if (committed) increase(e.at.committed, -1, f);
      },
    );
    f.do(i32.store(0, -1, 8 * process));
    if (of.pool !== undefined) increase(8 * e.network.pools[of.pool]!.count, -1, f);
  });
}

/** Forgets what an attempt has noted that came to nothing. */
export function forget(e: Emitter, f: Body): void {
  if (e.network.pools.length === 0) return;
  const { disturbed, exits } = dynamicOf(e);
  clear(disturbed, f);
  clear(exits, f);
}
