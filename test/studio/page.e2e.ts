import { copyFileSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { expect } from "vitest";
import { choose, downloaded, drop, go, openExample, openFromDisk, root, test } from "./browser.ts";

/** The page itself: links, files that cannot be opened, work that is not lost, size, requests, narrow and dark screens. */

test("a model and its run go through a link and come back", async ({ open }) => {
  const { page } = await open();
  await openExample(page, "fischer");
  await page.locator(".entry", { hasText: "Declarations" }).first().click();
  await page.locator('[data-field="Declarations"]').click();
  await page.keyboard.press("ControlOrMeta+End");
  await page.keyboard.insertText("\nint[0,7] sharedMark;");
  await go(page, "Simulator");
  await page.locator(".option").first().click();
  await page.locator(".option").first().click();
  await choose(page, "More", "Copy share link with the run");
  await page.locator(".notice", { hasText: "link" }).waitFor();
  const link = page.url();
  expect(link).toContain("#model=");

  const other = await open({ url: link });
  await expect.poll(() => other.page.locator(".run button").count()).toBe(3);
  await other.page.getByRole("button", { name: "Editor" }).click();
  await other.page.locator(".entry", { hasText: "Declarations" }).first().click();
  expect(await other.page.locator('[data-field="Declarations"]').textContent()).toContain("int[0,7] sharedMark;");
  expect(other.requests.every((url) => !url.includes("model="))).toBe(true);
  // A damaged link is told, and does no harm.
  await other.page.goto(`${link.slice(0, link.indexOf("#") + 20)}&name=x.xml`);
  await other.page.locator(".notice.error", { hasText: "link cannot be opened" }).waitFor();
});

test("a broken file and a huge one are refused with a message, and the work stays", async ({ folder, open }) => {
  const { page } = await open();
  await openExample(page, "lamp");
  await page.getByRole("button", { name: "Declarations", exact: true }).first().click();
  await page.locator('[data-field="Declarations"]').click();
  await page.keyboard.press("ControlOrMeta+End");
  await page.keyboard.insertText("\nint[0,5] precious;");

  const broken = join(folder, "broken.xml");
  writeFileSync(broken, "<nta><declaration>int x;</declaration><template><name>P</na");
  await openFromDisk(page, broken);
  await page.locator(".notice.error", { hasText: "broken.xml cannot be opened, line 1" }).waitFor();

  const huge = join(folder, "huge.xml");
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
});

test("after sharing, a reload goes on with the work and not with the older state in the address", async ({ open }) => {
  const { page } = await open();
  await openExample(page, "lamp");
  await choose(page, "More", "Copy share link");
  await page.locator(".notice", { hasText: "link" }).waitFor();
  await page.locator(".canvas").focus();
  await page.keyboard.press("l");
  const count = await page.locator(".canvas .node").count();
  await page.waitForTimeout(800);
  await page.reload();
  await page.locator(".canvas .node").first().waitFor();
  expect(await page.locator(".canvas .node").count()).toBe(count);
});

test("unsaved changes of a served file survive a reload; drawings are exported", async ({ folder, open, start }) => {
  const file = join(folder, "coffee.xml");
  copyFileSync(join(root, "examples", "coffee.xml"), file);
  const own = await start(file);
  const { page } = await open({ url: own.url });
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

  const exported = (click: () => Promise<unknown>): Promise<Buffer> => downloaded(page, click);
  const menu = (name: string) => (): Promise<void> => choose(page, "More", name);
  expect((await exported(menu("Diagram as SVG"))).toString()).toContain("<svg");
  expect((await exported(menu("Diagram as PNG"))).subarray(1, 4).toString()).toBe("PNG");
  await go(page, "Simulator");
  await page.locator(".option").first().click();
  await page.locator(".run button").nth(1).waitFor();
  for (const what of ["Zone", "Chart"]) {
    expect((await exported(() => page.getByLabel(`${what} as SVG`).click())).toString()).toContain('fill="');
    const png = await exported(() => page.getByLabel(`${what} as PNG`).click());
    expect(png.subarray(1, 4).toString()).toBe("PNG");
  }
});

const lamp = `clock y; chan press;
process Lamp() { state off, low; init off; trans off -> low { sync press?; assign y = 0; }, low -> off { guard y >= 5; sync press?; }; }
process User() { state idle; init idle; trans idle -> idle { sync press!; }; }
system Lamp, User;`;
/** The same in the syntax of UPPAAL 3: guards with commas, assignments with :=. */
const oldLamp = lamp.replace("y = 0", "y := 0").replace("y >= 5", "y >= 5, y <= 90");

test("XTA, the syntax of UPPAAL 3, files of queries and TChecker's format are opened or told apart", async ({
  open,
}) => {
  const { page } = await open();
  for (const [name, text] of [
    ["lamp.xta", lamp],
    ["old.ta", oldLamp],
  ] as const) {
    await drop(page, name, text);
    await page.locator(".bar .file", { hasText: name.replace(/\..*/, ".xml") }).waitFor();
    await page.locator(".diagnostics h2", { hasText: "No problems" }).waitFor();
    expect(await page.locator(".canvas .node").count()).toBe(2);
    await page.locator(".notice", { hasText: "laid out" }).waitFor();
  }
  // Queries go to the model at hand, as one change.
  await drop(page, "lamp.q", "/*\nThe lamp goes on.\n*/\nE<> Lamp.low\n\nA[] not deadlock\n");
  await page.locator(".notice", { hasText: "2 queries of lamp.q" }).waitFor();
  await go(page, "Verifier");
  expect(await page.locator(".query").count()).toBe(2);
  expect(await page.getByLabel("Comment of query 1").inputValue()).toBe("The lamp goes on.");
  await page.getByRole("button", { name: "Undo" }).click();
  expect(await page.locator(".query").count()).toBe(0);
  await drop(page, "model.tck", "system:s\nprocess:P\nlocation:P:a{initial:}\n");
  await page.locator(".bar .file", { hasText: "model.xml" }).waitFor();
});

test("a model with errors opens, is listed and is not run", async ({ folder, open }) => {
  const wrong = join(folder, "wrong.xml");
  writeFileSync(
    wrong,
    '<nta><declaration>int x = tru;\nclock;</declaration><template><name>P</name><location id="a" x="0" y="0"><label kind="invariant">y &lt; </label></location><init ref="a"/></template><system>system P;</system><queries><query><formula>E&lt;&gt; P.nowhere</formula></query></queries></nta>',
  );
  const { page } = await open();
  await openFromDisk(page, wrong);
  await page.locator(".bar .file", { hasText: "wrong.xml" }).waitFor();
  expect(await page.locator(".diagnostics li").count()).toBeGreaterThan(1);
  await page.locator(".diagnostics li button").first().click();
  await page.locator(".cm-lintRange-error").first().waitFor();
  await go(page, "Simulator");
  await page.locator(".banner", { hasText: "errors" }).waitFor();
  await go(page, "Verifier");
  expect(await page.getByRole("button", { name: "Verify all" }).isDisabled()).toBe(true);
});

test("the first load is below 300 kB compressed, and nothing is requested after loading", async ({ open }) => {
  const { page, requests } = await open();
  await page.waitForLoadState("networkidle");
  // Each file once: what the worker shares with the page comes out of the browser's cache the second time.
  const size = (paths: readonly string[]): number =>
    paths
      .map((path) => gzipSync(readFileSync(join(root, "dist", "studio", path)), { level: 9 }).length)
      .reduce((a, b) => a + b, 0);
  const all = [...new Set(requests)].map((url) => new URL(url).pathname.replace(/^\/$/, "/index.html"));
  // The simulator, the worker's own program and the examples follow when the page can be used: the page's own files are those
  // that it names.
  const html = readFileSync(join(root, "dist", "studio", "index.html"), "utf8");
  const isFirst = (path: string): boolean => path === "/index.html" || html.includes(`.${path}"`);
  const first = all.filter(isFirst);
  console.log(
    `first load: ${size(first) / 1000} kB by gzip -9; with the simulator, the engine and the examples ${size(all) / 1000} kB`,
  );
  // The page, its program and its style, what draws it, and what it shares with the worker.
  expect(first.length).toBe(5);
  expect(all.length).toBe(10);
  expect(size(first)).toBeLessThan(300_000);
  const loaded = requests.length;
  await openExample(page, "heartbeat");
  await go(page, "Verifier");
  await page.getByRole("button", { name: "Verify all" }).click();
  await page.locator(".query [data-outcome]").first().waitFor();
  await go(page, "Simulator");
  await page.getByRole("button", { name: "Random" }).click();
  await page.locator(".paper svg").waitFor();
  await choose(page, "Transform", "Accelerate…");
  await page.locator("dialog.preview h2").waitFor();
  expect(requests.slice(loaded)).toEqual([]);
});

test.for([
  [1280, 800, false],
  [390, 844, false],
  [390, 844, true],
  [1280, 800, true],
] as const)(
  "at %i by %i points (dark: %s) nothing sticks out and everything has a name",
  async ([width, height, dark], { open }) => {
    const { page } = await open({ width, height, dark });
    await openExample(page, "pump");
    for (const tab of ["Editor", "Simulator", "Verifier"] as const) {
      await go(page, tab);
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
  },
);
