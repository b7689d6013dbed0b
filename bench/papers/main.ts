/**
 * `bench papers [NAME]`: the tables of a paper reproduced, each figure of the paper beside ours with how the two stand to each other; without
 * a name all tables of the papers, one after the other. Each file of this folder is one paper.
 */
const papers: Readonly<Record<string, () => Promise<{ run(args: readonly string[]): Promise<number> }>>> = {
  reconstruction: () => import("./reconstruction.ts"),
  "reconstruction-corpus": () => import("./reconstruction-corpus.ts"),
  "dead-variables": () => import("./dead-variables.ts"),
  "dead-corpus": () => import("./dead-corpus.ts"),
  symmetry: () => import("./symmetry.ts"),
  "symmetry-corpus": () => import("./symmetry-corpus.ts"),
  acceleration: () => import("./acceleration.ts"),
  cost: () => import("./cost.ts"),
};

/** Those that need no models of others. */
const own = ["symmetry", "reconstruction", "dead-variables", "acceleration"];

export async function run([name, ...args]: readonly string[]): Promise<number> {
  if (name === undefined) {
    let worst = 0;
    for (const paper of own) {
      console.log(`\n=== ${paper}`);
      worst = Math.max(worst, await (await papers[paper]!()).run(paper === "dead-variables" ? ["--quick"] : []));
    }
    return worst;
  }
  const load = papers[name];
  if (load === undefined) {
    console.error(`usage: npm run bench -- papers [NAME]\nnames: ${Object.keys(papers).join(", ")}`);
    return 2;
  }
  return (await load()).run(args);
}
