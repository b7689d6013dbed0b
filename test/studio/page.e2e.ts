import { copyFileSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  openExample,
  openFromDisk,
  openPage,
  root,
  type Studio,
  startBrowser,
  startStudio,
  temporaryFolder,
} from "./browser.ts";

/** The page itself: links, files that cannot be opened, work that is not lost, size, requests, narrow and dark screens. */
let browser: Browser;
let studio: Studio;
const folder = temporaryFolder();
beforeAll(async () => {
  browser = await startBrowser();
  studio = await startStudio();
});
afterAll(async () => {
  studio?.stop();
  await browser?.close();
  folder.remove();
});

test("a model and its run go through a link and come back", async () => {
  const { context, page } = await openPage(browser, studio.url);
  await openExample(page, "fischer");
  await page.locator(".entry", { hasText: "Declarations" }).first().click();
  await page.locator('[data-field="Declarations"]').click();
  await page.keyboard.press("ControlOrMeta+End");
  await page.keyboard.insertText("\nint[0,7] sharedMark;");
  await page.getByRole("button", { name: "Simulator" }).click();
  await page.locator(".option").first().click();
  await page.locator(".option").first().click();
  await page.getByLabel("More").click();
  await page.getByRole("menuitem", { name: "Copy share link with the run" }).click();
  await page.locator(".notice", { hasText: "link" }).waitFor();
  const link = page.url();
  expect(link).toContain("#model=");
  await context.close();

  const other = await openPage(browser, link);
  expect(await other.page.locator(".run button").count()).toBe(3);
  await other.page.getByRole("button", { name: "Editor" }).click();
  await other.page.locator(".entry", { hasText: "Declarations" }).first().click();
  expect(await other.page.locator('[data-field="Declarations"]').textContent()).toContain("int[0,7] sharedMark;");
  expect(other.requests.every((url) => !url.includes("model="))).toBe(true);
  // A damaged link is told, and does no harm.
  await other.page.goto(`${link.slice(0, link.indexOf("#") + 20)}&name=x.xml`);
  await other.page.locator(".notice.error", { hasText: "link cannot be opened" }).waitFor();
  await other.context.close();
});

test("a broken file and a huge one are refused with a message, and the work stays", async () => {
  const { context, page, faults } = await openPage(browser, studio.url);
  await openExample(page, "lamp");
  await page.getByRole("button", { name: "Declarations", exact: true }).first().click();
  await page.locator('[data-field="Declarations"]').click();
  await page.keyboard.press("ControlOrMeta+End");
  await page.keyboard.insertText("\nint[0,5] precious;");

  const broken = join(folder.path, "broken.xml");
  writeFileSync(broken, "<nta><declaration>int x;</declaration><template><name>P</na");
  await openFromDisk(page, broken);
  await page.locator(".notice.error", { hasText: "broken.xml cannot be opened, line 1" }).waitFor();

  const huge = join(folder.path, "huge.xml");
  writeFileSync(huge, `<nta><declaration>${"int x; ".repeat(7.5 * 2 ** 20)}</declaration></nta>`);
  expect(statSync(huge).size).toBeGreaterThan(50 * 2 ** 20);
  await openFromDisk(page, huge);
  await page.locator(".notice.error", { hasText: "the page opens files up to" }).waitFor();
  expect(await page.locator('[data-field="Declarations"]').textContent()).toContain("precious");

  // A reload, and even closing the page, loses nothing.
  await page.waitForTimeout(800);
  await page.reload();
  await page.locator(".bar .file", { hasText: "lamp.xml" }).waitFor();
  await page.getByRole("button", { name: "Declarations", exact: true }).first().click();
  expect(await page.locator('[data-field="Declarations"]').textContent()).toContain("precious");
  expect(await page.locator(".bar .file b").count()).toBe(1);
  expect(faults).toEqual([]);
  await context.close();
});

test("after sharing, a reload goes on with the work and not with the older state in the address", async () => {
  const { context, page } = await openPage(browser, studio.url);
  await openExample(page, "lamp");
  await page.getByLabel("More").click();
  await page.getByRole("menuitem", { name: "Copy share link", exact: true }).click();
  await page.locator(".notice", { hasText: "link" }).waitFor();
  await page.locator(".canvas").focus();
  await page.keyboard.press("l");
  const count = await page.locator(".canvas .node").count();
  await page.waitForTimeout(800);
  await page.reload();
  await page.locator(".canvas .node").first().waitFor();
  expect(await page.locator(".canvas .node").count()).toBe(count);
  await context.close();
});

test("unsaved changes of a served file survive a reload; drawings are exported", async () => {
  const file = join(folder.path, "coffee.xml");
  copyFileSync(join(root, "examples", "coffee.xml"), file);
  const own = await startStudio(file);
  const { context, page } = await openPage(browser, own.url);
  await page.locator(".canvas").focus();
  await page.keyboard.press("l");
  const count = await page.locator(".canvas .node").count();
  await page.waitForTimeout(800);
  await page.reload();
  await page.locator(".notice", { hasText: "not saved last time" }).waitFor();
  expect(await page.locator(".canvas .node").count()).toBe(count);
  await page.getByRole("button", { name: "Undo" }).click();
  expect(await page.locator(".canvas .node").count()).toBe(count - 1);
  expect(readFileSync(file, "utf8")).toBe(readFileSync(join(root, "examples", "coffee.xml"), "utf8"));

  const exported = async (click: () => Promise<void>): Promise<Buffer> => {
    const [download] = await Promise.all([page.waitForEvent("download"), click()]);
    return readFileSync(await download.path());
  };
  const menu = (name: string) => async (): Promise<void> => {
    await page.getByLabel("More").click();
    await page.getByRole("menuitem", { name }).click();
  };
  expect((await exported(menu("Diagram as SVG"))).toString()).toContain("<svg");
  expect((await exported(menu("Diagram as PNG"))).subarray(1, 4).toString()).toBe("PNG");
  await page.getByRole("button", { name: "Simulator" }).click();
  await page.locator(".option").first().click();
  expect((await exported(() => page.getByLabel("Zone as SVG").click())).toString()).toContain('fill="');
  expect(
    (await exported(() => page.getByRole("button", { name: "PNG", exact: true }).first().click()))
      .subarray(1, 4)
      .toString(),
  ).toBe("PNG");
  own.stop();
  await context.close();
});

