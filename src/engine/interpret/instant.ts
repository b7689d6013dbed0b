/**
 * How long time may pass from one exact valuation (docs/compatibility.md M2, M10): until an invariant would fail, or up to
 * the first instant at which an urgent synchronisation is enabled. The state at hand is in the machine's cells.
 */
import { constantOf, type Interval, isStrict, type Point, point, type Rational, rationals } from "../../zones/index.ts";
import { Triples } from "./constraint.ts";
import type { Program, ProgramEdge } from "./program.ts";

const { compareRational, minus, rational, ZERO } = rationals;

/** From 0 to a limit, which may be left out; null if time cannot pass at all. Requires: no urgent or committed location. */
export function delaysFrom(program: Program, values: Point, stopped: Uint8Array | undefined): Interval | null {
  let high: Rational | null = null;
  let strict = true;
  const limit = (at: Rational, isOut: boolean) => {
    const order = high === null ? -1 : compareRational(at, high);
    if (order < 0) [high, strict] = [at, isOut];
    else if (order === 0) strict ||= isOut;
  };
  for (const triples of invariants(program)) {
    const end = delaysInto(triples, values, stopped);
    if (end !== null && end.high !== null) limit(end.high, end.highStrict);
  }
  // Time may come to the first instant of urgency, and not go on.
  for (const triples of urgentGuards(program)) {
    const when = delaysInto(triples, values, stopped);
    if (when !== null) limit(when.low, false);
  }
  const isNone = high !== null && compareRational(high, ZERO) === 0;
  return isNone ? null : { low: ZERO, lowStrict: false, high, highStrict: strict };
}

/** Whether the data allows an urgent synchronisation here, so that time may have to stop at some moment. */
export function mayBeUrgent(program: Program): boolean {
  return urgentGuards(program).length > 0;
}

function invariants(program: Program): Int32Array[] {
  return program.locations.map((list, p) => {
    const triples = new Triples();
    for (const c of list[program.machine.cells[p]!]!.clocks) c(triples);
    return triples.data.slice(0, 3 * triples.count);
  });
}

interface Guards {
  readonly channel: number;
  readonly process: number;
  readonly triples: Int32Array;
}

/** Clock guards of the urgent synchronisations that the data enables. */
function urgentGuards(program: Program): Int32Array[] {
  if (!program.hasUrgentChannels) return [];
  const { channels } = program.network;
  const here = program.locations.map((list, p) => list[program.machine.cells[p]!]);
  const isOffered = (e: ProgramEdge) =>
    e.channel !== undefined && (e.fixedChannel < 0 || channels[e.fixedChannel]!.urgent);
  const guards = (edges: readonly ProgramEdge[]) =>
    edges.flatMap((e) => guardsOf(e, program)).filter((g) => channels[g.channel]!.urgent);
  const senders = guards(here.flatMap((l) => l!.active.filter(isOffered)));
  // Guards of receiving edges are looked at only where somebody sends.
  const isSent = (e: ProgramEdge) =>
    senders.some((s) => e.fixedChannel < 0 || (s.channel === e.fixedChannel && s.process !== e.process));
  const receivers = guards(here.flatMap((l) => l!.passive.filter((e) => isOffered(e) && isSent(e))));
  return senders.flatMap((s) => {
    if (channels[s.channel]!.broadcast) return [s.triples];
    return receivers
      .filter((r) => r.channel === s.channel && r.process !== s.process)
      .map((r) => Int32Array.from([...s.triples, ...r.triples]));
  });
}

/** The clock guards of an edge for every choice of select values that the data allows. */
function guardsOf(e: ProgramEdge, program: Program): Guards[] {
  const out: Guards[] = [];
  const { selects } = e.edge;
  const { cells } = program.machine;
  const choose = (depth: number): void => {
    if (depth < selects.length) {
      for (let v = selects[depth]!.low; v <= selects[depth]!.high; v++) {
        cells[selects[depth]!.cell] = v;
        choose(depth + 1);
      }
      return;
    }
    if (e.data.some((d) => d() === 0) || e.channel === undefined) return;
    const triples = new Triples();
    if (!e.clocks.every((c) => c(triples))) return;
    out.push({ channel: e.channel(), process: e.process, triples: triples.data.slice(0, 3 * triples.count) });
  };
  choose(0);
  return out;
}

/** The delays after which all triples hold, or null if there are none. */
function delaysInto(triples: Int32Array, values: Point, stopped: Uint8Array | undefined): Interval | null {
  let all: Interval = { low: ZERO, lowStrict: false, high: null, highStrict: true };
  const runs = (x: number) => x !== 0 && !(stopped !== undefined && stopped[x] !== 0);
  for (let k = 0; k < triples.length; k += 3) {
    const [x, y, b] = [triples[k]!, triples[k + 1]!, triples[k + 2]!];
    const room = minus(rational(constantOf(b)), minus(values[x]!, values[y]!));
    const strict = isStrict(b);
    if (runs(x) === runs(y)) {
      const order = compareRational(room, ZERO);
      if (order < 0 || (order === 0 && strict)) return null;
    } else if (runs(x)) all = point.meet(all, { low: ZERO, lowStrict: false, high: room, highStrict: strict });
    else all = point.meet(all, { low: minus(ZERO, room), lowStrict: strict, high: null, highStrict: true });
  }
  return point.isNothing(all) ? null : all;
}
