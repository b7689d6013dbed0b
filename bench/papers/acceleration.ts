import { readFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { accelerate, check, instantiate, open, read, type UppaalSource } from "../../src/index.ts";
import { save } from "../engine.ts";
import { table } from "../table.ts";

/**
 * `bench papers acceleration`: Hendriks and Larsen, Exact Acceleration of Real-Time Model Checking (2002). Table 2 (the
 * automaton of Figure 1), and Tables 3 and 4 (the byte code of Figure 7) for growing LARGE, as written and accelerated.
 * Durations of branches and the values of the environment are assumed: the paper does not give them.
 */
export async function run(args: readonly string[]): Promise<number> {
  const { values } = parseArgs({
    args: [...args],
    options: { most: { type: "string", default: "6" }, timeout: { type: "string", default: "120" } },
  });
  const timeout = Number(values.timeout) * 1000;
  const most = Number(values.most);
  const all = [
    ...measure(
      "Table 2: P and its acceleration, E<> P.L4",
      "accel-P.xml",
      "E<> P.L4",
      [2, 3, 4, 5, 6, 7, 8, 9].filter((n) => n <= Math.max(most, 9)),
      Math.max(most, 7),
      timeout,
    ),
    ...measure(
      "Table 3: byte code, property 1",
      "accel-B-bytecode.xml",
      "A[] (in1 == 0 imply in1 == 0)",
      [3, 4, 5, 6].filter((n) => n <= most),
      most,
      timeout,
    ),
    ...measure(
      "Table 4: byte code, property 2",
      "accel-B-bytecode.xml",
      "E<> Env.S3",
      [3, 4, 5, 6].filter((n) => n <= most),
      most,
      timeout,
    ),
  ];
  save("acceleration", all);
  return all.some((r) => r.plain !== undefined && r.plain.outcome !== r.accelerated.outcome) ? 1 : 0;
}

interface Measured {
  readonly outcome: string;
  readonly explored: number;
  readonly stored: number;
  readonly seconds: number;
}
interface Row {
  readonly title: string;
  readonly large: number;
  readonly plain: Measured | undefined;
  readonly accelerated: Measured;
}

/** Rows for LARGE = 10^n; the original only up to `plainMost`, and not after it took too long. */
function measure(
  title: string,
  file: string,
  query: string,
  powers: readonly number[],
  plainMost: number,
  timeout: number,
): Row[] {
  const rows: Row[] = [];
  let tooSlow = false;
  for (const n of powers) {
    const text = readFileSync(`bench/papers/models/${file}`, "utf8").replace(/LARGE = \d+/, `LARGE = ${10 ** n}`);
    const plain: Measured | undefined = tooSlow || n > plainMost ? undefined : ask(text, query, timeout);
    tooSlow ||= plain?.outcome === "unknown";
    const source = read(text, { name: file }) as UppaalSource;
    const { made } = instantiate(check(source.tree));
    if (made === undefined) throw new Error(`${file} cannot be instantiated`);
    rows.push({
      title,
      large: 10 ** n,
      plain: plain?.outcome === "unknown" ? undefined : plain,
      accelerated: ask(accelerate(source, made).text, query, timeout),
    });
  }
  console.log(`\n${title}`);
  console.log(
    table(
      ["LARGE", "explored", "stored", "s", "accelerated", "stored", "s", "states ratio", "time ratio", "verdict"],
      rows.map(({ large, plain, accelerated: a }) => [
        large,
        plain?.explored ?? "-",
        plain?.stored ?? "-",
        plain?.seconds.toFixed(2) ?? "-",
        a.explored,
        a.stored,
        a.seconds.toFixed(2),
        plain === undefined ? "-" : (plain.explored / a.explored).toFixed(1),
        plain === undefined ? "-" : (plain.seconds / a.seconds).toFixed(1),
        a.outcome,
      ]),
    ),
  );
  return rows;
}

function ask(text: string, query: string, timeout: number): Measured {
  const opened = open(text, { name: "model.xml" });
  const started = performance.now();
  const { outcome, statistics } = opened.verify(query, { timeout, now: () => performance.now() });
  return {
    outcome,
    explored: statistics.explored,
    stored: statistics.stored,
    seconds: (performance.now() - started) / 1000,
  };
}
