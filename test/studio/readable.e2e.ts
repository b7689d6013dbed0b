import { join } from "node:path";
import type { Page } from "playwright-core";
import { expect } from "vitest";
import { drop, go, openExample, test } from "./browser.ts";

/** A run that can be read: room, zoom, which processes, watched expressions, playing, branches, running until something holds. */
const current = (page: Page, step: number) =>
  page.locator(".run [aria-current] b", { hasText: new RegExp(`^${step}$`) }).waitFor();

async function watchFor(page: Page, expression: string): Promise<void> {
  await page.getByLabel("Expression to watch").fill(expression);
  await page.keyboard.press("Enter");
  await page.locator(".watches code", { hasText: expression }).waitFor();
}

test("few processes use the whole width, labels stay readable, and diagrams are zoomed and dragged", async ({
  open,
}) => {
  const { page } = await open({ width: 1500, height: 900 });
  await openExample(page, "lamp");
  await go(page, "Simulator");
  await page.locator(".process").first().waitFor();
  const grid = (await page.locator(".grid").boundingBox())!;
  const right = await page
    .locator(".process")
    .evaluateAll((all) => Math.max(...all.map((e) => e.getBoundingClientRect().right)));
  expect(right).toBeGreaterThan(grid.x + grid.width - 2);
  // On a small screen too no label is below nine pixels.
  await page.setViewportSize({ width: 800, height: 700 });
  const least = (): Promise<number> =>
    page
      .locator(".process .window svg")
      .evaluateAll((all) =>
        Math.min(
          ...(all as SVGSVGElement[]).map(
            (svg) => (12 * svg.getBoundingClientRect().width) / svg.viewBox.baseVal.width,
          ),
        ),
      );
  await expect.poll(least).toBeGreaterThanOrEqual(8.9);
  const picture = page.locator(".process").first();
  const width = async (): Promise<number> => (await picture.locator(".window svg").boundingBox())!.width;
  const before = await width();
  for (let k = 0; k < 4; k++) await picture.getByRole("button", { name: /^Zoom in/ }).click();
  await expect.poll(width).toBeGreaterThan(2 * before);
  // Dragging moves the drawing and takes no edge.
  const window = picture.locator(".window");
  const box = (await window.boundingBox())!;
  const scrolled = (): Promise<number> => window.evaluate((e) => e.scrollLeft);
  await window.evaluate((e) => (e.scrollLeft = 0));
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width / 2 - 80, box.y + box.height / 2, { steps: 4 });
  await page.mouse.up();
  expect(await scrolled()).toBeGreaterThan(40);
  expect(await page.locator(".why.on").count()).toBe(0);
  await picture.getByRole("button", { name: /^Fit/ }).click();
  await expect.poll(width).toBe(before);
});

test("as many random steps as may be taken are seen whole, and typed while the run plays", async ({ open }) => {
  const { page } = await open();
  await go(page, "Simulator");
  await page.locator(".enabled button").first().waitFor();
  const steps = page.getByLabel("Steps");
  await steps.fill("123456");
  await steps.press("Tab");
  await expect.poll(() => steps.inputValue()).toBe("1000");
  // A run that plays meanwhile takes no digit away.
  await page.getByRole("button", { name: "Play" }).click();
  await steps.fill("77");
  await page.locator(".run li").nth(3).waitFor();
  expect(await steps.inputValue()).toBe("77");
  await steps.fill("1000");
  expect(await steps.evaluate((e) => e.scrollWidth - e.clientWidth)).toBeLessThanOrEqual(0);
});

test("the processes that are shown are chosen, for the diagrams and for the charts", async ({ open }) => {
  const { page } = await open();
  await openExample(page, "railway");
  await go(page, "Simulator");
  await page.locator(".option").first().click();
  await current(page, 1);
  await page.locator(".choice summary", { hasText: "5 processes" }).click();
  await page.getByRole("button", { name: "Of the run" }).click();
  await expect.poll(() => page.locator("[data-process]").count()).toBe(2);
  await page.locator(".choice summary", { hasText: "2 of 5 processes" }).waitFor();
  await page.locator(".choice label", { hasText: "Train(3)" }).click();
  await expect.poll(() => page.locator("[data-process]").count()).toBe(3);
  const columns = page.locator('.paper text[font-weight="bold"]');
  expect(await columns.allTextContents()).toEqual(["Train(0)", "Train(3)", "Gate"]);
});

