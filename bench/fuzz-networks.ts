import { parseArgs } from "node:util";
import { activeCase, smallKnobs } from "../test/agree/active.ts";
import { aliveCase, aliveKinds, compareAlive } from "../test/agree/alive.ts";
import { chainDisagreement, chainKinds, randomChain } from "../test/agree/chains.ts";
import { disagreement, engineCase, focus, queryKinds, whyNot } from "../test/agree/engines.ts";
import { longCase, longDisagreement } from "../test/agree/long.ts";
import { compareLocal, looseCase } from "../test/agree/loose.ts";
import { nobodyDifference } from "../test/agree/nobody.ts";
import { Random } from "../test/agree/random-network.ts";
import { symmetricDifference } from "../test/agree/symmetric.ts";
import { classKinds, classModel, classQuery } from "../test/laws/class-model.ts";
import { classDifference, classSteps } from "../test/laws/reducing.ts";

/**
 * `npm run fuzz:networks`: random networks and queries, answered by the interpreter and by compiled code. The answers must be
 * the same, emitted modules must validate, and nothing may trap or be thrown. Network number n is that of `--seed n --runs 1`.
 *
 *     --runs N (10000)   --seed N (1)   --kind KIND   --constants FACTOR (1)
 *     --local            local time against the usual search: loosely coupled networks and ordinary ones in turn
 *     --active           states made small in every way or in all but one, however small they are, often with clocks of every process
 *     --alive            many clocks that are mostly inactive and long arrays: states made small in every way, in all but one, and in none;
 *                        --kind may name several, with commas between them
 *     --long             long arrays, folded and not
 *     --classes          a search that tells only classes of values apart against one that reduces nothing
 *     --symmetric        with symmetries and without: equal processes, named, in rings, copies, queues, and elements that point to each other
 *     --nobody           numbers that nobody reads replaced and not, without symmetries: queues, and elements that are named by numbers
 *     --chains           small models in which every guard counts, with queries of every kind
 */
const { values } = parseArgs({
  options: {
    runs: { type: "string", default: "10000" },
    seed: { type: "string", default: "1" },
    kind: { type: "string" },
    constants: { type: "string", default: "1" },
    local: { type: "boolean", default: false },
    chains: { type: "boolean", default: false },
    classes: { type: "boolean", default: false },
    symmetric: { type: "boolean", default: false },
    nobody: { type: "boolean", default: false },
    active: { type: "boolean", default: false },
    alive: { type: "boolean", default: false },
    long: { type: "boolean", default: false },
  },
});
const [first, runs, scale] = [Number(values.seed), Number(values.runs), Number(values.constants)];
const reasons = new Map<string, number>();
let [compiled, wrong] = [0, 0];
const started = performance.now();
for (let seed = first; seed < first + runs; seed++) {
  if (values.chains) {
    const kind = chainKinds[seed % chainKinds.length]!;
    tell(seed, kind, () => chainDisagreement(randomChain(seed, kind)));
    continue;
  }
  if (values.alive) {
    const wanted = values.kind?.split(",");
    const kinds = aliveKinds.filter((kind) => wanted?.includes(kind) ?? true);
    tell(seed, kinds[seed % kinds.length]!, () => {
      const { what, words } = compareAlive(aliveCase(seed, kinds[seed % kinds.length]!), seed >> 3);
      count(what);
      return what === "differ" ? words : undefined;
    });
    continue;
  }
  if (values.long) {
    tell(seed, "long", () => longDisagreement(longCase(seed)));
    continue;
  }
  if (values.classes) {
    const kind = classKinds[seed % classKinds.length]!;
    const random = new Random(Math.floor(seed / classKinds.length));
    const [model, query] = [classModel(random), classQuery(random, kind)];
    tell(seed, kind, () => {
      const { problem, smaller } = classDifference(model, query);
      const steps = classSteps(model, query, 150);
      if (smaller) count("smaller");
      if (steps.compared > 0) count("compared state by state");
      const what = problem ?? steps.problem;
      return what && `${what}\n${model}// ${query}`;
    });
    continue;
  }
  if (values.symmetric) {
    tell(seed, "symmetric", () => {
      const { problem, used, saved } = symmetricDifference(seed);
      if (used) count("symmetric");
      if (saved) count("smaller");
      return problem;
    });
    continue;
  }
  if (values.nobody) {
    tell(seed, "nobody", () => {
      const { problem, replaced } = nobodyDifference(seed);
      if (replaced) count("replaced");
      return problem;
    });
    continue;
  }
  if (values.local) {
    tell(seed, "local", () => {
      const { what, words } = compareLocal(looseCase(seed >> 1, seed % 2 === 0));
      const reason = what === "refused" ? `refused: ${words.replace(/ by .*/, "")}` : what;
      count(reason);
      return what === "differ" ? words : undefined;
    });
    continue;
  }
  const kind = queryKinds.find((k) => k === values.kind) ?? queryKinds[seed % queryKinds.length]!;
  const found = values.active
    ? activeCase(seed, kind)
    : engineCase(seed, kind, focus[Math.floor(seed / queryKinds.length) % focus.length]!, scale);
  const reason = whyNot(found);
  if (reason === undefined) compiled++;
  else count(reason);
  tell(seed, kind, () => disagreement(found, values.active ? smallKnobs(seed) : {}));
}
const seconds = ((performance.now() - started) / 1000).toFixed(0);
const counted = values.chains ? "chains" : "networks";
const isOther =
  values.chains || values.local || values.alive || values.long || values.classes || values.symmetric || values.nobody;
const how = isOther ? "" : `${compiled} compiled, `;
console.log(`${runs} ${counted} from seed ${first} in ${seconds} s: ${how}${wrong} differences`);
for (const [reason, times] of reasons) console.log(`  ${times} ${isOther ? "" : "interpreted: "}${reason}`);
process.exitCode = wrong > 0 ? 1 : 0;

function count(reason: string): void {
  reasons.set(reason, (reasons.get(reason) ?? 0) + 1);
}

function tell(seed: number, kind: string, compare: () => string | undefined): void {
  let difference: string | undefined;
  try {
    difference = compare();
  } catch (error) {
    difference = `thrown: ${error instanceof Error ? error.stack : error}`;
  }
  if (difference === undefined) return;
  wrong++;
  console.log(`--seed ${seed} --runs 1 (${kind}): ${difference}`);
}
