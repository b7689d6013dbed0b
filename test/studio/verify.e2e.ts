import { execFileSync } from "node:child_process";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { expect } from "vitest";
import { drop, fill, go, openExample, root, startBrowser, test, verdicts } from "./browser.ts";

/** Verifying in the browser: the verdicts of the command line, counter-examples, cancelling, limits. */

interface Answered {
  readonly queries: readonly { readonly outcome: string }[];
}

/** What the command line answers. Its exit code tells of verdicts that are not expected, which is no failure here. */
function commandLine(file: string): string[] {
  const run = (): string => {
    try {
      return execFileSync(process.execPath, [join(root, "dist", "bin", "zonal.js"), "verify", "--json", file], {
        encoding: "utf8",
      });
    } catch (error) {
      return (error as { stdout: string }).stdout;
    }
  };
  return (JSON.parse(run()) as Answered).queries.map((q) => q.outcome);
}

test("the verdicts on every example are those of the command line", async ({ open }) => {
  const { page } = await open();
  const names = readdirSync(join(root, "examples")).filter((name) => name.endsWith(".xml"));
  expect(names.length).toBeGreaterThan(8);
  for (const name of names) {
    await openExample(page, name.replace(".xml", ""));
    const expected = commandLine(join(root, "examples", name));
    await go(page, "Verifier");
    await page.getByRole("button", { name: "Verify all" }).click();
    await page
      .locator(".query [data-outcome]")
      .nth(expected.length - 1)
      .waitFor();
    await page.locator(".progress:not(.on)").waitFor({ state: "attached" });
    expect({ name, verdicts: await verdicts(page) }).toEqual({ name, verdicts: expected });
  }
});

test("a query is added, violated, and its counter-example is stepped in the simulator with a sequence chart", async ({
  open,
}) => {
  const { page } = await open();
  await openExample(page, "railway");
  await go(page, "Verifier");
  await page.getByRole("button", { name: "+ Query" }).click();
  await fill(page, "Query 6", "A[] not Train(1).Cross");
  await page.getByRole("button", { name: "Verify all" }).click();
  await page.locator(".query [data-outcome]").nth(5).waitFor();
  expect((await verdicts(page)).at(-1)).toBe("violated");
  // Names that were still being looked for when the field was left are not shown.
  expect(await page.locator(".cm-tooltip-autocomplete").count()).toBe(0);

  await page.getByRole("button", { name: /Counter-example/ }).click();
  const run = page.locator(".run button");
  await run.nth(2).waitFor();
  const length = await run.count();
  await page.locator(".paper svg").waitFor();
  expect(await page.locator(".paper svg").textContent()).toContain("Train(1)");
  const place = page.locator('[data-process="Train(1)"] figcaption b');
  expect(await place.textContent()).toBe("Safe");
  for (let i = 1; i < length; i++) {
    await page.getByRole("button", { name: "Next" }).click();
    await page.locator(".run [aria-current] b", { hasText: new RegExp(`^${i}$`) }).waitFor();
  }
  expect(await place.textContent()).toBe("Cross");
  await page.getByRole("button", { name: "Back" }).click();
  await expect.poll(() => place.textContent()).toBe("Appr");
});

test("verdicts are greyed by an edit and fresh again after undo", async ({ open }) => {
  const { page } = await open();
  await openExample(page, "lamp");
  await go(page, "Verifier");
  await page.getByRole("button", { name: "Verify all" }).click();
  await page.locator(".query [data-outcome]").first().waitFor();
  expect(await page.locator(".verdict.stale").count()).toBe(0);
  await go(page, "Editor");
  await page.getByRole("button", { name: "Declarations", exact: true }).first().click();
  await page.locator('[data-field="Declarations"]').click();
  await page.keyboard.press("ControlOrMeta+End");
  await page.keyboard.insertText("\nint[0,3] another;");
  await go(page, "Verifier");
  await page.locator(".verdict.stale").first().waitFor();
  await page.getByRole("button", { name: "Undo" }).click();
  await page.locator(".verdict.stale").first().waitFor({ state: "detached" });
});

const hard = `<?xml version="1.0" encoding="utf-8"?>
<nta><declaration>int[0,1000] a[6];</declaration><template><name>P</name><parameter>const int[0,5] i</parameter><location id="id0" x="0" y="0"><name x="0" y="-30">A</name></location><init ref="id0"/>
<transition><source ref="id0"/><target ref="id0"/><label kind="guard">a[i] &lt; 1000</label><label kind="assignment">a[i]++</label><nail x="40" y="40"/><nail x="-40" y="40"/></transition></template>
<system>system P;</system><queries><query><formula>A[] a[0] + a[1] + a[2] + a[3] + a[4] + a[5] &lt;= 6000</formula><comment></comment></query></queries></nta>`;

test("a search that takes too long shows progress and is cancelled at once; one that needs too much memory says so", async ({
  open,
}) => {
  const { page } = await open();
  await drop(page, "hard.xml", hard);
  await page.locator(".bar .file", { hasText: "hard.xml" }).waitFor();
  await go(page, "Verifier");
  await page.getByRole("button", { name: "Verify all" }).click();
  await page.locator(".progress.on", { hasText: "states explored" }).waitFor();
  const started = Date.now();
  await page.getByRole("button", { name: "Cancel" }).click();
  await page.locator(".progress:not(.on)").waitFor({ state: "attached" });
  console.log(`cancelled after ${Date.now() - started} ms`);
  expect(await page.getByRole("button", { name: "Verify all" }).isEnabled()).toBe(true);

  await page.getByLabel("Memory").selectOption("16");
  await page.getByRole("button", { name: "Verify all" }).click();
  await page.locator('[data-outcome="unknown"]').waitFor();
  expect(await page.locator(".query .reason").textContent()).toContain("memory");
});

