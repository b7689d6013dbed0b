import { copyFileSync } from "node:fs";
import { createServer, type Server } from "node:net";
import { afterEach, beforeEach, expect, test } from "vitest";
import { ended, fischer, jobsIn, moment, redis, Site, says } from "./processes.ts";

/** A Redis that is none, or that takes nothing: whoever waits for it is told why, and nothing waits for ever without a word. */
let site: Site;
beforeEach(() => {
  site = new Site();
});
afterEach(() => site.end());

const one = [fischer, "--set", "N=2..4", "-e", "E<> P(1).Cs"];

test("what listens there and says nothing is no Redis", async () => {
  const server: Server = createServer(() => undefined);
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const { port } = server.address() as { port: number };
  const url = `redis://127.0.0.1:${port}`;
  const { code, err } = await ended(site.zonal(["worker", url]));
  server.close();
  expect(code).toBe(2);
  expect(err).toBe(`error: the cluster ${url} cannot be reached: what is there does not answer as a Redis does\n`);
});

test.each(["%", "%zz", "a%ff"])("a password that is no text of an address is told without it: %s", async (password) => {
  const { code, err } = await ended(site.zonal(["worker", `redis://me:geheim${password}@127.0.0.1:1`]));
  expect(code).toBe(2);
  expect(err).toContain(
    "the user and the password of this address cannot be read\nhint: a % in them is written as %25",
  );
  expect(err).not.toContain("geheim");
});

test("a Redis that is full is told before anything begins", async () => {
  await site.startRedis();
  redis(site.port, "CONFIG", "SET", "maxmemory", "1");
  const { code, err } = await ended(site.sweep([...one, "--quiet"], site.path("none.jsonl")));
  expect([code, err]).toEqual([2, `error: the cluster ${site.url} cannot be used: its memory is full\n`]);
});

test("a worker says once that Redis is full, asks now and then, and has everything done when there is room again", async () => {
  await site.startRedis();
  const journal = site.path("full.jsonl");
  const study = ended(site.sweep([...one, "--quiet"], journal));
  while (jobsIn(site.port) < 3) await moment(20);
  redis(site.port, "CONFIG", "SET", "maxmemory", "1");
  const worker = site.worker("--quiet");
  const workerEnd = ended(worker);
  await says(worker, "stderr", /waiting/);
  const before = commandsOf(site.port);
  await moment(3000);
  expect(commandsOf(site.port) - before).toBeLessThan(300);
  redis(site.port, "CONFIG", "SET", "maxmemory", "0");
  expect(await study).toMatchObject({ code: 0 });
  worker.kill("SIGTERM");
  const { code, err } = await workerEnd;
  expect(code).toBe(143);
  expect(err.match(/.* takes nothing.*/g)).toEqual([
    `${site.url} takes nothing: its memory is full; it is tried again and again`,
  ]);
  expect(site.records(journal).map(({ outcome }) => outcome)).toEqual(["satisfied", "satisfied", "satisfied"]);
});

test("a model that was not there yet has ended no worker, whatever its name", async () => {
  await site.startRedis();
  const stalled = site.path("stalled.xml");
  copyFileSync(fischer, stalled);
  const words = [stalled, "--set", "N=2", "-e", "E<> P(1).Cs", "--quiet"];
  const journal = site.path("stalled.jsonl");
  const first = site.sweep(words, journal);
  while (jobsIn(site.port) < 1) await moment(20);
  first.kill("SIGKILL");
  for (const key of redis(site.port, "KEYS", "zonal:model:*").split("\n")) redis(site.port, "DEL", key);
  site.worker("--quiet");
  while (redis(site.port, "ZCARD", `${site.active.replace(/active$/, "failed")}`) !== "1") await moment(50);
  expect(await ended(site.sweep(words, journal))).toMatchObject({ code: 0 });
  expect(site.records(journal)).toMatchObject([{ outcome: "satisfied" }]);
});

function commandsOf(port: number): number {
  return Number(/total_commands_processed:(\d+)/.exec(redis(port, "INFO", "stats"))?.[1]);
}
