import { createHash } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { wordsOf } from "../../apps/cli/verify/record.ts";
import { file, lamp, path, run } from "./harness.ts";
import { schemaFaults } from "./schema.ts";

/** Results say how they came about, and can be had again. */
const queue = fileURLToPath(new URL("../../examples/statistical/queue.xml", import.meta.url));
const fischer = fileURLToPath(new URL("../../examples/fischer.xml", import.meta.url));

async function result(words: readonly string[]): Promise<string> {
  const { out } = await run(["verify", "--json", ...words]);
  return file("result.json", out);
}

/** The result with a part of it changed. */
function changed(from: string, to: string): string {
  const text = readFileSync(path("result.json"), "utf8");
  expect(text).toContain(from);
  return file("changed.json", text.replace(from, to));
}

describe("a document of verify", () => {
  test("says how its answers came about", async () => {
    const model = file("lamp.xta", lamp);
    await result([model, "-e", "E<> n == 1", "--order", "dfs", "--no-reduce", "--seed", "7", "--timeout", "60"]);
    const document = JSON.parse(readFileSync(path("result.json"), "utf8"));
    expect(schemaFaults("verify", document)).toEqual([]);
    expect(document).toMatchObject({
      model: { file: model, sha256: expect.stringMatching(/^[0-9a-f]{64}$/) },
      options: { formula: ["E<> n == 1"], order: "dfs", reduce: false, seed: 7, timeout: 60, engine: "compile" },
      machine: expect.stringContaining(process.platform),
      queries: [{ sha256: expect.stringMatching(/^[0-9a-f]{64}$/) }],
    });
    expect(wordsOf(document.options)).toEqual(
      expect.arrayContaining(["--formula=E<> n == 1", "--order=dfs", "--no-reduce", "--seed=7", "--timeout=60"]),
    );
    expect((await run(["rerun", path("result.json")])).out).toBe(
      "1. E<> n == 1: the same (satisfied)\n1 of 1 the same\n",
    );
  });

  test("gives the same again: symbolic answers, values and estimates", async () => {
    const at = await result([queue, "--seed", "5", "--runs", "50"]);
    const again = await run(["rerun", at]);
    expect(again).toMatchObject({ code: 0, err: "" });
    expect(again.out).toMatch(/(\d+) of \1 the same\n$/);
    const json = await run(["rerun", "--json", "--only", "1", at]);
    expect(schemaFaults("rerun", JSON.parse(json.out))).toEqual([]);
    expect(JSON.parse(json.out)).toMatchObject({ exitCode: 0, answers: [{ number: 1, is: "same" }] });
    const values = await result([file("lamp.xta", lamp), "-e", "sup: n", "-e", "A[] n < 3"]);
    expect(await run(["rerun", "-q", values])).toEqual({ code: 0, out: "2 of 2 the same\n", err: "" });
  });

  test("that says something else is told, by the exit code too", async () => {
    await result([file("lamp.xta", lamp), "-e", "sup: n"]);
    const { code, out } = await run(["rerun", changed('"high": 3', '"high": 2')]);
    expect([code, out]).toEqual([1, "1. sup: n: NOT the same (satisfied)\n0 of 1 the same\n"]);
    const stored = await run(["rerun", changed('"stored": ', '"stored": 9')]);
    expect(stored.code).toBe(0);
    expect(stored.out).toContain("the same (satisfied); stored 9");
    const seed = JSON.parse(readFileSync(await result([queue, "--runs", "50"]), "utf8"));
    const other = file("seed.json", JSON.stringify({ ...seed, options: { ...seed.options, seed: 2 } }));
    expect((await run(["rerun", other])).code).toBe(1);
  });

  test("is not asked again of another model, other queries or with options that are none", async () => {
    const model = file("lamp.xta", lamp);
    const at = await result([model, "-e", "E<> n == 1"]);
    const moved = file("moved.xta", lamp);
    writeFileSync(model, `${lamp}\n// changed\n`);
    const wrong = await run(["rerun", at]);
    expect(wrong).toMatchObject({ code: 2, out: "", err: expect.stringContaining("lamp.xta was changed since") });
    expect(await run(["rerun", at, "--model", moved])).toMatchObject({ code: 0 });
    const text = await run(["rerun", changed('"E<> n == 1"', '"E<> n == 2"'), "--model", moved]);
    expect(text).toMatchObject({ code: 2, err: expect.stringContaining("query 1 was changed since") });
    for (const [option, said] of [
      ['"order": "up", "seed": ', "Allowed choices"],
      ['"constructor": 1, "seed": ', "unknown option '--constructor'"],
      ['"runs": -1, "seed": ', "it must be"],
    ] as const) {
      const { code, err } = await run(["rerun", changed('"seed": ', option), "--model", moved]);
      expect(code).toBe(2);
      expect(err).toContain(said);
    }
  });

  test.each([
    ["nothing", ""],
    ["another document", '{"command":"check"}'],
    ["a document without circumstances", '{"command":"verify","tool":{"version":"0"},"queries":[]}'],
    ["half a document", '{"schemaVersion":1,"tool"'],
  ])("%s is refused", async (_, text) => {
    const { code, out, err } = await run(["rerun", file("no.json", text)]);
    expect([code, out]).toEqual([2, ""]);
    expect(err).toMatch(/is no result|does not say how/);
  });
});

test("a journal is done again line by line", async () => {
  const journal = path("rerun.jsonl");
  const hash = createHash("sha256").update(readFileSync(fischer)).digest("hex");
  const record = (constants: object, query: string, outcome: string): string =>
    JSON.stringify({
      ...{ schemaVersion: 1, model: fischer, sha256: hash, constants, query, repetition: 1, seed: 1, options: {} },
      ...{
        limits: {},
        version: "0.1.0",
        outcome,
        statistics: { explored: 11, stored: 11, transitions: 17, memory: 0 },
        ...{ seconds: 0, machine: "another", at: "2026-01-01T00:00:00.000Z" },
      },
    });
  writeFileSync(
    journal,
    `${record({ N: 2 }, "A[] not deadlock", "satisfied")}\n${record({ N: 3 }, "E<> P(3).Cs", "violated")}\n`,
  );
  const { code, out } = await run(["rerun", journal]);
  expect(code).toBe(1);
  expect(out).toContain("1. A[] not deadlock: the same (satisfied)");
  expect(out).toContain("2. E<> P(3).Cs: NOT the same (NOT satisfied then, satisfied now)");
  expect(await run(["rerun", journal, "--only", "1"])).toMatchObject({ code: 0 });
});

test("a journal that goes on from version to version says which found what is asked", async () => {
  const [first = "", second = ""] = readFileSync(path("rerun.jsonl"), "utf8").split("\n");
  const old = second.replace('"0.1.0"', '"0.0.8"').replace('"violated"', '"satisfied"');
  const journal = file("versions.jsonl", `${first}\n${old}\n`);
  const warning = "warning: found by version 0.0.8, asked again by 0.1.0\n";
  expect(await run(["rerun", journal])).toMatchObject({ code: 0, err: warning });
  expect(await run(["rerun", journal, "--only", "1"])).toMatchObject({ code: 0, err: "" });
  const { out } = await run(["rerun", journal, "--json"]);
  expect(JSON.parse(out)).toMatchObject({ foundBy: "0.1.0, 0.0.8" });
});
