/**
 * `bench papers cost DIR [--timeout S] [--only PATTERN]`: what a reduction costs where it gains nothing. Every query of the models of a folder whose search is
 * complete and long enough to be measured is asked with and without dead variables and classes of values (`reduce`) and with and without symmetries; where
 * both searches store as many states, pairs of runs are interleaved and the least processor time of each side is added up.
 */
import { type VerifyOptions, verify } from "../../src/index.ts";
import { table } from "../table.ts";
import { argumentsOf, corpusModels, type Made, queryOf } from "./corpus-frame.ts";

/** In ms of processor time: shorter runs say nothing. */
const LEAST = 40;
const PAIRS = 4;

const sides: Readonly<Record<string, VerifyOptions>> = {
  "dead variables and classes of values": { reduce: false },
  symmetries: { symmetry: false },
};

interface Cost {
  readonly name: string;
  readonly file: string;
  readonly query: string;
  readonly without: number;
  readonly having: number;
}

export async function run(args: readonly string[]): Promise<number> {
  const asked = argumentsOf("papers cost", args);
  if (asked === undefined) return 2;
  const costs: Cost[] = [];
  for (const model of corpusModels(asked))
    for (const text of model.texts)
      for (const [name, off] of Object.entries(sides)) {
        const cost = costOf(model, text, off, asked.timeout);
        if (cost !== undefined) costs.push({ name, file: model.file, query: text, ...cost });
      }
  for (const name of Object.keys(sides)) report(name, costs);
  return 0;
}

function report(name: string, costs: readonly Cost[]): void {
  const mine = costs.filter((c) => c.name === name);
  const sum = (side: "without" | "having"): number => mine.reduce((s, c) => s + c[side], 0);
  const mean = Math.exp(mine.reduce((s, c) => s + Math.log(c.having / c.without), 0) / mine.length);
  console.log(
    `\n${name}: ${mine.length} queries gain nothing; ${(sum("without") / 1000).toFixed(2)} s without, ${(sum("having") / 1000).toFixed(2)} s with: ` +
      `${(100 * (sum("having") / sum("without") - 1)).toFixed(1)} % (geometric mean of the ratios ${mean.toFixed(3)}); the dearest:`,
  );
  const dear = mine.toSorted((a, b) => b.having / b.without - a.having / a.without).slice(0, 5);
  console.log(
    table(
      ["model", "query", "ms without", "with", "ratio"],
      dear.map((c) => [
        c.file,
        c.query.slice(0, 50),
        c.without.toFixed(0),
        c.having.toFixed(0),
        (c.having / c.without).toFixed(2),
      ]),
    ),
  );
}

/** Undefined where something is gained, or nothing can be measured. */
function costOf(
  { made }: Made,
  text: string,
  off: VerifyOptions,
  timeout: number,
): Pick<Cost, "without" | "having"> | undefined {
  const query = queryOf(made, text);
  if (query === undefined) return undefined;
  const once = (options: VerifyOptions): { readonly stored: number; readonly ms: number } | undefined => {
    const began = process.cpuUsage();
    const { outcome, statistics } = verify(made.network, query, { ...options, timeout, now: () => performance.now() });
    const { user, system } = process.cpuUsage(began);
    return outcome === "unknown" ? undefined : { stored: statistics.stored, ms: (user + system) / 1000 };
  };
  const [plain, reduced] = [once(off), once({})];
  if (plain === undefined || reduced === undefined) return undefined;
  if (plain.stored !== reduced.stored || plain.ms < LEAST) return undefined;
  const least = { without: Number.POSITIVE_INFINITY, having: Number.POSITIVE_INFINITY };
  for (let i = 0; i < PAIRS; i++) {
    least.without = Math.min(least.without, once(off)?.ms ?? Number.POSITIVE_INFINITY);
    least.having = Math.min(least.having, once({})?.ms ?? Number.POSITIVE_INFINITY);
  }
  return Number.isFinite(least.without + least.having) ? least : undefined;
}
