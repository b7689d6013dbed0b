import { type Body, type I32, i32 } from "../../engine/index.ts";
import type { Location, Process, StochasticNetwork } from "../network.ts";
import { type Emitter, increase, int } from "./emitter.ts";

/** Where processes are, and how many of them hold time up. */
export function isStalling({ urgent, committed }: Location): boolean {
  return urgent || committed;
}

export function anyStalling(e: Emitter): boolean {
  return e.network.processes.some(({ locations }) => locations.some(isStalling));
}

/** Calls cost time: where the network is small, code is written where it is needed. */
export function isSmall({ processes }: StochasticNetwork): boolean {
  return processes.length <= 8 && processes.flatMap(({ edges }) => edges).length <= 50;
}

/** Puts a process that is at `source` into another location. */
export function moveTo(process: number, source: number, target: number, e: Emitter, f: Body): void {
  if (source === target) return;
  const { locations } = e.network.processes[process]!;
  const [from, to] = [locations[source]!, locations[target]!];
  f.do(i32.store(0, target, 8 * process));
  increase(e.at.stalling, +isStalling(to) - +isStalling(from), f);
  increase(e.at.committed, +to.committed - +from.committed, f);
}

/** Whether the process is in one of these locations. */
export function isIn({ index, locations, pool }: Process, among: readonly number[]): I32 {
  if (among.length === locations.length && pool === undefined) return i32.const(1);
  return among.map((location) => i32.eq(int(index), location)).reduce((all, one) => i32.or(all, one), i32.const(0));
}

/** Runs the statements for the location in which the process is. */
export function byLocation(
  process: Process,
  among: readonly number[],
  f: Body,
  visit: (location: Location) => void,
): void {
  const { locations, index, pool } = process;
  const [only] = among;
  if (only === undefined) return;
  if (among.length === 1) return f.if(isIn(process, among), () => visit(locations[only]!));
  if (locations.length === 1 && pool === undefined) return visit(locations[0]!);
  f.switch(
    int(index),
    locations.map((location, l) => () => (among.includes(l) ? visit(location) : undefined)),
  );
}
