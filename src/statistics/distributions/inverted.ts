import { exp, ln, sinpi } from "../../base/index.ts";
import { normalQuantile } from "../special/normal.ts";

/** A source of uniform numbers in (0, 1], multiples of 2^-53, as `Draws` gives them. */
export type Source = () => number;

/**
 * Random numbers by inversion of the cumulative function: each takes exactly one draw, so what a run draws later does not
 * depend on what came of it. Parameters have been checked (`table.ts`).
 */

/** Uniform in [0, max). */
export function drawUniform(source: Source, max: number): number {
  return (1 - source()) * max;
}

export function drawNormal(source: Source, mean: number, deviation: number): number {
  return mean + deviation * standardNormal(source);
}

/** The draw stands for the middle of its step of 2^-53: so both tails are alike and none is infinite. */
export function standardNormal(source: Source): number {
  const u = source();
  return u <= 0.5 ? normalQuantile(u - HALF_STEP, 1 - u) : normalQuantile(u, 1 - u + HALF_STEP);
}

const HALF_STEP = 2 ** -54;

export function drawWeibull(source: Source, shape: number, scale: number): number {
  return scale * exp(ln(-ln(source())) / shape);
}

/** The law of the middle of a swing: density 1 / (π √((x - from)(till - x))). */
export function drawArcsine(source: Source, from: number, till: number): number {
  const sine = sinpi(source() / 2);
  return from + (till - from) * sine * sine;
}

export function drawTriangle(source: Source, from: number, mode: number, till: number): number {
  const u = source();
  const width = till - from;
  if (u * width <= mode - from) return from + Math.sqrt(u * width) * Math.sqrt(mode - from);
  return till - Math.sqrt((1 - u) * width) * Math.sqrt(till - mode);
}
