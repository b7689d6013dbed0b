import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { expect } from "vitest";
import { schemaFaults } from "../cli/schema.ts";
import { downloaded, drop, fill, go, openExample, root, test, verdicts } from "./browser.ts";

/** Statistical queries in the verifier: the answers of the command line, pictures, runs, faults, cancelling. */

interface Answered {
  readonly queries: readonly { readonly outcome: string; readonly estimate: { readonly runs: number } }[];
}

function commandLine(file: string, ...options: string[]): { readonly text: string; readonly json: Answered } {
  const run = (...more: string[]): string =>
    execFileSync(process.execPath, [join(root, "dist", "bin", "zonal.js"), "verify", file, ...options, ...more], {
      encoding: "utf8",
    });
  return { text: run(), json: JSON.parse(run("--json")) as Answered };
}

async function verifyAll(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Verify all" }).click();
  // Two frames later the page shows that it is at work, or has done it already.
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
  await page.locator(".progress:not(.on)").waitFor({ state: "attached" });
}

/** What the page says of a query, first line and others. */
async function lines(page: Page, index: number): Promise<string[]> {
  return page.locator(`[data-query="${index}"]`).locator(".found, .estimated > p").allTextContents();
}

async function open(page: Page, name: string, text: string): Promise<void> {
  await drop(page, name, text);
  await page.locator(".bar .file", { hasText: name }).waitFor();
  await go(page, "Verifier");
}

/** Every picture of the page is one that the browser could draw. */
async function drawn(page: Page): Promise<number> {
  return page.locator(".plotpaper img").evaluateAll((all) => {
    return all.filter((e) => (e as HTMLImageElement).complete && (e as HTMLImageElement).naturalWidth > 0).length;
  });
}

test("estimates, hypotheses and comparisons are answered as on the command line, and again by the same seed", async ({
  open: page_,
}) => {
  const { page } = await page_();
  await openExample(page, "lossy");
  await go(page, "Verifier");
  const file = join(root, "examples", "statistical", "lossy.xml");
  for (const seed of ["1", "7", "1"]) {
    await page.getByLabel("Seed").fill(seed);
    await page.getByLabel("Seed").press("Tab");
    await verifyAll(page);
    const { text, json } = commandLine(file, "--seed", seed);
    expect(await verdicts(page)).toEqual(json.queries.map(({ outcome }) => outcome));
    for (const [i] of json.queries.entries()) {
      const said = await lines(page, i);
      expect(said.length).toBeGreaterThan(0);
      for (const line of said) expect(text).toContain(line);
    }
    expect(await page.locator(".given").first().textContent()).toContain(`seed ${seed},`);
  }
  await page.getByLabel("α").fill("0.01");
  await page.getByLabel("Runs", { exact: true }).fill("300");
  await page.getByLabel("Runs", { exact: true }).press("Tab");
  await verifyAll(page);
  expect((await lines(page, 0))[0]).toMatch(/^\(\d+\/300 runs\) .*\(99% CI\)$/);
});

test("pictures of an estimate can be chosen; a simulation draws its runs, and one of them is opened", async ({
  open: page_,
}) => {
  const { page } = await page_({ height: 1500 });
  await openExample(page, "queue");
  await go(page, "Verifier");
  await verifyAll(page);
  expect(await verdicts(page)).toEqual(["satisfied", "satisfied", "satisfied"]);
  await expect.poll(() => drawn(page)).toBe(3);
  const choice = page.locator('[data-query="0"]').getByLabel("Diagram");
  const picture = page.locator('[data-query="0"] .plotpaper img');
  const first = await picture.getAttribute("src");
  expect(await choice.locator("option").count()).toBe(7);
  await choice.selectOption({ label: "Frequency Histogram" });
  expect(await picture.getAttribute("alt")).toBe("Frequency Histogram");
  expect(await picture.getAttribute("src")).not.toBe(first);
  await expect.poll(() => drawn(page)).toBe(3);

  const simulated = page.locator('[data-query="2"]');
  await simulated.getByLabel("Number of the run").fill("3");
  await simulated.getByRole("button", { name: "Open run" }).click();
  const run = simulated.getByRole("region", { name: "Run 3" });
  await run.waitFor();
  const rows = await run.locator("tbody tr").allTextContents();
  expect(rows[0]).toContain("start");
  expect(rows.some((row) => row.includes("Arrivals") && row.includes("waiting = "))).toBe(true);
  await run.locator("tbody button").nth(1).click();
  expect(await run.locator(".wholestate").textContent()).toMatch(/Server\.\w+.*waiting = 1/);
});

