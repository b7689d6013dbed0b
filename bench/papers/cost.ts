/**
 * `bench papers cost DIR [--timeout S] [--only PATTERN] [--least S] [--rounds N]`: what a reduction costs where it gains
 * nothing. Every query of a folder (`questions.ts`) whose search takes `--least` seconds of the processor is asked as usual,
 * and without each of dead variables and classes of values (`reduce`), symmetries, and jumps over rounds; where both searches
 * store as many states, such pairs are interleaved, and of each side the least of so many rounds counts. Printed are the
 * sums, the geometric mean of the ratios, and every query on which more than 5 % is lost.
 */
import { parseArgs } from "node:util";
import { type VerifyOptions, verify } from "../../src/index.ts";
import { type Asked, questions } from "../questions.ts";
import { geometricMean, table } from "../table.ts";

const sides: Readonly<Record<string, VerifyOptions>> = {
  "dead variables and classes of values": { reduce: false },
  symmetries: { symmetry: false },
  "jumps over rounds": { acceleration: false },
};

/** In ms of the processor. */
interface Cost {
  readonly side: string;
  readonly name: string;
  readonly without: number;
  readonly having: number;
}

export async function run(args: readonly string[]): Promise<number> {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      timeout: { type: "string", default: "5" },
      only: { type: "string", default: "" },
      least: { type: "string", default: "0.2" },
      rounds: { type: "string", default: "4" },
    },
  });
  const [folder] = positionals;
  if (folder === undefined) {
    console.error("usage: npm run bench -- papers cost DIR [--timeout S] [--only PATTERN] [--least S] [--rounds N]");
    return 2;
  }
  const limits = {
    timeout: 1000 * Number(values.timeout),
    least: 1000 * Number(values.least),
    rounds: Number(values.rounds),
  };
  const costs: Cost[] = [];
  for (const asked of questions(folder, new RegExp(values.only)))
    for (const cost of costsOf(asked, limits)) {
      costs.push(cost);
      console.log(
        `${asked.name}: ${cost.side}: ${cost.without.toFixed(0)} ms without, ${cost.having.toFixed(0)} with, ${(cost.having / cost.without).toFixed(3)}`,
      );
    }
  for (const side of Object.keys(sides))
    report(
      side,
      costs.filter((c) => c.side === side),
    );
  return 0;
}

function report(side: string, costs: readonly Cost[]): void {
  const [without, having] = [sum(costs.map((c) => c.without)), sum(costs.map((c) => c.having))];
  const ratios = costs.map((c) => c.having / c.without);
  console.log(
    `\n${side}: ${costs.length} queries gain nothing; ${(without / 1000).toFixed(2)} s without, ${(having / 1000).toFixed(2)} s with: ` +
      `${(100 * (having / without - 1)).toFixed(1)} % (geometric mean of the ratios ${geometricMean(ratios).toFixed(3)})`,
  );
  const dear = costs
    .filter((c) => c.having > 1.05 * c.without)
    .toSorted((a, b) => b.having / b.without - a.having / a.without);
  if (dear.length === 0) return;
  console.log(
    table(
      ["more than 5 % lost on", "ms without", "with", "ratio"],
      dear.map((c) => [
        c.name.slice(0, 80),
        c.without.toFixed(0),
        c.having.toFixed(0),
        (c.having / c.without).toFixed(2),
      ]),
    ),
  );
}

interface Limits {
  readonly timeout: number;
  readonly least: number;
  readonly rounds: number;
}

function costsOf(asked: Asked, { timeout, least, rounds }: Limits): Cost[] {
  const once = (options: VerifyOptions): { readonly stored: number; readonly ms: number } | undefined => {
    const began = process.cpuUsage().user;
    const { outcome, statistics } = verify(asked.network, asked.query, {
      ...options,
      timeout,
      now: () => performance.now(),
    });
    const ms = (process.cpuUsage().user - began) / 1000;
    return outcome === "unknown" ? undefined : { stored: statistics.stored, ms };
  };
  const usual = once({});
  if (usual === undefined || usual.ms < least) return [];
  return Object.entries(sides).flatMap(([side, off]): Cost[] => {
    const plain = once(off);
    if (plain === undefined || plain.stored !== usual.stored) return [];
    let [without, having] = [plain.ms, usual.ms];
    for (let k = 1; k < rounds; k++) {
      having = Math.min(having, once({})?.ms ?? Number.POSITIVE_INFINITY);
      without = Math.min(without, once(off)?.ms ?? Number.POSITIVE_INFINITY);
    }
    return [{ side, name: asked.name, without, having }];
  });
}

function sum(values: readonly number[]): number {
  return values.reduce((a, b) => a + b, 0);
}
