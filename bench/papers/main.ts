/**
 * `bench papers [NAME]`: the tables of a paper reproduced, each figure of the paper beside ours with how the two stand to
 * each other; without a name all tables of the five papers, one after the other, within some twenty minutes: each search has
 * a limit of time, and a row whose search met it says so. `--quick` leaves out what takes longest. Each file of this folder
 * is one paper.
 */
import { wordsTold } from "./standing.ts";

const papers: Readonly<Record<string, () => Promise<{ run(args: readonly string[]): Promise<number> }>>> = {
  reconstruction: () => import("./reconstruction.ts"),
  "reconstruction-corpus": () => import("./reconstruction-corpus.ts"),
  "dead-variables": () => import("./dead-variables.ts"),
  "dead-corpus": () => import("./dead-corpus.ts"),
  symmetry: () => import("./symmetry.ts"),
  "symmetry-cost": () => import("./symmetry-cost.ts"),
  "symmetry-corpus": () => import("./symmetry-corpus.ts"),
  acceleration: () => import("./acceleration.ts"),
  "trace-inclusion": () => import("./trace-inclusion.ts"),
  data: () => import("./data.ts"),
  cost: () => import("./cost.ts"),
};

/** Those that need no models of others, with what they are asked in full and quickly. */
const own = [
  { name: "trace-inclusion", full: [], quick: [] },
  { name: "reconstruction", full: [], quick: ["--runs", "20"] },
  { name: "acceleration", full: ["--timeout", "30"], quick: ["--timeout", "10", "--plain", "5", "--most", "5"] },
  {
    name: "symmetry",
    full: ["--timeout", "20"],
    quick: ["--timeout", "3", "--most", "20", "--stations", "20", "--ring", "8", "--rounds", "2"],
  },
  { name: "dead-variables", full: [], quick: ["--quick"] },
] as const;

export async function run([name, ...args]: readonly string[]): Promise<number> {
  if (name === undefined || name === "--quick") return all(name === "--quick");
  const load = papers[name];
  if (load === undefined) {
    console.error(`usage: npm run bench -- papers [NAME | --quick]\nnames: ${Object.keys(papers).join(", ")}`);
    return 2;
  }
  return (await load()).run(args);
}

async function all(quick: boolean): Promise<number> {
  let worst = 0;
  const summary: string[] = [];
  for (const paper of own) {
    const asked = quick ? paper.quick : paper.full;
    console.log(`\n=== ${[paper.name, ...asked].join(" ")}`);
    const began = performance.now();
    const code = await (await papers[paper.name]!()).run(asked);
    const seconds = ((performance.now() - began) / 1000).toFixed(0);
    summary.push(`${paper.name}: ${wordsTold()}; ${seconds} s${code === 0 ? "" : ", with differences"}`);
    console.log(`\n${summary.at(-1)}`);
    worst = Math.max(worst, code);
  }
  console.log(`\n=== rows by their word\n${summary.join("\n")}`);
  return worst;
}
