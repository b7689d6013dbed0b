import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const root = join(import.meta.dirname, "../..");

/** What the guide says must be read to trust the checker: which files, and how many lines they have. */
test("the guide names every file of the checker once, and its lines are counted", () => {
  const guide = readFileSync(join(root, "docs/guide/certificates.md"), "utf8");
  const tables = guide.split(/\| [\w ]+ \| files \| lines \|\n\|---\|---\|---\|\n/).slice(1);
  const rows = tables.flatMap((table) => table.split("\n\n")[0]!.split("\n"));
  const parts = rows.map((row) => {
    const [, , files, lines] = row.split("|");
    return { files: Array.from(files!.matchAll(/`([\w-]+)`/g), ([, name]) => `${name}.ts`), lines: numberOf(lines!) };
  });
  const folder = join(root, "apps/certify");
  expect(parts.flatMap(({ files }) => files).sort()).toEqual(readdirSync(folder).sort());
  const linesOf = (file: string): number => readFileSync(join(folder, file), "utf8").split("\n").length - 1;
  let all = 0;
  for (const { files, lines } of parts) {
    const count = files.reduce((sum, file) => sum + linesOf(file), 0);
    all += count;
    // A line more or less is no news.
    expect(Math.abs(count - lines), `${files[0]}: ${count}`).toBeLessThanOrEqual(20);
  }
  const isTold = (lines: number, words: RegExp): void =>
    expect(Math.abs(lines - numberOf(words.exec(guide)![1]!)), `${words}: ${lines}`).toBeLessThanOrEqual(50);
  isTold(all, /Its ([\d,]+) lines/);
  const plain = tables[0]!.split("\n\n")[0]!.split("\n");
  isTold(
    parts.slice(0, plain.length).reduce((sum, { lines }) => sum + lines, 0),
    /by these ([\d,]+) lines/,
  );
  const [, argument] = /The argument of a closed set is told by (ten files.*)and `process`/s.exec(guide)!;
  const ten = Array.from(`${argument}\`process\``.matchAll(/`([\w-]+)`/g), ([, name]) => linesOf(`${name}.ts`));
  expect(ten.length).toBe(10);
  isTold(
    ten.reduce((sum, lines) => sum + lines, 0),
    /ten files with ([\d,]+) lines/,
  );
});

function numberOf(text: string): number {
  return Number(text.replaceAll(",", ""));
}
