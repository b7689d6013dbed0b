import type { ChildProcess } from "node:child_process";
import { cpSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, expect, inject, test } from "vitest";
import { type Ended, ended, fischer, jobsIn, moment, redis, Site, says } from "./processes.ts";

/** One question over several machines: queries, parts and runs as jobs. Whatever is killed, the answer is that of one thread. */
let site: Site;
beforeEach(async () => {
  site = new Site();
  await site.startRedis();
});
afterEach(() => site.end());

const root = fileURLToPath(new URL("../..", import.meta.url));
const example = (name: string): string => join(root, "examples", name);
const near = (words: readonly string[]): Promise<Ended> => ended(site.zonal(["verify", ...words]));
const asking = (words: readonly string[]): ChildProcess => site.zonal(["verify", ...words, "--cluster", site.url]);
const far = (words: readonly string[]): Promise<Ended> => ended(asking(words));

/** Without times, which differ. */
function essence({ code, out }: Ended): object {
  return { code, out: out.replace(/"seconds": [\d.]+/g, "").replace(/, [\d.]+ s\b/g, "") };
}

/** Twelve that mind their own business: the whole is large, each alone small. */
const movers = `int[0,9] pos[12];
process M(const int i) { clock x; state A { x <= 3 }, B; init A;
  trans A -> A { guard x >= 1 && pos[i] < 4; assign x = 0, pos[i] = pos[i] + 1; }, A -> B { guard pos[i] >= 4; }, B -> A { assign pos[i] = 0, x = 0; }; }
${Array.from({ length: 12 }, (_, i) => `P${i} = M(${i});`).join(" ")} system ${Array.from({ length: 12 }, (_, i) => `P${i}`).join(", ")};`;
const bounded = "A[] forall (i : int[0,11]) pos[i] <= 4";

test("the queries of a file, told as by one process, with traces", async () => {
  site.worker("-q");
  site.worker("-q");
  const queries = site.path("some.q");
  writeFileSync(
    queries,
    "/* with marks\nof lines */ A[] not \\\n deadlock\n\n// a remark\nE<> P(1).Cs\n\nP(1).Req --> P(1).Cs\n\nsup: P(1).x\n\nE<> nobody.Cs\n\nE<> P(1).Cs\n\nA[] 1 / (P(1).x == P(2).x ? 1 : 0) == 1\n\nA[] 1 / (id - 2) < 9\n",
  );
  for (const words of [
    // In an order that is asked for nothing goes beside the search that begins after some time, and not by what is explored.
    [fischer, queries, "--statistics", "--why", "--order", "bfs"],
    [fischer, queries, "--trace", "shortest", "--json"],
    [example("railway.xml"), "--statistics"],
  ]) {
    const found = await far(words);
    expect(essence(found)).toEqual(essence(await near([...words, "--no-share"])));
  }
  expect(jobsIn(site.port)).toBe(0);
});

test("a model in TChecker's format, from standard input or not, and limits", async () => {
  site.worker("-q");
  const file = site.path("two.tck");
  writeFileSync(
    file,
    "system:two\nevent:a\nprocess:P\nclock:1:x\nlocation:P:l0{initial:}\nlocation:P:l1{labels:green}\nedge:P:l0:l1:a{provided:x>1}\n",
  );
  for (const words of [[file], [file, "--label", "green"], [fischer, "--max-states", "3"], [fischer, "-e", "E<>"]])
    expect(essence(await far(words))).toEqual(essence(await near([...words, "--no-share"])));
});

test("runs of statistical queries, while workers are killed", async () => {
  const words = [example("statistical/queue.xml"), "--epsilon", "0.003", "--seed", "5", "--json"];
  // How many transitions runs took that were made in vain is another matter.
  const counted = (end: Ended): object => essence({ ...end, out: end.out.replace(/"transitions": \d+/g, "") });
  const here = await near([...words, "--no-share"]);
  const workers = [site.worker(), site.worker()];
  // A piece that has ended three workers is given to no other.
  let [isOver, kills] = [false, 0];
  const killing = async (which: number): Promise<void> => {
    while (!isOver && kills < 2) {
      await says(workers[which]!, "stdout", /runs/);
      workers[which]!.kill("SIGKILL");
      kills++;
      workers[which] = site.worker();
    }
  };
  for (const which of [0, 1]) void killing(which);
  const found = await far(words);
  isOver = true;
  expect(counted(found)).toEqual(counted(here));
  expect(kills).toBeGreaterThan(0);
});

