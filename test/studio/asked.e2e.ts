import { execFileSync } from "node:child_process";
import { copyFileSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { expect } from "vitest";
import { downloaded, drop, fill, go, openExample, root, test, verdicts } from "./browser.ts";

/**
 * Queries as they are worked with: what is expected, what is wrong, templates, order, groups, running on save, answers of before.
 */
const verify = (page: Page) => page.getByRole("button", { name: "Verify all" }).click();
const answered = (page: Page, count: number) =>
  page
    .locator(".query [data-outcome]")
    .nth(count - 1)
    .waitFor();

test("what is expected is set in the page and written as the command reads it", async ({ folder, open, start }) => {
  const file = join(folder, "expected.xml");
  copyFileSync(join(root, "examples", "lamp.xml"), file);
  const own = await start(file);
  const { page } = await open({ url: own.url });
  await go(page, "Verifier");
  const count = await page.locator(".query").count();
  const failures = readFileSync(file, "utf8").match(/<expect outcome="failure"/g)?.length ?? 0;
  await verify(page);
  await answered(page, count);
  await expect.poll(() => page.locator(".query .expected").count()).toBe(count);
  await page.getByLabel("Expected result of query 1").selectOption("failure");
  await page.locator(".query", { hasText: "not as expected" }).waitFor();
  expect(await page.locator(".query .unexpected").count()).toBe(1);
  await page.getByLabel("Expected result of query 2").selectOption("");
  await page.keyboard.press("ControlOrMeta+s");
  await page.locator(".notice", { hasText: "is saved" }).waitFor();
  const written = readFileSync(file, "utf8");
  expect(written.match(/<expect outcome="failure"/g)).toHaveLength(failures + 1);
  expect(written.match(/<expect/g)).toHaveLength(count - 1);
  let told = "";
  try {
    execFileSync(process.execPath, [join(root, "dist", "bin", "zonal.js"), "verify", file], { encoding: "utf8" });
  } catch (error) {
    told = (error as { stdout: string }).stdout;
  }
  expect(told).toContain("expected NOT satisfied");
  // Set where nothing was: the value of a bound as well.
  await page.getByRole("button", { name: "+ Query" }).click();
  await fill(page, `Query ${count + 1}`, "sup: Lamp.y");
  await page.getByLabel(`Expected result of query ${count + 1}`).selectOption("success");
  await page.getByLabel(`Expected value of query ${count + 1}`).fill("7");
  await page.keyboard.press("Enter");
  await page.keyboard.press("ControlOrMeta+s");
  await expect.poll(() => readFileSync(file, "utf8")).toMatch(/<expect value="7" outcome="success"\/>/);
});

const clocks = `<?xml version="1.0" encoding="utf-8"?>
<nta><declaration>clock x; int n;</declaration><template><name>P</name><location id="id0" x="0" y="0"><name x="0" y="-30">A</name></location><init ref="id0"/></template>
<system>system P;</system><queries><query><formula>E&lt;&gt; nobody == 1</formula><comment></comment></query>
<query><formula>control: A&lt;&gt; P.A</formula><comment></comment></query>
<query><formula>sup: n</formula><comment></comment><expect outcome="success" value="3"/></query></queries></nta>`;

test("an error in a query is an error, what is refused says what is missing, and values are compared", async ({
  open,
}) => {
  const { page } = await open({ width: 1024 });
  await drop(page, "clocks.xml", clocks);
  await go(page, "Verifier");
  await verify(page);
  await answered(page, 3);
  expect(await verdicts(page)).toEqual(["error", "refused", "satisfied"]);
  const reasons = await page.locator(".query .reason").allTextContents();
  expect(reasons[0]).toContain("nobody");
  expect(reasons[1]).toContain("control");
  await page.locator('[data-query="2"] .unexpected').waitFor();
  if (process.env.SHOTS !== undefined) await page.screenshot({ path: join(process.env.SHOTS, "verifier.png") });
});

test("queries come from templates, are moved, grouped, folded and verified by group", async ({ open }) => {
  const { page } = await open();
  await openExample(page, "railway");
  await go(page, "Verifier");
  const count = await page.locator(".query").count();
  await page.getByRole("button", { name: "+ Group" }).click();
  await page.getByLabel("Query from a template").selectOption({ label: "Reachable: some run leads there" });
  await page.getByLabel("Query from a template").selectOption({ label: "Bounds of: the least and the greatest value" });
  await expect.poll(() => page.locator(".query").count()).toBe(count + 2);
  await page.locator(`[data-query="${count}"] small`, { hasText: "2 queries" }).waitFor();
  await page.getByRole("button", { name: "Verify group" }).click();
  await answered(page, 2);
  expect(await page.locator(".query [data-outcome]").count()).toBe(2);
  // The last one goes up, with what was answered.
  const texts = (): Promise<string[]> => page.locator(".query .cm-content").allTextContents();
  const before = await texts();
  await page.getByRole("button", { name: `Move query ${count + 3} up` }).click();
  await expect.poll(texts).toEqual([...before.slice(0, -2), before.at(-1), before.at(-2)]);
  expect(await page.locator(".query [data-outcome]").count()).toBe(2);
  await page.getByRole("button", { name: `Fold group ${count + 1}` }).click();
  await expect.poll(() => page.locator(".query").count()).toBe(count);
});

const hard = `<?xml version="1.0" encoding="utf-8"?>
<nta><declaration>int[0,1000] a[6];</declaration><template><name>P</name><parameter>const int[0,5] i</parameter><location id="id0" x="0" y="0"><name x="0" y="-30">A</name></location><init ref="id0"/>
<transition><source ref="id0"/><target ref="id0"/><label kind="guard">a[i] &lt; 1000</label><label kind="assignment">a[i]++</label><nail x="40" y="40"/><nail x="-40" y="40"/></transition></template>
<system>system P;</system><queries><query><formula>A[] a[0] + a[1] + a[2] + a[3] + a[4] + a[5] &lt;= 6000</formula><comment></comment></query></queries></nta>`;

test("a running search is seen and cancelled from every tab", async ({ open }) => {
  const { page } = await open();
  await drop(page, "hard.xml", hard);
  await go(page, "Verifier");
  await verify(page);
  for (const tab of ["Editor", "Simulator"] as const) {
    await go(page, tab);
    await page.locator(".running", { hasText: "Query 1" }).waitFor();
  }
  await page.locator(".running").getByRole("button", { name: "Cancel" }).click();
  await page.locator(".running").waitFor({ state: "detached" });
});

test("saving verifies again where that is wanted, and the answers of before stay", async ({ open }) => {
  const { page } = await open();
  await openExample(page, "lamp");
  await go(page, "Verifier");
  const count = await page.locator(".query").count();
  await page.getByLabel("on save").check();
  await page.getByLabel("Comment of query 1").fill("another comment");
  await page.keyboard.press("Enter");
  await downloaded(page, () => page.keyboard.press("ControlOrMeta+s"));
  await answered(page, count);
  await verify(page);
  const past = page.locator('[data-query="0"] .past');
  await past.getByText("2 answers until now").click();
  expect(await past.locator("tr").count()).toBe(2);
  // They are there after a reload as well.
  await page.reload();
  await go(page, "Verifier");
  await past.getByText("2 answers until now").waitFor();
});
