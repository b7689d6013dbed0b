import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { expect } from "vitest";
import { downloaded, openExample, root, test } from "./browser.ts";

/** The editor without a mouse, and what it knows about names, colours, branch points and layout. */
const type = async (page: Page, ...keys: string[]): Promise<void> => {
  for (const key of keys) await page.keyboard.press(key);
};

test("a model is drawn, connected, renamed, mended, verified and simulated with the keyboard alone", async ({
  open,
}) => {
  const { page } = await open();
  // The menu: Tab to it, arrows inside.
  await page.locator('summary[aria-label="More"]').focus();
  await type(page, "ArrowDown", "Enter");
  await page.locator(".bar .file", { hasText: "untitled.xml" }).waitFor();
  // The location that a new model starts with gets a name, and a second one is made.
  await page.locator(".canvas").focus();
  await type(page, "]", "Enter");
  await page.keyboard.type("First");
  await type(page, "Enter", "l");
  await page.keyboard.type("Second");
  await type(page, "Enter");
  // From the second to the first, with a nail that is moved.
  await type(page, "e", "]", "Enter");
  await page.locator('[data-key="e:0"]').waitFor({ state: "attached" });
  expect(await page.locator(".inspector .ends").textContent()).toBe("Second → First");
  await page.locator('[data-field="Guard"]:focus').waitFor();
  await type(page, "Escape", "n", "ArrowUp", "ArrowUp");
  expect(await page.locator('[data-key="n:0:0"]').count()).toBe(1);
  // Deleting and undoing.
  await type(page, "Escape", "[", "Delete");
  expect(await page.locator(".canvas .edge").count()).toBe(0);
  await type(page, "ControlOrMeta+z");
  expect(await page.locator(".canvas .edge").count()).toBe(1);
  // Initial, committed; a guard with an error, which F8 finds again.
  await type(page, "Escape", "]", "]", "i");
  await page.locator(".inspector .check", { hasText: "initial" }).locator("input:checked").waitFor();
  await type(page, "[", "[", "Enter");
  await page.locator('[data-field="Guard"]:focus').waitFor();
  await page.keyboard.type("wrong > 3");
  await page.locator(".diagnostics h2", { hasText: "1 error" }).waitFor();
  await type(page, "Escape", "Alt+3", "F8");
  await page.locator('[data-field="Guard"]:focus').waitFor();
  // The faulty name is selected: typing replaces it.
  await page.keyboard.type("2");
  await page.locator(".diagnostics h2", { hasText: "No problems" }).waitFor();
  await type(page, "ControlOrMeta+a");
  await page.keyboard.type("true &&");
  // Enter ends a label, as in the diagram; with Shift it is another line.
  await type(page, "Shift+Enter");
  await page.keyboard.type("true");
  await type(page, "Enter");
  await page.locator(".canvas:focus").waitFor();
  expect(await page.locator('[data-field="Guard"] .cm-line').allTextContents()).toEqual(["true &&", "true"]);
  await type(page, "Alt+3");
  await page.getByRole("button", { name: "+ Query" }).focus();
  await type(page, "Enter");
  await page.keyboard.type("E<> Template.First");
  await type(page, "Escape", "F9");
  await page.locator('[data-outcome="satisfied"]').waitFor();
  // The simulator: the transition is a button, Alt and arrows walk the run.
  await type(page, "Alt+2");
  await page.locator(".option").focus();
  await type(page, "Enter");
  await page.locator(".run button").nth(1).waitFor();
  await type(page, "Alt+ArrowLeft");
  await page.locator(".run [aria-current] b", { hasText: "0" }).waitFor();
});