test("a picture tells values under the pointer, is zoomed, leaves out series, and lays another query over it", async ({
  open: page_,
}) => {
  const { page } = await page_({ height: 1500 });
  await openExample(page, "queue");
  await go(page, "Verifier");
  await page.getByRole("button", { name: "+ Query" }).click();
  await fill(page, "Query 4", "Pr[<=10; 500](<> waiting == 2)");
  await verifyAll(page);
  const row = page.locator('[data-query="0"]');
  const seen = async (): Promise<string> =>
    decodeURIComponent((await row.locator(".plotpaper img").getAttribute("src")) ?? "");
  const box = (await row.locator(".plotarea").boundingBox())!;
  const x = (part: number): number => box.x + ((76 + part * 620) / 720) * box.width;
  const y = box.y + box.height / 3;
  await page.mouse.move(x(0.5), y);
  expect(await row.locator(".readings").textContent()).toMatch(/^time 5(\.0\d*)?; .*share of runs: 0\.\d+/);
  await page.mouse.down();
  await page.mouse.move(x(0.7), y);
  await page.mouse.up();
  await expect.poll(seen).toMatch(/>5\.5<[\s\S]*>6\.5</);
  await page.mouse.move(x(0.5), y);
  expect(await row.locator(".readings").textContent()).toMatch(/^time 6\.?/);
  await row.getByRole("button", { name: "All" }).click();
  await expect.poll(seen).toMatch(/>10</);
  await row.getByRole("button", { name: "Closer" }).click();
  await expect.poll(seen).not.toMatch(/>10</);

  expect(await seen()).toContain("share of runs");
  await row.getByLabel("share of runs").uncheck();
  await expect.poll(seen).not.toContain("share of runs");

  await row.getByLabel("with Q4").check();
  await expect.poll(seen).toContain("Q4: share of runs");
  expect(await seen()).toContain("Q1: share of runs");
  const csv = (await downloaded(page, () => row.getByRole("button", { name: "Save CSV" }).click())).toString();
  expect(csv).toContain("Q4: share of runs");
});

test("a run is opened in the simulator: to go on from where symbolic states follow it, else to be watched", async ({
  open: page_,
}) => {
  const { page } = await page_();
  const simulate = async (name: string, query: number): Promise<void> => {
    await openExample(page, name);
    await go(page, "Verifier");
    await verifyAll(page);
    const row = page.locator(`[data-query="${query}"]`);
    await row.getByRole("button", { name: "Open run" }).click();
    await row.getByRole("button", { name: "Open in the simulator" }).click();
    await page.locator(".run li").nth(1).waitFor();
  };
  await simulate("queue", 2);
  expect(await page.getByLabel("concrete").isChecked()).toBe(true);
  expect((await page.locator(".run li").allTextContents()).slice(0, 3)).toEqual([
    "0 initial state",
    expect.stringMatching(/^1 wait ≈0\.\d+t = ≈0\.\d+$/),
    expect.stringMatching(/^2 Arrivals: Open → Opent = ≈0\.\d+$/),
  ]);
  await page.getByRole("button", { name: "Next" }).click();
  await page.locator(".enabled button").first().waitFor();

  await simulate("ball", 1);
  expect(await page.locator(".controls .hint").textContent()).toMatch(
    /^It can be watched, not changed: symbolic states/,
  );
  await page.getByRole("button", { name: "Next" }).click();
  expect(await page.locator(".variables .new").allTextContents()).toContainEqual(expect.stringMatching(/^bounces1$/));
  expect(await page.locator(".process .active").count()).toBeGreaterThan(0);
  await page.getByRole("button", { name: "Close" }).click();
  await page.locator(".banner").waitFor();
});

