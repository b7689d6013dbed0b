import { spawn, spawnSync } from "node:child_process";
import { cpSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, inject, test } from "vitest";
import { path } from "./harness.ts";

/** Statistical queries as processes: threads, signals, and what is not loaded. */
const bin = path("bin");
cpSync(inject("commands"), bin, { recursive: true });

const example = (name: string): string => fileURLToPath(new URL(`../../examples/${name}`, import.meta.url));

function zonal(...words: readonly string[]) {
  return spawnSync(process.execPath, [`${bin}/zonal.js`, ...words], { encoding: "utf8" });
}

test("any number of threads gives the same answers, bit for bit", () => {
  const ask = (threads: number): object[] => {
    const { stdout } = zonal("verify", example("statistical/lossy.xml"), "--json", "--threads", String(threads));
    const { queries } = JSON.parse(stdout) as { queries: { outcome: string; estimate: object }[] };
    return queries.map(({ outcome, estimate }) => ({ outcome, estimate }));
  };
  const one = ask(1);
  expect(one).toHaveLength(4);
  expect(ask(2)).toEqual(one);
  expect(ask(5)).toEqual(one);
});

/** There is room for 16 processes at first; run 1180 is the first that needs more, and by then threads are at work. */
test("any number of threads makes the same runs where room for processes grows", () => {
  const file = path("grows.xta");
  const model = `dynamic C(); int n;
    process I() { clock x; state A { x <= 1 }; init A; trans A -> A { guard x >= 1; assign x = 0, spawn C(); }; }
    process C() { state A {; 1 : 8}; init A; trans A -> A { assign n++, exit(); }; } system I;`;
  writeFileSync(file, model);
  const ask = (threads: number, query: string) => {
    const asked = ["-e", query, "--seed", "3", "--json", "--threads", String(threads)];
    const { queries } = JSON.parse(zonal("verify", file, ...asked).stdout) as { queries: { estimate: object }[] };
    return queries[0]?.estimate;
  };
  for (const query of ["E[<=60; 4000](max: numOf(C))", "simulate [<=60; 4000] {numOf(C)} : 3 : numOf(C) >= 17"]) {
    const one = ask(1, query);
    expect(one).toMatchObject({ kind: expect.any(String), runs: expect.any(Number) });
    expect(ask(2, query)).toEqual(one);
    expect(ask(3, query)).toEqual(one);
  }
});

/** The courses are longer than what threads hand over at a time. */
test("any number of threads writes the same trajectories, bit for bit", () => {
  const write = (threads: number, query: string): string => {
    const file = path(`${threads}.csv`);
    const asked = [example("statistical/queue.xml"), "-e", query, "--trajectories", file, "--quiet"];
    zonal("verify", ...asked, "--threads", String(threads));
    return readFileSync(file, "utf8");
  };
  for (const query of [
    "simulate [#<=9000; 8] {waiting, waiting + 1}",
    "simulate [#<=9000; 9] {waiting} : 7 : waiting == 3",
  ]) {
    const one = write(1, query);
    expect(one.length).toBeGreaterThan(200_000);
    expect(write(2, query)).toBe(one);
    expect(write(16, query)).toBe(one);
  }
});

test.each([["1"], ["2"]])("Ctrl-C leaves the estimate so far, with %s threads", async (threads) => {
  const words = ["verify", example("statistical/lossy.xml"), "-e", "Pr[<=4](<> Good.Done)", "--runs", "1000000000"];
  const child = spawn(process.execPath, [`${bin}/zonal.js`, ...words, "--progress", "--threads", threads]);
  let out = "";
  child.stdout.on("data", (chunk: Buffer) => (out += chunk.toString()));
  child.stderr.once("data", () => child.kill("SIGINT"));
  const code = await new Promise((ended) => child.on("close", ended));
  expect(code).toBe(130);
  expect(out).toMatch(/: unknown \(.*\)\n {3}\(\d+\/\d+ runs\) Pr\(<> Good\.Done\) in \[0\.9\d+,0\.9\d+\]/);
});

test("who asks no statistical query does not load what answers them", () => {
  renameSync(`${bin}/runs.chunk.js`, `${bin}/runs.away`);
  try {
    expect(zonal("verify", example("lamp.xml"))).toMatchObject({ status: 0, stderr: "" });
    expect(zonal("verify", example("statistical/lossy.xml")).status).not.toBe(0);
  } finally {
    renameSync(`${bin}/runs.away`, `${bin}/runs.chunk.js`);
  }
});
