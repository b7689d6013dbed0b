/**
 * How many random runs a test makes, or how much of something: half of so many in `npm test`, a fifth where
 * `npm run quick` only wants to know whether something is broken, and twice as many in `npm run test:more`.
 */
export function many(count: number): number {
  const share = process.env.QUICK === undefined ? Number(process.env.MORE ?? 0.5) : 0.2;
  return Math.ceil(count * share);
}
