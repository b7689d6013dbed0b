/**
 * `bench online [--events N] [--kills N] [--seed N] [--learn N]`: the patient example at full speed. First N events through a
 * session, with the latency of answers and the memory at each tenth of the way; then the command with a journal, killed at
 * random moments and started again, whose answers must be those of a run that nobody disturbs. With `--learn N` the first
 * part has a constant of N unknown values that the events leave open.
 */
import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  Forecaster,
  LearningForecaster,
  Observer,
  OnlineSession,
  type Opened,
  open,
  seeded,
  type UnknownRange,
  Unknowns,
  type WindowQuery,
  withUnknowns,
} from "../src/index.ts";

export async function run(args: readonly string[]): Promise<number> {
  const option = (name: string, otherwise: number): number =>
    args.includes(name) ? Number(args[args.indexOf(name) + 1]) : otherwise;
  const seed = option("--seed", 1);
  const model = join("examples", "monitor.xml");
  console.log(`seed ${seed}`);
  await speed(model, option("--events", 10_000), seed, option("--learn", 0));
  const kills = option("--kills", 100);
  return kills === 0 ? 0 : killing(model, kills, seed);
}

/** Readings every ten time units with values that wander, the pump switched now and then. */
function* events(count: number, random: () => number): Generator<string> {
  let oxygen = 98;
  let running = false;
  let made = 0;
  for (let t = 10; made < count; t += 10) {
    oxygen = Math.min(99, Math.max(86, oxygen + Math.floor(random() * 5) - 2));
    const heart = 60 + Math.floor(random() * 20);
    yield JSON.stringify({ t, event: "reading", set: { oxygen, heart, level: Math.floor(random() * 6) } });
    made++;
    // The monitor stops the pump at once when the saturation is low.
    if (running && oxygen < 90) {
      yield JSON.stringify({ t, event: "finish" });
      running = false;
      made++;
    } else if (random() < 0.3) {
      yield JSON.stringify({ t: t + 3, event: running ? "finish" : "begin" });
      running = !running;
      made++;
    }
  }
}

/** The model, with the time a body takes to break down a unit unknown where there are values for it. */
function opening(model: string, ranges: readonly UnknownRange[]): Opened {
  const opened = open(readFileSync(model));
  const tree = opened.model === undefined ? undefined : withUnknowns(opened.model, ranges);
  if (tree === undefined || "refused" in tree) throw new Error("the example cannot be read");
  return ranges.length === 0 ? opened : open(tree);
}

async function speed(model: string, count: number, seed: number, values: number): Promise<void> {
  const ranges = values === 0 ? [] : [{ name: "BREAKDOWN", low: 2, high: values + 1 }];
  const opened = opening(model, ranges);
  if (opened.network === undefined) throw new Error("the example cannot be read");
  const unknowns = values === 0 ? undefined : new Unknowns(opened.network, ranges);
  const observer = new Observer(opened.network, { unknowns });
  const query = opened.query("A[] oxygen >= 85").query as WindowQuery;
  const plain = new Forecaster(observer.network, [query], { window: 20, now: () => performance.now() });
  const session = new OnlineSession(observer, unknowns === undefined ? plain : new LearningForecaster(plain, unknowns));
  const times: number[] = [];
  let refused = 0;
  let step = Math.ceil(count / 10);
  const began = performance.now();
  for (const line of events(count, seeded(seed))) {
    const start = performance.now();
    const reply = await session.push(line);
    times.push(performance.now() - start);
    if (reply.kind === "refused") refused++;
    if (times.length >= step) {
      globalThis.gc?.();
      console.log(
        `${times.length} events: ${observer.states.length} possible states, heap ${mebibytes("heapUsed")}, resident ${mebibytes("rss")} MiB`,
      );
      step += Math.ceil(count / 10);
    }
  }
  const seconds = (performance.now() - began) / 1000;
  times.sort((a, b) => a - b);
  const at = (part: number): string => times[Math.min(times.length - 1, Math.floor(part * times.length))]!.toFixed(2);
  console.log(
    `${times.length} events in ${seconds.toFixed(1)} s, ${refused} refused; ms per answer: p50 ${at(0.5)}, p99 ${at(0.99)}, most ${at(1)}`,
  );
}

function mebibytes(kind: "heapUsed" | "rss"): string {
  return (process.memoryUsage()[kind] / 2 ** 20).toFixed(1);
}

async function killing(model: string, kills: number, seed: number): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), "zonal-online-"));
  try {
    const random = seeded(seed + 1);
    const input = join(folder, "events.jsonl");
    const journal = join(folder, "journal.jsonl");
    // Long enough that the last kill still finds work.
    writeFileSync(input, [...events(12 * kills, seeded(seed))].join("\n"));
    const command = ["online", model, "--window", "20", "--query", "A[] oxygen >= 85", "--json", "--input", input];
    const wanted = answers((await child(command, Number.POSITIVE_INFINITY)).out);
    const got = new Map<number, string>();
    let differing = 0;
    let done = 0;
    for (let ended = false; !ended; ) {
      // The kill comes after a random number of answers, or when half of a line is out.
      const result = await child(
        [...command, "--journal", journal, "--checkpoint", "50"],
        done < kills ? 1 + Math.floor(random() * 8) : Number.POSITIVE_INFINITY,
      );
      if (result.killed) done++;
      else ended = true;
      for (const [n, text] of answers(result.out)) {
        if (text !== wanted.get(n) || (got.has(n) && got.get(n) !== text)) differing++;
        got.set(n, text);
      }
    }
    console.log(`killed ${done} times: ${got.size} of ${wanted.size} events answered, ${differing} answers differ`);
    return differing === 0 && got.size === wanted.size ? 0 : 1;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** What was answered, by the number of the event. A torn last line is none. */
function answers(out: string): Map<number, string> {
  const found = new Map<number, string>();
  for (const line of out.slice(0, out.lastIndexOf("\n") + 1).split("\n")) {
    if (line === "") continue;
    const { n, t, states, forecasts } = JSON.parse(line) as {
      n?: number;
      t: number;
      states: number;
      forecasts: unknown;
    };
    if (n !== undefined) found.set(n, JSON.stringify([t, states, forecasts]));
  }
  return found;
}

function child(argv: readonly string[], after: number): Promise<{ readonly out: string; readonly killed: boolean }> {
  return new Promise((resolve) => {
    const started = spawn(process.execPath, [join("dist", "bin", "zonal.js"), ...argv], {
      stdio: ["ignore", "pipe", "ignore"],
    });
    let out = "";
    let lines = 0;
    started.stdout.on("data", (data: Buffer) => {
      out += data.toString();
      for (const byte of data) if (byte === 10) lines++;
      if (lines >= after) started.kill("SIGKILL");
    });
    started.on("close", (_code, signal) => resolve({ out, killed: signal === "SIGKILL" }));
  });
}
