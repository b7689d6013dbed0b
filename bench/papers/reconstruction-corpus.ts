/**
 * `bench papers reconstruction-corpus DIR [--seed N] [--steps N]`: every model of a folder is run at random; the state it comes
 * to is rebuilt in all three ways, written as a model, proved, written as text and read again. Prints what was refused and why,
 * and fails if anything else went wrong.
 */
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { Fault, open, prove, Recording, seeded, spliceTree, synthesise, whyNotRecorded } from "../../src/index.ts";

type Result = readonly [kind: string, reason?: string];

/** Milliseconds for the steps of one model. */
const PATIENCE = 5000;

export async function run(args: readonly string[]): Promise<number> {
  const option = (name: string, otherwise: number): number =>
    args.includes(name) ? Number(args[args.indexOf(name) + 1]) : otherwise;
  const seed = option("--seed", 7);
  console.log(`seed ${seed}`);
  const counts = new Map<string, number>();
  for (const path of modelsIn(args[0] ?? ".")) {
    const [kind, reason] = tried(path, seed, option("--steps", 25));
    counts.set(kind, (counts.get(kind) ?? 0) + 1);
    if (reason !== undefined) console.log(`${kind}: ${path}: ${reason}`);
  }
  for (const [kind, count] of counts) console.log(`${kind.padEnd(14)} ${count}`);
  return counts.has("FAILED") ? 1 : 0;
}

function modelsIn(folder: string): string[] {
  return readdirSync(folder).flatMap((name) => {
    const path = join(folder, name);
    if (statSync(path).isDirectory()) return modelsIn(path);
    return /\.(xml|xta|ta)$/.test(name) ? [path] : [];
  });
}

function tried(path: string, seed: number, steps: number): Result {
  try {
    return rebuilt(path, seed, steps);
  } catch (error) {
    return [error instanceof Fault ? "model fails" : "FAILED", (error as Error).message];
  }
}

function rebuilt(path: string, seed: number, steps: number): Result {
  const { source, model, network } = open(readFileSync(path));
  if (source === undefined || source.format === "tck" || model === undefined || network === undefined)
    return ["not a model"];
  const why = whyNotRecorded(network);
  if (why !== undefined) return ["not recorded", why];
  const recording = new Recording(network);
  const { run: recorded } = recording;
  if (!recorded.exists) return ["no state"];
  const random = seeded(seed);
  const began = performance.now();
  for (let i = 0; i < steps && performance.now() - began < PATIENCE; i++) {
    const options = recorded.options();
    if (options.length === 0) break;
    recorded.take(options[Math.floor(random() * options.length)]!);
  }
  if (recording.byValues().transformations.length > recording.byChains().transformations.length)
    return ["FAILED", "value-aware elimination keeps more than the chains"];
  const plan = recording.inConstantLength()?.plan;
  if (plan === undefined) return ["not constant", "the last resets do not lead to the zone"];
  const made = synthesise(model, network, recorded.state, plan);
  if ("refused" in made) return ["refused", made.refused];
  const proof = prove(made.made, network, recorded.state, recorded.stateZone());
  if ("failed" in proof) return ["FAILED", proof.failed];
  const again = open(spliceTree(source, made.made.tree));
  if (again.network === undefined) return ["FAILED", again.diagnostics[0]?.message ?? "what was written is no model"];
  return ["rebuilt"];
}
