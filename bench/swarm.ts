import { parseArgs } from "node:util";
import { open, type VerifyOptions, verify } from "../src/index.ts";
import { deepModels } from "./swarm-models.ts";
import { table } from "./table.ts";

/**
 * `bench swarm`: errors that lie deep, looked for breadth first, by a plain `verify`, which sends forays beside it, and by a
 * swarm of bit-state searches with seeds 1, 2, ... of 8 MiB each: explored states and seconds of processor time until the
 * error, or until `--most` states. Symmetries are not used, which would make these models small.
 */
const ways = { "breadth first": { order: "bfs" }, "as it is by itself": {} } as const;
const TABLE = 2 ** 23;
const SEEDS = 10;

export async function run(args: readonly string[]): Promise<number> {
  const { values } = parseArgs({ args: [...args], options: { most: { type: "string", default: "1000000" } } });
  const limits: VerifyOptions = { symmetry: false, maxExplored: Number(values.most), now: () => performance.now() };
  const rows = deepModels.map(({ name, text, query }) => {
    const opened = open(text);
    const { network } = opened;
    const asked = opened.query(query).query;
    if (network === undefined || asked === undefined) throw new Error(`${name} is no model`);
    const ask = (options: VerifyOptions): string[] => {
      const before = process.cpuUsage().user;
      const { outcome, statistics, trace } = verify(network, asked, { ...limits, trace: "some", ...options });
      const seconds = ((process.cpuUsage().user - before) / 1e6).toFixed(2);
      const steps = trace === undefined ? "-" : `${trace.transitions.length}`;
      return [outcome === "violated" ? `${statistics.explored}` : `not in ${statistics.explored}`, seconds, steps];
    };
    const seeds = Array.from({ length: SEEDS }, (_, k) => ask({ bitstate: TABLE, seed: k + 1 }));
    const found = seeds.filter(([states]) => !states!.startsWith("not"));
    const sorted = found.map(([states]) => Number(states)).sort((a, b) => a - b);
    const [first] = found;
    const swarm = [
      `${found.length} of ${SEEDS}`,
      ...(first ?? ["-", "-", "-"]),
      `${sorted.at(sorted.length >> 1) ?? "-"}`,
    ];
    return [name, ...Object.values(ways).flatMap((options) => ask(options).slice(0, 2)), ...swarm];
  });
  const heads = ["seeds that found it", "first: states", "s", "steps", "median states"];
  console.log(table(["error", ...Object.keys(ways).flatMap((way) => [way, "s"]), ...heads], rows));
  return 0;
}
