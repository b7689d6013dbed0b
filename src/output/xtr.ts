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
  let text = stateText(trace.states[0], dim);
  for (let i = 1; i < trace.states.length; i++)
    text += stateText(trace.states[i], dim) + transitionText(trace.transitions[i - 1], partsOf);
  return `${text}.\n`;
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
    const { numberOf } = written[process];
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
  const state = (): XtrState => {
    const locations = numbers();
    const bounds: TraceConstraint[] = [];
    while (at < words.length && words[at] !== ".") {
      const [left, right, b] = numbers();
      bounds.push({ left, right, strict: (b & 1) === 1, bound: b >> 1 });
    }
    at++;
    return { locations, bounds, variables: numbers() };
  };
  const states: XtrState[] = [];
  const transitions: XtrPart[][] = [];
  while (at < words.length && words[at] !== ".") {
    states.push(state());
    if (states.length > 1) {
      const end = words.indexOf(".", at);
      if (end < 0) return undefined;
      transitions.push(transition(words.slice(at, end)));
      at = end + 1;
    }
  }
  return states.length === 0 || at >= words.length ? undefined : { states, transitions };
}

function transition(words: readonly string[]): XtrPart[] {
  const parts: XtrPart[] = [];
  if (!words.includes(";")) {
    for (let i = 0; i + 1 < words.length; i += 2)
      parts.push({ process: Number(words[i]), edge: Number(words[i + 1]) - 1, selects: [] });
    return parts;
  }
  let part: number[] = [];
  for (const word of words) {
    if (word === ";") {
      parts.push({ process: part[0], edge: part[1], selects: part.slice(2) });
      part = [];
    } else part.push(Number(word));
  }
  return parts;
}
