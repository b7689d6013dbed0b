import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "vitest";
import { downloaded, drop, fill, go, openExample, root, test } from "./browser.ts";

/**
 * For everybody: words for screen readers, notices that go and cover nothing, bars that fit, names that are too long, fingers.
 */

test("steps, verdicts and errors are spoken", async ({ open }) => {
  const { page } = await open();
  await openExample(page, "railway");
  await go(page, "Simulator");
  await page.locator(".option").first().click();
  const said = (what: string) => page.locator(`[aria-live][data-spoken="${what}"]`);
  await expect.poll(() => said("step").textContent()).toMatch(/^Step 1: appr\[0\]: .*\d transitions? possible\.$/);
  await go(page, "Verifier");
  await page.getByRole("button", { name: "Verify", exact: true }).first().click();
  await expect.poll(() => said("verdict").textContent()).toMatch(/^Query 1: .*as expected\.$/);
  await go(page, "Editor");
  await page.getByRole("button", { name: "Declarations", exact: true }).first().click();
  await fill(page, "Declarations", "int broken = ;");
  await expect.poll(() => said("problems").textContent()).toMatch(/^The model has \d+ errors?\.$/);
});

test("a notice covers nothing and goes when it no longer holds", async ({ open }) => {
  const { page } = await open();
  await openExample(page, "lamp");
  await drop(page, "broken.xml", "<nta><declaration>");
  const notice = page.locator(".notice.error", { hasText: "broken.xml cannot be opened" });
  await notice.waitFor();
  const [message, main] = [(await notice.boundingBox())!, (await page.locator("main").boundingBox())!];
  expect(main.y + main.height).toBeLessThanOrEqual(message.y);
  await openExample(page, "coffee");
  await notice.waitFor({ state: "detached" });
  // What the simulator says goes with the next step.
  await go(page, "Simulator");
  await page.locator(".option").first().waitFor();
  await drop(page, "none.xtr", "1 2 nothing");
  await page.locator(".notice.error", { hasText: "none.xtr is no trace" }).waitFor();
  await page.locator(".option").first().click();
  await page.locator(".notice").waitFor({ state: "detached" });
});

test("both bars fit a screen of 1024 pixels, in every tab", async ({ open }) => {
  const { page } = await open({ width: 1024, height: 768 });
  await openExample(page, "railway");
  for (const tab of ["Editor", "Simulator", "Verifier"] as const) {
    await go(page, tab);
    const bar = (await page.locator(".bar").boundingBox())!;
    expect({ tab, height: bar.height < 60 }).toEqual({ tab, height: true });
    const heights = await page.locator(".toolbar").evaluateAll((all) => all.map((e) => e.clientHeight));
    expect({ tab, tall: heights.filter((height) => height >= 60) }).toEqual({ tab, tall: [] });
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(1024);
    if (process.env.SHOTS !== undefined) await page.screenshot({ path: join(process.env.SHOTS, `narrow-${tab}.png`) });
  }
});

const long = "AVeryLongNameThatNobodyWouldWantToReadInFullBecauseItGoesOnAndOn".repeat(2);

test("long names end in an ellipsis and are told in full", async ({ open }) => {
  const { page } = await open();
  const lamp = readFileSync(join(root, "examples", "lamp.xml"), "utf8");
  await drop(page, `${long}.xml`, lamp.replace("system ", `${long} = Lamp(); system ${long}, `).replace(", Lamp", ""));
  const file = page.locator(".bar .file", { hasText: long.slice(0, 20) });
  await file.waitFor();
  expect(await file.getAttribute("title")).toBe(`${long}.xml`);
  await go(page, "Simulator");
  const name = page.locator(`[data-process="${long}"] figcaption span`).first();
  await name.waitFor();
  expect(await name.getAttribute("title")).toContain(long);
  for (const e of [file, name]) {
    expect(await e.evaluate((element) => getComputedStyle(element).textOverflow)).toBe("ellipsis");
    expect(await e.evaluate((element) => element.scrollWidth > element.clientWidth)).toBe(true);
  }
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(1280);
});

