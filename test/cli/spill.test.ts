import { mkdirSync, readdirSync } from "node:fs";
import { expect, test } from "vitest";
import { writeModel } from "../../bench/families.ts";
import { file, path, run } from "./harness.ts";
import { schemaFaults } from "./schema.ts";

/** `--spill` as somebody uses it: files that are gone afterwards, what is told of them, and folders that are refused. */
const folder = path("spill");
mkdirSync(folder);
const asked = ["verify", writeModel("fischer", 8, path(".")), "--no-symmetry"];

test("a search that does not fit says the same, what went to the disk, and leaves nothing behind", async () => {
  const whole = await run([...asked, "--json"]);
  const spilled = await run([...asked, "--spill", folder, "--memory", "4", "--json"]);
  expect([spilled.code, spilled.err]).toEqual([0, ""]);
  const document = JSON.parse(spilled.out);
  expect(schemaFaults("verify", document)).toEqual([]);
  const [one, other] = [JSON.parse(whole.out).queries[0], document.queries[0]];
  for (const count of ["explored", "stored", "transitions"])
    expect(other.statistics[count]).toBe(one.statistics[count]);
  expect(other.roads.find(({ road }: { road: string }) => road === "spilled").spill.written).toBeGreaterThan(0);
  const told = await run([...asked, "--spill", folder, "--memory", "4", "--statistics"]);
  expect(told.out).toMatch(/larger than memory: a store of .* in 32 parts; .* written, .* read back/);
  expect(readdirSync(folder)).toEqual([]);
});

test.each([
  [path("nowhere"), "there is no such file or folder"],
  [file("no-folder", ""), "it is a file, not a folder"],
])("refuses %s", async (place, why) => {
  const { code, err } = await run([...asked, "--spill", place]);
  expect([code, err]).toEqual([2, `error: --spill ${place}: ${why}\n`]);
});

test("does not go with what keeps states elsewhere, or none", async () => {
  const { code, err } = await run([...asked, "--spill", folder, "--bitstate", "1"]);
  expect([code, err]).toEqual([2, "error: give --spill or --bitstate, not both\n"]);
});
