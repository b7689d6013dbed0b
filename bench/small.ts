import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { everywhereQuery, type Network, type NetworkQuery, open, type VerifyOptions, verify } from "../src/index.ts";
import { openReach } from "../src/search/compiled/search.ts";
import { type FormulaQuery, Question } from "../src/search/question.ts";
import { reduced } from "../src/search/strategy.ts";
import { families } from "./families.ts";
import { curves } from "./plot.ts";
import { gate, pump } from "./small-models.ts";
import { table } from "./table.ts";

/**
 * `bench small [FILE|DIR]...`: bytes of a stored state and time of an explored one, with states as they are and made small
 * (zones of active clocks only, tied ones as one, kept once; long states folded), in one run: train gates over the number of
 * trains, with and without symmetry; a pump that remembers a day of minutes; CSMA/CD and FDDI with 20 stations; the first
 * query of each model named, and all states of each .tck file of a folder named. Searches are breadth first with nothing
 * beside; each is whole or ends, as its row says, at `--states` stored states (where trains are exchanged, at 300), at
 * `--seconds` of processor time or at `--memory` MiB. The time does not count what it takes to begin, with the first states;
 * of a search that is hardly longer it is not told. Where both ways compile to the same code, byte for byte, they are one row
 * and one search.
 *
 * Then the models named and the pump as a user asks them, with everything that is tried beside a search, for at most
 * `--patience` seconds of processor time and 4 GiB. `--trains` numbers of trains (0: none), `--pump` minutes that the pump
 * remembers (0: no pump).
 */
interface Asked {
  readonly name: string;
  readonly network: Network;
  readonly query: NetworkQuery;
  readonly symmetry: boolean;
  readonly maxStates: number;
  readonly trains?: number;
}

interface Sample {
  readonly bytes: number;
  readonly micros: number;
  readonly stored: number;
  readonly end: string;
}

const whole = { small: { active: Infinity, tie: Infinity, fold: Infinity, list: Infinity } };
/** Nothing is tried beside the search. */
const ALONE = {
  due: { local: Infinity, forays: Infinity, proofs: Infinity, jumps: Infinity, cones: Infinity },
} as const;
const COLUMNS = ["stored", "B/state", "µs/state", "end"];

/** Stored states of a search that is drawn. */
const FEW = 60;

const seconds = (): number => process.cpuUsage().user / 1e6;

export async function run(args: readonly string[]): Promise<number> {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      states: { type: "string", default: "5000" },
      memory: { type: "string", default: "2048" },
      seconds: { type: "string", default: "5" },
      patience: { type: "string", default: "60" },
      trains: { type: "string", default: "10,20,50,100,200" },
      pump: { type: "string", default: "10" },
    },
  });
  const limits = { timeout: 1000 * Number(values.seconds), memory: Number(values.memory) * 2 ** 20 };
  const states = Number(values.states);
  const minutes = Number(values.pump);
  const users: Asked[] = [
    ...(minutes > 0 ? [asked("pump", pump(minutes).text, pump(minutes).query, true, states)] : []),
    ...positionals.filter((path) => !isFolder(path)).map((path) => named(path, states)),
  ];
  const rows: (readonly (string | number)[])[] = [];
  const series = new Map<string, (readonly [number, Sample])[]>();
  for (const one of [
    ...trains(values.trains, states),
    ...users,
    ...stations(states),
    ...folders(positionals, states),
  ]) {
    const row = compare(one, limits, series);
    rows.push(row);
    console.error(row.join("  "));
  }
  console.log(table(["model", ...COLUMNS, ...COLUMNS.map((name) => `${name}, small`)], rows));
  const answers = users.map((one) => answerRow(one, 1000 * Number(values.patience)));
  if (answers.length > 0) console.log(`\n${table(["as a user asks", "outcome", "s", "MiB", "stored"], answers)}`);
  if (series.size === 0) return 0;
  draw("small-memory", "bytes per stored state", series, (s) => s.bytes);
  draw("small-time", "microseconds per explored state", series, (s) => s.micros);
  return 0;
}

function asked(name: string, text: string, query: string | undefined, symmetry: boolean, maxStates: number): Asked {
  const opened = open(text);
  const first = opened.source?.format === "tck" ? undefined : opened.source?.tree.queries[0]?.text;
  const wanted = query ?? first;
  const found = wanted === undefined ? everywhereQuery : opened.query(wanted).query;
  if (opened.network === undefined || found === undefined) throw new Error(`cannot ask ${name}: ${wanted}`);
  return { name, network: opened.network, query: found, symmetry, maxStates };
}

function* trains(numbers: string, states: number): Generator<Asked> {
  for (const n of numbers.split(",").map(Number))
    for (const symmetry of n > 0 ? [false, true] : []) {
      const { text, query } = gate(n);
      const name = `${n} trains${symmetry ? ", symmetric" : ""}`;
      yield { ...asked(name, text, query, symmetry, symmetry ? Math.min(states, 300) : states), trains: n };
    }
}

