import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { countOverlaps, layoutTemplate, type Overlaps, totalOf, withoutPlaces } from "../src/syntax/index.ts";
import { readEither } from "./corpus-read.ts";

/** `overlaps DIR`: what lies on what when the models of a folder are drawn by us, as if their authors had not, and by them. */
export async function run([folder = "examples", mode = ""]: readonly string[]): Promise<number> {
  const sums = new Map<string, Record<string, number>>();
  const worst: { readonly name: string; readonly total: number }[] = [];
  let templates = 0;
  let slowest = { name: "", ms: 0 };
  for (const name of readdirSync(folder, { recursive: true, encoding: "utf8" }).sort()) {
    if (!/\.(xml|xta|ta)$/.test(name)) continue;
    const source = readOrSkip(join(folder, name));
    if (source === undefined) continue;
    for (const template of source.tree.templates) {
      templates++;
      const started = performance.now();
      const ours = layoutTemplate(withoutPlaces(template), source.text);
      const ms = performance.now() - started;
      if (ms > slowest.ms) slowest = { name: `${name}: ${template.name.name}`, ms };
      const counted = countOverlaps(ours, source.text);
      add(sums, "ours", counted);
      if (template.locations.some((l) => l.place !== undefined))
        add(sums, "authors", countOverlaps(layoutTemplate(template, source.text), source.text));
      worst.push({ name: `${name}: ${template.name.name}`, total: totalOf(counted) });
    }
  }
  console.log(`${templates} templates; slowest ${slowest.name} in ${Math.round(slowest.ms)} ms`);
  console.table(Object.fromEntries(sums));
  worst.sort((a, b) => b.total - a.total);
  for (const { name, total } of worst.slice(0, mode === "worst" ? 40 : 10)) if (total > 0) console.log(total, name);
  return 0;
}

function readOrSkip(file: string): ReturnType<typeof readEither>["source"] | undefined {
  try {
    return readEither(file, readFileSync(file)).source;
  } catch {
    return undefined;
  }
}

function add(sums: Map<string, Record<string, number>>, who: string, counted: Overlaps): void {
  const row = sums.get(who) ?? { total: 0 };
  for (const [kind, n] of Object.entries(counted)) row[kind] = (row[kind] ?? 0) + n;
  row.total = (row.total ?? 0) + totalOf(counted);
  sums.set(who, row);
}