test("the parts of a query prove it where the whole comes to no answer, or takes too long", async () => {
  const file = site.path("movers.xta");
  writeFileSync(file, movers);
  const few = [file, "-e", bounded, "--max-states", "2000", "--statistics"];
  expect(await near(few)).toMatchObject({ code: 3 });
  const workers = [site.worker(), site.worker()];
  const ends = workers.map(ended);
  const proven = await far(few);
  expect(proven).toMatchObject({ code: 0, err: "" });
  expect(proven.out).toContain("satisfied");
  // One that no part proves.
  const open = await far([file, "-e", "A[] not (P0.B && P1.B && P2.B && P3.B)", "--max-states", "2000"]);
  expect(open).toMatchObject({ code: 3, out: expect.stringContaining("2000") });
  // The whole goes on meanwhile, and may come to its own answer.
  const long = await far([file, "-e", bounded, "--engine", "interpret"]);
  expect(long).toMatchObject({ code: 0, out: expect.stringContaining("satisfied") });
  for (const worker of workers) worker.kill("SIGTERM");
  const told = (await Promise.all(ends)).map(({ out }) => out).join("");
  expect(told).toContain("a part proven");
});

test("a worker leaves what nobody wants any more", async () => {
  const file = site.path("movers.xta");
  writeFileSync(file, movers);
  const worker = site.worker();
  const left = says(worker, "stdout", /nobody wants it any more/);
  // One that has no parts, and no end.
  const asker = asking([file, "-e", "A[] (sum (i : int[0,11]) pos[i]) <= 48", "--engine", "interpret"]);
  const end = ended(asker);
  while (Number(redis(site.port, "LLEN", site.active)) === 0) await moment(50);
  asker.kill("SIGINT");
  expect(await end).toMatchObject({ code: 130 });
  await left;
});

test("a query that breaks whoever asks it is told, and others are answered", async () => {
  const bin = site.path("bin");
  cpSync(inject("commands"), bin, { recursive: true });
  const breaks = `const poison = { 1: () => process.exit(7), 2: () => process.kill(process.pid, "SIGKILL") };
  require("node:worker_threads").parentPort.on("message", ({ piece }) => poison[/P\\((\\d)\\).Req/.exec(piece?.query)?.[1]]?.());
  `;
  writeFileSync(`${bin}/part.js`, breaks + readFileSync(`${bin}/part.js`, "utf8").replace(/^#!.*\n/, ""));
  let isOver = false;
  const work = async (): Promise<void> => {
    while (!isOver) await ended(site.zonal(["worker", site.url, "--threads", "1", "--takeover", "1"], { bin }));
  };
  void work();
  const words = ["-e", "E<> P(1).Req", "-e", "E<> P(2).Req", "-e", "E<> P(1).Cs"];
  const found = await far([fischer, ...words]);
  isOver = true;
  expect(found).toEqual({
    code: 3,
    out: `1. E<> P(1).Req: unknown (the run ended its thread with code 7)
2. E<> P(2).Req: unknown (each of 3 workers that began with it was gone before it ended)
3. E<> P(1).Cs: satisfied
`,
    err: "",
  });
});

test("who asks may be killed, and asks again; or interrupted, and leaves nothing behind", async () => {
  const words = [example("railway.xml")];
  const first = asking(words);
  while (jobsIn(site.port) < 5) await moment(20);
  first.kill("SIGKILL");
  const worker = await ended(site.worker("--idle", "1", "--json"));
  expect(JSON.parse(worker.out)).toMatchObject({ runs: 5, outcomes: { satisfied: 5 } });
  // Nobody works any more: what there is was done before.
  expect(essence(await far(words))).toEqual(essence(await near(words)));
  expect(jobsIn(site.port)).toBe(0);
  const again = asking([fischer]);
  const end = ended(again);
  while (jobsIn(site.port) < 4) await moment(20);
  again.kill("SIGINT");
  const { code, out } = await end;
  expect([code, out.split("\n")[0], jobsIn(site.port)]).toEqual([
    130,
    expect.stringContaining("the search was stopped"),
    0,
  ]);
});
