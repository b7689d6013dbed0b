/** `bench papers NAME`: the tables of a paper reproduced. Each file of this folder is one paper. */
const papers: Readonly<Record<string, () => Promise<{ run(args: readonly string[]): Promise<number> }>>> = {
  reconstruction: () => import("./reconstruction.ts"),
  "reconstruction-corpus": () => import("./reconstruction-corpus.ts"),
  "dead-variables": () => import("./dead-variables.ts"),
  "dead-corpus": () => import("./dead-corpus.ts"),
  symmetry: () => import("./symmetry.ts"),
  "symmetry-corpus": () => import("./symmetry-corpus.ts"),
  acceleration: () => import("./acceleration.ts"),
};

export async function run([name, ...args]: readonly string[]): Promise<number> {
  const load = papers[name ?? ""];
  if (load === undefined) {
    console.error(`usage: npm run bench -- papers NAME\nnames: ${Object.keys(papers).join(", ")}`);
    return 2;
  }
  return (await load()).run(args);
}
