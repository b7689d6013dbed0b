import { join } from "node:path";
import { expect } from "vitest";
import { choose, go, openExample, test } from "./browser.ts";

/**
 * Beginning: the start screen, the tour, and the guide beside the work. That it needs no network is tested in `offline.e2e.ts`.
 */

test("the start screen has a new model, files, what was worked on and the examples in teaching order", async ({
  open,
}) => {
  const { page } = await open();
  await openExample(page, "coffee");
  await page.locator(".canvas").focus();
  await page.keyboard.press("l");
  await page.waitForTimeout(500);
  await openExample(page, "bridge");
  await page.getByRole("button", { name: "Examples" }).click();
  await page.locator(".lately button", { hasText: "coffee.xml" }).waitFor();
  const names = await page.locator(".gallery b").allTextContents();
  expect(names.slice(0, 4)).toEqual(["lamp", "coffee", "fischer", "railway"]);
  // Each has its picture.
  const drawn = await page
    .locator(".gallery img")
    .evaluateAll((all) =>
      Promise.all((all as HTMLImageElement[]).map((e) => e.decode().then(() => e.naturalWidth > 20))),
    );
  expect(drawn).toEqual(names.map(() => true));
  if (process.env.SHOTS !== undefined) await page.screenshot({ path: join(process.env.SHOTS, "start.png") });
  await page.getByRole("button", { name: "New model" }).click();
  await page.locator(".bar .file", { hasText: "untitled.xml" }).waitFor();
});

test("a first visit begins at the start screen, a second one where the first ended", async ({ open }) => {
  const { page } = await open({ stay: true });
  const start = page.locator("dialog[open]");
  await start.getByRole("heading", { name: "Start" }).waitFor();
  await start.locator(".gallery button", { hasText: "lamp" }).click();
  await page.locator(".bar .file", { hasText: "lamp.xml" }).waitFor();
  await page.waitForTimeout(500);
  await page.reload();
  await page.locator(".bar .file", { hasText: "lamp.xml" }).waitFor();
  expect(await start.count()).toBe(0);
});

test("the tour leads through the tabs, with the place marked that it speaks of", async ({ open }) => {
  const { page } = await open();
  await choose(page, "More", "Tour");
  const tour = page.getByRole("region", { name: "Tour" });
  await tour.getByText("This is a lamp").waitFor();
  await page.locator(".bar .file", { hasText: "lamp.xml" }).waitFor();
  const tabs = new Set<string | null>();
  for (let stop = 1; stop <= 7; stop++) {
    await tour.getByText(`${stop} of 7`).waitFor();
    await page.locator(".toured").waitFor();
    tabs.add(await page.locator(".tabs [aria-current]").textContent());
    await tour.getByRole("button", { name: stop === 7 ? "Done" : "On" }).click();
  }
  expect([...tabs]).toEqual(["Editor", "Simulator", "Verifier"]);
  await tour.waitFor({ state: "detached" });
  expect(await page.locator(".toured").count()).toBe(0);
});

test("the guide stands beside the editor and is searched", async ({ open }) => {
  const { page } = await open();
  await choose(page, "More", "Help");
  const help = page.getByRole("complementary", { name: "Help" });
  await help.getByRole("heading", { name: "Zonal Studio" }).waitFor();
  // The model is seen beside it.
  const [canvas, panel] = [(await page.locator(".canvas").boundingBox())!, (await help.boundingBox())!];
  expect(canvas.x + canvas.width).toBeLessThanOrEqual(panel.x + 1);
  await help.getByLabel("Search the guide").fill("leads to");
  await help.getByText(/\d+ sections? found/).waitFor();
  await help.getByLabel("Search the guide").fill("zzz nothing of the kind");
  await help.getByText("Nothing found.").waitFor();
  await help.getByLabel("Page of the guide").selectOption("symmetry");
  await help.locator("h1", { hasText: "Symmetry" }).waitFor();
  if (process.env.SHOTS !== undefined) await page.screenshot({ path: join(process.env.SHOTS, "help.png") });
  await go(page, "Verifier");
  await help.waitFor();
  await help.getByRole("button", { name: "Close help" }).click();
  await help.waitFor({ state: "detached" });
});

test("in a narrow window the guide lies over the page, and the menus over the guide", async ({ open }) => {
  const { page } = await open({ width: 420, height: 800 });
  await choose(page, "More", "Help");
  const help = page.getByRole("complementary", { name: "Help" });
  await help.getByRole("heading", { name: "Zonal Studio" }).waitFor();
  expect((await page.locator(".canvas").boundingBox())!.width).toBeGreaterThan(400);
  // The click would not get through to an entry that lies under the guide.
  await choose(page, "More", "Keys");
  await page.locator("dialog[open]", { hasText: "Keys" }).waitFor();
});

test("each transformation has a picture and a sentence", async ({ open }) => {
  const { page } = await open();
  await page.locator('summary[aria-label="Transform"]').click();
  const items = page.getByRole("menuitem");
  const count = await items.count();
  expect(count).toBe(8);
  expect(await page.locator("[role=menuitem] .picture").count()).toBe(count);
  for (const text of await page.locator("[role=menuitem] small").allTextContents()) expect(text).toMatch(/^[A-Z].*\.$/);
  if (process.env.SHOTS !== undefined) await page.screenshot({ path: join(process.env.SHOTS, "transform.png") });
});
