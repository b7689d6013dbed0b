import { type Body, type Func, f64, type I32, i32 } from "../../engine/index.ts";
import { isMemoryless } from "../influence.ts";
import { type Location, type Process, readiness } from "../network.ts";
import { Drawer, exponential } from "./drawer.ts";
import type { Earliest } from "./earliest.ts";
import { type Emitter, int, now } from "./emitter.ts";
import { holds } from "./holds.ts";
import { byLocation, isSmall } from "./location.ts";
import { follows } from "./pace.ts";
import type { Random } from "./random.ts";

/** Functions that draw when a process moves: `draw` of interpret/engine.ts. */
export interface Drawers {
  /** By process, wherever it is: drawn anew. */
  readonly anywhere: readonly Action[];
  /** By process: what was drawn stays where it may. */
  readonly disturbed: readonly Action[];
  /** A process that is in this location. */
  readonly at: (process: number, location: number, isNew: boolean, f: Body) => void;
}
type Action = Func<readonly [], "void">;

export function drawersFor(random: Random, earliest: Earliest, e: Emitter): Drawers {
  const { processes } = e.network;
  const stays = processes.map((process) => process.locations.map((here) => isMemoryless(process, here)));
  const at: Drawers["at"] = (p, l, isNew, f) => {
    const process = processes[p]!;
    const here = process.locations[l]!;
    if (isIdle(here)) return never(process, earliest, e, f);
    const stay = stays[p]![l]! && !isNew;
    const write = (g: Body) => {
      if (stays[p]![l]) memoryless(process, here, stay, random, earliest, e, g);
      else drawAt(process, here, random, earliest, e, g);
    };
    if (isSmall(e.network)) return write(f);
    f.call(
      e.shared(
        `draw ${p} ${l} ${stay}`,
        () => e.module.declare(`${stay ? "disturb" : "draw"} ${process.name}.${here.name}`, [], "void"),
        (func) => e.module.define(func, write),
      ),
    );
  };
  const everywhere = (process: Process, isNew: boolean, f: Body) => {
    if (process.pool !== undefined) f.if(i32.lt_s(int(process.index), 0), () => never(process, earliest, e, f));
    byLocation(process, [...process.locations.keys()], f, ({ index }) => at(process.index, index, isNew, f));
  };
  const anywhere = processes.map((process) =>
    e.module.func(`draw ${process.name}`, [], "void", (f) => everywhere(process, true, f)),
  );
  const disturbed = processes.map((process, p) =>
    stays[p]!.some((stay) => stay)
      ? e.module.func(`disturb ${process.name}`, [], "void", (f) => everywhere(process, false, f))
      : anywhere[p]!,
  );
  return { anywhere, disturbed, at };
}

/** Whether nothing ever happens to a process that is here by itself. */
function isIdle({ outputs, expiry }: Location): boolean {
  return outputs.length === 0 && expiry.is === "or" && expiry.items.length === 0;
}

function never(process: Process, earliest: Earliest, e: Emitter, f: Body): void {
  flag(process, 0, 0, e, f);
  earliest.set(process.index, f64.const(Number.POSITIVE_INFINITY), f);
}

function drawAt(process: Process, here: Location, random: Random, earliest: Earliest, e: Emitter, f: Body): void {
  const time = f.local("f64", "now", now(e));
  const when = f.local("f64", "when", Number.POSITIVE_INFINITY);
  const [locked, followed] = [f.local("i32", "locked", 0), f.local("i32", "followed", 0)];
  new Drawer(process, here, { time, open: 0 }, when, locked, followed, random, e, f).draw();
  flag(process, locked, followed, e, f);
  earliest.set(process.index, when, f);
}

/** Where the delay has no memory (`isMemoryless`): one that was drawn, and is not forgotten, may stay. */
function memoryless(
  process: Process,
  here: Location,
  stay: boolean,
  random: Random,
  earliest: Earliest,
  e: Emitter,
  f: Body,
): void {
  const { index } = process;
  const any = f.local("i32", "any", 0);
  for (const output of here.outputs) f.set(any, i32.or(any, holds(readiness(process.edges[output]!), e, f)));
  const draw = () => {
    flag(process, 0, 0, e, f);
    earliest.set(index, f64.add(now(e), exponential(here, random, e, f)), f);
  };
  f.if(
    any,
    () => f.if(stay ? f64.eq(earliest.get(index), Number.POSITIVE_INFINITY) : i32.const(1), draw),
    () => never(process, earliest, e, f),
  );
}

/** Whether it only must move, and whether it has yet to draw: said of those for whom that may be. */
function flag(process: Process, locked: I32 | number, followed: I32 | number, e: Emitter, f: Body): void {
  if (canLock(process)) f.do(i32.store8(0, locked, e.at.locked + process.index));
  if (process.locations.some((here) => follows(process, here)))
    f.do(i32.store8(0, followed, e.at.followed + process.index));
}

/** Whether time can be up for a process that cannot move. */
export function canLock({ locations }: Process): boolean {
  return locations.some(({ expiry }) => expiry.is !== "or" || expiry.items.length > 0);
}
