/**
 * A counting loop as one wait (`analysis/cycles/counting.ts` has the conditions and the proof): the edges and the location
 * that take the place of n rounds, where n is how many there are until the variable leaves its stretch of values, as code.
 */
import { type Jump, keptGuards, locationAsked } from "../analysis/index.ts";
import { first } from "../base/index.ts";
import {
  type ClockConstraint,
  type Code,
  type Edge,
  type Formula,
  type Location,
  locationAt,
  type Network,
  type NetworkQuery,
  type Origin,
  type Process,
  slotAt,
} from "../network/index.ts";

export type CountingJump = Jump & { readonly counting: NonNullable<Jump["counting"]> };

export function isCounting(jump: Jump): jump is CountingJump {
  return jump.counting !== undefined;
}

/** How many rounds a jump from this value of the variable stands for. */
export function roundsFrom({ counting: { low, high, by, most } }: CountingJump, value: number): number {
  const far = by > 0 ? high - value : value - low;
  return Math.min(Math.floor(far / Math.abs(by)) + 1, most);
}

/** The same as code. */
function roundsCode({ counting: { cell, low, high, by, most } }: CountingJump, origin: Origin): Code {
  const value: Code = { op: "load", at: { base: cell, terms: [] } };
  const far: Code =
    by > 0 ? { op: "sub", a: constant(high), b: value, origin } : { op: "sub", a: value, b: constant(low), origin };
  const whole: Code = Math.abs(by) === 1 ? far : { op: "div", a: far, b: constant(Math.abs(by)), origin };
  return { op: "min", a: { op: "add", a: whole, b: constant(1), origin }, b: constant(most), origin };
}

/** Whether the rounds are jumped over: at least two of them, and whatever else their guards ask holds. */
function condition(network: Network, jump: CountingJump, origin: Origin): Code {
  const { cell, low, high, by } = jump.counting;
  const value: Code = { op: "load", at: { base: cell, terms: [] } };
  const [least, most] = by > 0 ? [low, high - by] : [low - by, high];
  const inside: Code = {
    op: "both",
    a: { op: "ge", a: value, b: constant(least), origin },
    b: { op: "le", a: value, b: constant(most), origin },
  };
  return keptGuards(network, jump).reduce<Code>((a, b) => ({ op: "both", a, b }), inside);
}

/** The first edge of the loop, which is taken only where no wait takes its place. */
export function unlessCounting(network: Network, e: Edge, jumps: readonly CountingJump[]): Edge {
  const mine = jumps.filter((j) => first(j.edges).id === e.id);
  if (mine.length === 0) return e;
  const not = mine.map((j): Code => ({ op: "not", a: condition(network, j, e.origin) }));
  return { ...e, guard: { ...e.guard, data: [...e.guard.data, ...not] } };
}

export function countingWait(process: Process, jump: CountingJump, index: number): Location {
  const { name, origin } = locationAt(process, first(jump.edges).source);
  const { upper } = jump.window;
  const limit: ClockConstraint = {
    left: { base: jump.clock, terms: [] },
    right: { base: 0, terms: [] },
    strict: upper.strict,
    bound: times(roundsCode(jump, origin), upper.value, origin),
    origin,
  };
  const clocks = upper.value === Infinity ? [] : [limit];
  return {
    name: `${name}+${index}`,
    index,
    urgent: false,
    committed: false,
    invariant: { data: [], clocks, rates: [] },
    labels: [],
    origin,
  };
}

/** What the edge into the wait asks of data. */
export function countingGuard(network: Network, jump: CountingJump): readonly Code[] {
  return [condition(network, jump, first(jump.edges).origin)];
}

/** How long the wait must have lasted, and what the rounds add. */
export function countingEnd(network: Network, jump: CountingJump): { late: ClockConstraint; count: Code } {
  const { origin } = first(jump.edges);
  const { cell, by } = jump.counting;
  const { lower } = jump.window;
  const rounds = roundsCode(jump, origin);
  const value: Code = { op: "load", at: { base: cell, terms: [] } };
  const { low, high } = slotAt(network, cell);
  return {
    late: {
      left: { base: 0, terms: [] },
      right: { base: jump.clock, terms: [] },
      strict: lower.strict,
      bound: times(rounds, 0 - lower.value, origin),
      origin,
    },
    count: {
      op: "store",
      at: { base: cell, terms: [] },
      value: { op: "add", a: value, b: times(rounds, by, origin), origin },
      low,
      high,
      origin,
    },
  };
}

/** The query with waits taken for the only location of their loop, where it asks for that. */
export function asCounted(query: NetworkQuery, waits: ReadonlyMap<CountingJump, number>): NetworkQuery {
  if (query.kind !== "E<>" && query.kind !== "A[]") return query;
  return { ...query, formula: formula(query.formula, waits) };
}

function formula(f: Formula, waits: ReadonlyMap<CountingJump, number>): Formula {
  if (f.is === "data") return { is: "data", code: code(f.code, waits) };
  if (f.is === "not") return { is: "not", a: formula(f.a, waits) };
  if (f.is === "and" || f.is === "or") return { ...f, items: f.items.map((i) => formula(i, waits)) };
  return f;
}

function code(c: Code, waits: ReadonlyMap<CountingJump, number>): Code {
  if (c.op === "both" || c.op === "either") return { ...c, a: code(c.a, waits), b: code(c.b, waits) };
  if (c.op === "not" || c.op === "bool") return { ...c, a: code(c.a, waits) };
  let all = c;
  for (const [{ process, edges }, wait] of waits) {
    if ((c.op !== "eq" && c.op !== "ne") || edges.length > 1) continue;
    if (locationAsked(c, process) !== first(edges).source) continue;
    all = { op: c.op === "eq" ? "either" : "both", a: all, b: { ...c, b: constant(wait) } };
  }
  return all;
}

function times(a: Code, by: number, origin: Origin): Code {
  return by === 1 ? a : { op: "mul", a, b: constant(by), origin };
}

function constant(value: number): Code {
  return { op: "const", value };
}
