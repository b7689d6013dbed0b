import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { expect } from "vitest";
import { downloaded, drop, go, openExample, test } from "./browser.ts";

/** Time in the simulator: when each step happens, the run over time, both modes of one run. */
const current = (page: Page, step: number) =>
  page.locator(".run [aria-current] b", { hasText: new RegExp(`^${step}$`) }).waitFor();
const relay = `<?xml version="1.0" encoding="utf-8"?>
<nta><declaration>clock x; int n;</declaration><template><name>P</name>
<location id="id0" x="0" y="0"><name x="-10" y="-34">A</name><label kind="invariant" x="-10" y="17">x &lt;= 5</label></location>
<location id="id1" x="200" y="0"><name x="190" y="-34">B</name><label kind="invariant" x="190" y="17">x &lt; 3</label></location>
<location id="id2" x="400" y="0"><name x="390" y="-34">C</name></location><init ref="id0"/>
<transition><source ref="id0"/><target ref="id1"/><label kind="guard" x="60" y="-30">x &gt; 2</label><label kind="assignment" x="60" y="10">x = 0, n++</label></transition>
<transition><source ref="id1"/><target ref="id2"/><label kind="guard" x="260" y="-30">x &gt;= 1</label></transition>
<transition><source ref="id2"/><target ref="id0"/><label kind="guard" x="260" y="90">x &gt;= 2000</label><label kind="assignment" x="160" y="110">x = 0</label><nail x="200" y="100"/></transition>
</template><system>system P;</system></nta>`;

test("a symbolic run tells the possible times of its steps, and the charts show exact ones", async ({ open }) => {
  const { page } = await open();
  await drop(page, "relay.xml", relay);
  await go(page, "Simulator");
  for (let step = 1; step <= 2; step++) {
    await page.locator(".option").first().click();
    await current(page, step);
  }
  const when = page.locator(".run .when");
  await expect.poll(() => when.allTextContents()).toEqual(["2 < t ≤ 5", "3 < t < 8"]);
  expect(await page.locator(".run button").nth(1).getAttribute("title")).toMatch(/with exact delays, after 3, at 3/);
  // The sequence chart has delays and times, and is a way to go: step 1 is what its row says.
  const paper = page.locator(".paper");
  await paper.getByText("+3", { exact: true }).waitFor();
  await paper.getByText("at 3", { exact: true }).waitFor();
  await paper.locator('[data-step="1"] .row').click({ position: { x: 5, y: 30 } });
  await current(page, 1);
  await paper.locator('g.current[data-step="1"]').waitFor();
  // Over time: a bar per stay, values under the pointer, markers to go to.
  await page.getByLabel("Gantt chart", { exact: true }).check();
  await paper.locator("title", { hasText: "P: B" }).first().waitFor({ state: "attached" });
  expect(await paper.locator("title", { hasText: "P: B" }).first().textContent()).toMatch(/at 3 for .*\nn = 1\nx = 0/);
  await paper.locator('g.marker.current[data-step="1"]').waitFor();
  await paper.locator('g.marker[data-step="2"] text').click();
  await current(page, 2);
  await paper.locator('g.marker.current[data-step="2"]').waitFor();
  const file = await downloaded(page, () => page.getByLabel("Chart as SVG").click());
  expect(file.toString()).toContain("P: C");
});

test("switching between symbolic and concrete keeps the run, where it stands, and its delays", async ({ open }) => {
  const { page } = await open();
  await drop(page, "relay.xml", relay);
  await go(page, "Simulator");
  await page.getByLabel("concrete").check();
  await page.getByLabel("Exact delay").fill("7/2");
  await page.keyboard.press("Enter");
  await current(page, 1);
  await page.locator(".option").first().click();
  await current(page, 2);
  await page.getByLabel("Exact delay").fill("2");
  await page.keyboard.press("Enter");
  await current(page, 3);
  await page.locator(".option").first().click();
  await current(page, 4);
  const times = page.locator(".run .when");
  await expect.poll(() => times.allTextContents()).toEqual(["t = 7/2", "t = 7/2", "t = 11/2", "t = 11/2"]);
  await page.locator(".run button").nth(2).click();
  await current(page, 2);
  await page.getByLabel("symbolic").check();
  await expect.poll(() => page.locator(".run button").count()).toBe(3);
  await current(page, 1);
  // Back again it has the delays that were chosen.
  await page.getByLabel("concrete").check();
  await expect.poll(() => times.allTextContents()).toEqual(["t = 7/2", "t = 7/2", "t = 11/2", "t = 11/2"]);
  await current(page, 2);
});

test("random steps are transitions, however far away in time, and the same seed gives the same ones", async ({
  open,
}) => {
  const { page } = await open();
  await drop(page, "relay.xml", relay);
  await go(page, "Simulator");
  await page.getByLabel("concrete").check();
  await page.locator(".constraints li", { hasText: "x = 0" }).waitFor();
  await page.getByRole("button", { name: "Random" }).click();
  const run = page.locator(".run button");
  const moves = run.filter({ hasText: "P: " });
  await expect.poll(() => moves.count()).toBe(10);
  expect(await run.filter({ hasText: "wait" }).count()).toBe(10);
});

test("a counter-example of the railway can be read over time", async ({ open, folder }) => {
  const { page } = await open({ width: 1500, height: 1000 });
  await openExample(page, "railway");
  await go(page, "Simulator");
  await page.getByRole("button", { name: "Random" }).click();
  await current(page, 10);
  await page.locator(".switch label", { hasText: "Gantt chart" }).click();
  await page.locator(".paper .marker").nth(10).waitFor();
  await page.locator(".paper .marker.current").waitFor();
  // The panel was scrolled to the choice, not the page.
  expect(
    await page.evaluate(() => document.scrollingElement!.scrollHeight - document.scrollingElement!.clientHeight),
  ).toBe(0);
  writeFileSync(join(folder, "gantt.svg"), await page.locator(".paper").innerHTML());
  if (process.env.SHOTS !== undefined) await page.screenshot({ path: join(process.env.SHOTS, "gantt.png") });
});
