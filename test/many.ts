/**
 * How many random runs a test makes, or how much of something: so many, or a fifth where `npm run quick` only wants to know whether
 * something is broken.
 */
export function many(count: number): number {
  return process.env.QUICK === undefined ? count : Math.ceil(count / 5);
}
