import { parseArgs } from "node:util";
import { disagreement, engineCase, focus, queryKinds, whyNot } from "../test/agree/engines.ts";

/**
 * `npm run fuzz:networks`: random networks and queries, answered by the interpreter and by compiled code. The answers must be
 * the same, emitted modules must validate, and nothing may trap or be thrown. Network number n is that of `--seed n --runs 1`.
 *
 *     --runs N (10000)   --seed N (1)   --kind KIND   --constants FACTOR (1)
 */
const { values } = parseArgs({
  options: {
    runs: { type: "string", default: "10000" },
    seed: { type: "string", default: "1" },
    kind: { type: "string" },
    constants: { type: "string", default: "1" },
  },
});
const [first, runs, scale] = [Number(values.seed), Number(values.runs), Number(values.constants)];
const reasons = new Map<string, number>();
let [compiled, wrong] = [0, 0];
const started = performance.now();
for (let seed = first; seed < first + runs; seed++) {
  const kind = queryKinds.find((k) => k === values.kind) ?? queryKinds[seed % queryKinds.length];
  const found = engineCase(seed, kind, focus[Math.floor(seed / queryKinds.length) % focus.length], scale);
  const reason = whyNot(found);
  if (reason === undefined) compiled++;
  else reasons.set(reason, (reasons.get(reason) ?? 0) + 1);
  let difference: string | undefined;
  try {
    difference = disagreement(found);
  } catch (error) {
    difference = `thrown: ${error instanceof Error ? error.stack : error}`;
  }
  if (difference === undefined) continue;
  wrong++;
  console.log(`--seed ${seed} --runs 1 (${kind}): ${difference}`);
}
const seconds = ((performance.now() - started) / 1000).toFixed(0);
console.log(`${runs} networks from seed ${first} in ${seconds} s: ${compiled} compiled, ${wrong} differences`);
for (const [reason, count] of reasons) console.log(`  ${count} interpreted: ${reason}`);
process.exitCode = wrong > 0 ? 1 : 0;
