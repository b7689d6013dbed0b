import { type Body, type Func, f64, i32 } from "../../engine/index.ts";
import { type Disturbed, type Influence, influenceOf } from "../influence.ts";
import type { Edge, Rated } from "../network.ts";
import { type Bitmap, bitmapFor, clear, countOf, drain, mark, markAny } from "./bitmap.ts";
import { leavesOf } from "./branch.ts";
import type { Drawers } from "./draw.ts";
import { dynamicOf, forget } from "./dynamic.ts";
import type { Earliest } from "./earliest.ts";
import { type Emitter, now, trapIf } from "./emitter.ts";
import { flowOf } from "./flow.ts";
import { isIn } from "./location.ts";
import { intOf, realOf } from "./value.ts";

/** Who draws again after a transition: rates first, then delays, each in order (interpret/engine.ts, `redraw`). */
export interface Redraw {
  /** After a transition by these edges alone. */
  readonly after: (edges: readonly Edge[], f: Body) => void;
  /** Notes what an edge disturbs; `all` then draws. */
  readonly note: (edge: Edge, f: Body) => void;
  readonly all: Func<readonly [], "void">;
  /** At the start of a run. */
  readonly start: (f: Body) => void;
}

export function redrawFor(drawers: Drawers, earliest: Earliest, e: Emitter): Redraw {
  const { network, module } = e;
  const table = module.tableOf("draw", drawers.disturbed);
  const influence = influenceOf(network);
  const dirty = dynamicOf(e).disturbed;
  const rates = bitmapFor(network.rated.length, e);
  const type = module.type([], "void");
  const setters = network.rated.map((rated, c) =>
    module.func(`rate ${rated.name}`, [], "void", (f) =>
      setRate(rated, e, f, () => disturb(influence.byRate[c]!, dirty, e, f)),
    ),
  );
  const rateTable = setters.length > 0 ? module.tableOf("rates", setters) : undefined;
  const isCrowded = [...influence.disturbed, ...influence.byRate].some((list) => list.length > MANY);
  const all = module.func("redraw", [], "void", (f) => {
    if (rateTable) drain(rates, rateTable, type, f);
    const draw = () => drain(dirty, table, type, f);
    if (isCrowded) earliest.together(countOf(dirty, f), f, draw);
    else draw();
  });
  const note = (edge: Edge, f: Body) => {
    mark(dirty, edge.process, f);
    earliest.forget(edge.process, f);
    disturb(influence.disturbed[edge.id]!, dirty, e, f);
    for (const clock of influence.rated[edge.id]!) mark(rates, clock, f);
  };
  return {
    note,
    all,
    after: (edges, f) => {
      const many = edges.reduce((sum, { id }) => sum + influence.disturbed[id]!.length, 0) > MANY;
      // Who is made or ends is not known here.
      if (many || network.pools.length > 0 || edges.some(({ id }) => influence.rated[id]!.length > 0)) {
        for (const edge of edges) note(edge, f);
        f.call(all);
      } else inOrder(edges, influence, drawers, e, f);
    },
    start: (f) => {
      clear(rates, f);
      for (const setter of setters) f.call(setter);
      clear(dirty, f);
      forget(e, f);
      earliest.together(drawers.anywhere.length, f, () => {
        for (const draw of drawers.anywhere) f.call(draw);
      });
    },
  };
}

/** Draws of so many are written down behind an edge; more are made by way of the set. */
const MANY = 64;
/** A list of so many is written down where it is needed; a longer one in a function, once for all edges that have it. */
const FEW = 8;

function disturb(list: readonly Disturbed[], dirty: Bitmap, e: Emitter, f: Body): void {
  if (list.length > FEW) f.call(disturberOf(list, dirty, e));
  else disturbAll(list, dirty, e, f);
}

const disturbers = new WeakMap<Emitter, Map<readonly Disturbed[], Func<readonly [], "void">>>();

function disturberOf(list: readonly Disturbed[], dirty: Bitmap, e: Emitter): Func<readonly [], "void"> {
  const made = disturbers.get(e) ?? new Map<readonly Disturbed[], Func<readonly [], "void">>();
  disturbers.set(e, made);
  const func = made.get(list) ?? e.module.func("disturb", [], "void", (f) => disturbMany(list, dirty, e, f));
  made.set(list, func);
  return func;
}

