import { readFileSync } from "node:fs";
import { parseArgs } from "node:util";
import {
  accelerate,
  check,
  compileTasks,
  constantOf,
  instantiate,
  isStrict,
  open,
  parseRcx,
  rcxModel,
  read,
  type Shape,
  SymbolicSimulator,
  type UppaalSource,
  type VerifyOptions,
  writeXml,
} from "../../src/index.ts";
import { save } from "../engine.ts";
import { type PaperTable, table1, table2, table3, table4 } from "./acceleration-paper.ts";
import { plain as asWritten } from "./plain.ts";
import { beside, NONE, type Standing, sameness, standing } from "./standing.ts";

/**
 * `bench papers acceleration`: Hendriks and Larsen, Exact Acceleration of Real-Time Model Checking (2002). Table 1 zone by zone;
 * Table 2 (the automaton of Figure 1) and Tables 3 and 4 (the byte code of Figure 7, compiled from Figures 3 and 4) for
 * growing LARGE: as written, with the cycles appended as in Definition 3.10, with each taken together in one location (all
 * three plain, that is without any other reduction), and by `zonal verify` as it is. The paper's numbers stand beside ours.
 * Durations of branches and the values of the environment are assumed: the paper does not give them. Where the model as
 * written takes too long, its row says so. `--plain N` asks it only up to LARGE = 10^N, `--only 3` prints one table.
 */
export async function run(args: readonly string[]): Promise<number> {
  const { values } = parseArgs({
    args: [...args],
    options: {
      most: { type: "string", default: "6" },
      plain: { type: "string", default: "6" },
      timeout: { type: "string", default: "120" },
      only: { type: "string" },
    },
  });
  const timeout = Number(values.timeout) * 1000;
  const most = Number(values.most);
  const plainMost = Number(values.plain);
  const wanted = (n: number): boolean => values.only === undefined || Number(values.only) === n;
  const figure1 = (large: number): string => withLarge(readFileSync("bench/papers/models/accel-P.xml", "utf8"), large);
  const tasks = read(readFileSync("examples/controller-tasks.xta", "utf8"), { name: "tasks.xta" }) as UppaalSource;
  const { program } = parseRcx(compileTasks(check(tasks.tree)));
  const byteCode = (large: number): string => writeXml(rcxModel({ ...program, period: large }));
  const powers = (from: number, to: number): readonly number[] =>
    Array.from({ length: to - from + 1 }, (_, i) => from + i);
  if (wanted(1)) printTable1(figure1(1000));
  const all = [
    ...(wanted(2)
      ? measure(
          "Table 2: P and its acceleration, E<> P.L4",
          table2,
          figure1,
          "E<> P.L4",
          powers(2, 9),
          plainMost + 1,
          timeout,
        )
      : []),
    ...(wanted(3)
      ? measure(
          "Table 3: byte code, property 1",
          table3,
          byteCode,
          "A[] (in1 == 0 imply in1 == 0)",
          powers(3, most),
          plainMost,
          timeout,
        )
      : []),
    ...(wanted(4)
      ? measure("Table 4: byte code, property 2", table4, byteCode, "E<> Env.S3", powers(3, most), plainMost, timeout)
      : []),
  ];
  save("acceleration", all);
  const disagree = all.filter((r) => {
    const known = Object.values(r.results).filter((m) => m !== undefined && m.outcome !== "unknown");
    return known.some((m) => m?.outcome !== known[0]?.outcome);
  });
  return disagree.length > 0 ? 1 : 0;
}

/** One round from the initial state, as in Table 1; the first row there is the initial state before its delay. */
function printTable1(text: string): void {
  const { network } = open(text, { name: "model.xml" });
  if (network === undefined) throw new Error("the model of Figure 1 is wrong");
  const simulator = new SymbolicSimulator(network);
  const clock = (name: string): number =>
    network.clocks.findIndex((c) => c.name === name || c.name.endsWith(`.${name}`));
  const [y, z] = [clock("y"), clock("z")];
  const dim = network.clocks.length;
  const between = (zone: ArrayLike<number>, i: number, j: number, what: string): string => {
    const [low, high] = [zone[j * dim + i]!, zone[i * dim + j]!];
    const least = 0 - constantOf(low);
    if (least === constantOf(high)) return `${what} = ${least}`;
    return `${least} ${isStrict(low) ? "<" : "<="} ${what} ${isStrict(high) ? "<" : "<="} ${constantOf(high)}`;
  };
  const rows = [["1", "L3", "y = 0", "z = 0", "z - y = 0", sameness(table1[0] === "the same", "")]];
  for (let step = 2; step <= 6; step++) {
    simulator.take(0);
    const [zone] = simulator.zones;
    const { name } = network.processes[0]!.locations[simulator.locations[0]!]!;
    const ours = [name, between(zone!, y, 0, "y"), between(zone!, z, 0, "z"), between(zone!, z, y, "z - y")];
    const theirs = table1[step - 1]!;
    rows.push([String(step), ...ours, sameness(ours.join(", ") === theirs, theirs)]);
  }
  console.log("\nTable 1: one round of P");
  console.log(beside(["#", "location", "y", "z", "z - y", "against the paper"], rows));
}

