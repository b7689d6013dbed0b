import { parseArgs } from "node:util";
import { activeCase, smallKnobs } from "../test/agree/active.ts";
import { aliveCase, aliveKinds, compareAlive } from "../test/agree/alive.ts";
import { chainDisagreement, chainKinds, randomChain } from "../test/agree/chains.ts";
import { dataDifference } from "../test/agree/data.ts";
import { elementDifference } from "../test/agree/elements.ts";
import { disagreement, type EngineCase, engineCase, focus, queryKinds, whyNot } from "../test/agree/engines.ts";
import { longCase, longDisagreement } from "../test/agree/long.ts";
import { compareLocal, compareLocalText, looseCase } from "../test/agree/loose.ts";
import { looseText } from "../test/agree/loose-text.ts";
import { nobodyDifference } from "../test/agree/nobody.ts";
import { Random } from "../test/agree/random-network.ts";
import { symmetricDifference } from "../test/agree/symmetric.ts";
import { certifiedFault } from "../test/certify/certified.ts";
import { classKinds, classModel, classQuery } from "../test/laws/class-model.ts";
import { clockEffectDifference } from "../test/laws/clock-effects.ts";
import { effectDifference } from "../test/laws/effects.ts";
import { classDifference, classSteps, writtenDifference } from "../test/laws/reducing.ts";

/**
 * `npm run fuzz:networks`: random networks and queries, answered by the interpreter and by compiled code. The answers must be
 * the same, emitted modules must validate, and nothing may trap or be thrown. Network number n is that of `--seed n --runs 1`.
 *
 *     --runs N (10000)   --seed N (1)   --kind KIND   --constants FACTOR (1)
 *     --local            local time against the usual search: loosely coupled networks and ordinary ones in turn
 *     --local-text       the same for models as text: clocks in arrays, structs, functions, select, indexed channels,
 *                        synchronisation without marks
 *     --active           states made small in every way or in all but one, however small they are, often with clocks of
 *                        every process
 *     --alive            many clocks that are mostly inactive and long arrays: states made small in every way, in all but one,
 *                        and in none; --kind may name several, with commas between them
 *     --long             long arrays, folded and not
 *     --classes          a search that tells only classes of values apart against one that reduces nothing, and classes as
 *                        `reduce` writes them
 *     --symmetric        with symmetries and without: equal processes, named, in rings, copies, queues, and elements that
 *                        point to each other
 *     --data             values that are only compared and copied: verdicts, traces, and states up to permutations, each
 *                        counted by trying all
 *     --elements         elements used in every way: exchanges and reductions state by state, and verdicts with them and without
 *     --nobody           numbers that nobody reads replaced and not, without symmetries: queues, and elements that are
 *                        named by numbers
 *     --certified        certificates of every answer, and the checker's semantics beside the interpreter's
 *     --effects          side effects inside expressions, by both engines, reduced and not, and for the checker
 *     --clock-effects    clocks set and copied inside expressions: the same, and states made small
 *     --chains           small models in which every guard counts, with queries of every kind
 */
const reasons = new Map<string, number>();
const count = (reason: string): void => void reasons.set(reason, (reasons.get(reason) ?? 0) + 1);

/** What is wrong with the model of a seed; undefined if nothing is. */
type Law = (seed: number) => string | undefined;