test("on a tablet steps are taken, diagrams are moved and queries are asked with fingers", async ({
  browser,
  studio,
}) => {
  const context = await browser.newContext({ viewport: { width: 1024, height: 768 }, hasTouch: true, isMobile: true });
  const page = await context.newPage();
  await page.goto(studio.url);
  await page.waitForSelector(".bar");
  // A first visit begins at the start screen.
  await page.locator(".gallery button", { has: page.locator("b", { hasText: /^railway$/ }) }).tap();
  await page.locator(".tabs button", { hasText: "Simulator" }).tap();
  await page.locator(".option").first().tap();
  await page.locator(".run [aria-current] b", { hasText: /^1$/ }).waitFor();
  const least = await page
    .locator(".option, .controls button")
    .evaluateAll((all) => Math.min(...all.map((e) => e.getBoundingClientRect().height)));
  expect(least).toBeGreaterThanOrEqual(36);
  // An edge of the diagram is tapped like a button.
  await page.locator('[data-process="Train(0)"] [data-key="e:2"] .guard').tap();
  await page.locator(".run [aria-current] b", { hasText: /^2$/ }).waitFor();
  await page.locator(".tabs button", { hasText: "Editor" }).tap();
  await page.locator(".canvas .node").first().tap();
  await page.locator(".canvas .node.selected, .canvas .selected").first().waitFor();
  // Two fingers that go apart make it larger.
  const scale = async (): Promise<number> =>
    Number(/scale\(([\d.]+)\)/.exec((await page.locator(".canvas > g").first().getAttribute("transform")) ?? "")?.[1]);
  const before = await scale();
  const session = await context.newCDPSession(page);
  const fingers = (type: "touchStart" | "touchMove" | "touchEnd", apart?: number) =>
    session.send("Input.dispatchTouchEvent", {
      type,
      touchPoints: apart === undefined ? [] : [-1, 1].map((side, id) => ({ x: 480 + side * apart, y: 400, id })),
    });
  await fingers("touchStart", 40);
  for (const apart of [60, 80, 100, 120]) await fingers("touchMove", apart);
  await fingers("touchEnd");
  expect(await scale()).toBeGreaterThan(1.5 * before);
  await page.locator(".tabs button", { hasText: "Verifier" }).tap();
  await page.getByRole("button", { name: "Verify", exact: true }).first().tap();
  await page.locator(".query [data-outcome]").first().waitFor();
  await context.close();
});

const ticking = `system:s
event:tick
clock:1:x
process:P
location:P:a{initial: : invariant:x<=3}
location:P:b{labels:done}
edge:P:a:b:tick{provided:x>=1}
`;

test("TChecker's format is opened through the converter, with a query for each label", async ({ open }) => {
  const { page } = await open();
  await drop(page, "ticking.tck", ticking);
  await page.locator(".bar .file", { hasText: "ticking.xml" }).waitFor();
  await page.locator(".notice", { hasText: "TChecker's format" }).waitFor();
  expect(await page.locator(".canvas .node").count()).toBe(2);
  await go(page, "Verifier");
  expect(await page.locator(".query").count()).toBe(1);
  await page.getByRole("button", { name: "Verify all" }).click();
  await page.locator('[data-outcome="satisfied"]').waitFor();
  // What cannot be one says why, and the model at hand stays.
  await drop(page, "wrong.tck", "system:s\nprocess:P\nlocation:P:a{initial:}\nedge:P:a:b:none\n");
  await page.locator(".notice.error", { hasText: "wrong.tck cannot be opened" }).waitFor();
  await page.locator(".bar .file", { hasText: "ticking.xml" }).waitFor();
});

test("a run of a statistical query that was saved is loaded again", async ({ open }) => {
  const { page } = await open();
  await openExample(page, "queue");
  await go(page, "Verifier");
  await page.getByRole("button", { name: "Verify", exact: true }).first().click();
  await page.getByRole("button", { name: "Open run" }).first().click();
  const saved = await downloaded(page, () => page.getByLabel("Save the run as").selectOption("json"));
  await go(page, "Editor");
  await drop(page, "run.json", saved.toString());
  await page.locator(".simulator .run button").nth(2).waitFor();
  await drop(page, "run.json", saved.toString().replace(/"end": [\d.]+/, '"end": 1.2345'));
  await page.locator(".notice.error", { hasText: "comes out differently" }).waitFor();
});