interface Measured {
  readonly outcome: string;
  readonly explored: number;
  readonly stored: number;
  readonly seconds: number;
}
type Way = "plain" | "append" | "compress" | "jump";
interface Row {
  readonly title: string;
  readonly large: number;
  readonly results: Readonly<Record<Way, Measured | undefined>>;
}

/** Rows for LARGE = 10^n; as written only up to `plainMost`, and not after it took too long. */
function measure(
  title: string,
  paper: PaperTable,
  model: (large: number) => string,
  query: string,
  powers: readonly number[],
  plainMost: number,
  timeout: number,
): Row[] {
  const rows: Row[] = [];
  let tooSlow = false;
  for (const n of powers) {
    const text = model(10 ** n);
    const plain: Measured | undefined = tooSlow || n > plainMost ? undefined : ask(text, query, timeout, asWritten);
    tooSlow ||= plain?.outcome === "unknown";
    rows.push({
      title,
      large: 10 ** n,
      results: {
        plain,
        append: ask(shaped(text, "append"), query, timeout, asWritten),
        compress: ask(shaped(text, "compress"), query, timeout, asWritten),
        jump: ask(text, query, timeout, {}),
      },
    });
  }
  console.log(`\n${title}`);
  const ratio = (a: number, b: number): string => (a / b >= 100 ? String(Math.round(a / b)) : (a / b).toFixed(1));
  console.log(
    beside(
      [
        "LARGE",
        "explored",
        "s",
        "appended",
        "s",
        "one location",
        "s",
        "by itself",
        "s",
        "states ratio",
        "time ratio",
        "verdict",
        ...paper.head,
        "against the paper",
      ],
      rows.map(({ large, results: { plain, append, compress, jump } }) => [
        large,
        plain === undefined ? "-" : plain.outcome === "unknown" ? `> ${plain.explored}` : plain.explored,
        plain === undefined
          ? "-"
          : plain.outcome === "unknown"
            ? `> ${plain.seconds.toFixed(0)}`
            : plain.seconds.toFixed(3),
        ...[append, compress, jump].flatMap((m) => [m?.explored ?? "-", m?.seconds.toFixed(3) ?? "-"]),
        plain === undefined || compress === undefined ? "-" : ratio(plain.explored, compress.explored),
        plain === undefined || compress === undefined ? "-" : ratio(plain.seconds, compress.seconds),
        compress?.outcome ?? "-",
        ...(paper.rows[large] ?? paper.head.map(() => "")),
        standingOf(paper.rows[large], append, compress),
      ]),
    ),
  );
  return rows;
}

/**
 * States of the appended cycle beside those of KRONOS, where there are any; otherwise the time of one location beside UPPAAL's.
 */
function standingOf(printed: readonly string[] | undefined, append?: Measured, compress?: Measured): Standing {
  if (printed === undefined || append === undefined || compress === undefined) return NONE;
  const [, , , seconds, , states] = printed;
  if (states !== undefined && states !== "") return standing(append.explored, Number(states), "more states");
  return standing(compress.seconds, Number(seconds), "slower: the search is compiled first", 0.01);
}

function withLarge(text: string, large: number): string {
  return text.replace(/LARGE = \d+/, `LARGE = ${large}`);
}

function shaped(text: string, shape: Shape): string {
  const source = read(text, { name: "model.xml" }) as UppaalSource;
  const { made } = instantiate(check(source.tree));
  if (made === undefined) throw new Error("the model cannot be instantiated");
  return accelerate(source, made, { shape }).text;
}

/** The time of the search, without that of reading; the best of three where it is short. */
function ask(text: string, query: string, timeout: number, options: VerifyOptions): Measured {
  let best: Measured | undefined;
  for (let k = 0; k < 3; k++) {
    const { verify } = open(text, { name: "model.xml" });
    const started = performance.now();
    const { outcome, statistics } = verify(query, { timeout, now: () => performance.now(), ...options });
    const seconds = (performance.now() - started) / 1000;
    if (best === undefined || seconds < best.seconds)
      best = { outcome, explored: statistics.explored, stored: statistics.stored, seconds };
    if (seconds > 1) break;
  }
  return best!;
}
