import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { everywhereQuery, open, verify } from "../src/index.ts";
import { curves } from "./plot.ts";
import { gate, pump } from "./small-models.ts";
import { table } from "./table.ts";

/**
 * `bench small [FILE QUERY]...`: bytes of a stored state and time of an explored one, with states as they are and made small (zones of active
 * clocks only, tied ones as one, kept once; long states folded), in one run: train gates over the number of trains, with and without
 * symmetry; a pump that remembers a day of minutes, searched to the end; and the models named (with an empty query all states). Searches end at `--states` stored ones
 * (where trains are exchanged, at so many by the number of trains, which is what a state costs) or at `--memory` MiB. The time does not
 * count what it takes to begin. `--trains` numbers of trains (0: none), `--pump` minutes that the pump remembers (0: no pump).
 */
interface Sample {
  readonly bytes: number;
  readonly micros: number;
  readonly stored: number;
  readonly outcome: string;
}

const whole = { small: { active: Number.POSITIVE_INFINITY, fold: Number.POSITIVE_INFINITY } };
/** Nothing is tried beside the search. */
const ALONE = { due: { forays: Infinity, proofs: Infinity, jumps: Infinity, cones: Infinity } } as const;

export async function run(args: readonly string[]): Promise<number> {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      states: { type: "string", default: "20000" },
      memory: { type: "string", default: "2048" },
      trains: { type: "string", default: "10,20,50,100,200" },
      pump: { type: "string", default: "10" },
    },
  });
  const limits = { maxStates: Number(values.states), memory: Number(values.memory) * 2 ** 20 };
  const rows: (string | number)[][] = [];
  const series = new Map<string, (readonly [number, Sample])[]>();
  const compare = (name: string, text: string, query: string, symmetry: boolean, n?: number): void => {
    const few = symmetry && n !== undefined ? { maxStates: Math.ceil(limits.maxStates / n) } : {};
    const all = n === undefined && name === "pump" ? { maxStates: undefined } : {};
    const [before, after] = [whole, {}].map((small) =>
      sample(text, query, { ...limits, ...few, ...all, symmetry, knobs: { ...ALONE, ...small } }),
    );
    rows.push([name, ...[before!, after!].flatMap((s) => [s.stored, Math.round(s.bytes), s.micros.toFixed(1)])]);
    rows.at(-1)!.push(after!.outcome);
    console.error(rows.at(-1)!.join("  "));
    if (n === undefined) return;
    const kind = symmetry ? ", symmetric" : "";
    for (const [what, s] of [
      ["as they are", before!],
      ["small", after!],
    ] as const)
      series.set(what + kind, [...(series.get(what + kind) ?? []), [n, s]]);
  };
  for (const n of values.trains
    .split(",")
    .map(Number)
    .filter((n) => n > 0))
    for (const symmetry of [false, true]) {
      const { text, query } = gate(n);
      compare(`${n} trains${symmetry ? ", symmetric" : ""}`, text, query, symmetry, n);
    }
  const minutes = Number(values.pump);
  if (minutes > 0) compare("pump", pump(minutes).text, pump(minutes).query, false);
  for (let k = 0; k + 1 < positionals.length; k += 2)
    compare(positionals[k]!.replace(/.*\//, ""), readFileSync(positionals[k]!, "utf8"), positionals[k + 1]!, true);
  console.log(table(["model", "stored", "B/state", "µs/state", "stored", "B/state", "µs/state", "small"], rows));
  if (series.size === 0) return 0;
  draw("small-memory", "bytes per stored state", series, (s) => s.bytes);
  draw("small-time", "microseconds per explored state", series, (s) => s.micros);
  return 0;
}

function sample(text: string, query: string, options: Parameters<typeof verify>[2]): Sample {
  const opened = open(text);
  const asked = query === "" ? everywhereQuery : opened.query(query).query;
  if (opened.network === undefined || asked === undefined) throw new Error(`cannot ask ${query}`);
  const { network } = opened;
  const search = (limits: Parameters<typeof verify>[2]) => {
    const before = process.cpuUsage().user;
    const { statistics, outcome } = verify(network, asked, { ...options, ...limits, now: () => performance.now() });
    return { statistics, outcome, micros: process.cpuUsage().user - before };
  };
  const begun = search({ maxStates: 1 });
  const { statistics, outcome, micros } = search({});
  const explored = Math.max(1, statistics.explored - begun.statistics.explored);
  const bytes = statistics.memory / Math.max(1, statistics.stored);
  return { bytes, micros: Math.max(0, micros - begun.micros) / explored, stored: statistics.stored, outcome };
}

function draw(
  name: string,
  title: string,
  series: ReadonlyMap<string, readonly (readonly [number, Sample])[]>,
  value: (s: Sample) => number,
): void {
  const lines = [...series].map(([kind, list]) => ({
    name: kind,
    points: list.map(([n, s]) => [n, value(s)] as const),
  }));
  mkdirSync("bench/results", { recursive: true });
  writeFileSync(`bench/results/${name}.svg`, curves(title, "trains", lines));
}