/** The list as a table: by process its number and, as bits, the locations in which it is disturbed. */
function disturbMany(list: readonly Disturbed[], dirty: Bitmap, e: Emitter, f: Body): void {
  if (list.length <= MANY || list.some(({ locations }) => locations.some((location) => location >= 32)))
    return disturbAll(list, dirty, e, f);
  const rows = Int32Array.from(
    list.flatMap(({ process, locations }) => [
      process,
      locations.reduce((bits, location) => bits | (1 << location), 0),
    ]),
  );
  const table = e.region(rows.byteLength);
  e.module.data(table, new Uint8Array(rows.buffer));
  const [row, process, here] = [f.local("i32", "row"), f.local("i32", "process"), f.local("i32", "here")];
  f.for(
    row,
    table,
    table + rows.byteLength,
    () => {
      f.set(process, i32.load(row));
      f.set(here, i32.load(i32.shl(process, 3)));
      // Who does not exist is nowhere.
      const there = i32.and(i32.ge_s(here, 0), i32.shr_u(i32.load(row, 4), here));
      f.if(there, () => markAny(dirty, process, f));
    },
    8,
  );
}

function disturbAll(list: readonly Disturbed[], dirty: Bitmap, e: Emitter, f: Body): void {
  for (const { process, locations } of list)
    f.if(isIn(e.network.processes[process]!, locations), () => mark(dirty, process, f));
}

/** Where rates stay and all who move are known, everybody is known: no set is needed, and often it is known where they are. */
function inOrder(edges: readonly Edge[], { disturbed }: Influence, drawers: Drawers, e: Emitter, f: Body): void {
  const movers = new Map(edges.map(({ process, then }) => [process, leavesOf(then).map(({ target }) => target)]));
  const places = new Map([...movers].map(([process, targets]) => [process, new Set(targets)]));
  for (const { process, locations } of edges.flatMap(({ id }) => disturbed[id]!))
    if (!movers.has(process)) places.set(process, new Set([...(places.get(process) ?? []), ...locations]));
  for (const [process, set] of [...places].sort(([a], [b]) => a - b)) {
    const locations = [...set];
    const [only] = locations;
    const there = movers.has(process) ? i32.const(1) : isIn(e.network.processes[process]!, locations);
    f.if(there, () => {
      const isNew = movers.has(process);
      if (locations.length === 1) drawers.at(process, only!, isNew, f);
      else f.call((isNew ? drawers.anywhere : drawers.disturbed)[process]!);
    });
  }
}

/** Gives a clock the rate that the present locations say. */
function setRate(rated: Rated, e: Emitter, f: Body, changed: () => void): void {
  if (rated.flow) {
    flowOf(e)?.set(rated, f);
    return changed();
  }
  const { clock, setters } = rated;
  const rate = f.local("f64", "rate", 1);
  const given = f.local("i32", "given", 0);
  for (const { process, location, when, rate: code } of setters)
    f.if(isIn(e.network.processes[process]!, [location]), () =>
      f.if(when ? intOf(when, e, f) : i32.const(1), () => {
        const other = f.local("f64", "other", realOf(code, e, f));
        trapIf(i32.and(given, f64.ne(other, rate)), f);
        f.if(i32.eqz(given), () => f.set(rate, other));
        f.set(given, 1);
      }),
    );
  trapIf(i32.eqz(f64.lt(f64.abs(rate), Number.POSITIVE_INFINITY)), f);
  const [v, s, r] = [0, 8, 16].map((offset) => 8 * clock + offset);
  f.if(f64.ne(f64.load(0, r), rate), () => {
    const time = f.local("f64", "now", now(e));
    const passed = f64.mul(f64.load(0, r), f64.sub(time, f64.load(0, s)));
    f.do(f64.store(0, f64.add(f64.load(0, v), passed), v), f64.store(0, time, s), f64.store(0, rate, r));
    changed();
  });
}
