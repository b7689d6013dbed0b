/**
 * `bench ways DIR [--of small|local] [--timeout S] [--only RE] [--rounds N] [--least S] [--beyond S] [--race]`: every
 * symbolic query of the models in DIR (as for `npm run corpus`; a folder of .tck files is explored) answered in several ways
 * that must say the same, in turns: with states as they are, made small as usual, and made small whatever their size, in all
 * ways and in all but one; or without local time and as usual. Traces are asked for in the law of small states, and were
 * replayed where there is one. Limits are of processor time. Then, over queries on which the first way takes `--least`
 * seconds of the processor, how much longer the others take: geometric mean and worst, each by the least of so many rounds.
 * `--race` asks in the first two ways only. `--beyond` leaves out what the first way answers within so many seconds: what an
 * earlier run with that limit has compared. Exit code 1 if answers differ.
 */
import { parseArgs } from "node:util";
import { type Verdict, type VerifyOptions, verify } from "../src/index.ts";
import { aliveWays } from "../test/agree/alive.ts";
import { difference } from "./papers/corpus-frame.ts";
import { type Asked, questions } from "./questions.ts";
import { table } from "./table.ts";

/** The first is what the others are compared with. */
const families: Readonly<Record<string, Readonly<Record<string, VerifyOptions>>>> = {
  small: {
    plain: { trace: "some", knobs: { small: aliveWays.plain! } },
    usual: { trace: "some" },
    ...Object.fromEntries(
      Object.entries(aliveWays)
        .filter(([name]) => name !== "plain")
        .map(([name, small]) => [name, { trace: "some", knobs: { small } }]),
    ),
  },
  local: { off: { localTime: false }, usual: {} },
};

/** Nothing but a way's own is tried beside the search; clocks of the machine say when local time is due. */
const QUIET = { due: { forays: Infinity, proofs: Infinity, jumps: Infinity, cones: Infinity } } as const;

interface Taken {
  readonly verdict: Verdict;
  readonly seconds: number;
}

export async function run(args: readonly string[]): Promise<number> {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      of: { type: "string", default: "small" },
      timeout: { type: "string", default: "10" },
      only: { type: "string", default: "" },
      rounds: { type: "string", default: "1" },
      least: { type: "string", default: "0.2" },
      beyond: { type: "string" },
      memory: { type: "string", default: "1024" },
      race: { type: "boolean", default: false },
    },
  });
  const [folder] = positionals;
  const all = families[values.of];
  if (folder === undefined || all === undefined) {
    console.error(
      "usage: npm run bench -- ways DIR [--of small|local] [--race] [--timeout S] [--beyond S] [--only RE] [--rounds N]",
    );
    return 2;
  }
  const ways = values.race ? Object.fromEntries(Object.entries(all).slice(0, 2)) : all;
  const limits = { timeout: 1000 * Number(values.timeout), memory: Number(values.memory) * 2 ** 20 };
  const isLocal = values.of === "local";
  const early =
    values.beyond === undefined
      ? undefined
      : { ...limits, ...Object.values(ways)[0]!, timeout: 1000 * Number(values.beyond) };
  const ratios = new Map<string, (readonly [string, number])[]>();
  let [queries, compared, open, different, traces, small] = [0, 0, 0, 0, 0, 0];
  for (const asked of questions(folder, new RegExp(values.only))) {
    queries++;
    if (early !== undefined && take(asked, early, isLocal).verdict.outcome !== "unknown") continue;
    const least = new Map<string, number>();
    const found = new Map<string, Verdict>();
    for (let round = 0; round < Number(values.rounds); round++)
      for (const [way, options] of Object.entries(ways)) {
        const { verdict, seconds } = take(asked, { ...limits, ...options }, isLocal);
        least.set(way, Math.min(seconds, least.get(way) ?? Infinity));
        found.set(way, verdict);
        // What is too long as it is, is too long for this.
        if (verdict.outcome === "unknown" && found.size === 1) break;
      }
    const [first, ...others] = [...found.keys()];
    if (others.length === 0) continue;
    compared++;
    const before = found.get(first!)!;
    if (before.trace !== undefined) traces++;
    if (found.get("usual")?.statistics.parts !== undefined) small++;
    for (const way of others) {
      const after = found.get(way)!;
      const isOpen = after.outcome === "unknown" || isCut(before) || isCut(after);
      if (isOpen) open++;
      const problem = isOpen
        ? undefined
        : (difference(before, after) ?? unlike("trace", before, after) ?? unlike("why", before, after));
      if (problem !== undefined) {
        different++;
        console.log(`${asked.name}: ${way}: ${problem}`);
      }
      const seconds = least.get(first!)!;
      if (seconds < Number(values.least)) continue;
      const ratio = least.get(way)! / seconds;
      ratios.set(way, [...(ratios.get(way) ?? []), [asked.name, ratio] as const]);
      if (way === "usual") console.log(`${asked.name}: ${way} ${ratio.toFixed(2)} times ${seconds.toFixed(2)} s`);
    }
  }
  console.log(
    `${compared} of ${queries} queries compared, ${traces} with a trace, ${small} made small as usual, ${open} ways without an answer in time, ${different} differences`,
  );
  const rows = [...ratios].map(([way, all]) => {
    const mean = Math.exp(all.reduce((sum, [, r]) => sum + Math.log(r), 0) / all.length);
    const [name, worst] = all.reduce((a, b) => (b[1] > a[1] ? b : a));
    return [way, all.length, mean.toFixed(3), worst.toFixed(2), name];
  });
  console.log(table(["way", "queries", "mean", "worst", "on"], rows));
  return different === 0 ? 0 : 1;
}

/** Whether a limit came before the trace. */
function isCut({ traceReason }: Verdict): boolean {
  return traceReason?.includes("limit") ?? false;
}

function take({ network, query }: Asked, options: VerifyOptions, isLocal: boolean): Taken {
  const knobs = isLocal ? options.knobs : { ...QUIET, ...options.knobs };
  const before = process.cpuUsage().user;
  // Others may have the machine meanwhile.
  const now = (): number => process.cpuUsage().user / 1000;
  const verdict = verify(network, query, { ...options, knobs, now });
  return { verdict, seconds: (process.cpuUsage().user - before) / 1e6 };
}

/** Whether one has a trace, or tells why not, and the other does not. */
function unlike(what: "trace" | "why", a: Verdict, b: Verdict): string | undefined {
  if (what === "why") return a.traceReason === b.traceReason ? undefined : `${a.traceReason} became ${b.traceReason}`;
  return (a.trace === undefined) === (b.trace === undefined) ? undefined : "one has a trace, the other not";
}
