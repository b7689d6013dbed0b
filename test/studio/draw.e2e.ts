import type { Page } from "playwright-core";
import { expect } from "vitest";
import { choose, downloaded, drop, middleOf, openExample, test } from "./browser.ts";

/** Drawing as a user does it: what is hit, where texts are edited and go, what is copied, found and renamed. */

const textOf = async (page: Page): Promise<string> =>
  (await downloaded(page, () => page.getByRole("button", { name: "Save" }).click())).toString();

const model = (labels: string, system = "system P;"): string => `<nta><declaration>clock x;</declaration>
<template><name>P</name>
<location id="id0" x="0" y="0"><name x="-10" y="-34">A</name></location>
<location id="id1" x="300" y="0"><name x="290" y="-34">B</name></location>
<location id="id2" x="150" y="200"><name x="140" y="217">C</name></location>
<init ref="id0"/>
<transition><source ref="id0"/><target ref="id1"/>${labels}</transition>
<transition><source ref="id0"/><target ref="id1"/><nail x="150" y="-10"/></transition>
<transition><source ref="id1"/><target ref="id2"/></transition>
</template>
<system>${system}</system>
<queries><query><formula>E&lt;&gt; P.B</formula><comment></comment></query></queries></nta>`;

const guard = '<label kind="guard" x="130" y="-20">x &gt;= 3</label>';

async function openModel(page: Page, text: string): Promise<void> {
  await drop(page, "mine.xml", text);
  await page.locator(".bar .file", { hasText: "mine.xml" }).waitFor();
}

test("a label under another edge is hit before it, and edited where it stands", async ({ open }) => {
  const { page } = await open();
  await openModel(page, model(guard));
  const { x, y } = await middleOf(page, '[data-key="t:e:0:guard"]');
  await page.mouse.dblclick(x, y);
  const field = page.locator(".inplace .cm-content");
  await field.waitFor();
  expect(await page.locator('[data-key="n:1:1"]').count()).toBe(0);
  await page.keyboard.press("ControlOrMeta+a");
  await page.keyboard.insertText("x >= 7");
  await page.keyboard.press("Enter");
  await page.locator('[data-key="t:e:0:guard"]', { hasText: "x >= 7" }).waitFor();
  await expect.poll(() => page.locator(".inplace").count()).toBe(0);
  expect(await textOf(page)).toBe(model(guard.replace("= 3", "= 7")));
});

test("labels go along when a location moves, half as far from the middle of an edge", async ({ open }) => {
  const { page } = await open();
  await openModel(page, model('<label kind="guard" x="140" y="8">x &gt;= 3</label>'));
  const before = await middleOf(page, '[data-key="t:e:0:guard"]');
  const from = await middleOf(page, '[data-key="l:id1"] .location');
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(from.x, from.y + 120, { steps: 5 });
  const during = await middleOf(page, '[data-key="t:e:0:guard"]');
  await page.mouse.up();
  const after = await middleOf(page, '[data-key="t:e:0:guard"]');
  expect(after.y - before.y).toBeGreaterThan(35);
  expect(after.y - before.y).toBeLessThan(85);
  expect(Math.abs(after.y - during.y)).toBeLessThan(2);
});

test("a new name in Properties is the name everywhere", async ({ open }) => {
  const { page } = await open();
  await openModel(page, model(guard));
  await page.locator(".diagnostics h2", { hasText: "No problems" }).waitFor();
  const name = page.getByRole("textbox", { name: "Name" });
  await name.fill("Queue");
  await name.press("Enter");
  const { x, y } = await middleOf(page, '[data-key="l:id1"] .location');
  await page.mouse.click(x, y);
  await name.fill("Busy");
  await name.press("Enter");
  await page.locator("text.name", { hasText: "Busy" }).waitFor();
  // The name of another location is refused, and does not stay in the field.
  await name.fill("A");
  await name.press("Enter");
  await page.locator(".notice.error", { hasText: "'A' cannot be its name" }).waitFor();
  expect(await name.inputValue()).toBe("Busy");
  const text = await textOf(page);
  expect(text).toContain("<system>system Queue;</system>");
  expect(text).toContain("<formula>E&lt;&gt; Queue.Busy</formula>");
});

test("parts are copied, cut, pasted and duplicated, into other templates and other pages", async ({ open }) => {
  const { page, context } = await open();
  await openModel(page, model(guard));
  await page.locator(".canvas").focus();
  await page.keyboard.press("ControlOrMeta+a");
  await page.keyboard.press("ControlOrMeta+c");
  await page.keyboard.press("ControlOrMeta+v");
  await expect.poll(() => page.locator(".canvas .node").count()).toBe(6);
  expect(await page.locator(".canvas .edge").count()).toBe(6);
  expect(await page.locator('.canvas text.guard:has-text("x >= 3")').count()).toBe(2);
  await page.keyboard.press("ControlOrMeta+d");
  await expect.poll(() => page.locator(".canvas .node").count()).toBe(9);
  await page.keyboard.press("ControlOrMeta+x");
  await expect.poll(() => page.locator(".canvas .node").count()).toBe(6);
  const second = await context.newPage();
  await second.goto(page.url());
  await second.locator(".bar").waitFor();
  await openExample(second, "lamp");
  const count = await second.locator(".canvas .node").count();
  await second.locator(".canvas").focus();
  await second.keyboard.press("ControlOrMeta+v");
  await expect.poll(() => second.locator(".canvas .node").count()).toBe(count + 3);
});

test("several locations are put into a row and at equal distances", async ({ open }) => {
  const { page } = await open();
  await openModel(page, model(guard));
  await page.locator(".canvas").focus();
  await page.keyboard.press("ControlOrMeta+a");
  await page.getByRole("button", { name: "Align in a row" }).click();
  await page.getByRole("button", { name: "Distribute across" }).click();
  const text = await textOf(page);
  const places = [...text.matchAll(/<location id="\w+" x="(-?\d+)" y="(-?\d+)"/g)].map((m) => [
    Number(m[1]),
    Number(m[2]),
  ]);
  expect(places).toEqual([
    [0, 100],
    [300, 100],
    [150, 100],
  ]);
});

test("a text is found in the whole model, and shown", async ({ open }) => {
  const { page } = await open();
  await openModel(page, model(guard));
  await page.keyboard.press("ControlOrMeta+f");
  await page.getByRole("searchbox", { name: "Find in the model" }).fill("x >=");
  const found = page.getByRole("list", { name: "Found" }).getByRole("button");
  await expect.poll(() => found.count()).toBe(1);
  expect(await found.textContent()).toContain("P, edge A → B, guard");
  await found.click();
  await page.locator('[data-field="Guard"]:focus').waitFor();
});

test("a new model is right as it starts, and a new template is offered a place in the system", async ({ open }) => {
  const { page } = await open();
  await choose(page, "More", "New model");
  await page.locator(".diagnostics h2", { hasText: "No problems" }).waitFor();
  await page.getByRole("button", { name: "+ Template" }).click();
  await page.locator(".notice").getByRole("button", { name: "Add to system" }).click();
  await page.locator(".diagnostics h2", { hasText: "No problems" }).waitFor();
  expect(await textOf(page)).toContain("system Template, Template2;");
});