test("a run is saved as text, as JSON and as UPPAAL's traces, or it is said why not", async ({ open: page_ }) => {
  const { page } = await page_();
  await openExample(page, "queue");
  await go(page, "Verifier");
  await verifyAll(page);
  const row = page.locator('[data-query="2"]');
  await row.getByRole("button", { name: "Open run" }).click();
  const save = page.getByLabel("Save the run as");
  await save.waitFor();
  const saved = async (format: string): Promise<string> =>
    (await downloaded(page, () => save.selectOption(format))).toString();
  expect(await saved("txt")).toMatch(/^State 0, time 0: Arrivals\.Open Server\.Working\n[\s\S]*Run 0 ends at time 10/);
  const json = JSON.parse(await saved("json"));
  expect(schemaFaults("run", json)).toEqual([]);
  expect(json).toMatchObject({ seed: 1, replay: { run: 0, end: 10 } });
  expect(await saved("xml")).toContain('edges="Arrivals.Edge1 "');
  const xtr = await saved("xtr");
  await drop(page, "queue-run-0.xtr", xtr);
  await page.locator(".run li").nth(2).waitFor();

  await openExample(page, "ball");
  await go(page, "Verifier");
  await verifyAll(page);
  await page.locator('[data-query="1"]').getByRole("button", { name: "Open run" }).click();
  await save.selectOption("xtr");
  await page.locator(".toast, .notice, [role=alert]", { hasText: "cannot be written as .xtr" }).first().waitFor();
});

test("a model that symbolic verification refuses is run, and its other queries say why they are not answered", async ({
  open: page_,
}) => {
  const { page } = await page_();
  await openExample(page, "ball");
  await go(page, "Verifier");
  await page.getByRole("button", { name: "+ Query" }).click();
  await fill(page, "Query 3", "A[] not deadlock");
  await page.getByRole("button", { name: "+ Query" }).click();
  await fill(page, "Query 4", "Pr[<=1](<> bounces > 1) under nobody");
  await verifyAll(page);
  expect(await verdicts(page)).toEqual(["satisfied", "satisfied", "refused", "error"]);
  const reason = (index: number): Promise<string | null> =>
    page.locator(`[data-query="${index}"] .reason`).textContent();
  expect(await reason(2)).toMatch(/^symbolic verification does not take this model: ./);
  expect(await reason(3)).toContain("nobody");
  await go(page, "Simulator");
  expect(await page.locator(".banner").textContent()).toContain("simulate [<=10] {x}");
});

const stuck = `<?xml version="1.0" encoding="utf-8"?>
<nta><declaration>clock x; int n;</declaration><template><name>P</name><location id="id0" x="0" y="0"><name x="0" y="-30">A</name><label kind="invariant">x &lt;= 3</label></location><location id="id1" x="200" y="0"><name x="200" y="-30">B</name><label kind="invariant">x &lt;= 4</label></location><init ref="id0"/>
<transition><source ref="id0"/><target ref="id1"/><label kind="assignment">n = n + 1</label></transition>
<transition><source ref="id1"/><target ref="id0"/><label kind="guard">n &lt; 4</label><label kind="assignment">x = 0</label></transition></template>
<system>system P;</system><queries><query><formula>Pr[&lt;=100](&lt;&gt; n &gt; 6)</formula></query></queries></nta>`;

test("a run that cannot go on is shown with its number, time, state and place, and can be opened", async ({
  open: page_,
}) => {
  const { page } = await page_();
  await open(page, "stuck.xml", stuck);
  await verifyAll(page);
  expect(await verdicts(page)).toEqual(["fault"]);
  expect(await page.locator(".reason").textContent()).toContain("time is up in 'P.B'");
  const fault = page.locator(".estimated .fault");
  expect(await fault.textContent()).toMatch(/^Run 0 could not go on at time [\d.]+ in the state P\.B, x = 4, n = 4/);
  await page.getByRole("button", { name: "Open run" }).click();
  const run = page.getByRole("region", { name: "Run 0" });
  await run.waitFor();
  expect(await run.locator("tbody tr").last().textContent()).toContain("P: A → B");
  expect(await run.locator("h3").textContent()).toContain("stuck at time");
  await fault.getByRole("button", { name: "P, location B" }).click();
  await page.locator(".canvas .node").first().waitFor();
});

