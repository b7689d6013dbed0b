/**
 * How many random runs a test makes, or how much of something: so many, a fifth where `npm run quick` only wants to know whether
 * something is broken, and several times as many in `npm run test:more`.
 */
export function many(count: number): number {
  if (process.env.QUICK !== undefined) return Math.ceil(count / 5);
  return count * Number(process.env.MORE ?? 1);
}
