import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { expect } from "vitest";
import { downloaded, drop, go, openExample, root, test } from "./browser.ts";

/** Simulating in the browser: choosing, waiting, jumping, branching, random runs, why not, files, and a page that never hangs. */
const current = (page: Page, step: number) =>
  page.locator(".run [aria-current] b", { hasText: new RegExp(`^${step}$`) }).waitFor();

test("a run is stepped, jumped through, branched and taken at random with a seed", async ({ open }) => {
  const { page } = await open();
  await openExample(page, "railway");
  await go(page, "Simulator");
  const options = page.locator(".option");
  const run = page.locator(".run button");
  // What can happen is listed and green in the diagrams; the one pointed at is red.
  await expect.poll(() => options.count()).toBe(4);
  expect(await page.locator(".processes .edge.enabled").count()).toBe(5);
  await options.nth(1).hover();
  await page.locator('[data-process="Train(1)"] .edge.taken').waitFor();
  await options.nth(1).click();
  await current(page, 1);
  await page.locator(".variables .new", { hasText: "Gate.length" }).waitFor();
  // An edge of the diagram is a choice as well.
  await page.locator('[data-process="Train(1)"] [data-key="e:2"] .guard').click();
  await current(page, 2);
  expect(await page.locator('[data-process="Train(1)"] figcaption b').textContent()).toBe("Cross");
  // Jump to the start, and branch off: what came behind is gone.
  await run.first().click();
  await current(page, 0);
  expect(await run.count()).toBe(3);
  await options.nth(3).click();
  await current(page, 1);
  expect(await run.count()).toBe(2);
  expect(await run.nth(1).textContent()).toContain("Train(3)");
  // The same seed gives the same run.
  const texts: string[][] = [];
  for (let i = 0; i < 2; i++) {
    await page.getByRole("button", { name: "Reset" }).click();
    await expect.poll(() => run.count()).toBe(1);
    await page.getByLabel("Seed").fill("7");
    await page.getByLabel("Steps").fill("25");
    await page.getByRole("button", { name: "Random" }).click();
    await current(page, 25);
    await page.locator(".run .when", { hasText: "t " }).nth(24).waitFor();
    texts.push(await run.allTextContents());
  }
  expect(texts[0]).toEqual(texts[1]);
});

test("an edit that takes a process away ends the run, and the next begins with what is left", async ({ open }) => {
  const { page } = await open();
  await openExample(page, "railway");
  await go(page, "Simulator");
  await page.locator(".option").nth(3).click();
  await current(page, 1);
  await go(page, "Editor");
  await page.getByRole("button", { name: "Declarations", exact: true }).first().click();
  await page.locator('[data-field="Declarations"] .cm-line', { hasText: "const int N" }).click();
  await page.keyboard.press("End");
  await page.keyboard.press("Backspace");
  await page.keyboard.press("Backspace");
  await page.keyboard.type("2;");
  await page.locator(".diagnostics h2", { hasText: "No problems" }).waitFor();
  await go(page, "Simulator");
  await expect.poll(() => page.locator(".option").count()).toBe(2);
  expect(await page.locator(".run button").count()).toBe(1);
  expect(await page.locator("[data-process]").count()).toBe(3);
});

test("the concrete simulator waits and tells why an edge is not enabled, and when it will be", async ({ open }) => {
  const { page } = await open();
  await openExample(page, "railway");
  await go(page, "Simulator");
  await page.getByLabel("concrete").check();
  await expect.poll(() => page.locator(".constraints li").first().textContent()).toBe("Train(0).x = 0");
  await page.locator(".option").first().click();
  await current(page, 1);
  await page.getByLabel("Exact delay").fill("2.5");
  await page.getByRole("button", { name: "Wait" }).click();
  await page.locator(".constraints li", { hasText: "Train(0).x = 5/2" }).waitFor();
  // Appr -> Cross needs x >= 10.
  await page.locator('[data-process="Train(0)"] [data-key="e:2"] .guard').click();
  await page.locator(".why.on", { hasText: "Appr → Cross" }).waitFor();
  const lines = await page.locator(".why.on li").allTextContents();
  expect(lines[0]).toContain("x >= 10");
  expect(lines.slice(1)).toEqual(["It holds after waiting 15/2 or more.", "The edge can be taken after waiting 15/2."]);
  // By keyboard: the slider, then the list of edges that are not enabled.
  await page.getByLabel("Delay", { exact: true }).focus();
  await page.keyboard.press("End");
  expect(await page.getByLabel("Exact delay").inputValue()).toBe("17.5");
  await page.getByLabel("Exact delay").fill("15/2");
  await page.keyboard.press("Enter");
  await current(page, 3);
  await page.locator(".option", { hasText: "Train(0): Appr → Cross" }).waitFor();
});

