import { describe, expect, test } from "vitest";
import { allOf, Known, type Run, type RunRecord, readRecords, recordLine, runStanding } from "../../src/index.ts";

/**
 * What is kept of runs: lines that are read back wherever they were cut off, which records stand for a run, and what
 * is done next.
 */
const run: Run = {
  model: "a.xml",
  sha256: "00",
  constants: { N: 1 },
  query: "E<> P.a",
  repetition: 1,
  seed: 1,
  options: {},
  limits: { timeout: 1 },
};
const figures = { explored: 1, stored: 1, transitions: 1, memory: 1 };
const record = (more: Partial<RunRecord> = {}): RunRecord => ({
  ...run,
  version: "1",
  outcome: "satisfied",
  statistics: figures,
  seconds: 1,
  machine: "m",
  at: "now",
  ...more,
});

describe("lines", () => {
  const records = [record(), record({ constants: { N: 2 }, reason: "ünï\n" }), record({ outcome: "unknown" })];
  const text = records.map(recordLine).join("");

  test("are read back, whatever was cut off at the end", () => {
    const ends = [...text].flatMap((c, i) => (c === "\n" ? [i + 1] : []));
    expect(ends).toHaveLength(3);
    for (let length = 0; length <= text.length; length++) {
      const whole = ends.filter((end) => end <= length).length;
      const read = readRecords(text.slice(0, length));
      expect(read).toEqual({ records: records.slice(0, whole), length: [0, ...ends][whole] });
    }
  });

  test.each([
    ["hello\n", "line 1 is no record of a run"],
    [`${recordLine(record())}{"a":1}\n`, "line 2 is no record of a run"],
    [`${recordLine(record())}${recordLine(record()).slice(0, 50)}\n`, "line 2 is no record of a run"],
    ["hello", "it does not begin with a record of a run"],
    ['{"schemaVersion":2}\n', "line 1 is no record of a run"],
    ['{"schemaVersion":2,"model":"a.xml"', "it does not begin with a record of a run"],
  ])("%j is no journal", (wrong, refused) => {
    expect(readRecords(wrong)).toEqual({ refused });
  });
});

test("a record that is not whole is none", () => {
  const whole = { ...record({ reason: "r", found: ["1"], expect: true }), schemaVersion: 1 };
  const read = (one: object) => readRecords(`${JSON.stringify(one)}\n`);
  expect(read(whole)).toMatchObject({ records: [record({ reason: "r", found: ["1"], expect: true })] });
  const refused = { refused: "line 1 is no record of a run" };
  for (const part of Object.keys(whole).filter((name) => !["reason", "found", "expect"].includes(name)))
    expect(read({ ...whole, [part]: undefined }), part).toEqual(refused);
  for (const part of Object.keys(whole)) expect(read({ ...whole, [part]: [[]] }), part).toEqual(refused);
  for (const part of Object.keys(figures))
    expect(read({ ...whole, statistics: { ...figures, [part]: null } }), part).toEqual(refused);
  expect(read({ ...whole, outcome: "toString" })).toEqual(refused);
  expect(read({ ...whole, constants: { N: "2" } })).toEqual(refused);
});

describe("what is known", () => {
  const isKnown = (asked: Partial<Run>, ...records: RunRecord[]) => new Known(records, "1").of({ ...run, ...asked });

  test("an answer stands within whatever limits, and says nothing of other runs", () => {
    expect(isKnown({}, record())?.outcome).toBe("satisfied");
    expect(isKnown({ limits: { timeout: 9 } }, record())?.outcome).toBe("satisfied");
    for (const other of [
      { constants: { N: 2 } },
      { query: "E<> P.b" },
      { seed: 2 },
      { repetition: 2 },
      { sha256: "01" },
      { options: { order: "dfs" } as const },
    ])
      expect(isKnown(other, record())).toBeUndefined();
    expect(isKnown({}, record({ version: "0" }))).toBeUndefined();
  });

  test("no answer stands only within the same limits, and a later record counts", () => {
    expect(isKnown({}, record({ outcome: "unknown" }))?.outcome).toBe("unknown");
    expect(isKnown({ limits: { timeout: 9 } }, record({ outcome: "unknown" }))).toBeUndefined();
    expect(isKnown({ limits: { timeout: 9 } }, record({ outcome: "error" }))).toBeUndefined();
    expect(isKnown({}, record({ outcome: "unknown" }), record())?.outcome).toBe("satisfied");
  });

  test("constants are known in whatever order, and have that of the study", () => {
    const known = isKnown({ constants: { N: 1, K: 2 } }, record({ constants: { K: 2, N: 1 } }));
    expect(Object.keys(known?.constants ?? {})).toEqual(["N", "K"]);
  });

  test("what is expected is what is expected now", () => {
    const stands = (expect: boolean | undefined, outcome: RunRecord["outcome"]) =>
      runStanding(isKnown(expect === undefined ? {} : { expect }, record({ outcome, expect: true }))!);
    expect(stands(undefined, "violated")).toBe("expected");
    expect(stands(true, "violated")).toBe("otherwise");
    expect(stands(false, "violated")).toBe("expected");
    expect(stands(true, "unknown")).toBe("inconclusive");
    expect(stands(true, "maybe_satisfied")).toBe("inconclusive");
    expect(stands(undefined, "fault")).toBe("wrong");
    expect(stands(undefined, "error")).toBe("wrong");
  });
});

test("what is missing is done: what nobody knows the time of first, then the longest first", () => {
  const runs = [1, 2, 3, 4, 5, 6].map((N) => ({ ...run, constants: { N } }));
  const earlier = [
    record({ constants: { N: 1 } }),
    record({ constants: { N: 2 }, version: "0", seconds: 3 }),
    record({ constants: { N: 4 }, seed: 7, seconds: 9 }),
    record({ constants: { N: 5 }, sha256: "77", seconds: 5 }),
  ];
  const agenda = allOf(runs, earlier, "1");
  expect(agenda.left).toBe(5);
  const order: unknown[] = [];
  for (let next = agenda.take(); next !== undefined; next = agenda.take()) order.push(next.constants.N);
  expect(order).toEqual([3, 6, 4, 5, 2]);
  expect(agenda.left).toBe(0);
});
