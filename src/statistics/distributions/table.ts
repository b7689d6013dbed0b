import { drawBeta, drawGamma } from "./gamma.ts";
import { drawArcsine, drawNormal, drawTriangle, drawUniform, drawWeibull, type Source } from "./inverted.ts";
import { drawPoisson } from "./poisson.ts";

/**
 * The random functions of the modelling language, by name: their parameters, how many draws they take ("varies" where numbers are
 * rejected), what is wrong with given parameters, and the drawing itself, which requires that nothing is wrong with them.
 */
export interface Distribution {
  readonly parameters: readonly string[];
  readonly draws: 1 | "varies";
  readonly fault: (...args: number[]) => string | undefined;
  readonly draw: (source: Source, ...args: number[]) => number;
}

/** Draws a number, or says what is wrong with the parameters. */
export function drawFrom(law: Distribution, source: Source, args: readonly number[]): number | string {
  const bad = args.findIndex((x) => !Number.isFinite(x));
  if (bad >= 0) return `${law.parameters[bad]} is ${args[bad]}, which is no finite number`;
  return law.fault(...args) ?? law.draw(source, ...args);
}

const negative = (name: string, x: number): string | undefined =>
  x < 0 ? `${name} is ${x}, which is negative` : undefined;
const notPositive = (name: string, x: number): string | undefined =>
  x <= 0 ? `${name} is ${x}, which is not above 0` : undefined;
const order = (low: string, a: number, high: string, b: number): string | undefined =>
  a > b ? `${low} is ${a}, which is above ${high}, ${b}` : undefined;

/** Above it whole numbers are no longer told apart. */
const LARGEST_MEAN = 2 ** 52;

export const distributions: Readonly<Record<string, Distribution>> = {
  random: {
    parameters: ["max"],
    draws: 1,
    fault: (max) => negative("max", max!),
    draw: (source, max) => drawUniform(source, max!),
  },
  random_normal: {
    parameters: ["mean", "sd"],
    draws: 1,
    fault: (_, sd) => negative("sd", sd!),
    draw: (source, mean, sd) => drawNormal(source, mean!, sd!),
  },
  random_poisson: {
    parameters: ["lambda"],
    draws: "varies",
    fault: (mean) => negative("lambda", mean!) ?? order("lambda", mean!, "the most that is drawn", LARGEST_MEAN),
    draw: (source, mean) => drawPoisson(source, mean!),
  },
  random_gamma: {
    parameters: ["shape", "scale"],
    draws: "varies",
    fault: (shape, scale) => notPositive("shape", shape!) ?? notPositive("scale", scale!),
    draw: (source, shape, scale) => drawGamma(source, shape!, scale!),
  },
  random_weibull: {
    parameters: ["shape", "scale"],
    draws: 1,
    fault: (shape, scale) => notPositive("shape", shape!) ?? notPositive("scale", scale!),
    draw: (source, shape, scale) => drawWeibull(source, shape!, scale!),
  },
  random_beta: {
    parameters: ["a", "b"],
    draws: "varies",
    fault: (a, b) => notPositive("a", a!) ?? notPositive("b", b!),
    draw: (source, a, b) => drawBeta(source, a!, b!),
  },
  random_arcsine: {
    parameters: ["from", "till"],
    draws: 1,
    fault: (from, till) => order("from", from!, "till", till!),
    draw: (source, from, till) => drawArcsine(source, from!, till!),
  },
  random_tri: {
    parameters: ["from", "mode", "till"],
    draws: 1,
    fault: (from, mode, till) => order("from", from!, "mode", mode!) ?? order("mode", mode!, "till", till!),
    draw: (source, from, mode, till) => drawTriangle(source, from!, mode!, till!),
  },
};
