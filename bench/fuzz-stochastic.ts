import { parseArgs } from "node:util";
import { compareStochastic } from "../test/agree/stochastic.ts";
import { stochasticCase } from "../test/agree/stochastic-model.ts";

/**
 * `npm run fuzz:stochastic`: random stochastic networks, run by the interpreter and by compiled code, which must make the same
 * runs bit for bit. Network number n is that of `--seed n --networks 1`; `--show` prints it.
 *
 *     --networks N (2000)   --seed N (1)   --runs N (20)   --show
 */
const { values } = parseArgs({
  options: {
    networks: { type: "string", default: "2000" },
    seed: { type: "string", default: "1" },
    runs: { type: "string", default: "20" },
    show: { type: "boolean", default: false },
  },
});
const [first, networks, runs] = [Number(values.seed), Number(values.networks), Number(values.runs)];
const endings = new Map<string, number>();
const parts = new Map<string, number>();
let [wrong, left, steps] = [0, 0, 0];
for (let seed = first; seed < first + networks; seed++) {
  const { model, query, features } = stochasticCase(seed);
  if (values.show) console.log(`${model}\n${query}`);
  try {
    const found = compareStochastic(seed, runs);
    const ending = found.reason ? `interpreted: ${found.reason}` : `compiled, ${found.fault ?? "no fault"}`;
    endings.set(ending, (endings.get(ending) ?? 0) + 1);
    if (!found.reason) for (const part of partsOf(features, query)) parts.set(part, (parts.get(part) ?? 0) + 1);
    steps += found.steps;
    left += found.left;
    if (found.left > 0) console.log(`--seed ${seed}: ${found.left} runs were left to the reference engine`);
    if (found.different !== undefined) tell(seed, found.different);
  } catch (error) {
    tell(seed, `thrown: ${error instanceof Error ? error.stack : error}`);
  }
}
console.log(
  `${networks} networks from seed ${first}, ${steps} steps: ${wrong} differences, ${left} runs left to the reference engine`,
);
for (const [ending, count] of endings) console.log(`  ${count} ${ending}`);
console.log(`  compiled with ${[...parts].map(([part, count]) => `${part} ${count}`).join(", ")}`);
process.exitCode = wrong > 0 ? 1 : 0;

/** What is compiled in ways of its own. */
function partsOf(features: readonly string[], query: string): string[] {
  const kind = query.startsWith("simulate") ? ["simulations"] : query.startsWith("Pr (") ? ["formulas"] : [];
  return [...features.filter((feature) => ["flows", "curves", "dynamic"].includes(feature)), ...kind];
}

function tell(seed: number, difference: string): void {
  wrong++;
  console.log(`--seed ${seed} --networks 1: ${difference}`);
}
