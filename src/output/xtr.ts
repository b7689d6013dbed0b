import { wants } from "../base/index.ts";
import type { Network } from "../network/index.ts";
import type { Trace, TraceConstraint, TracePart, TraceState, TraceTransition } from "../trace/index.ts";
import { dbm, le, lt, minimalGraph } from "../zones/index.ts";
import { writtenEdges } from "./written.ts";

/**
 * UPPAAL's `.xtr`: numbers that mean something only beside the model (docs/compatibility.md R1). The initial state, then for each
 * step the state reached and the transition that led there, then a lone `.`. A state is the index of each process's
 * location, the bounds `i j b` of x_i - x_j with `b` = twice the bound, plus 1 if it is strict, and the variables.
 * Locations, edges and clocks count from 0 in the order of the file; clock 0 is the constant zero.
 */
export interface Xtr {
  readonly states: readonly XtrState[];
  /** Transition i leads from state i to state i + 1. */
  readonly transitions: readonly (readonly XtrPart[])[];
}
export interface XtrState {
  readonly locations: readonly number[];
  readonly bounds: readonly TraceConstraint[];
  readonly variables: readonly number[];
}
export interface XtrPart {
  readonly process: number;
  readonly edge: number;
  readonly selects: readonly number[];
}

export function traceToXtr(trace: Trace, network: Network): string {
  wants("traceToXtr", trace, "trace");
  wants("traceToXtr", network, "network");
  const partsOf = xtrParts(network);
  const dim = trace.clocks.length + 1;
  const steps = trace.states.map((state, i) => {
    const by = trace.transitions[i - 1];
    return stateText(state, dim) + (by === undefined ? "" : transitionText(by, partsOf));
  });
  return `${steps.join("")}.\n`;
}

function stateText(state: TraceState, dim: number): string {
  return `${list(state.locations)}.\n${boundsText(state, dim)}.\n${list(state.variables)}.\n`;
}

/** UPPAAL leaves out what follows from other bounds, but not x >= 0. Its encoding of bounds has strict ones odd, ours even. */
function boundsText({ zone }: TraceState, dim: number): string {
  const z = dbm.newUniversal(dim);
  for (const { left, right, strict, bound } of zone)
    dbm.constrain(z, 0, dim, left, right, strict ? lt(bound) : le(bound));
  const kept = minimalGraph(z, 0, dim);
  let text = "";
  for (let k = 0; k < kept.length; k += 3) text += `${kept[k]} ${kept[k + 1]} ${kept[k + 2]! ^ 1}\n.\n`;
  return text;
}

function list(numbers: readonly number[]): string {
  return `${numbers.map((n) => `${n} `).join("")}\n`;
}

function transitionText({ parts }: TraceTransition, partsOf: (part: TracePart) => readonly XtrPart[]): string {
  const words = parts
    .flatMap(partsOf)
    .map(({ process, edge, selects }) => `${[process, edge, ...selects].join(" ")} ; `);
  return `${words.join("")}.\n`;
}

/**
 * How edges are named: by their order in the template. One that goes through branch points is named part by part, the last
 * first, as UPPAAL 5 does; each with its own selects.
 */
export function xtrParts(network: Network): (part: TracePart) => readonly XtrPart[] {
  wants("xtrParts", network, "network");
  const written = network.processes.map(writtenEdges);
  return ({ process, edge, origin, branches = [], selects }) => {
    const { numberOf } = written[process]!;
    const values = selects.map((s) => s.value);
    const named = branches.toReversed().map((branch): XtrPart => {
      const own = values.splice(values.length - branch.selects);
      return { process, edge: numberOf(edge, branch.origin), selects: own };
    });
    return [...named, { process, edge: numberOf(edge, origin), selects: values }];
  };
}

/** Reads an `.xtr`; undefined if the text is none. The older variant without `;` counts edges from 1. */
export function parseXtr(text: string): Xtr | undefined {
  wants("parseXtr", text, "text");
  const words = text.split(/\s+/).filter((word) => word !== "");
  if (words.some((word) => !/^(-?\d+|\.|;)$/.test(word))) return undefined;
  let at = 0;
  const numbers = (): number[] => {
    const result: number[] = [];
    while (at < words.length && words[at] !== ".") result.push(Number(words[at++]));
    at++;
    return result;
  };
  const state = (): XtrState | undefined => {
    const locations = numbers();
    const bounds: TraceConstraint[] = [];
    while (at < words.length && words[at] !== ".") {
      const [left = Number.NaN, right = Number.NaN, b = Number.NaN, ...more] = numbers();
      if (Number.isNaN(left + right + b) || more.length > 0) return undefined;
      bounds.push({ left, right, strict: (b & 1) === 1, bound: b >> 1 });
    }
    at++;
    const variables = numbers();
    return [...locations, ...variables].some(Number.isNaN) ? undefined : { locations, bounds, variables };
  };
  const states: XtrState[] = [];
  const transitions: XtrPart[][] = [];
  while (at < words.length && words[at] !== ".") {
    const reached = state();
    if (reached === undefined) return undefined;
    states.push(reached);
    if (states.length > 1) {
      const end = words.indexOf(".", at);
      const parts = end < 0 ? undefined : transition(words.slice(at, end));
      if (parts === undefined) return undefined;
      transitions.push(parts);
      at = end + 1;
    }
  }
  return states.length === 0 || at >= words.length ? undefined : { states, transitions };
}

function transition(words: readonly string[]): XtrPart[] | undefined {
  const isOld = !words.includes(";");
  const parts: XtrPart[] = [];
  let part: number[] = [];
  for (const word of words) {
    if (word !== ";") part.push(Number(word));
    if (word !== ";" && !(isOld && part.length === 2)) continue;
    const [process, edge, ...selects] = part;
    if (process === undefined || edge === undefined) return undefined;
    parts.push({ process, edge: isOld ? edge - 1 : edge, selects });
    part = [];
  }
  return part.length === 0 ? parts : undefined;
}