test("expressions are watched, a run goes on until one holds, and playing stops there", async ({ open }) => {
  const { page } = await open();
  await openExample(page, "railway");
  await go(page, "Simulator");
  await page.locator(".option").first().waitFor();
  await watchFor(page, "Gate.length + 1");
  await watchFor(page, "Train(1).Cross");
  await watchFor(page, "Train(0).x > 3");
  await watchFor(page, "nothing == 1");
  const value = (expression: string) =>
    page.locator(".watches li", { has: page.locator("code", { hasText: expression }) }).locator("output");
  await expect.poll(() => value("Gate.length + 1").textContent()).toBe("1");
  await expect.poll(() => value("Train(1).Cross").textContent()).toBe("false");
  await expect.poll(() => value("Train(0).x > 3").textContent()).toBe("for some clock values");
  await expect.poll(() => value("nothing == 1").textContent()).toContain("nothing");
  await page.locator(".option").first().click();
  await expect.poll(() => value("Gate.length + 1").textContent()).toBe("2");
  const line = page.locator(".watches li", { hasText: "Train(1).Cross" });
  await line.getByRole("button", { name: "Run until" }).click();
  await expect.poll(() => value("Train(1).Cross").textContent()).toBe("true");
  await page.locator('[data-process="Train(1)"] figcaption b', { hasText: "Cross" }).waitFor();
  const reached = await page.locator(".run button").count();
  // Played from the start it comes to the same place, and stops there.
  await page.getByRole("button", { name: "Start", exact: true }).click();
  await current(page, 0);
  await line.getByLabel("stop").check();
  await page.getByLabel("Speed").selectOption("10");
  await page.getByRole("button", { name: "Play" }).click();
  await current(page, reached - 1);
  await page.getByRole("button", { name: "Play" }).waitFor();
  // Playing goes on at random behind the end, until it is told to pause.
  await line.getByLabel("stop").uncheck();
  await page.getByRole("button", { name: "Play" }).click();
  await expect.poll(() => page.locator(".run button").count()).toBeGreaterThan(reached + 2);
  await page.getByRole("button", { name: "Pause" }).click();
});

test("another step keeps the branch that was left, and the way back to it", async ({ open }) => {
  const { page } = await open();
  await openExample(page, "railway");
  await go(page, "Simulator");
  const run = page.locator(".run button");
  const options = page.locator(".option");
  await options.nth(1).click();
  await current(page, 1);
  await options.first().click();
  await current(page, 2);
  const first = (await run.allTextContents()).map((t) => t.replace(/t [≥=>].*|\d+ [<≤] t.*/, ""));
  await run.nth(1).click();
  await current(page, 1);
  await options.nth(1).click();
  await current(page, 2);
  const branch = page.locator(".branches li");
  expect(await branch.count()).toBe(1);
  expect(await branch.textContent()).toMatch(/^1.*1 step/);
  await branch.getByRole("button").first().click();
  await current(page, 2);
  const again = (await run.allTextContents()).map((t) => t.replace(/t [≥=>].*|\d+ [<≤] t.*/, ""));
  expect(again).toEqual(first);
  // The one that was left for it is a branch now.
  expect(await branch.count()).toBe(1);
  await branch.getByRole("button", { name: "Forget this branch" }).click();
  await expect.poll(() => branch.count()).toBe(0);
});

/** So many processes, each a token that goes round. */
function ring(count: number): string {
  const places = Array.from({ length: 6 }, (_, k) => k);
  return `<?xml version="1.0" encoding="utf-8"?><nta><declaration>clock x;</declaration><template><name>P</name><parameter>const int[1,${count}] me</parameter>
${places.map((k) => `<location id="id${k}" x="${150 * (k % 3)}" y="${150 * Math.floor(k / 3)}"><name x="${150 * (k % 3)}" y="${150 * Math.floor(k / 3) - 34}">L${k}</name></location>`).join("")}<init ref="id0"/>
${places.map((k) => `<transition><source ref="id${k}"/><target ref="id${(k + 1) % 6}"/><label kind="guard" x="${150 * (k % 3)}" y="${150 * Math.floor(k / 3) + 20}">x &gt;= ${k}</label></transition>`).join("")}
</template><system>system P;</system></nta>`;
}

test("the simulator of twenty processes is there at once", async ({ open }) => {
  const { page } = await open();
  await drop(page, "ring.xml", ring(20));
  await page.locator(".bar .file", { hasText: "ring.xml" }).waitFor();
  await page.waitForTimeout(500);
  const took = await page.evaluate(
    () =>
      new Promise<number>((done) => {
        const started = performance.now();
        const look = (): void => {
          if (document.querySelectorAll(".process").length < 20) requestAnimationFrame(look);
          else done(performance.now() - started);
        };
        [...document.querySelectorAll<HTMLButtonElement>(".tabs button")]
          .find((b) => b.textContent === "Simulator")
          ?.click();
        look();
      }),
  );
  console.log(`the simulator of 20 processes after ${Math.round(took)} ms`);
  expect(await page.locator(".process .active").count()).toBeGreaterThanOrEqual(20);
  if (process.env.SHOTS !== undefined) await page.screenshot({ path: join(process.env.SHOTS, "twenty.png") });
});
