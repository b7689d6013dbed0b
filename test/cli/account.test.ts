import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import type { Io } from "../../apps/cli/io/io.ts";
import { Account } from "../../apps/cli/process/account.ts";
import { zonal } from "../../apps/cli/zonal.ts";
import { file, lamp, path, runProgram } from "./harness.ts";

/** A run that hears nothing more of itself when its second question is asked, and is ended from outside. */
async function ended(argv: readonly string[]) {
  const account = new Account();
  return runProgram(async (words, io) => {
    let asked = 0;
    const gone = new Promise<number>((end) => {
      const watch: Io["watch"] = {
        ...io.watch,
        stage: (what, isSearch = false) => {
          account.hear({ kind: "stage", what, isSearch });
          if (what.startsWith("preparing") && ++asked === 2) {
            end(account.tell({ why: "terminated", code: 143 }, io));
            throw new Error("the thread is ended here");
          }
        },
        tell: (news) => account.hear(structuredClone(news)),
      };
      void zonal(words, { ...io, watch, out: io.out, err: () => {} });
    });
    return gone;
  }, argv);
}

test("of a run that is ended the files of results have the answers there were, and why there are no more", async () => {
  const [junit, sarif] = [path("ended.xml"), path("ended.sarif")];
  const argv = ["verify", file("lamp.xta", lamp), "-e", "A[] n < 3", "-e", "E<> n == 2"];
  const { code, out } = await ended([...argv, "--junit", junit, "--sarif", sarif]);
  const reason = "terminated while preparing query 2";
  expect({ code, out }).toEqual({
    code: 143,
    out: `1. A[] n < 3: NOT satisfied\n2. E<> n == 2: unknown (${reason})\n`,
  });
  const cases = readFileSync(junit, "utf8");
  expect(cases).toContain('tests="2" failures="1" errors="0" skipped="1"');
  expect(cases).toContain(`<skipped message="unknown: ${reason}"`);
  const { results } = JSON.parse(readFileSync(sarif, "utf8")).runs[0];
  expect(results.map((r: { message: { text: string } }) => r.message.text)).toEqual([
    "A[] n < 3: NOT satisfied",
    `E<> n == 2: unknown: ${reason}`,
  ]);
});
