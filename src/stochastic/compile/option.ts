import { type Body, type I32, i32, type Local } from "../../engine/index.ts";
import type { Edge } from "../network.ts";
import { indexOf } from "./address.ts";
import type { Emitter } from "./emitter.ts";
import { holds } from "./holds.ts";

/**
 * Options: edges with values for their selects. The options of one process in one place are numbered: those of the first
 * edge, with later selects fastest, then those of the next.
 */
export interface Offer {
  readonly edge: Edge;
  /** The channel it must be on; then some selects may be known. */
  readonly channel?: number;
}

/** How many options an edge has, enabled or not. */
export function countOf({ edge }: Offer): number {
  return edge.selects.reduce((count, { low, high }) => count * Math.max(0, high - low + 1), 1);
}

/** Whether it is one option at most, so that no list is needed. */
export function isPlainOffer(offer: Offer): boolean {
  return offer.edge.selects.every(({ cell }) => valueOfSelect(offer, cell) !== undefined);
}

/** The value a select must have for the edge to be on the channel: `c[i]?` is on one channel for one i. */
function valueOfSelect({ edge, channel }: Offer, cell: number): number | undefined {
  const term = edge.sync?.terms[0];
  if (channel === undefined || edge.sync === undefined || edge.sync.terms.length !== 1 || term === undefined)
    return undefined;
  const { index, low, stride, size } = term;
  if (index.op !== "load" || index.at.base !== cell || index.at.terms.length > 0 || index.at.pointer !== undefined)
    return undefined;
  const select = edge.selects.find((each) => each.cell === cell);
  if (select === undefined || select.low < low || select.high >= low + size) return undefined;
  const value = low + (channel - edge.sync.base) / stride;
  return Number.isInteger(value) ? value : undefined;
}

/** Whether an edge is enabled with the values its selects have now. */
export function isEnabled({ edge, channel }: Offer, e: Emitter, f: Body): I32 {
  if (channel === undefined || edge.sync === undefined) return holds(edge.guard, e, f);
  const on = indexOf(edge.sync, 1, e, f);
  if (typeof on === "number") return on === channel ? holds(edge.guard, e, f) : i32.const(0);
  const result = f.local("i32", "", i32.eq(on, channel));
  f.if(result, () => f.set(result, holds(edge.guard, e, f)));
  return result;
}

/** Runs `visit` for each combination of values, with its number. */
export function eachValue(offer: Offer, f: Body, visit: (number: I32) => void): void {
  const { selects } = offer.edge;
  const step = (k: number, number: I32): void => {
    const select = selects[k];
    if (select === undefined) return visit(number);
    const { cell, low, high } = select;
    const size = high - low + 1;
    const known = valueOfSelect(offer, cell);
    if (known !== undefined) {
      if (known < low || known > high) return;
      f.do(i32.store(0, known, 8 * cell));
      return step(k + 1, i32.add(i32.mul(number, size), known - low));
    }
    const value = f.local("i32");
    f.for(value, low, high + 1, () => {
      f.do(i32.store(0, value, 8 * cell));
      step(k + 1, i32.add(i32.mul(number, size), i32.sub(value, low)));
    });
  };
  step(0, i32.const(0));
}

/** Whether one of the options is enabled. */
export function isAnyEnabled(offers: readonly Offer[], e: Emitter, f: Body): Local<"i32"> {
  const any = f.local("i32", "any", 0);
  for (const offer of offers) eachValue(offer, f, () => f.set(any, i32.or(any, isEnabled(offer, e, f))));
  return any;
}

/** Puts the values of option `number` into the cells of its edge's selects, and goes on with that edge. */
export function dispatch(offers: readonly Offer[], number: Local<"i32">, f: Body, visit: (edge: Edge) => void): void {
  const [offer, ...others] = offers;
  if (offer === undefined) return;
  const count = countOf(offer);
  const here = () => {
    putValues(offer.edge, number, f);
    visit(offer.edge);
  };
  if (others.length === 0) return here();
  f.if(i32.lt_s(number, count), here, () => {
    f.set(number, i32.sub(number, count));
    dispatch(others, number, f, visit);
  });
}

function putValues({ selects }: Edge, number: I32, f: Body): void {
  let stride = 1;
  for (const { cell, low, high } of [...selects].reverse()) {
    const size = high - low + 1;
    const digit = i32.rem_s(i32.div_s(number, stride), size);
    f.do(i32.store(0, i32.add(size === 1 ? 0 : digit, low), 8 * cell));
    stride *= size;
  }
}
