import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { finish, zonal } from "./child.ts";
import { writeModel } from "./families.ts";
import { table } from "./table.ts";

/**
 * `bench limit FILE.c`: Fischer's protocol by the compiled engine and by a checker written by hand for this one model (a C
 * program that takes the number of processes as the macro N and prints its own time), in both of its forms: zones compared
 * under aLU, and extrapolated (-DEXTRA). Times are of the search alone.
 */
export async function run([source]: readonly string[]): Promise<number> {
  if (source === undefined) {
    console.error("usage: npm run bench -- limit FILE.c");
    return 2;
  }
  const folder = mkdtempSync(join(tmpdir(), "zonal-limit-"));
  try {
    const rows: (string | number)[][] = [];
    for (const n of [8, 9, 10]) {
      const byHand = (flags: readonly string[]) => {
        const program = join(folder, `fischer-${n}${flags.join("")}`);
        execFileSync("cc", ["-O3", "-march=native", `-DN=${n}`, ...flags, source, "-o", program], { stdio: "ignore" });
        const output = execFileSync(program, { encoding: "utf8" });
        return {
          seconds: Number(/([\d.]+) s\s/.exec(output)?.[1]),
          transitions: Number(/transitions (\d+)/.exec(output)?.[1]),
        };
      };
      const plain = byHand([]);
      const extra = byHand(["-DEXTRA"]);
      const { output } = await finish(
        [...zonal, "verify", writeModel("fischer", n, folder), "--order", "bfs", "--json"],
        600,
      );
      const [query] = (JSON.parse(output) as { queries: { seconds: number; statistics: { transitions: number } }[] })
        .queries;
      if (query!.statistics.transitions !== plain.transitions)
        console.log(`fischer-${n}: ${query!.statistics.transitions} transitions, by hand ${plain.transitions}`);
      const rate = (seconds: number) => Math.round(plain.transitions / seconds / 1000);
      rows.push([
        `fischer-${n}`,
        plain.transitions,
        query!.seconds.toFixed(2),
        rate(query!.seconds),
        plain.seconds.toFixed(2),
        rate(plain.seconds),
        extra.seconds.toFixed(2),
        (query!.seconds / plain.seconds).toFixed(2),
      ]);
    }
    console.log(
      table(
        [
          "model",
          "transitions",
          "ours s",
          "1000/s",
          "by hand s",
          "1000/s",
          "by hand, extrapolated s",
          "ours / by hand",
        ],
        rows,
      ),
    );
    return 0;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