test("an interval that does not hold the value which the file expects is not as expected", async ({ open: page_ }) => {
  const { page } = await page_();
  const lossy = readFileSync(join(root, "examples", "statistical", "lossy.xml"), "utf8");
  expect(lossy).toContain('value="0.9915"');
  for (const [value, count] of [
    ["0.9915", 0],
    ["0.5", 1],
    [">= 0.9", 0],
  ] as const) {
    await open(page, `lossy-${count}-${value.length}.xml`, lossy.replace('value="0.9915"', `value="${value}"`));
    expect(await page.getByLabel("Expected result of query 1").inputValue()).toBe("success");
    expect(await page.getByLabel("Expected value of query 1").inputValue()).toBe(value);
    await verifyAll(page);
    expect(await verdicts(page)).toEqual(["satisfied", "satisfied", "satisfied", "violated"]);
    expect(await page.locator(".unexpected").count()).toBe(count);
  }
});

test("two threads give the answer of one", async ({ open: page_ }) => {
  const { page } = await page_();
  await openExample(page, "queue");
  await go(page, "Verifier");
  // So many runs are worth sharing out.
  await page.getByLabel("Runs", { exact: true }).fill("20000");
  await page.getByLabel("Runs", { exact: true }).press("Tab");
  let started = 0;
  page.on("worker", () => started++);
  await verifyAll(page);
  const all = async (): Promise<string[]> => (await Promise.all([0, 1, 2].map((i) => lines(page, i)))).flat();
  const alone = await all();
  expect(started).toBe(1);
  await page.getByLabel("Threads").selectOption("2");
  await verifyAll(page);
  expect(await all()).toEqual(alone);
  // At most one more beside the one who asks for each query; a query that is answered before it has come needs none.
  expect(started).toBeGreaterThan(1);
  expect(started).toBeLessThanOrEqual(4);
  await expect.poll(() => page.workers().length).toBe(1);
});

test("an estimate that takes long tells how far it is, and cancelling it leaves what its runs say", async ({
  open: page_,
}) => {
  const { page } = await page_();
  await openExample(page, "queue");
  await go(page, "Verifier");
  await page.getByLabel("Runs", { exact: true }).fill("100000000");
  await page.getByLabel("Runs", { exact: true }).press("Tab");
  await page.getByRole("button", { name: "Verify all" }).click();
  await page.locator(".progress.on", { hasText: /\d runs, now in \[0\.\d+, 0\.\d+\]/ }).waitFor();
  await page.getByRole("button", { name: "Cancel" }).click();
  await page.locator(".progress:not(.on)").waitFor({ state: "attached" });
  expect(await verdicts(page)).toEqual(["unknown"]);
  expect(await page.locator(".reason").textContent()).toBe("cancelled");
  expect((await lines(page, 0))[0]).toMatch(
    /^\(\d+\/\d+ runs\) Pr\(<> waiting == ROOM\) in \[0\.\d+,0\.\d+\] \(95% CI\)$/,
  );
  await expect.poll(() => drawn(page)).toBe(1);
  // The worker lives on: the next query is answered.
  await page.getByLabel("Runs", { exact: true }).fill("50");
  await page.getByLabel("Runs", { exact: true }).press("Tab");
  await verifyAll(page);
  expect(await verdicts(page)).toEqual(["satisfied", "satisfied", "satisfied"]);
});

test("in a narrow window the page does not grow wider than it, and pictures keep their size", async ({
  open: page_,
}) => {
  const { page } = await page_({ width: 390, height: 800, dark: true });
  await openExample(page, "queue");
  await go(page, "Verifier");
  await page.locator(".query").first().getByRole("button", { name: "Verify", exact: true }).click();
  await page.locator(".plotpaper img").waitFor();
  const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  expect(wide).toBeLessThanOrEqual(0);
  const box = await page.locator(".plotpaper img").boundingBox();
  expect(box?.width).toBeGreaterThanOrEqual(600);
});
