import { betaQuantiles } from "./beta.ts";
import { normalQuantile } from "./normal.ts";

/**
 * The t with P(T <= t) = p of Student's law, by the beta law: with f degrees of freedom, f / (f + t²) has the law of B(f/2,
 * 1/2). From 10^7 degrees of freedom on it is the normal quantile with its first two corrections.
 */
export function studentQuantile(p: number, freedom: number): number {
  if (p < 0.5) return -studentQuantile(1 - p, freedom);
  if (freedom >= 1e7) return corrected(normalQuantile(p), freedom);
  const tail = 2 * (1 - p);
  const { x, y } = betaQuantiles(tail, 1 - tail, freedom / 2, 0.5);
  return Math.sqrt((freedom * y) / x);
}

function corrected(z: number, freedom: number): number {
  const w = z * z;
  return z * (1 + (w + 1) / (4 * freedom) + (5 * w * w + 16 * w + 3) / (96 * freedom * freedom));
}
