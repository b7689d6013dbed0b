import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { open } from "../src/index.ts";
import { chainMerge } from "../test/edit/chains.ts";
import { pick, randomFrom, unlawful } from "../test/edit/edits.ts";

/**
 * `npm run bench -- merge DIR`: random changes of the models of a folder that do not touch each other, merged in either
 * order; the merge must be what applying both makes. Then random chains of edges in XTA, in which every edge must keep its
 * ends. The exit code is 1 where that is not so.
 *
 *     --runs N (1000)   --seed N (1)
 */
export async function run(args: readonly string[]): Promise<number> {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: { runs: { type: "string", default: "1000" }, seed: { type: "string", default: "1" } },
  });
  const [runs, seed] = [Number(values.runs), Number(values.seed)];
  const models = rightModels(positionals[0] ?? "examples");
  let wrong = 0;
  for (let i = 0; i < runs; i++) {
    const model = pick(models, randomFrom(seed + i))!;
    const fault = unlawful(model.text, model.name, seed + i);
    if (fault === undefined) continue;
    wrong++;
    console.log(`${model.name}, seed ${seed + i}: ${fault}`);
  }
  console.log(`${runs} merges of changes to ${models.length} models: ${wrong} are not what applying both makes`);
  const turned = Array.from({ length: runs }, (_, i) => chainMerge(seed + i)).flatMap((merge) => merge.wrong);
  for (const fault of turned) console.log(fault);
  console.log(`${runs} merges of chains of edges: ${turned.length} edges are not as their side has them`);
  return wrong + turned.length > 0 ? 1 : 0;
}

/** The models of a folder that are right, since the merge of wrong ones may mark what is wrong. */
function rightModels(folder: string): readonly { readonly name: string; readonly text: string }[] {
  return modelFiles(folder).filter(({ name, text }) =>
    open(text, { name }).diagnostics.every((d) => d.severity !== "error"),
  );
}

export function modelFiles(folder: string): readonly { readonly name: string; readonly text: string }[] {
  const names = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((name) =>
    /\.(xml|xta|ta)$/.test(name),
  );
  return names.sort().map((name) => ({ name, text: readFileSync(join(folder, name), "utf8") }));
}
