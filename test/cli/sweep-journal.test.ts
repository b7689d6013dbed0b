import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { RunJournal } from "../../apps/cli/sweep/journal.ts";
import type { RunRecord } from "../../src/index.ts";
import { path } from "./harness.ts";

/** The journal of a study: what came to an end is on the disk, and many lines may go there together. */
const record = (n: number): RunRecord => ({
  model: "m.xta",
  sha256: "0".repeat(64),
  constants: { N: n },
  query: "E<> true",
  options: {},
  limits: {},
  seed: 1,
  repetition: 1,
  version: "1",
  outcome: "satisfied",
  statistics: { explored: 1, stored: 1, transitions: 0, memory: 0 },
  seconds: 0,
  machine: "here",
  at: "2026-01-01T00:00:00.000Z",
});
const inFile = (file: string): unknown[] =>
  readFileSync(file, "utf8")
    .split("\n")
    .slice(0, -1)
    .map((line) => (JSON.parse(line) as RunRecord).constants.N);

describe("the journal of a study", () => {
  test("has each line when it says so, in the order in which they came", async () => {
    const file = path("many.jsonl");
    const journal = RunJournal.open(file);
    const seen: unknown[][] = [];
    const appended = Array.from({ length: 50 }, (_, n) =>
      journal.append(record(n)).then(() => seen.push([n, inFile(file).includes(n)])),
    );
    await appended[0];
    appended.push(journal.append(record(50)).then(() => seen.push([50, inFile(file).includes(50)])));
    await journal.settled();
    expect(inFile(file)).toEqual(Array.from({ length: 51 }, (_, n) => n));
    await Promise.all(appended);
    expect(seen).toEqual(Array.from({ length: 51 }, (_, n) => [n, true]));
    await journal.close();
    const again = RunJournal.open(file);
    expect(again.records).toHaveLength(51);
    await again.close();
  });

  test("that nothing was written to is taken away, unless it was there", async () => {
    const [file, old] = [path("nothing.jsonl"), path("old.jsonl")];
    writeFileSync(old, "");
    for (const one of [file, old]) await RunJournal.open(one).close();
    expect([file, old].map((one) => existsSync(one))).toEqual([false, true]);
  });

  test("closes when all that came is on the disk", async () => {
    const file = path("closed.jsonl");
    const journal = RunJournal.open(file);
    for (const n of [1, 2, 3]) void journal.append(record(n));
    await journal.close();
    expect(inFile(file)).toEqual([1, 2, 3]);
  });

  test.each([
    ["removed", (file: string) => rmSync(file), "was removed or replaced by somebody else"],
    ["changed", (file: string) => writeFileSync(file, "x", { flag: "a" }), "was changed by somebody else"],
  ])("that was %s takes nothing more", async (what, harm, message) => {
    const file = path(`${what}.jsonl`);
    const journal = RunJournal.open(file);
    await journal.append(record(1));
    harm(file);
    await expect(Promise.all([journal.append(record(2)), journal.append(record(3))])).rejects.toThrow(message);
    await expect(journal.append(record(4))).rejects.toThrow(message);
    await expect(journal.settled()).rejects.toThrow(message);
    await journal.close();
  });
});