test("a model with errors opens, is listed and is not run", async () => {
  const wrong = join(folder.path, "wrong.xml");
  writeFileSync(
    wrong,
    '<nta><declaration>int x = tru;\nclock;</declaration><template><name>P</name><location id="a" x="0" y="0"><label kind="invariant">y &lt; </label></location><init ref="a"/></template><system>system P;</system><queries><query><formula>E&lt;&gt; P.nowhere</formula></query></queries></nta>',
  );
  const { context, page, faults } = await openPage(browser, studio.url);
  await openFromDisk(page, wrong);
  await page.locator(".bar .file", { hasText: "wrong.xml" }).waitFor();
  expect(await page.locator(".diagnostics li").count()).toBeGreaterThan(1);
  await page.locator(".diagnostics li button").first().click();
  await page.locator(".cm-lintRange-error").first().waitFor();
  await page.getByRole("button", { name: "Simulator" }).click();
  await page.locator(".banner", { hasText: "errors" }).waitFor();
  await page.getByRole("button", { name: "Verifier" }).click();
  expect(await page.getByRole("button", { name: "Verify all" }).isDisabled()).toBe(true);
  expect(faults).toEqual([]);
  await context.close();
});

test("the first load is below 400 kB compressed, and nothing is requested after it", async () => {
  const { context, page, requests } = await openPage(browser, studio.url);
  await page.waitForLoadState("networkidle");
  const sizes = await page.evaluate(() =>
    performance
      .getEntriesByType("resource")
      .concat(performance.getEntriesByType("navigation"))
      .map((e) => [e.name, (e as PerformanceResourceTiming).encodedBodySize] as const),
  );
  const total = sizes.reduce((sum, [, size]) => sum + size, 0);
  console.log(`first load: ${(total / 1000).toFixed(0)} kB compressed in ${requests.length} requests`);
  expect(total).toBeGreaterThan(50_000);
  expect(total).toBeLessThan(400_000);
  const loaded = requests.length;
  await openExample(page, "heartbeat");
  await page.getByRole("button", { name: "Verifier" }).click();
  await page.getByRole("button", { name: "Verify all" }).click();
  await page.locator(".query [data-outcome]").first().waitFor();
  await page.getByRole("button", { name: "Simulator" }).click();
  await page.getByRole("button", { name: "Random" }).click();
  await page.locator(".paper svg").waitFor();
  expect(requests.slice(loaded)).toEqual([]);
  await context.close();
});

test.each([
  [1280, 800, false],
  [390, 844, false],
  [390, 844, true],
  [1280, 800, true],
] as const)(
  "at %i by %i points (dark: %s) nothing sticks out and everything has a name",
  async (width, height, dark) => {
    const { context, page, faults } = await openPage(browser, studio.url, { width, height, dark });
    await openExample(page, "pump");
    for (const tab of ["Editor", "Simulator", "Verifier"]) {
      await page.getByRole("button", { name: tab }).click();
      await page.waitForTimeout(150);
      const { wide, nameless } = await page.evaluate(() => ({
        wide: document.documentElement.scrollWidth - document.documentElement.clientWidth,
        nameless: [...document.querySelectorAll("button, input, select, [role=img], [contenteditable=true]")]
          .filter(
            (e) =>
              (e.getAttribute("aria-label") ?? e.getAttribute("title") ?? e.textContent ?? "").trim() === "" &&
              e.closest("label") === null,
          )
          .map((e) => e.outerHTML.slice(0, 120)),
      }));
      expect({ tab, wide, nameless }).toEqual({ tab, wide: 0, nameless: [] });
    }
    expect(faults).toEqual([]);
    await context.close();
  },
);

test("the concrete simulator waits and explains why an edge is not enabled", async () => {
  const { context, page } = await openPage(browser, studio.url);
  await openExample(page, "railway");
  await page.getByRole("button", { name: "Simulator" }).click();
  await page.getByLabel("Mode").selectOption("concrete");
  await page.locator(".option").first().click();
  await page.getByLabel("Exact delay").fill("2.5");
  await page.getByRole("button", { name: "Wait" }).click();
  await page.locator(".constraints li", { hasText: "Train(0).x = 5/2" }).waitFor();
  // Appr -> Cross needs x >= 10.
  await page.locator('[data-process="Train(0)"] [data-key="e:2"] .guard').click();
  await page.locator(".why.on", { hasText: "Appr → Cross" }).waitFor();
  expect(await page.locator(".why.on li").first().textContent()).toContain("x >= 10");
  expect(await page.locator(".why.on li").last().textContent()).toContain("after waiting 15/2");
  await context.close();
});
