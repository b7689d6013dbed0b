import { expect } from "vitest";
import { downloaded, drop, fill, go, middleOf, openExample, test } from "./browser.ts";

/**
 * What makes drawing handy: the menu under the right button, tools that stay, edges pulled out of a location, comments, panels.
 */

test("the menu of the page, of a location and of an edge", async ({ open }) => {
  const { page } = await open();
  await openExample(page, "lamp");
  const count = await page.locator(".canvas .node").count();
  const box = (await page.locator(".canvas").boundingBox())!;
  const item = (name: string) =>
    page.getByRole("menu", { name: "What can be done here" }).getByText(name, { exact: true });
  await page.mouse.click(box.x + 30, box.y + box.height - 30, { button: "right" });
  await item("New location here").click();
  await page.keyboard.type("Spare");
  await page.keyboard.press("Enter");
  await expect.poll(() => page.locator(".canvas .node").count()).toBe(count + 1);
  const spare = page.locator(".canvas .node", { has: page.locator("text.name", { hasText: /^Spare$/ }) });
  await spare.locator(".location").click({ button: "right" });
  await item("Urgent").click();
  await spare.locator(".mark", { hasText: "U" }).waitFor();
  // By keyboard it is about what is selected; Escape leads back to the diagram.
  await page.keyboard.press("Shift+F10");
  await item("Comment").waitFor();
  await page.keyboard.press("Escape");
  await page.locator(".canvas:focus").waitFor();
  await page.locator('[data-key="e:0"] .label').first().click({ button: "right" });
  await item("Comment").click();
  await page.keyboard.type("by hand");
  await page.keyboard.press("Escape");
  await page.locator(".canvas .note", { hasText: "by hand" }).waitFor();
  const text = (await downloaded(page, () => page.keyboard.press("ControlOrMeta+s"))).toString();
  expect(text).toMatch(/<label kind="comments" x="-?\d+" y="-?\d+">by hand<\/label>/);
});

test("a tool stays, an edge is pulled out of a location, and what is pasted gets names of its own", async ({
  open,
}) => {
  const { page } = await open();
  await openExample(page, "lamp");
  const edges = await page.locator(".canvas .edge").count();
  const names = await page.locator("text.name").allTextContents();
  const [from, to] = await Promise.all([0, 1].map((i) => page.locator(".canvas .node .location").nth(i).boundingBox()));
  const middle = (e: typeof from) => ({ x: e!.x + e!.width / 2, y: e!.y + e!.height / 2 });
  await page.getByRole("toolbar").getByRole("button", { name: "Edge" }).click();
  for (let i = 1; i <= 2; i++) {
    await page.mouse.click(middle(from).x, middle(from).y);
    await page.mouse.click(middle(to).x, middle(to).y);
    await page.locator('[data-field="Guard"]:focus').waitFor();
    expect(await page.locator(".canvas .edge").count()).toBe(edges + i);
  }
  await page.keyboard.press("Escape");
  await page.keyboard.press("Escape");
  // Out of the rim, which is a few pixels beside the location.
  await page.mouse.move(from!.x - 3, middle(from).y);
  await page.mouse.down();
  await page.mouse.move(middle(to).x, middle(to).y, { steps: 6 });
  await page.mouse.up();
  await expect.poll(() => page.locator(".canvas .edge").count()).toBe(edges + 3);
  await page.keyboard.press("Escape");
  await page.keyboard.press("ControlOrMeta+a");
  await page.keyboard.press("ControlOrMeta+c");
  await page.keyboard.press("ControlOrMeta+v");
  await expect.poll(() => page.locator("text.name").count()).toBe(2 * names.length);
  const now = await page.locator("text.name").allTextContents();
  expect(new Set(now).size).toBe(now.length);
});

test("panels are made wider and higher, and stay so", async ({ open }) => {
  const { page } = await open();
  const inspector = page.locator(".inspector");
  const width = (await inspector.boundingBox())!.width;
  const border = (await page.getByRole("separator", { name: "Width of the properties" }).boundingBox())!;
  await page.mouse.move(border.x + 3, border.y + 200);
  await page.mouse.down();
  await page.mouse.move(border.x - 97, border.y + 200, { steps: 4 });
  await page.mouse.up();
  await expect.poll(async () => Math.round((await inspector.boundingBox())!.width - width)).toBe(100);
  await page.getByRole("separator", { name: "Width of the outline" }).focus();
  await page.keyboard.press("ArrowRight");
  await page.reload();
  await page.locator(".inspector").waitFor();
  expect(Math.round((await inspector.boundingBox())!.width - width)).toBe(100);
  await go(page, "Simulator");
  await page.getByRole("separator", { name: "Width of the run" }).waitFor();
});

test("the zone of a single clock is an interval", async ({ open }) => {
  const { page } = await open();
  const model = `<nta><declaration>clock x;</declaration><template><name>P</name><location id="a" x="0" y="0"><label kind="invariant">x &lt; 5</label></location><init ref="a"/></template><system>system P;</system></nta>`;
  await drop(page, "one.xml", model);
  await page.locator(".bar .file", { hasText: "one.xml" }).waitFor();
  await go(page, "Simulator");
  const picture = page.getByRole("img", { name: "Values of x" });
  await picture.waitFor();
  expect(await picture.locator(".zone-end").count()).toBe(2);
  expect(await picture.locator(".zone-end.open").count()).toBe(1);
});

test("a double click with the edge tool draws nothing; two clicks draw a loop", async ({ open }) => {
  const { page } = await open();
  await openExample(page, "lamp");
  const edges = await page.locator(".canvas .edge").count();
  const { x, y } = await middleOf(page, ".canvas .node .location");
  await page.getByRole("toolbar").getByRole("button", { name: "Edge" }).click();
  await page.mouse.dblclick(x, y);
  expect(await page.locator(".canvas .edge").count()).toBe(edges);
  expect(await page.locator(".canvas .draft").count()).toBe(0);
  await page.mouse.click(x, y);
  await page.mouse.click(x, y);
  await page.locator('[data-field="Guard"]:focus').waitFor();
  expect(await page.locator(".canvas .edge").count()).toBe(edges + 1);
});

/** A tall template: fitted, it takes the whole height there is. */
const tall = `<?xml version="1.0" encoding="utf-8"?><nta><declaration></declaration><template><name>P</name>
${[0, 1, 2, 3, 4].map((k) => `<location id="id${k}" x="0" y="${200 * k}"><name x="20" y="${200 * k}">L${k}</name></location>`).join("")}<init ref="id0"/>
</template><system>system P;</system><queries></queries></nta>`;

test("problems that are listed hide nothing of the diagram", async ({ open }) => {
  const { page } = await open();
  await drop(page, "tall.xml", tall);
  await page.locator('.canvas [data-key="l:id0"] .name').click();
  const frame = (): Promise<number> => page.locator(".canvas").evaluate((e) => e.getBoundingClientRect().bottom);
  const lowest = (): Promise<number> =>
    page.locator('.canvas [data-key="l:id4"] .location').evaluate((e) => e.getBoundingClientRect().bottom);
  const before = await frame();
  expect(await lowest()).toBeLessThan(before);
  await fill(page, "Invariant", "x <= 1 && y <= 1 && z <= 1 && u <= 1 && v <= 1");
  await expect.poll(frame).toBeLessThan(before);
  await expect.poll(async () => (await lowest()) <= (await frame())).toBe(true);
});
