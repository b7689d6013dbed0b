import { parseArgs } from "node:util";
import { networks, newTally, symmetric, tryMutants, written } from "../test/certify/mutants.ts";

/**
 * `npm run bench -- mutations`: certificates of the cases, the examples, random models of equal processes and random
 * networks, each with one thing changed in every way; the checker must refuse those that are no proof any more, and name the
 * place. The exit code is 1 where it does not.
 *
 *     --networks N (400)   --seed N (1)   --rounds N (2): so often every change on every certificate
 */
export async function run(args: readonly string[]): Promise<number> {
  const { values } = parseArgs({
    args: [...args],
    options: {
      networks: { type: "string", default: "400" },
      seed: { type: "string", default: "1" },
      rounds: { type: "string", default: "2" },
    },
  });
  const [count, seed, rounds] = [Number(values.networks), Number(values.seed), Number(values.rounds)];
  const tally = newTally();
  tryMutants(written(), seed, rounds, tally);
  tryMutants(symmetric(seed, seed + Math.ceil(count / 10)), seed, rounds, tally);
  tryMutants(networks(seed, seed + count), seed, rounds, tally);
  const proofs = [...tally.proofs].map(([proof, number]) => `${number} ${proof}`).join(", ");
  console.log(`${tally.certificates} certificates (${proofs}) of ${tally.models.size} models, seed ${seed}`);
  console.log(`${"change".padEnd(40)} refused  unreadable  not judged  still a proof`);
  for (const [change, { refused, unreadable, unsupported, proved }] of tally.changes) {
    const cells = [refused, unreadable, unsupported, proved].map((number, k) =>
      String(number).padStart([7, 10, 10, 13][k]!),
    );
    console.log(`${change.padEnd(40)} ${cells.join("  ")}`);
  }
  for (const wrong of tally.wrong) console.log(wrong);
  console.log(`${tally.wrong.length} wrong`);
  return tally.wrong.length > 0 ? 1 : 0;
}
