import { execFileSync } from "node:child_process";
import { cpSync, readFileSync, writeFileSync } from "node:fs";
import { afterEach, beforeEach, expect, inject, test } from "vitest";
import { schemaFaults } from "../cli/schema.ts";
import { ended, fischer, jobsIn, moment, redis, Site, says } from "./processes.ts";

/** Sweeps on a cluster: what is left behind, runs that break what does them, users and passwords, signals. */
let site: Site;
beforeEach(() => {
  site = new Site();
});
afterEach(() => site.end());

const one = [fischer, "--set", "N=2..4", "-e", "E<> P(1).Cs"];

test("an interrupted study leaves its runs to the cluster, and has them when it is started again", async () => {
  await site.startRedis();
  const journal = site.path("left.jsonl");
  const first = site.sweep([...one, "--progress"], journal);
  const end = ended(first);
  // Nobody works yet.
  while (jobsIn(site.port) < 3) await moment(20);
  first.kill("SIGINT");
  const { code, err } = await end;
  expect(code).toBe(130);
  expect(err).toContain("3 runs are left to the cluster; start again to have their results");
  const worker = await ended(site.worker("--idle", "2", "--json"));
  expect(worker.code).toBe(0);
  expect(schemaFaults("worker", JSON.parse(worker.out))).toEqual([]);
  expect(JSON.parse(worker.out)).toMatchObject({ runs: 3, outcomes: { satisfied: 3 } });
  // Nobody works any more: what there is was done before.
  const again = await ended(site.sweep([...one, "--quiet"], journal));
  expect(again).toEqual({ code: 0, out: "\n3 runs: 3 satisfied\n", err: "" });
  expect(site.records(journal)).toHaveLength(3);
  expect(jobsIn(site.port)).toBe(0);
});

test("what comes back and is no result is asked for again, and one that says whose it is does not change that", async () => {
  await site.startRedis();
  const journal = site.path("rubbish.jsonl");
  const first = site.sweep([...one, "--progress"], journal);
  const end = ended(first);
  while (jobsIn(site.port) < 3) await moment(20);
  first.kill("SIGINT");
  await end;
  await ended(site.worker("--idle", "2", "--quiet"));
  const statistics = { explored: 1, stored: 1, transitions: 1, memory: 1 };
  const returned = [
    { outcome: "satisfied", statistics: {}, seconds: 1 },
    { outcome: "fine", statistics, seconds: 1 },
    { outcome: "satisfied", statistics, seconds: 1, constants: { N: 9 }, query: "A[] true" },
  ];
  for (const [i, key] of redis(site.port, "keys", "*:run-*").trim().split("\n").sort().entries())
    redis(site.port, "hset", key, "returnvalue", JSON.stringify({ result: returned[i], machine: "another" }));
  site.worker("--quiet");
  const again = await ended(site.sweep([...one, "--quiet"], journal));
  expect(again).toEqual({ code: 0, out: "\n3 runs: 3 satisfied\n", err: "" });
  const records = site.records(journal);
  expect(records.map(({ constants, query }) => `${constants.N} ${query}`).sort()).toEqual(
    [2, 3, 4].map((n) => `${n} E<> P(1).Cs`),
  );
  expect(records.filter(({ machine }) => machine === "another")).toHaveLength(1);
  expect(await ended(site.sweep([...one, "--quiet"], journal))).toMatchObject({ code: 0 });
});

test("that no worker has begun is said once", async () => {
  await site.startRedis();
  const study = site.sweep([...one, "--quiet"], site.path("alone.jsonl"));
  const end = ended(study);
  await says(study, "stderr", /yet/);
  site.worker("--quiet", "--takeover", "1e9");
  const err = `no worker of ${site.url} has begun yet; 'zonal worker' starts one\n`;
  expect(await end).toEqual({ code: 0, out: "\n3 runs: 3 satisfied\n", err });
});

test.each([
  ["/99", /cannot be reached: ERR DB index is out of range$/m],
  ["/x", /named by the address/],
])("a database that Redis does not have is not another one: %s", async (database, why) => {
  await site.startRedis();
  const words = ["worker", `${site.url}${database}`, "--idle", "1"];
  expect(await ended(site.zonal(words))).toMatchObject({ code: 2, err: expect.stringMatching(why) });
  expect(await ended(site.zonal(["worker", `${site.url}/3`, "--idle", "1"]))).toMatchObject({ code: 0 });
});

test("a study that Redis has forgotten goes on, models and all", async () => {
  await site.startRedis();
  const journal = site.path("forgotten.jsonl");
  const study = ended(site.sweep([...one, "--quiet"], journal));
  while (jobsIn(site.port) < 3) await moment(50);
  redis(site.port, "FLUSHALL");
  site.worker("--quiet");
  expect(await study).toMatchObject({ code: 0 });
  expect(site.records(journal)).toHaveLength(3);
});

test("a frontier is found by a cluster as by threads", async () => {
  await site.startRedis();
  site.worker("--quiet");
  const words = [fischer, "--set", "P.k=1..20", "--frontier", "P.k", "-e", "A[] not (P(1).Cs && P(2).Cs)", "--json"];
  const far = await ended(site.sweep(words, site.path("far.jsonl")));
  const near = await ended(site.zonal(["sweep", ...words, "--journal", site.path("near.jsonl")]));
  const frontiersOf = (out: string) => (JSON.parse(out) as { frontiers: unknown }).frontiers;
  expect(frontiersOf(far.out)).toEqual(frontiersOf(near.out));
  expect(far.code).toBe(near.code);
});

