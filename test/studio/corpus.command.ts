import { copyFileSync, mkdirSync, readdirSync, readFileSync } from "node:fs";
import { basename, extname, join, resolve } from "node:path";
import type { Page } from "playwright-core";
import { expect } from "vitest";
import { printXta, read, type Template, type UppaalSource } from "../../src/index.ts";
import { downloaded, openFromDisk, root, test } from "./browser.ts";

/**
 * `npm run studio:corpus -- DIR [PATTERN]`: every real model of a folder goes in by the page's own door. It opens, or is
 * refused with words; every template is shown with all its parts, laid out anew and undone; then it is saved, byte for byte.
 * What has no drawing (XTA) is saved as XML that means the same. One page takes a slice of the models one after the other, as
 * somebody does who stays.
 */
const folder = resolve(process.env.CORPUS || join(root, "..", "shared", "corpus"));
const pattern = new RegExp(process.env.ONLY ?? "");
const files = readdirSync(folder, { recursive: true, encoding: "utf8" })
  .filter((name) => [".xml", ".xta", ".ta"].includes(extname(name)) && pattern.test(name))
  .sort();
const slice = 60;

const counts = { identical: 0, converted: 0, refused: 0, wrong: 0 };
type Outcome = keyof typeof counts;
const shown = { templates: 0, nodes: 0, edges: 0, drawnAnew: 0, asLaidOut: 0, forbidden: 0 };
const wrong: string[] = [];

test("every real model opens, is shown, laid out and saved", async ({ folder: own, open }) => {
  for (let first = 0; first < files.length; first += slice) {
    const { context, page, faults } = await open({ width: 1440, height: 900 });
    for (const [i, file] of files.slice(first, first + slice).entries()) {
      const known = faults.length;
      const outcome = await tried(page, file, join(own, String(first + i)));
      for (const fault of faults.splice(known)) wrong.push(`${file}: ${fault}`);
      counts[outcome]++;
    }
    await context.close();
    const done = Math.min(first + slice, files.length);
    console.log(`${done} of ${files.length} models: ${JSON.stringify({ ...counts, ...shown })}`);
  }
  expect(wrong).toEqual([]);
});

async function tried(page: Page, file: string, place: string): Promise<Outcome> {
  // Several have the same name: a number in front tells each from the one before.
  const copy = join(place, `${basename(place)}-${basename(file)}`);
  mkdirSync(place);
  copyFileSync(join(folder, file), copy);
  try {
    return await through(page, copy);
  } catch (error) {
    const said = `${file}: ${(error as Error).message.slice(0, 400)}`;
    console.log(said);
    wrong.push(said);
    return "wrong";
  }
}

async function through(page: Page, path: string): Promise<Outcome> {
  const bytes = readFileSync(path);
  const source = read(bytes, { name: basename(path) }) as UppaalSource;
  await openFromDisk(page, path);
  const name = basename(path).replace(/\.\w+$/, ".xml");
  const refused = page.locator(".notice.error", { hasText: `${basename(path)} cannot be opened` });
  await page.locator(`.bar .file[title="${name}"]`).or(refused).first().waitFor();
  if ((await refused.count()) > 0) {
    console.log(await refused.textContent());
    await page.locator(".notice").getByRole("button", { name: "Close" }).click();
    return "refused";
  }
  const fresh = await save(page);
  for (const [i, template] of source.tree.templates.entries()) await visit(page, template, i);
  const saved = await save(page);
  if (!saved.equals(fresh)) throw new Error("undone, it is not as it was");
  if (extname(path) === ".xml") {
    if (!saved.equals(bytes)) throw new Error("saved, it differs");
    return "identical";
  }
  const again = read(saved, { name }) as UppaalSource;
  if (printXta(again.tree) !== printXta(source.tree)) throw new Error("as XML it does not mean the same");
  return "converted";
}

/** Shows a template, draws it anew, and takes that back. Where errors forbid a new drawing, the button says so. */
async function visit(page: Page, template: Template, index: number): Promise<void> {
  // The first entry are the declarations of the model; each template has two.
  const entry = page.locator(".outline .entry").nth(1 + 2 * index);
  await entry.click();
  const nodes = template.locations.length + template.branchpoints.length;
  const all = async (): Promise<void> => {
    await expect.poll(() => page.locator(".canvas .node").count(), { timeout: 20_000 }).toBe(nodes);
    expect(await page.locator(".canvas .edge").count()).toBe(template.edges.length);
  };
  await all();
  shown.templates++;
  shown.nodes += nodes;
  shown.edges += template.edges.length;
  const button = page.locator(".inspector").getByRole("button", { name: "Lay out" });
  if (await button.isDisabled()) {
    shown.forbidden++;
    return;
  }
  await button.click();
  await all();
  const undo = page.locator('.bar button[title^="Undo lay out"]');
  if ((await undo.count()) === 0) {
    shown.asLaidOut++;
    return;
  }
  await undo.click();
  await undo.waitFor({ state: "detached" });
  shown.drawnAnew++;
}

function save(page: Page): Promise<Buffer> {
  return downloaded(page, () => page.locator(".bar").getByRole("button", { name: "Save" }).click());
}
