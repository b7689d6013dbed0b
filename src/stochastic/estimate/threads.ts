import type { ReadyModule } from "../compile/module.ts";
import type { StochasticNetwork } from "../network.ts";
import type { StatisticalQuery } from "../query.ts";
import type { Sampler } from "../sample.ts";
import { newRing, type Ring, Taker, type Wanted, work } from "./ring.ts";
import { recorderOf, samplersOf } from "./runs.ts";
import type { Courses, Record } from "./simulate.ts";
import type { Supply } from "./supply.ts";
import { BATCH, batchesFrom, batchesToNumbers, recordedFrom, recordedToNumbers } from "./wire.ts";

/**
 * Runs made by several threads and taken in order: job j of a ring is batch j of a query's runs, or one run of a simulation with
 * its course. Whoever makes them, they are the same.
 */
export interface SamplingCrew {
  /** How many threads there are, with the one that asks. */
  readonly size: number;
  /** Brought by the app: runs `sampleThread(task)` in another thread and returns at once. */
  readonly start: (task: SamplingTask) => void;
}
/** What a thread is given: plain data that can be posted to it. */
export interface SamplingTask extends Asked {
  readonly ring: Ring;
  readonly share: Share;
}
interface Asked {
  readonly network: StochasticNetwork;
  readonly query: StatisticalQuery;
  readonly seed: number;
  /** By path the compiled module, where there is one: threads share its code. */
  readonly ready?: readonly (ReadyModule | undefined)[];
}
/** The runs from `first` on, `size` of them for a job; `runs` at most. */
export interface Share {
  readonly first: number;
  readonly size: number;
  readonly runs: number;
}

/** What a thread of the crew does. */
export function sampleThread({ network, query, seed, ready, ring, share }: SamplingTask): void {
  if (query.kind === "simulate") workOnCourses(ring, share, () => recorderOf(network, query, seed));
  else workOnBatches(ring, share, () => samplersOf(network, query, seed, ready));
}

export function workOnBatches(ring: Ring, share: Share, ready: () => readonly Sampler[]): void {
  work(ring, () => {
    const samplers = ready();
    return (job, wanted) => batchesToNumbers(batchesOf(samplers, share, job, wanted));
  });
}

export function workOnCourses(ring: Ring, { first }: Share, ready: () => Record): void {
  work(ring, () => {
    const record = ready();
    return (job, wanted) => recordedToNumbers(record(first + job, wanted));
  });
}

function batchesOf(samplers: readonly Sampler[], { first, size, runs }: Share, job: number, wanted: Wanted) {
  const begin = job * size;
  return samplers.map((sampler) => sampler.sample(first + begin, Math.min(size, runs - begin), wanted));
}

/** Numbers for a fault; what is longer comes in parts. */
const FAULT = 1024;

/** With room for the batches of one job. */
export function ringForBatches(threads: number, paths: number, { size, runs }: Share): Ring {
  return newRing(threads, paths * (BATCH + 2 * size) + FAULT, Math.ceil(runs / size));
}

/** Batches from the threads of a crew, and from these samplers. */
export function sharedSupply(samplers: readonly Sampler[], share: Share, asked: Asked, crew: SamplingCrew): Supply {
  const ring = ringForBatches(crew.size, samplers.length, share);
  startAll(crew, { ...asked, ring, share });
  return ringSupply(ring, samplers, share);
}

export function ringSupply(ring: Ring, samplers: readonly Sampler[], share: Share): Supply {
  const taker = new Taker(ring, (job, wanted) => batchesOf(samplers, share, job, wanted), batchesFrom);
  return { next: (_, patience = () => {}) => taker.next(patience), close: () => taker.close() };
}

/** So many numbers of a course go through the ring at a time. */
const COURSE = 2 ** 14;

/** Courses of single runs from the threads of a crew, and from this recorder. */
export function sharedCourses(record: Record, share: Share, asked: Asked, crew: SamplingCrew): Courses {
  const ring = newRing(crew.size, COURSE, share.runs);
  startAll(crew, { ...asked, ring, share });
  return ringCourses(ring, record, share);
}

export function ringCourses(ring: Ring, record: Record, { first }: Share): Courses {
  return new Taker(ring, (job, wanted) => record(first + job, wanted), recordedFrom);
}

/** The thread that asks is one of them. */
function startAll({ size, start }: SamplingCrew, task: SamplingTask): void {
  for (let thread = 1; thread < size; thread++) start(task);
}
