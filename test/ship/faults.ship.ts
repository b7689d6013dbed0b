import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import { type Case, cases, nameOf } from "./commands.ts";
import { complaint, type Ended, filesOf, leave, run, workplace } from "./program.ts";

/**
 * Every call of every command to the file system fails once, in every way (`inject.ts`). Whatever happens, the command ends with
 * a documented code and without a stack trace; each file holds what it held before or all that it is to hold; nothing else
 * is left. And a command that ends as without the fault has done the same.
 */
const before = ["--import", join(import.meta.dirname, "../../dist/test/ship/inject.js")];

/** How a call can fail on a real system. */
function errorsOf(name: string): readonly string[] {
  if (/^(open|mkdir|rename)/.test(name)) return ["EACCES", "ENOSPC", "EIO", "EINTR"];
  if (/^(write|fsync)/.test(name)) return ["ENOSPC", "EIO", "EINTR", ...(name === "writeSync" ? ["short"] : [])];
  if (/^read(Sync|FileSync)?$/.test(name)) return ["EIO", "EINTR", ...(name === "readSync" ? ["short"] : [])];
  return name.startsWith("close") ? ["EIO", "EINTR"] : ["EACCES", "EIO"];
}

interface World {
  readonly end: Ended;
  readonly was: ReadonlyMap<string, string>;
  readonly is: ReadonlyMap<string, string>;
}

async function live({ argv, stdin, writes = [] }: Case, env: Readonly<Record<string, string>>): Promise<World> {
  const cwd = workplace();
  for (const name of writes.filter((name) => name !== "model.xml" && !name.endsWith(".log"))) {
    mkdirSync(dirname(join(cwd, name)), { recursive: true });
    writeFileSync(join(cwd, name), "old\n");
  }
  const was = filesOf(cwd);
  const end = await run(argv, { cwd, stdin, before, env });
  const is = filesOf(cwd);
  leave(cwd);
  return { end, was, is };
}

/** A text without how long something took. */
function timeless(text: string): string {
  return text.replace(/\d+\.\d+ s\b/g, "some time");
}

/** What is wrong with a world in which a call failed, beside the one in which none did. */
function wrongs({ end, was, is }: World, good: World, isVerifyta: boolean): string[] {
  const found = [complaint(end) ?? []].flat();
  for (const [name, text] of is) {
    // A journal grows, and the picture of a session that ended early is a whole picture of what there was.
    const ofSession = name.endsWith(".log") || (name === "o.svg" && /^<svg[\s\S]*<\/svg>\s*$/.test(text));
    if (!ofSession && text !== was.get(name) && text !== good.is.get(name))
      found.push(`${name} is neither old nor new`);
    if (!was.has(name) && !good.is.has(name)) found.push(`${name} was left`);
  }
  for (const name of was.keys()) if (!is.has(name)) found.push(`${name} is gone`);
  // "As expected" and "answered otherwise" are verdicts, which a disk does not change; `verifyta` has 1 for whatever is wrong.
  const refusals = isVerifyta ? [1, 2, 3] : [2, 3];
  if (end.code !== good.end.code)
    return refusals.includes(end.code ?? -1)
      ? found
      : [...found, `ends with ${end.code}, not ${good.end.code}: ${end.out}`];
  if (timeless(end.out) !== timeless(good.end.out))
    found.push(`another answer: ${end.out.slice(0, 200)} ${end.err.slice(0, 200)}`);
  for (const [name, text] of good.is) if (is.get(name) !== text) found.push(`${name} is not as without the fault`);
  return found;
}

/** Several at a time: each is a process. */
async function each<T>(items: readonly T[], action: (item: T) => Promise<void>): Promise<void> {
  const pending = [...items];
  const lane = async (): Promise<void> => {
    for (let item = pending.shift(); item !== undefined; item = pending.shift()) await action(item);
  };
  await Promise.all([lane(), lane()]);
}

async function callsOf(tried: Case, env: Readonly<Record<string, string>>): Promise<{ good: World; calls: string[] }> {
  const folder = workplace();
  const log = join(folder, "calls");
  writeFileSync(log, "");
  const good = await live(tried, { ...env, INJECT_LOG: log });
  const calls = readFileSync(log, "utf8").split("\n").slice(0, -1);
  leave(folder);
  return { good, calls };
}

async function failEach(tried: Case, env: Readonly<Record<string, string>> = {}): Promise<void> {
  const { good, calls } = await callsOf(tried, env);
  expect(good.end.code).toBe(tried.code ?? 0);
  expect(calls.length).toBeGreaterThan(0);
  const faults = calls.flatMap((name, i) => errorsOf(name).map((error) => ({ inject: `${error}:*:${i + 1}`, name })));
  const found: string[] = [];
  await each(faults, async ({ inject, name }) => {
    const world = await live(tried, { ...env, INJECT: inject });
    found.push(...wrongs(world, good, tried.argv[0] === "verifyta").map((wrong) => `${inject} (${name}): ${wrong}`));
  });
  expect(found).toEqual([]);
}

describe("every call to the file system fails once", () => {
  test.each(cases.map((tried) => [nameOf(tried), tried] as const))("%s", (_, tried) => failEach(tried));

  test("also those that fetch the program", () =>
    failEach({ argv: ["zonal", "verify", "beside.xta"], code: 1, says: "" }, { INJECT_OWN: "1" }));
});
