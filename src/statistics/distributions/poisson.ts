import { exp, ln } from "../../base/index.ts";
import { lnPoisson } from "../special/deviance.ts";
import type { Source } from "./inverted.ts";

/**
 * Poisson's law: below a mean of 10 one draw by going up the cumulative function; from there on Hörmann's transformed
 * rejection with squeeze ("The transformed rejection method for generating Poisson random variables", 1993), two draws an
 * attempt, some 1.1 to 1.3 attempts.
 */
export function drawPoisson(source: Source, mean: number): number {
  return mean < 10 ? climbing(source(), mean) : rejecting(source, mean);
}

function climbing(u: number, mean: number): number {
  let probability = exp(-mean);
  let left = u - probability;
  let k = 0;
  // The sum may stay below the last draws for ever: what is less than a draw counts is the end.
  while (left > 0 && probability > 1e-18) {
    k++;
    probability *= mean / k;
    left -= probability;
  }
  return k;
}

function rejecting(source: Source, mean: number): number {
  const b = 0.931 + 2.53 * Math.sqrt(mean);
  const a = -0.059 + 0.02483 * b;
  const height = ln(1.1239 + 1.1328 / (b - 3.4));
  const squeeze = 0.9277 - 3.6224 / (b - 2);
  for (;;) {
    const u = source() - 0.5;
    const v = source();
    const edge = 0.5 - Math.abs(u);
    const k = Math.floor(((2 * a) / edge + b) * u + mean + 0.43);
    if (edge >= 0.07 && v <= squeeze) return k;
    if (k < 0 || (edge < 0.013 && v > edge)) continue;
    if (ln(v) + height - ln(a / (edge * edge) + b) <= lnPoisson(k, mean)) return k;
  }
}
