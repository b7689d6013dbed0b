/**
 * The file of a certificate (docs/guide/certificates.md, docs/schema/certificate.json): lines of JSON, compressed or not. The
 * first is the header, then one line for each discrete state with its zones, or for each state of a run, and the last says
 * how many there were.
 */

import type { Interface } from "./interface.ts";
import { Unreadable } from "./outcome.ts";

const proofs = ["unreachable", "run", "ends", "stays", "way", "taken", "refines", "apart"] as const;

export interface Header {
  readonly certificate: "zonal";
  readonly version: 1;
  readonly model: { readonly sha256: string };
  readonly query: string;
  readonly outcome: "satisfied" | "violated";
  readonly proof: (typeof proofs)[number];
  /** How a run or way that stays ends; a loop goes from the last state to the one of this number, from 1. */
  readonly ending?: "deadlock" | "divergence" | "loop";
  readonly loop?: number;
  /** Of a way that violates `-->`: the number of the state, from 1, in which it begins to stay. */
  readonly begin?: number;
  /** Of `sup` and `inf`: which of the terms, from 0, and its limit, null for none; strict if it is approached and not reached. */
  readonly limit?: { readonly term: number; readonly bound: number | null; readonly strict: boolean };
  /** Of `bounds`: the values of a term as intervals: low end, 1 if it is open, high end (null for none), 1 if it is open. */
  readonly values?: { readonly term: number; readonly intervals: readonly (readonly (number | null)[])[] };
  /** How a zone is covered by a member: by inclusion, or by simulation under the stated bounds. */
  readonly order?: "inclusion" | "simulation";
  readonly bounds?: Bounds;
  /** Elements that may be exchanged: members may then permute what they lead to. */
  readonly symmetries?: readonly Symmetry[];
  /** Where variables are live; elsewhere they are dead, and members stand for all their values. */
  readonly live?: Live;
  /** Processes that are left out, by their numbers: they stand still. */
  readonly still?: readonly number[];
  /** Of a refinement, whose query is the word `refinement`. What is named beside this is of the implementation. */
  readonly refines?: Refines;
  readonly processes: readonly string[];
  readonly variables: readonly string[];
  readonly clocks: readonly string[];
}

/** Which processes of which models are compared, and at which interface; no processes are those of the system line. */
export interface Refines extends Interface {
  readonly implementation: readonly string[];
  readonly specification: {
    readonly sha256: string;
    readonly process: readonly string[];
    readonly processes: readonly string[];
    readonly variables: readonly string[];
    readonly clocks: readonly string[];
  };
}

/**
 * A set of elements: the cells that may hold one, and what the exchange of each with the next moves: pairs of cells
 * and of clocks.
 */
export interface Symmetry {
  readonly elements: readonly number[];
  readonly values: readonly number[];
  readonly swaps: readonly { readonly cells: Pairs; readonly clocks: Pairs }[];
}

/**
 * Values of a state by their numbers: those that are live everywhere, and, after process and location, those that are live there.
 */
export interface Live {
  readonly everywhere: readonly number[];
  readonly locations: readonly (readonly number[])[];
}

type Pairs = readonly (readonly [number, number])[];

export interface Bounds {
  /** Clock, L, U; null where there is none. */
  readonly everywhere: readonly (readonly (number | null)[])[];
  /** Process, location, clock, L, U. */
  readonly locations: readonly (readonly (number | null)[])[];
}

/** A discrete state, and zones: bounds row by row, twice the number, plus one where it may be reached, null for none. */
export interface MemberLine {
  readonly state: readonly number[];
  readonly zones: readonly (readonly (number | null)[])[];
  /** Of each zone of a proof that runs end. */
  readonly ranks?: readonly number[];
  /** Permutations by which what it leads to is covered, each as exchanges one after the other, by their numbers from 0. */
  readonly permutations?: readonly (readonly number[])[];
}

/** One state of a run: on arrival, before the delay. Times are whole numbers or fractions as text. */
export interface RunState {
  readonly state: readonly number[];
  readonly clocks: readonly string[];
  readonly delay: string;
}

/** One discrete state of a way; `from` is the number of the state before it, 0 for none, if that is not the line before. */
export interface WayLine {
  readonly state: readonly number[];
  readonly from?: number;
  /** Where a round begins. */
  readonly zones?: readonly (readonly (number | null)[])[];
}

/** The header of a certificate, from its first line. */
export function headerOf(text: string): Header {
  const header = parsed(text, 1);
  if (!isHeader(header)) throw new Unreadable("this is no certificate of version 1");
  return header;
}

export function parsed(text: string, number: number): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new Unreadable(`line ${number} of the certificate is no JSON`);
  }
}