function stations(states: number): Asked[] {
  return [
    asked("CSMA/CD 20", families.csmacd(20), undefined, false, states),
    asked("FDDI 20", families.fddi(20), undefined, false, states),
  ];
}

function isFolder(path: string): boolean {
  return !/\.(xml|xta|ta|tck)$/.test(path);
}

function named(path: string, states: number): Asked {
  // A file that brings no query of its own has one beside it.
  const text = readFileSync(path, "utf8");
  const beside = /<query>/.test(text) ? undefined : queryBeside(path);
  return asked(path.replace(/.*\//, ""), text, beside, true, states);
}

function queryBeside(path: string): string | undefined {
  try {
    const lines = readFileSync(path.replace(/\.\w+$/, ".q"), "utf8").split("\n");
    return lines.map((line) => line.trim()).find((line) => line !== "" && !/^(\/\/|\/\*)/.test(line));
  } catch {
    return undefined;
  }
}

function* folders(paths: readonly string[], states: number): Generator<Asked> {
  for (const folder of paths.filter(isFolder))
    for (const file of readdirSync(folder).filter((name) => name.endsWith(".tck")))
      yield asked(file, readFileSync(join(folder, file), "utf8"), undefined, false, states);
}

type Limited = Pick<VerifyOptions, "timeout" | "memory">;

function compare(one: Asked, limits: Limited, series: Map<string, (readonly [number, Sample])[]>) {
  const isSame = isSameCode(one);
  const before = sample(one, limits, isSame ? {} : whole);
  const after = isSame ? before : sample(one, limits, {});
  const kind = one.symmetry ? ", symmetric" : "";
  const both = [["as they are", before] as const, ["small", after] as const];
  for (const [what, s] of one.trains === undefined ? [] : both)
    series.set(what + kind, [...(series.get(what + kind) ?? []), [one.trains!, s]]);
  return [one.name, ...shown(before), ...(isSame ? ["the same code"] : shown(after))];
}

function shown({ stored, bytes, micros, end }: Sample): (string | number)[] {
  return [stored, Math.round(bytes), Number.isNaN(micros) ? "-" : micros.toFixed(1), end];
}

/** Whether it makes no difference to the code that answers. */
function isSameCode(one: Asked): boolean {
  const [a, b] = [whole, {}].map((knobs) => opened(one, knobs).code.made.bytes);
  return Buffer.compare(a!, b!) === 0;
}

/** A search that has not begun. */
function opened({ network, query, symmetry }: Pick<Asked, "network" | "query" | "symmetry">, knobs: object) {
  const { question } = reduced(new Question(network, query, { symmetry, knobs, memory: 2 ** 28 }));
  return openReach(question as Question<FormulaQuery>);
}

function sample({ network, query, symmetry, maxStates }: Asked, limits: Limited, small: object): Sample {
  const knobs = { ...ALONE, ...small };
  const search = (more: VerifyOptions) => {
    const before = seconds();
    const now = (): number => 1000 * (seconds() - before);
    const verdict = verify(network, query, { ...limits, symmetry, knobs, ...more, now });
    return { ...verdict, micros: 1e6 * (seconds() - before) };
  };
  const begun = search({ maxStates: 1 });
  const { statistics, outcome, reason, micros } = search({ maxStates });
  const more = statistics.explored - begun.statistics.explored;
  // Too short a search says nothing of its states.
  const isLong = more >= begun.statistics.explored && micros > 1.2 * begun.micros;
  const bytes = statistics.memory / Math.max(1, statistics.stored);
  const end = outcome === "unknown" ? (/\d+ (states|MiB|s)\b/.exec(reason ?? "")?.[0] ?? reason ?? "unknown") : outcome;
  return {
    bytes,
    micros: isLong ? (micros - begun.micros) / more : Number.NaN,
    stored: statistics.stored,
    end,
  };
}

function answerRow({ name, network, query }: Asked, timeout: number): (string | number)[] {
  const before = seconds();
  const now = (): number => 1000 * (seconds() - before);
  const { outcome, reason, statistics } = verify(network, query, { timeout, memory: 2 ** 32, now });
  const row = [name, reason === undefined ? outcome : `${outcome}: ${reason}`, (seconds() - before).toFixed(1)];
  const all = [...row, (statistics.memory / 2 ** 20).toFixed(1), statistics.stored];
  console.error(all.join("  "));
  return all;
}

function draw(
  name: string,
  title: string,
  series: ReadonlyMap<string, readonly (readonly [number, Sample])[]>,
  value: (s: Sample) => number,
): void {
  const lines = [...series].map(([kind, list]) => ({
    name: kind,
    // Of fewer states it is what the module takes itself.
    points: list
      .filter(([, s]) => s.stored >= FEW)
      .map(([n, s]) => [n, value(s)] as const)
      .filter(([, y]) => !Number.isNaN(y)),
  }));
  mkdirSync("bench/results", { recursive: true });
  writeFileSync(`bench/results/${name}.svg`, curves(title, "trains", lines));
}