test("a name tells its type, leads to its declaration and is renamed everywhere", async ({ open }) => {
  const { page } = await open();
  await openExample(page, "railway");
  await page.locator('[data-key="e:2"] .guard').click();
  const guard = page.locator('[data-field="Guard"]');
  await guard.locator("text=x").hover({ position: { x: 3, y: 8 } });
  await page.locator(".cm-tooltip .meaning", { hasText: "clock x" }).waitFor();
  // To the declaration, which is selected there; renamed in the page's own dialog.
  await guard.click({ position: { x: 9, y: 10 } });
  await type(page, "Home", "F12");
  const declarations = page.locator('[data-field="Declarations of Train"]');
  await declarations.waitFor();
  expect(await page.evaluate(() => getSelection()?.toString())).toBe("x");
  await type(page, "F2");
  await page.locator("dialog.asking input").fill("time");
  await type(page, "Enter");
  await expect.poll(() => declarations.textContent()).toContain("clock time;");
  await page
    .getByRole("button", { name: /^Train/ })
    .first()
    .click();
  await page.locator(".canvas .guard", { hasText: "time >= 10" }).waitFor();
  await page.locator(".diagnostics h2", { hasText: "No problems" }).waitFor();
});

test("branch points, colours, marks and layout change what they say, and nothing else", async ({ open }) => {
  const { page } = await open();
  await openExample(page, "coffee");
  const before = readFileSync(join(root, "examples", "coffee.xml"), "utf8").split("\n");
  const saved = async (): Promise<string[]> =>
    (await downloaded(page, () => page.keyboard.press("ControlOrMeta+s"))).toString().split("\n");
  const lines = (text: readonly string[]): string[] =>
    text.filter((line) => !before.includes(line)).map((l) => l.trim());
  // A colour is one attribute.
  const first = await page.locator(".canvas .node").first().getAttribute("data-key");
  await page.locator(`[data-key="${first}"] .location`).click();
  await page.locator('.inspector input[type="color"]').fill("#ffcc00");
  const fillOf = () => page.locator(`[data-key="${first}"] .location`).evaluate((e) => getComputedStyle(e).fill);
  await expect.poll(fillOf).toBe("rgb(255, 204, 0)");
  const coloured = lines(await saved());
  expect(coloured.length).toBe(1);
  expect(coloured[0]).toContain('color="#ffcc00"');
  await page.keyboard.press("ControlOrMeta+z");
  // A branch point, and an edge into it, by mouse.
  await page.getByRole("toolbar").getByRole("button", { name: "Branch" }).click();
  const box = await page.locator(".canvas").boundingBox();
  if (box === null) throw new Error("there is no canvas");
  await page.mouse.click(box.x + box.width / 2, box.y + box.height - 40);
  const point = page.locator('.canvas [data-key^="b:"]');
  await point.waitFor();
  await page.getByRole("toolbar").getByRole("button", { name: "Edge" }).click();
  await page.locator(`[data-key="${first}"] .location`).click();
  await point.locator(".point").click();
  const made = lines(await saved());
  expect(made.filter((line) => line.startsWith("<branchpoint"))).toHaveLength(1);
  expect(made.filter((line) => line.startsWith("<location"))).toEqual([]);
  // Layout comes only when asked for, and undo takes it back.
  await page.keyboard.press("Escape");
  await page.keyboard.press("Escape");
  for (let i = 0; i < 2; i++) await page.getByRole("button", { name: "Undo" }).click();
  const places = (): Promise<string> =>
    page
      .locator(".canvas .node .location")
      .evaluateAll((all) => all.map((e) => `${e.getAttribute("cx")},${e.getAttribute("cy")}`).join(" "));
  const drawn = await places();
  await page.locator(`[data-key="${first}"] .location`).click();
  await type(page, "ArrowDown", "ArrowDown", "Escape");
  const moved = await places();
  expect(moved).not.toBe(drawn);
  await page.locator(".inspector").getByRole("button", { name: "Lay out" }).click();
  await expect.poll(places).not.toBe(moved);
  for (let i = 0; i < 3; i++) await page.getByRole("button", { name: "Undo" }).click();
  await expect.poll(places).toBe(drawn);
});