/** Each compares two ways to an answer, and counts what came of it. */
const laws = {
  chains: (seed) => chainDisagreement(randomChain(seed, chainKinds[seed % chainKinds.length]!)),
  alive(seed) {
    const wanted = values.kind?.split(",");
    const kinds = aliveKinds.filter((kind) => wanted?.includes(kind) ?? true);
    const { what, words } = compareAlive(aliveCase(seed, kinds[seed % kinds.length]!), seed >> 3);
    count(what);
    return what === "differ" ? words : undefined;
  },
  long: (seed) => longDisagreement(longCase(seed)),
  classes(seed) {
    const kind = classKinds[seed % classKinds.length]!;
    const random = new Random(Math.floor(seed / classKinds.length));
    const [model, query] = [classModel(random), classQuery(random, kind)];
    const { problem, smaller } = classDifference(model, query);
    const steps = classSteps(model, query, 150);
    if (smaller) count("smaller");
    if (steps.compared > 0) count("compared state by state");
    const written = writtenDifference(model, query);
    if (written.resets > 0) count("written");
    if (written.smaller) count("smaller as written");
    const what = problem ?? steps.problem ?? (written.problem && `${written.problem}\n${written.reduced}`);
    return what && `${what}\n${model}// ${query}`;
  },
  symmetric(seed) {
    const { problem, used, saved } = symmetricDifference(seed);
    if (used) count("symmetric");
    if (saved) count("smaller");
    return problem;
  },
  data(seed) {
    const { problem, notes } = dataDifference(seed);
    for (const note of notes) count(note);
    return problem;
  },
  elements(seed) {
    const { problem, notes } = elementDifference(seed);
    for (const note of notes) count(note);
    return problem;
  },
  nobody(seed) {
    const { problem, replaced } = nobodyDifference(seed);
    if (replaced) count("replaced");
    return problem;
  },
  local(seed) {
    const { what, words } = compareLocal(looseCase(seed >> 1, seed % 2 === 0));
    count(what === "refused" ? `refused: ${words.replace(/ by .*/, "")}` : what);
    return what === "differ" ? words : undefined;
  },
  "local-text"(seed) {
    const { what, words } = compareLocalText(looseText(seed));
    count(what === "refused" ? `refused: ${words.replace(/ by .*/, "")}` : what);
    return what === "differ" ? words : undefined;
  },
  effects: (seed) => effectDifference(seed),
  "clock-effects": (seed) => clockEffectDifference(seed),
  certified: (seed) => certifiedFault(seed, count),
  active: (seed) => bothEngines(activeCase(seed, kindOf(seed)), smallKnobs(seed)),
} satisfies Readonly<Record<string, Law>>;

const names = Object.keys(laws) as (keyof typeof laws)[];
const { values } = parseArgs({
  options: {
    runs: { type: "string", default: "10000" },
    seed: { type: "string", default: "1" },
    kind: { type: "string" },
    constants: { type: "string", default: "1" },
    ...Object.fromEntries(names.map((name) => [name, { type: "boolean" } as const])),
  },
});
const [first, runs, scale] = [Number(values.seed), Number(values.runs), Number(values.constants)];
const name = names.find((wanted) => (values as Readonly<Record<string, unknown>>)[wanted]);
const law: Law = name === undefined ? engines : laws[name];
let wrong = 0;
const started = performance.now();
for (let seed = first; seed < first + runs; seed++) {
  const difference = careful(() => law(seed));
  if (difference === undefined) continue;
  wrong++;
  console.log(`--seed ${seed} --runs 1 (${name ?? kindOf(seed)}): ${difference}`);
}
const seconds = ((performance.now() - started) / 1000).toFixed(0);
console.log(
  `${runs} ${name === "chains" ? name : "networks"} from seed ${first} in ${seconds} s: ${wrong} differences`,
);
for (const [reason, times] of reasons) console.log(`  ${times} ${reason}`);
process.exitCode = wrong > 0 ? 1 : 0;

function engines(seed: number): string | undefined {
  const kind = kindOf(seed);
  return bothEngines(engineCase(seed, kind, focus[Math.floor(seed / queryKinds.length) % focus.length]!, scale), {});
}

function bothEngines(asked: EngineCase, knobs: Parameters<typeof disagreement>[1]): string | undefined {
  const reason = whyNot(asked);
  count(reason === undefined ? "compiled" : `interpreted: ${reason}`);
  return disagreement(asked, knobs);
}

function kindOf(seed: number): (typeof queryKinds)[number] {
  return queryKinds.find((kind) => kind === values.kind) ?? queryKinds[seed % queryKinds.length]!;
}

function careful(compare: () => string | undefined): string | undefined {
  try {
    return compare();
  } catch (error) {
    return `thrown: ${error instanceof Error ? error.stack : error}`;
  }
}
