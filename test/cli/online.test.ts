import { type ChildProcess, spawn } from "node:child_process";
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { fileURLToPath } from "node:url";
import { beforeAll, expect, test } from "vitest";
import { bundle } from "./bundle.ts";
import { file, path, run } from "./harness.ts";

const examples = fileURLToPath(new URL("../../examples/", import.meta.url));
const model = `${examples}monitor.xml`;
const input = `${examples}monitor.jsonl`;
const query = ["--window", "30", "--query", "A[] oxygen >= 85"];

beforeAll(() => bundle(path("commands")), 60_000);

const parsed = (out: string): Record<string, unknown>[] =>
  out
    .trim()
    .split("\n")
    .filter((l) => l !== "")
    .map((l) => JSON.parse(l) as Record<string, unknown>);

test("the example is warned of in time, and the warning ends with the correction", async () => {
  const { code, out } = await run(["online", model, ...query, "--input", input]);
  expect(code).toBe(1);
  const lines = out.split("\n").filter((l) => l.startsWith("  "));
  expect(lines.map((l) => l.replace(/.*: /, ""))).toEqual([
    ...Array(4).fill("satisfied"),
    "violated after 26",
    "violated after 26",
    ...Array(6).fill("satisfied"),
  ]);
});

test("malformed lines, times out of order and impossible values are reported, counted and survived", async () => {
  const stdin = [
    '{"t": 5, "event": "begin"}',
    "junk",
    '{"t":4}',
    '{"t":7,"set":{"oxygen":300}}',
    '{"t":12}',
    '{"t":10,"event":"reading"}',
  ].join("\n");
  const { code, out, err } = await run(["online", model, ...query, "--json"], { stdin });
  expect(code).toBe(1);
  expect(parsed(out).map((r) => r.why ?? r.n)).toEqual([1, "malformed", "order", "impossible", "unexplained", 2]);
  expect(err).toContain(
    "2 events answered, 0 with a warning; refused: 1 malformed, 1 order, 1 impossible, 1 unexplained",
  );
});

test("queries that a window cannot answer are refused", async () => {
  const { code, err } = await run(["online", model, "--window", "3", "--query", "A[] not deadlock"]);
  expect(code).toBe(2);
  expect(err).toContain("a deadlock at the end of a time window means nothing");
});

test("a journal of another model is not continued", async () => {
  const journal = path("other.journal");
  await run(["online", model, ...query, "--journal", journal], { stdin: '{"t": 5, "event": "begin"}' });
  const { code, err } = await run([
    "online",
    model,
    "--window",
    "31",
    "--query",
    "A[] oxygen >= 85",
    "--journal",
    journal,
  ]);
  expect(code).toBe(2);
  expect(err).toContain("it belongs to another model");
});

test("killed at any point and started again, the answers are the same", { timeout: 60_000 }, async () => {
  const whole = await run(["online", model, ...query, "--json", "--input", input]);
  const wanted = new Map(parsed(whole.out).map((r) => [r.n, JSON.stringify([r.t, r.states, r.forecasts])]));
  const journal = path("kill.journal");
  rmSync(journal, { force: true });
  const got = new Map<unknown, string>();
  // The process is killed when it has answered a few events, once more each time; a torn line is added as a crash would.
  for (let kill = 1; kill <= 5; kill++) {
    const out = await killed(
      ["online", model, ...query, "--json", "--input", input, "--journal", journal, "--checkpoint", "4"],
      kill === 5 ? 1000 : 2,
    );
    for (const r of out) {
      const known = got.get(r.n);
      const text = JSON.stringify([r.t, r.states, r.forecasts]);
      if (known !== undefined) expect(text).toBe(known);
      got.set(r.n, text);
    }
    if (kill < 5) writeFileSync(journal, `${readFileSync(journal, "utf8")}{"line":9`);
  }
  expect(got).toEqual(wanted);
});

/** Runs the command until it has printed some lines, then kills it. */
function killed(argv: readonly string[], after: number): Promise<Record<string, unknown>[]> {
  return new Promise((resolve) => {
    const child: ChildProcess = spawn(process.execPath, [`${path("commands")}/zonal.js`, ...argv]);
    let out = "";
    child.stdout?.on("data", (data: Buffer) => {
      out += data.toString();
      if (out.split("\n").length > after) child.kill("SIGKILL");
    });
    child.on("close", () => resolve(parsed(out.slice(0, out.lastIndexOf("\n") + 1))));
  });
}

test("a socket that vanishes is reported and connected to again", { timeout: 30_000 }, async () => {
  const lines = readFileSync(input, "utf8").trim().split("\n");
  let served = 0;
  const server = createServer((socket) => {
    // Two lines for each connection, then it is cut; after all lines the server is gone.
    socket.end(`${lines.slice(served, served + 2).join("\n")}\n`);
    served += 2;
    if (served >= 4) server.close();
  });
  const address = path("events.sock");
  await new Promise<void>((resolve) => server.listen(address, resolve));
  const { code, out, err } = await run(["online", model, ...query, "--json", "--socket", address, "--retries", "1"]);
  expect(parsed(out).map((r) => r.n)).toEqual([1, 2, 3, 4]);
  expect(err).toMatch(/the socket vanished 3 times/);
  expect(code).toBe(3);
});

test("a signal ends the stream and is told by the exit code", async () => {
  const { code } = await run(["online", model, ...query, "--input", file("none.jsonl", '{"t":1}\n')], {
    signal: () => "SIGTERM",
  });
  expect(code).toBe(143);
});