const late = `<?xml version="1.0" encoding="utf-8"?>
<nta><declaration>clock x;</declaration><template><name>P</name>
<location id="id0" x="0" y="0"><name x="-10" y="-34">A</name><label kind="invariant" x="-10" y="17">x &lt;= 5</label></location>
<location id="id1" x="200" y="0"><name x="190" y="-34">B</name></location><init ref="id0"/>
<transition><source ref="id0"/><target ref="id1"/><label kind="guard" x="60" y="-30">x &gt;= 8</label></transition>
</template><system>system P;</system></nta>`;

test("the symbolic simulator tells when a conjunct would become true", async ({ open }) => {
  const { page } = await open();
  await drop(page, "late.xml", late);
  await go(page, "Simulator");
  await page.locator(".disabled summary", { hasText: "1 edge is not enabled" }).click();
  await page.locator(".disabled button").click();
  await page.locator(".why.on").waitFor();
  const lines = await page.locator(".why.on li").allTextContents();
  expect(lines[0]).toContain("x >= 8");
  expect(lines[1]).toBe("It would hold after waiting 8 or more, but here time passes up to 5 only.");
});

test("runs are loaded and saved as JSON, .xtr and UPPAAL's XML", async ({ open, folder }) => {
  const { page } = await open();
  const example = join(root, "examples", "railway.xml");
  await openExample(page, "railway");
  await go(page, "Simulator");
  const run = page.locator(".run button");
  const crosses = page.locator('[data-process="Train(2)"] figcaption b', { hasText: "Cross" });
  const load = async (file: string): Promise<void> => {
    await page.getByRole("button", { name: "Reset" }).click();
    await expect.poll(() => run.count()).toBe(1);
    const [chooser] = await Promise.all([
      page.waitForEvent("filechooser"),
      page.getByRole("button", { name: "Load run" }).click(),
    ]);
    await chooser.setFiles(file);
    await run.nth(2).waitFor();
    await run.last().click();
    await crosses.waitFor();
  };
  for (const ending of ["json", "xtr", "xml"] as const) {
    const file = join(folder, `run.${ending}`);
    execFileSync(process.execPath, [
      join(root, "dist", "bin", "zonal.js"),
      "verify",
      example,
      "-e",
      "E<> Train(2).Cross",
      "--trace",
      "shortest",
      "--trace-file",
      file,
    ]);
    await load(file);
    // What the page saves, it loads as well; and UPPAAL's formats are byte for byte what the command writes.
    const saved = await downloaded(page, () => page.getByLabel("Save run as").selectOption(ending));
    if (ending !== "json") expect(saved.toString()).toBe(readFileSync(file, "utf8"));
    const again = join(folder, `again.${ending}`);
    writeFileSync(again, saved);
    await load(again);
  }
  // What is none is told; a trace that is dropped on the page is opened.
  await drop(page, "none.xtr", "1 2 nothing");
  await page.locator(".notice.error", { hasText: "none.xtr is no trace" }).waitFor();
  await go(page, "Editor");
  await drop(page, "run.xml", readFileSync(join(folder, "run.xml"), "utf8"));
  await run.nth(2).waitFor();
});

/** A select of so many values that trying them takes for ever. */
const heavy = `<?xml version="1.0" encoding="utf-8"?>
<nta><declaration></declaration><template><name>P</name>
<location id="id0" x="0" y="0"><name x="-10" y="-34">A</name></location><init ref="id0"/>
<transition><source ref="id0"/><target ref="id0"/><label kind="select" x="60" y="20">i : int[0,999], j : int[0,999], k : int[0,999]</label><label kind="guard" x="60" y="40">i + j + k &lt; 0</label><nail x="40" y="60"/><nail x="-40" y="60"/></transition>
</template><system>system P;</system></nta>`;

test("a step that takes very long leaves the page alive, and can be stopped", async ({ open }) => {
  const { page } = await open();
  await drop(page, "heavy.xml", heavy);
  await go(page, "Simulator");
  await page.locator(".working").waitFor();
  const started = Date.now();
  await go(page, "Editor");
  await page.locator(".canvas").waitFor();
  console.log(`another tab after ${Date.now() - started} ms while the simulator is at work`);
  await go(page, "Simulator");
  await page.locator(".working button", { hasText: "Stop" }).click();
  await page.locator(".working").waitFor({ state: "detached" });
});
