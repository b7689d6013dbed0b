/** How many random runs a test makes: so many, or a fifth where `npm run quick` only wants to know whether something is broken. */
export function many(runs: number): number {
  return process.env.QUICK === undefined ? runs : Math.ceil(runs / 5);
}
