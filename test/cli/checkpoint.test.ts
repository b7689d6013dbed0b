import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { afterEach, describe, expect, inject, test } from "vitest";
import { killSearches } from "../../bench/checkpoint-kills.ts";
import { writeModel } from "../../bench/families.ts";
import { file, lamp, path, run, type World } from "./harness.ts";
import { schemaFaults } from "./schema.ts";

/** `--checkpoint` and `--resume` as somebody uses them: what is kept, what is refused and how that is told. */
const fischer = fileURLToPath(new URL("../../examples/fischer.xml", import.meta.url));
const long = ["verify", fischer, "-e", "A[] not deadlock", "--no-symmetry", "--statistics"];
const kept = path("search.ck");

/** Stops a search after some looks. */
function stopping(looks: number): World {
  let left = looks;
  return { signal: () => (left-- > 0 ? undefined : "SIGTERM") };
}

const withoutTime = (text: string): string => text.replace(/, [\d.]+ s\b/, "");
const here = (): string[] => readdirSync(path(".")).filter((name) => name.includes("search.ck"));

afterEach(() => expect(here().filter((name) => /lock|part/.test(name))).toEqual([]));

describe("a search that is interrupted", () => {
  test("is kept, goes on, and says in the end what it would have said", async () => {
    const whole = await run(long);
    const first = await run([...long, "--checkpoint", kept], stopping(6));
    expect(first.code).toBe(143);
    expect(first.out).toMatch(/the search is kept in .*search\.ck \(.*\): go on with --resume .*search\.ck\n$/);
    const second = await run([...long, "--resume", kept], stopping(4));
    expect(second.code).toBe(143);
    const last = await run([...long, "--resume", kept]);
    expect([last.code, last.err]).toEqual([0, ""]);
    expect(withoutTime(last.out)).toBe(withoutTime(whole.out));
    expect(existsSync(kept)).toBe(false);
  });

  test("is kept also where a limit ends it, and may go on with another one", async () => {
    const limited = await run([...long, "--checkpoint", kept, "--max-states", "100"]);
    expect([limited.code, limited.err]).toEqual([3, ""]);
    const again = await run([...long, "--resume", kept, "--json"]);
    const document = JSON.parse(again.out);
    expect(schemaFaults("verify", document)).toEqual([]);
    expect(document.checkpoint).toEqual({ file: kept, resumed: true, written: 0, isKept: false });
    expect(document.queries[0].roads).toEqual([{ road: "checkpointed", what: "answered" }]);
  });

  test("leaves the file it came from where it is kept in another", async () => {
    await run([...long, "--checkpoint", kept, "--max-states", "100"]);
    const before = readFileSync(kept);
    const other = path("other.ck");
    const ended = await run([...long, "--resume", kept, "--checkpoint", other, "--every", "0.001"]);
    expect([ended.code, existsSync(other), readFileSync(kept).equals(before)]).toEqual([0, false, true]);
  });
});

describe("a checkpoint is refused", () => {
  const refusedFor = async (words: readonly string[]): Promise<string> => {
    const { code, err, out } = await run(words);
    expect([code, out]).toEqual([2, ""]);
    return err;
  };
  const make = (): Promise<unknown> => run([...long, "--checkpoint", kept, "--max-states", "100"]);

  test("of something else, with what differs", async () => {
    await make();
    const other = file("lamp.xta", lamp);
    expect(await refusedFor(["verify", other, "-e", "A[] not deadlock", "--resume", kept])).toContain(
      "is a checkpoint of another model, or of this one before it was changed",
    );
    expect(await refusedFor(["verify", fischer, "-e", "E<> deadlock", "--resume", kept])).toContain(
      "is a checkpoint of another query: A[] not deadlock",
    );
    expect(await refusedFor([...long, "--resume", kept, "--order", "dfs", "--trace", "some"])).toContain(
      "is a checkpoint of a search with other options: ",
    );
    expect(existsSync(kept)).toBe(true);
  });

  test("damaged wherever it is", async () => {
    await make();
    const bytes = readFileSync(kept);
    const damage: readonly (readonly [string, Uint8Array])[] = [
      ["is no checkpoint that this version of Zonal reads", Buffer.from("hello")],
      ["is no checkpoint that this version of Zonal reads", Buffer.alloc(0)],
      ["is damaged: its header makes no sense", Buffer.from("zonal checkpoint 1\n{}\n")],
      ["is damaged: it ends too early", bytes.subarray(0, bytes.length / 2)],
      ["is damaged: its checksum is another", bytes.subarray(0, bytes.length - 1)],
      ...[0.3, 0.5, 0.9].map((at) => ["is damaged: ", flipped(bytes, Math.floor(at * bytes.length))] as const),
      ["is damaged: ", flipped(bytes, bytes.length - 1)],
    ];
    for (const [words, content] of damage) {
      writeFileSync(kept, content);
      expect(await refusedFor([...long, "--resume", kept])).toContain(words);
    }
  });

  test("where there is nothing to keep", async () => {
    expect(await refusedFor(["verify", fischer, "--checkpoint", kept])).toContain("is kept of one symbolic query");
    expect(await refusedFor([...long, "--every", "5"])).toContain("give --checkpoint or --resume too");
    expect(await refusedFor([...long, "--checkpoint", "-"])).toContain("a checkpoint is a file, not a stream");
    expect(await refusedFor([...long, "--checkpoint", fischer])).toContain("is the input");
    expect(await refusedFor([...long, "--resume", path("none.ck")])).toContain("cannot be read");
    const threads = await run([...long, "--checkpoint", kept, "--threads", "2"]);
    expect([threads.code, threads.out]).toEqual([
      3,
      expect.stringContaining("a search by several threads is not kept"),
    ]);
  });

  function flipped(bytes: Uint8Array, at: number): Uint8Array {
    const copy = Uint8Array.from(bytes);
    copy[at]! ^= 1;
    return copy;
  }
});

test("processes that are killed lose nothing", async () => {
  const words = [writeModel("fischer", 8, path(".")), "--no-symmetry"];
  const found = await killSearches(`${inject("commands")}/zonal.js`, words, 3, 5);
  expect(found).toMatchObject({ differences: [], left: [] });
  expect(found.kills).toBeGreaterThan(0);
  expect(found.resumed).toBeGreaterThan(0);
}, 60_000);
