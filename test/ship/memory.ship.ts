import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { cases, nameOf } from "./commands.ts";
import { complaint, leave, run, workplace } from "./program.ts";

/**
 * The machine refuses memory: from some moment on no WebAssembly memory or instance can be had, or none grows (`inject.ts`). No
 * command takes that for a fault of its own, and none says anything else than it would have said with memory.
 */
const before = ["--import", join(import.meta.dirname, "../../dist/test/ship/inject.js")];

/** The lines that give an answer; where memory is missing they may say `unknown` instead. */
const answers = (out: string): string[] => out.split("\n").filter((line) => /satisfied|allowed/.test(line));

test.each(cases.map((tried) => [nameOf(tried), tried] as const))("%s", async (_, { argv, stdin }) => {
  const cwd = workplace();
  const log = join(cwd, "calls");
  writeFileSync(log, "");
  const good = await run(argv, { cwd, stdin, before, env: { INJECT: "memory:*:0", INJECT_LOG: log } });
  const requests = readFileSync(log, "utf8").split("\n").length - 1;
  for (let k = 1; k <= requests; k++) {
    const end = await run(argv, { cwd, stdin, before, env: { INJECT: `memory:*:${k}` } });
    expect(complaint(end), `request ${k}`).toBeUndefined();
    const told = answers(end.out).filter((line) => !line.includes("unknown"));
    expect(answers(good.out), `request ${k}`).toEqual(expect.arrayContaining(told));
  }
  leave(cwd);
});
