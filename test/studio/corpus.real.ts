import { copyFileSync, readdirSync, readFileSync } from "node:fs";
import { basename, extname, join } from "node:path";
import type { Page } from "playwright-core";
import { expect } from "vitest";
import { printXta, read, type UppaalSource } from "../../src/index.ts";
import { downloaded, openFromDisk, root, test } from "./browser.ts";

/**
 * Every real model goes in by the page's own door: it opens or is refused with words, every template is shown with all its parts and
 * laid out anew, undone, and saved byte for byte; what has no drawing (XTA) is saved as XML that means the same.
 */
const folder = process.env.CORPUS ?? join(root, "..", "shared", "corpus");
const files = readdirSync(folder, { recursive: true, encoding: "utf8" })
  .filter((name) => [".xml", ".xta", ".ta"].includes(extname(name)))
  .sort();

type Outcome = "identical" | "converted" | "refused" | "wrong";

test("every real model opens, is shown, laid out and saved", async ({ folder: own, open }) => {
  const { page, faults } = await open();
  const counts: Record<Outcome, number> = { identical: 0, converted: 0, refused: 0, wrong: 0 };
  const shown = { templates: 0, parts: 0 };
  const wrong: string[] = [];
  for (const [i, file] of files.entries()) {
    // Several have the same name: with a number each is told from the one before.
    const copy = join(own, `${i}-${basename(file)}`);
    copyFileSync(join(folder, file), copy);
    const before = faults.length;
    let outcome: Outcome;
    try {
      outcome = await through(page, copy, shown);
    } catch (error) {
      outcome = "wrong";
      wrong.push(`${file}: ${(error as Error).message.slice(0, 300)}`);
    }
    if (faults.length > before) wrong.push(`${file}: ${faults.slice(before).join("; ")}`);
    counts[outcome]++;
  }
  console.log(`${files.length} files, ${shown.templates} templates, ${shown.parts} locations and branch points shown`);
  console.log(counts);
  expect(wrong).toEqual([]);
});

async function through(page: Page, path: string, shown: { templates: number; parts: number }): Promise<Outcome> {
  const bytes = readFileSync(path);
  const source = read(bytes, { name: basename(path) }) as UppaalSource;
  await openFromDisk(page, path);
  const name = basename(path).replace(/\.\w+$/, ".xml");
  const refused = page.locator(".notice.error", { hasText: `${basename(path)} cannot be opened` });
  const file = page.locator(`.bar .file[title="${name}"]`);
  await file.or(refused).first().waitFor({ timeout: 20_000 });
  if ((await refused.count()) > 0) {
    await page.locator(".notice").getByRole("button", { name: "Close" }).click();
    return "refused";
  }
  const fresh = await save(page);
  for (const [i, template] of source.tree.templates.entries()) {
    await page
      .locator(".outline .entry")
      .nth(1 + 2 * i)
      .click();
    const nodes = template.locations.length + template.branchpoints.length;
    const seen = await page.locator(".canvas .node").count();
    if (seen !== nodes) throw new Error(`${template.name.name} has ${nodes} parts, and ${seen} are shown`);
    shown.templates++;
    shown.parts += nodes;
    await layOut(page, nodes);
  }
  const saved = await save(page);
  if (!saved.equals(fresh)) throw new Error("undone is not as it was");
  if (extname(path) === ".xml") {
    if (!saved.equals(bytes)) throw new Error("saved, it differs");
    return "identical";
  }
  const again = read(saved, { name }) as UppaalSource;
  if (printXta(again.tree) !== printXta(source.tree)) throw new Error("as XML it does not mean the same");
  return "converted";
}

/** The drawing made anew has as many parts; then it is undone. Where errors forbid it, the button says so. */
async function layOut(page: Page, nodes: number): Promise<void> {
  const button = page.locator(".inspector").getByRole("button", { name: "Lay out" });
  if (await button.isDisabled()) return;
  await button.click();
  const seen = await page.locator(".canvas .node").count();
  if (seen !== nodes) throw new Error(`laid out, ${seen} of ${nodes} parts are shown`);
  const undo = page.locator(".bar").getByRole("button", { name: "Undo" });
  if (/Undo lay out/.test((await undo.getAttribute("title")) ?? "")) await undo.click();
}

function save(page: Page): Promise<Buffer> {
  return downloaded(page, () => page.locator(".bar").getByRole("button", { name: "Save" }).click());
}