test("a step without end is ended by the time limit", async ({ open }) => {
  const { page } = await open();
  const endless = hard
    .replace("a[i] &lt; 1000", "forall (x : int[0,999999]) forall (y : int[0,999999]) x + y &gt;= a[i]")
    .replace("a[i]++", "a[i] = 1");
  await drop(page, "endless.xml", endless);
  await page.locator(".bar .file", { hasText: "endless.xml" }).waitFor();
  await go(page, "Verifier");
  await page.getByLabel("Time").selectOption("10");
  await page.getByRole("button", { name: "Verify all" }).click();
  await page.locator('[data-outcome="unknown"]').waitFor({ timeout: 100_000 });
  expect(await page.locator(".query .reason").textContent()).toContain("the time limit of 10 s was reached");
});

test("a search that needs more memory than the tab has is answered with unknown, and the page goes on", async ({
  open,
}) => {
  // A browser that gives a tab 32 MiB for a search, and a limit far above that.
  const browser = await startBrowser("--js-flags=--wasm-max-mem-pages=512");
  try {
    const { page } = await open({ browser });
    await drop(page, "hard.xml", hard);
    await page.locator(".bar .file", { hasText: "hard.xml" }).waitFor();
    await go(page, "Verifier");
    await page.getByLabel("Memory").selectOption("4000");
    await page.getByRole("button", { name: "Verify all" }).click();
    await page.locator('[data-outcome="unknown"]').waitFor({ timeout: 100_000 });
    expect(await page.locator(".query .reason").textContent()).toContain("memory");
    // The work in progress is all there.
    await go(page, "Editor");
    expect(await page.locator(".canvas .node").count()).toBe(1);
  } finally {
    await browser.close();
  }
});

test("trace kind, order and reductions can be chosen; the answers stay", async ({ open }) => {
  const { page } = await open();
  await openExample(page, "polling");
  await go(page, "Verifier");
  const verify = async (): Promise<{ outcomes: string[]; figures: string }> => {
    await page.getByRole("button", { name: "Verify all" }).click();
    await page.locator(".query [data-outcome]").nth(1).waitFor();
    await page.locator(".progress:not(.on)").waitFor({ state: "attached" });
    return { outcomes: await verdicts(page), figures: (await page.locator(".figures").last().textContent()) ?? "" };
  };
  const first = await verify();
  await page.getByRole("button", { name: /Example \(\d+ steps\)/ }).waitFor();
  for (const order of ["bfs", "dfs", "random"]) {
    await page.getByLabel("Order").selectOption(order);
    expect((await verify()).outcomes).toEqual(first.outcomes);
  }
  await page.getByLabel("Order").selectOption("default");
  await page.getByRole("checkbox", { name: "Dead variables" }).uncheck();
  await page.getByLabel("Symmetry").uncheck();
  await page.getByLabel("Acceleration").selectOption("never");
  await page.getByLabel("Trace").selectOption("none");
  const plain = await verify();
  expect(plain.outcomes).toEqual(first.outcomes);
  expect(await page.locator(".answer .trace").count()).toBe(0);
  // Jumping over the rounds of busy waiting needs far fewer states.
  await page.getByLabel("Acceleration").selectOption("always");
  const jumped = await verify();
  expect(jumped.outcomes).toEqual(first.outcomes);
  expect(jumped.figures).toContain("accelerated");
  const states = (figures: string): number => Number(/^([\d,]+) states/.exec(figures)?.[1]?.replace(/,/g, ""));
  expect(states(jumped.figures)).toBeLessThan(states(plain.figures) / 2);
});

/** Some seconds of search, and no state that is looked for. */
const long = hard
  .replace("a[6]", "a[4]")
  .replace("int[0,5] i", "int[0,3] i")
  .replace("int[0,1000]", "int[0,35]")
  .replace("a[i] &lt; 1000", "a[i] &lt; 35")
  .replace(" + a[4] + a[5] &lt;= 6000", " &lt;= 140");

test("two threads share a search, with the verdict and the states of one", async ({ open }) => {
  const { page } = await open();
  expect(await page.evaluate(() => crossOriginIsolated)).toBe(true);
  await drop(page, "long.xml", long);
  await page.locator(".bar .file", { hasText: "long.xml" }).waitFor();
  await go(page, "Verifier");
  let started = 0;
  page.on("worker", () => started++);
  const verify = async (): Promise<string> => {
    await page.getByRole("button", { name: "Verify all" }).click();
    await page.locator(".progress.on").waitFor();
    await page.locator(".progress:not(.on)").waitFor({ state: "attached" });
    expect(await verdicts(page)).toEqual(["satisfied"]);
    return (await page.locator(".figures").textContent()) ?? "";
  };
  await page.getByLabel("Symmetry").uncheck();
  expect(await page.getByLabel("Threads").inputValue()).toBe("1");
  expect(await verify()).toMatch(/^1,679,616 states, [^,]+, [^,]+, answered by the road compiled$/);
  expect(started).toBe(1);
  await page.getByLabel("Threads").selectOption("2");
  expect(await verify()).toMatch(/^1,679,616 states, .*, 2 threads, answered by the road threads$/);
  // The worker that searches is kept; the other one has come and gone.
  expect(started).toBe(2);
  await expect.poll(() => page.workers().length).toBe(1);
});
