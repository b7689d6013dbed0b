import { copyFileSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { expect } from "vitest";
import { choose, downloaded, drop, openExample, openFromDisk, root, test } from "./browser.ts";

/** Nothing that was done is lost: not by another file on top, by a second tab, by a restart, or by somebody else who saves. */

const example = (name: string): string => join(root, "examples", `${name}.xml`);
const fileIs = (page: Page, name: string): Promise<void> => page.locator(".bar .file", { hasText: name }).waitFor();
const nodes = (page: Page): Promise<number> => page.locator(".canvas .node").count();

/** One location more; how many there are then. */
async function change(page: Page): Promise<number> {
  const before = await nodes(page);
  await page.locator(".canvas").focus();
  await page.keyboard.press("l");
  await expect.poll(() => nodes(page)).toBe(before + 1);
  await page.locator(".bar .file b").waitFor();
  return before + 1;
}

const openers: readonly (readonly [string, string, (page: Page, file: string) => Promise<unknown>])[] = [
  ["an example", "coffee.xml", (page) => openExample(page, "coffee")],
  ["a file", "other.xml", (page, file) => openFromDisk(page, file)],
  ["a file that is dropped", "other.xml", (page, file) => drop(page, "other.xml", readFileSync(file, "utf8"))],
  ["a new model", "untitled.xml", (page) => choose(page, "More", "New model")],
];

for (const [what, name, put] of openers)
  test(`what is not saved when ${what} is opened is one undo away`, async ({ folder, open }) => {
    const file = join(folder, "other.xml");
    copyFileSync(example("coffee"), file);
    const { page } = await open();
    await openExample(page, "lamp");
    const count = await change(page);
    await put(page, file);
    await fileIs(page, name);
    await page.locator(".notice", { hasText: "lamp.xml has changes that are not saved" }).waitFor();
    const undo = page.getByRole("button", { name: "Undo" });
    expect(await undo.getAttribute("title")).toContain(`opening ${name}`);
    await undo.click();
    await fileIs(page, "lamp.xml");
    expect(await nodes(page)).toBe(count);
    expect(await page.locator(".bar .file b").count()).toBe(1);
    // What was done to it before can be undone too, and all of it done again.
    await undo.click();
    await expect.poll(() => nodes(page)).toBe(count - 1);
    for (let k = 0; k < 2; k++) await page.getByRole("button", { name: "Redo" }).click();
    await fileIs(page, name);
  });

test("what was saved is left behind without a word", async ({ open }) => {
  const { page } = await open();
  await openExample(page, "lamp");
  await openExample(page, "coffee");
  expect(await page.getByRole("button", { name: "Undo" }).isDisabled()).toBe(true);
  expect(await page.locator(".notice").count()).toBe(0);
});

test("each tab keeps its own document, and a new one takes up neither", async ({ open }) => {
  const { page, context } = await open();
  await openExample(page, "lamp");
  const count = await change(page);
  const other = await context.newPage();
  await other.goto(page.url());
  await other.waitForSelector(".bar");
  expect(await other.locator(".bar .file").textContent()).not.toContain("lamp");
  await openExample(other, "coffee");
  await change(other);
  await other.waitForTimeout(500);
  await page.reload();
  await fileIs(page, "lamp.xml");
  await expect.poll(() => nodes(page)).toBe(count);
  await other.reload();
  await fileIs(other, "coffee.xml");
});

test("recent documents and their versions are found again after the tab was closed", async ({ open }) => {
  const { page, context } = await open();
  await openExample(page, "lamp");
  const count = await change(page);
  // Saved: this is a version. Then it is changed again.
  await downloaded(page, () => page.keyboard.press("ControlOrMeta+s"));
  await page.locator(".notice", { hasText: "lamp.xml is downloaded" }).waitFor();
  await change(page);
  await openExample(page, "coffee");
  await change(page);
  await page.waitForTimeout(500);
  await page.close();
  const next = await context.newPage();
  await next.goto(page.url());
  await fileIs(next, "coffee.xml");
  await choose(next, "More", "Recent…");
  const entry = next.locator(".recent > li");
  await expect.poll(() => entry.count()).toBe(1);
  expect(await entry.textContent()).toMatch(/lamp\.xml.* not saved/);
  await entry.getByRole("button", { name: "Versions" }).click();
  const versions = entry.locator("ul button");
  await expect.poll(() => versions.count()).toBe(3);
  await versions.nth(1).click();
  await fileIs(next, "lamp.xml");
  await expect.poll(() => nodes(next)).toBe(count);
  // The one that was left for it has its changes still.
  await next.getByRole("button", { name: "Undo" }).click();
  await fileIs(next, "coffee.xml");
  // What is forgotten is gone.
  await choose(next, "More", "Recent…");
  await entry.getByRole("button", { name: "Forget" }).click();
  await expect.poll(() => entry.count()).toBe(0);
});

test("after the command was started again, unsaved work is found at the same address", async ({
  folder,
  open,
  start,
}) => {
  const file = join(folder, "again.xml");
  copyFileSync(example("coffee"), file);
  const first = await start(file);
  const { page, context, faults } = await open({ url: first.url });
  const count = await change(page);
  await page.waitForTimeout(500);
  await first.stop();
  // Saving is not possible now, and nobody says that it was done.
  await page.keyboard.press("ControlOrMeta+s");
  const notice = page.locator(".notice.error", { hasText: "again.xml is not saved" });
  await notice.waitFor();
  expect(await page.locator(".bar .file b").count()).toBe(1);
  const mine = await downloaded(page, () => notice.getByRole("button", { name: "Download" }).click());
  expect(mine.toString()).not.toBe(readFileSync(file, "utf8"));
  faults.length = 0;
  await page.close();
  const second = await start(file);
  expect(new URL(second.url).origin).toBe(new URL(first.url).origin);
  const next = await context.newPage();
  await next.goto(second.url);
  await next.locator(".notice", { hasText: "not saved last time" }).waitFor();
  expect(await nodes(next)).toBe(count);
});

test("a file that was changed on the disk is shown beside one's own, and the user chooses", async ({
  folder,
  open,
  start,
}) => {
  const file = join(folder, "both.xml");
  const original = readFileSync(example("coffee"), "utf8");
  writeFileSync(file, original);
  const own = await start(file);
  const { page, faults } = await open({ url: own.url });
  const count = await change(page);
  const theirs = original.replace("<declaration>", "<declaration>int theirs;\n");
  writeFileSync(file, theirs);
  // Whoever comes back to the page is told.
  await page.evaluate(() => dispatchEvent(new Event("focus")));
  await page.locator(".notice", { hasText: "both.xml was changed on the disk" }).waitFor();
  await page.getByRole("button", { name: "Show the difference" }).click();
  const dialog = page.getByRole("dialog", { name: "Two versions" });
  await dialog.getByText("int theirs").first().waitFor();
  await dialog.getByRole("button", { name: "Decide later" }).click();
  await page.keyboard.press("ControlOrMeta+s");
  await dialog.waitFor();
  expect(readFileSync(file, "utf8")).toBe(theirs);
  await dialog.getByRole("button", { name: "Take the one on the disk" }).click();
  await expect.poll(() => nodes(page)).toBe(count - 1);
  expect(await page.locator(".bar .file b").count()).toBe(0);
  await page.getByRole("button", { name: "Undo" }).click();
  await expect.poll(() => nodes(page)).toBe(count);
  await page.keyboard.press("ControlOrMeta+s");
  await page.locator(".notice", { hasText: "is saved" }).waitFor();
  const mine = readFileSync(file, "utf8");
  expect(mine).not.toContain("theirs");
  // The other way round: one's own is put over it.
  writeFileSync(file, theirs);
  await change(page);
  await page.keyboard.press("ControlOrMeta+s");
  await dialog.getByRole("button", { name: "Save this one over it" }).click();
  // The notice of the save before may still stand: the file itself tells.
  await expect.poll(() => readFileSync(file, "utf8")).not.toContain("theirs");
  // The browser tells of the refusals too.
  expect(faults.splice(0).every((text) => text.includes("412"))).toBe(true);
});

test("unsaved work on a file that was changed meanwhile is not lost and not taken for the file", async ({
  folder,
  open,
  start,
}) => {
  const file = join(folder, "meanwhile.xml");
  const original = readFileSync(example("coffee"), "utf8");
  writeFileSync(file, original);
  const first = await start(file);
  const { page, context } = await open({ url: first.url });
  const count = await change(page);
  await page.waitForTimeout(500);
  await page.close();
  writeFileSync(file, original.replace("<declaration>", "<declaration>int theirs;\n"));
  const next = await context.newPage();
  await next.goto(first.url);
  const dialog = next.getByRole("dialog", { name: "Two versions" });
  await dialog.waitFor();
  await dialog.getByRole("button", { name: "Decide later" }).click();
  expect(await nodes(next)).toBe(count);
  await next.getByRole("button", { name: "Undo" }).click();
  await expect.poll(() => nodes(next)).toBe(count - 1);
});
