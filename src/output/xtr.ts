import { wants } from "../base/index.ts";
import type { Network } from "../network/index.ts";
import type { Trace, TraceConstraint, TraceState, TraceTransition } from "../trace/index.ts";

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
  const numberOf = edgeNumbers(network);
  let text = stateText(trace.states[0]);
  for (let i = 1; i < trace.states.length; i++)
    text += stateText(trace.states[i]) + transitionText(trace.transitions[i - 1], numberOf);
  return `${text}.\n`;
}

function stateText({ locations, zone, variables }: TraceState): string {
  const bounds = zone
    .map(({ left, right, strict, bound }) => `${left} ${right} ${bound * 2 + (strict ? 1 : 0)}\n.\n`)
    .join("");
  return `${list(locations)}.\n${bounds}.\n${list(variables)}.\n`;
}

function list(numbers: readonly number[]): string {
  return `${numbers.map((n) => `${n} `).join("")}\n`;
}

function transitionText({ parts }: TraceTransition, numberOf: (edge: number) => number): string {
  const words = parts.map(
    ({ process, edge, selects }) => `${[process, numberOf(edge), ...selects.map((s) => s.value)].join(" ")} ; `,
  );
  return `${words.join("")}.\n`;
}

/** Edges by their order in the template. One that goes through a branch point is numbered by its first half. */
function edgeNumbers(network: Network): (edge: number) => number {
  const numbers = new Map<number, number>();
  for (const { edges } of network.processes) {
    const starts = [
      ...new Set(
        edges.flatMap(({ origin, branch }) => (branch === undefined ? [origin.start] : [origin.start, branch.start])),
      ),
    ].sort((a, b) => a - b);
    // Edges that a program built all stand nowhere; then their own order is all there is.
    const known = starts.length >= edges.length || edges.some((edge) => edge.branch !== undefined);
    const ranks = new Map(starts.map((start, rank) => [start, rank]));
    for (const [i, edge] of edges.entries()) numbers.set(edge.id, known ? (ranks.get(edge.origin.start) ?? i) : i);
  }
  return (edge) => numbers.get(edge) ?? 0;
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