function isHeader(value: unknown): value is Header {
  if (typeof value !== "object" || value === null) return false;
  const header = value as Partial<Header>;
  return (
    header.certificate === "zonal" &&
    header.version === 1 &&
    typeof header.query === "string" &&
    typeof header.model?.sha256 === "string" &&
    (header.outcome === "satisfied" || header.outcome === "violated") &&
    proofs.some((proof) => proof === header.proof) &&
    [undefined, "deadlock", "divergence", "loop"].includes(header.ending) &&
    [header.loop, header.begin].every((number) => number === undefined || Number.isSafeInteger(number)) &&
    (header.order === undefined || header.order === "inclusion" || header.order === "simulation") &&
    isAbsentOr(header.limit, isLimit) &&
    isAbsentOr(header.values, isValues) &&
    isList(header.processes) &&
    isList(header.variables) &&
    isList(header.clocks) &&
    isAbsentOr(header.refines, isRefines) &&
    isAbsentOr(header.symmetries, (all) => isArray(all) && all.every(isSymmetry)) &&
    isAbsentOr(header.live, (live) => isPlain(live.everywhere) && isPlainTable(live.locations)) &&
    isAbsentOr(header.still, isPlain) &&
    isAbsentOr(header.bounds, (bounds) => isTable(bounds.everywhere, 3) && isTable(bounds.locations, 5))
  );
}

function isAbsentOr<T>(value: T | undefined, isGood: (value: T) => boolean): boolean {
  return value === undefined || (value !== null && isGood(value));
}

function isList(list: unknown): boolean {
  return Array.isArray(list) && list.every((item) => typeof item === "string");
}

function isRefines({ implementation, specification: s, channels, internal, variables }: Partial<Refines>): boolean {
  const lists = [implementation, channels, internal, variables, s?.process, s?.processes, s?.variables, s?.clocks];
  return typeof s?.sha256 === "string" && lists.every(isList);
}

function isArray(list: unknown): boolean {
  return Array.isArray(list);
}

function isSymmetry(symmetry: Partial<Symmetry> | null): boolean {
  const { elements, values, swaps } = symmetry ?? {};
  return (
    isPlain(elements) &&
    isPlain(values) &&
    isArray(swaps) &&
    swaps!.every((swap) => isTable(swap?.cells, 2) && isTable(swap.clocks, 2))
  );
}

function isLimit({ term, bound, strict }: NonNullable<Header["limit"]>): boolean {
  return Number.isSafeInteger(term) && isNumbers([bound], 1) && isWord(bound) && typeof strict === "boolean";
}

function isValues({ term, intervals }: NonNullable<Header["values"]>): boolean {
  const isBit = (value: unknown): boolean => value === 0 || value === 1;
  const isWhole = (row: readonly (number | null)[]): boolean =>
    row[0] !== null && row.every(isWord) && isBit(row[1]) && isBit(row[3]);
  return Number.isSafeInteger(term) && isTable(intervals, 4) && intervals.every(isWhole);
}

function isTable(rows: unknown, width: number): boolean {
  return Array.isArray(rows) && rows.every((row) => isNumbers(row, width));
}

function isNumbers(list: unknown, length: number): list is readonly (number | null)[] {
  if (!Array.isArray(list) || list.length !== length) return false;
  return list.every((item) => item === null || Number.isSafeInteger(item));
}

function isPlain(list: unknown): list is readonly number[] {
  return Array.isArray(list) && isNumbers(list, list.length) && !list.includes(null as never);
}

function isPlainTable(rows: unknown): boolean {
  return Array.isArray(rows) && rows.every((row) => isPlain(row));
}

/** Bounds are so small that whatever follows from them is exact. */
function isWord(entry: number | null): boolean {
  return entry === null || entry === (entry | 0);
}

export function memberOf(line: unknown, cells: number, clocks: number): MemberLine {
  const member = line as Partial<MemberLine> | null;
  const isGood =
    isNumbers(member?.state, cells) &&
    !member.state.includes(null as never) &&
    Array.isArray(member.zones) &&
    member.zones.every((zone) => isNumbers(zone, clocks * clocks) && zone.every(isWord)) &&
    (member.ranks === undefined ||
      (isNumbers(member.ranks, member.zones.length) && !member.ranks.includes(null as never))) &&
    (member.permutations === undefined || (isArray(member.permutations) && member.permutations.every(isPlain)));
  if (!isGood) throw new Unreadable("a member of the certificate is not a state with its zones");
  return member as MemberLine;
}

export function runStateOf(line: unknown, cells: number, clocks: number): RunState {
  const state = line as Partial<RunState> | null;
  const isGood =
    isNumbers(state?.state, cells) &&
    !state.state.includes(null as never) &&
    Array.isArray(state.clocks) &&
    state.clocks.length === clocks - 1 &&
    [...state.clocks, state.delay].every(
      (time) => typeof time === "string" && /^\d{1,15}(\/[1-9]\d{0,14})?$/.test(time),
    );
  if (!isGood) throw new Unreadable("a state of the run is not a state with clock values and a delay");
  return state as RunState;
}

export function wayStateOf(line: unknown, cells: number, clocks: number): WayLine {
  const state = line as Partial<WayLine> | null;
  const isGood =
    isNumbers(state?.state, cells) &&
    !state.state.includes(null as never) &&
    (state.from === undefined || Number.isSafeInteger(state.from)) &&
    (state.zones === undefined || (isTable(state.zones, clocks * clocks) && state.zones.flat().every(isWord)));
  if (!isGood) throw new Unreadable("a state of the way is not a state");
  return state as WayLine;
}
