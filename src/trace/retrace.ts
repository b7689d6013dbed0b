/**
 * A path run again without abstraction: for each state all valuations with which the path arrives (`entry`) and all that
 * it can have there after a delay (`reached`). Frames of a liveness trace may forbid valuations (`avoid`): delays do not
 * touch them. A step of no words stays in the same state; it marks where a run begins to avoid something.
 */
import type { Engine, Predicate, Timing } from "../engine/index.ts";
import { elapseInside, type Federation, federation, INF, justAfter, type Zone } from "../zones/index.ts";

export interface Frame {
  /** The discrete state. */
  readonly cells: Int32Array;
  readonly timing: Timing;
  readonly entry: Federation;
  readonly reached: Federation;
  readonly avoid: Federation;
  /** The transition into this state, and its channel or -1. */
  readonly words: readonly number[];
  readonly channel: number;
}

export interface PathStep {
  readonly words: readonly number[];
  /** What must never hold from the arrival on, if anything. */
  readonly never?: Predicate | undefined;
  /** What does not hold on arrival. */
  readonly start?: Predicate | undefined;
}

/** Undefined if the path cannot be run: then an abstraction was too coarse. The first step has no words. */
export function retrace(
  engine: Engine,
  path: readonly PathStep[],
  patience: () => void = () => {},
): readonly Frame[] | undefined {
  const { dim } = engine;
  if (!engine.initial()) return undefined;
  const frames: Frame[] = [];
  let entry: Federation = [engine.zone.slice()];
  let channel = -1;
  for (const { words, never, start } of path) {
    patience();
    const before = frames.at(-1);
    if (before !== undefined) {
      if (words.length === 0) entry = before.reached;
      else [entry, channel] = follow(engine, before, words);
    }
    if (start !== undefined) {
      const not = entry.flatMap((z) => start.satisfying(z));
      entry = federation.subtract(entry, not, dim);
    }
    const frame = arrive(engine, entry, words, channel, never);
    if (frame.reached.length === 0) return undefined;
    frames.push(frame);
    engine.cells.set(frame.cells);
  }
  return frames;
}

/** Where a transition given in words leads from a discrete state and its valuations, and its channel or -1. */
export function follow(
  e: Engine,
  from: Pick<Frame, "cells" | "reached">,
  words: readonly number[],
): [Federation, number] {
  let all: Federation = [];
  let named = -1;
  const target = new Int32Array(e.size);
  e.cells.set(from.cells);
  for (const zone of from.reached) {
    e.zone = zone.slice();
    e.successors(() => {
      if (!matches(e, words)) return false;
      named = e.transitionChannel;
      target.set(e.cells.subarray(0, e.size));
      all = federation.add(all, e.zone.slice(), e.dim);
      return false;
    }, "skip");
  }
  if (all.length > 0) e.cells.set(target);
  return [all, named];
}

function arrive(
  e: Engine,
  entry: Federation,
  words: readonly number[],
  channel: number,
  never: Predicate | undefined,
): Frame {
  const { dim } = e;
  const timing = e.timing();
  const cells = e.cells.slice(0, e.size);
  const { invariant } = timing;
  const avoid: Federation =
    never === undefined || invariant === undefined ? [] : never.satisfying(invariant).map((z) => z.slice());
  const start = federation.subtract(entry, avoid, dim);
  return { cells, timing, entry: start, reached: elapse(start, timing, avoid, dim).all, avoid, words, channel };
}

/** What delays lead to. */
interface Elapsed {
  /** All valuations reached, without delay included. */
  readonly all: Federation;
  /** Zones inside which time passes: from all of their valuations it goes on until an end of the zone. */
  readonly passing: Federation;
}

/** All valuations reached by delays that stay outside `avoid` and stop at the first urgent instant. */
export function elapse(start: Federation, t: Timing, avoid: Federation, dim: number): Elapsed {
  if (t.still || t.invariant === undefined || start.length === 0) return { all: start, passing: [] };
  const allowed: Federation = federation.subtract([t.invariant], avoid, dim);
  const free = federation.subtract(allowed, t.urgent, dim);
  const passing = elapseInside(start, free, dim, t.stopped);
  let all = federation.union(passing, start, dim);
  if (t.urgent.length === 0) return { all, passing };
  for (const r of passing) {
    const last: Zone | null = justAfter(r, dim, t.stopped);
    if (last !== null) all = federation.union(all, federation.intersect([last], allowed, dim), dim);
  }
  return { all, passing };
}

/** Whether time goes on for ever inside a zone in which it passes: no running clock has an upper limit. */
export function neverEnds(z: Zone, t: Timing, dim: number): boolean {
  for (let x = 1; x < dim; x++) if (z[x * dim]! < INF && t.stopped?.[x] !== 1) return false;
  return true;
}

function matches(e: Engine, words: readonly number[]): boolean {
  if (e.transitionLength !== words.length) return false;
  for (let i = 0; i < words.length; i++) if (e.transition[i] !== words[i]) return false;
  return true;
}