test("poisoned runs are told once, stop nothing and do not come back", async () => {
  await site.startRedis();
  const bin = site.path("bin");
  cpSync(inject("commands"), bin, { recursive: true });
  const breaks = `const poison = {
    3: () => process.exit(7),
    4: () => { for (;;) {} },
    5: () => { for (const all = []; ; ) all.push(new Array(1000).fill(all.length)); },
    6: () => process.kill(process.pid, "SIGKILL"),
  };
  require("node:worker_threads").parentPort.on("message", ({ run }) => poison[run?.constants.N]?.());
  `;
  writeFileSync(`${bin}/part.js`, breaks + readFileSync(`${bin}/part.js`, "utf8").replace(/^#!.*\n/, ""));
  const journal = site.path("poisoned.jsonl");
  let isOver = false;
  let workers = 0;
  const work = async (): Promise<void> => {
    const words = ["worker", site.url, "--threads", "1", "--takeover", "2", "--timeout", "4", "--memory", "8"];
    for (; !isOver; workers++) await ended(site.zonal(words, { bin }));
  };
  void work();
  const words = [fischer, "--set", "N=2..7", "-e", "E<> P(1).Cs", "--quiet"];
  const study = await ended(site.sweep(words, journal));
  isOver = true;
  expect(study.code).toBe(2);
  expect(workers).toBe(3);
  const found = Object.fromEntries(site.records(journal).map((r) => [String(r.constants.N), [r.outcome, r.reason]]));
  expect(site.records(journal)).toHaveLength(6);
  expect(found).toEqual({
    2: ["satisfied", undefined],
    3: ["error", "the run ended its thread with code 7"],
    4: ["unknown", "the time limit of 4 s was reached, and the run had to be ended"],
    5: ["unknown", "the memory limit of 8 MiB was reached"],
    6: ["error", "each of 3 workers that began with it was gone before it ended"],
    7: ["satisfied", undefined],
  });
  const again = await ended(site.sweep(words, journal));
  expect(again.code).toBe(2);
  expect(site.records(journal)).toHaveLength(6);
});

test("a worker that is interrupted finishes what it has and takes no more", async () => {
  await site.startRedis();
  const journal = site.path("finish.jsonl");
  const words = [fischer, "--set", "N=9", "-e", "A[] not deadlock", "--engine", "interpret", "--repetitions", "2"];
  site.sweep([...words, "--max-states", "3000"], journal);
  const worker = site.worker();
  const end = ended(worker);
  await says(worker, "stderr", /waiting/);
  while (site.records(journal).length === 0 && redis(site.port, "LLEN", site.active) === "0") await moment(5);
  worker.kill("SIGTERM");
  const { code, out } = await end;
  expect([code, out.split("\n").at(-2)]).toEqual([143, "1 run done"]);
  while (site.records(journal).length === 0) await moment(20);
  expect(site.records(journal)).toHaveLength(1);
});

test("a password is needed, and never printed; by the address or by a variable, and with TLS", async () => {
  const [key, certificate] = [site.path("key.pem"), site.path("cert.pem")];
  const subject = ["-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost"];
  const curve = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2"];
  execFileSync("openssl", ["req", "-x509", ...curve, "-keyout", key, "-out", certificate, ...subject], {
    stdio: "pipe",
  });
  const other = new Site(
    "--requirepass",
    "geheim",
    "--tls-cert-file",
    certificate,
    "--tls-key-file",
    key,
    "--tls-auth-clients",
    "no",
  );
  try {
    await other.startRedis();
    redis(other.port, "-a", "geheim", "CONFIG", "SET", "tls-port", String(other.port + 1));
    const at = `127.0.0.1:${other.port}`;
    const attempt = (url: string, env = {}) => ended(other.zonal(["worker", url, "--idle", "1"], { env }));
    const wrong = await attempt(`redis://:falsch@${at}`);
    expect(wrong.code).toBe(2);
    expect(wrong.err).toContain(`the cluster redis://${at} cannot be reached: it wants a user and a password`);
    const none = await attempt(`redis://${at}`);
    expect(none.err).toContain("it wants a user and a password");
    const right = await attempt(`redis://:geheim@${at}`);
    const variable = await attempt(`redis://${at}`, { ZONAL_REDIS_PASSWORD: "geheim" });
    const tls = `rediss://:geheim@localhost:${other.port + 1}`;
    const secret = await attempt(tls, { NODE_EXTRA_CA_CERTS: certificate });
    for (const end of [right, variable, secret]) expect(end).toMatchObject({ code: 0, out: "0 runs done\n" });
    const untrusted = await attempt(tls);
    expect(untrusted).toMatchObject({ code: 2, err: expect.stringContaining("self-signed certificate") });
    for (const { out, err } of [wrong, right, secret, untrusted]) expect(out + err).not.toMatch(/geheim|falsch/);
  } finally {
    other.end();
  }
});
