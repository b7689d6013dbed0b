import type { Page } from "playwright-core";
import { expect } from "vitest";
import { drop, middleOf, test } from "./browser.ts";

/**
 * How long it takes from a key or a press to the frame that shows what came of it, measured in the browser and printed:
 * figures are to be read, and only what is shown is asserted.
 */
interface Reaction {
  readonly type: string;
  readonly ms: number;
}

/** A template of so many locations in rows, each with a way on, every other one with a way back. */
function large(count: number): string {
  const at = (k: number) => ({ x: 160 * (k % 10), y: 140 * Math.floor(k / 10) });
  const ids = Array.from({ length: count }, (_, k) => k);
  const edge = (from: number, to: number): string => {
    const { x, y } = at(from);
    return `<transition><source ref="id${from}"/><target ref="id${to}"/><label kind="guard" x="${x + 20}" y="${y - 20}">x &gt;= ${from}</label><label kind="synchronisation" x="${x + 20}" y="${y}">c[${from}]!</label><label kind="assignment" x="${x + 20}" y="${y + 16}">x = 0, n = ${from}</label></transition>`;
  };
  return `<?xml version="1.0" encoding="utf-8"?><nta><declaration>clock x; int n; broadcast chan c[${count}];</declaration><template><name>Large</name>
${ids.map((k) => `<location id="id${k}" x="${at(k).x}" y="${at(k).y}"><name x="${at(k).x - 10}" y="${at(k).y - 34}">L${k}</name><label kind="invariant" x="${at(k).x - 10}" y="${at(k).y + 34}">x &lt;= ${k + 50}</label></location>`).join("\n")}
<init ref="id0"/>
${ids.map((k) => edge(k, (k + 1) % count) + (k % 2 === 0 ? edge(k, (k + count - 10) % count) : "")).join("\n")}
</template><system>system Large;</system><queries></queries></nta>`;
}

/**
 * Begins to note, for every event of the types named, when the frame behind it is painted; and every task that holds up the page.
 */
async function watch(page: Page, ...types: string[]): Promise<void> {
  await page.evaluate((names) => {
    const noted: { type: string; ms: number }[] = [];
    Object.assign(window, { noted });
    for (const type of names)
      addEventListener(
        type,
        ({ timeStamp }) =>
          requestAnimationFrame(() => {
            const { port1, port2 } = new MessageChannel();
            // What is posted within a frame comes when it is painted.
            port1.onmessage = () => noted.push({ type, ms: performance.now() - timeStamp });
            port2.postMessage(undefined);
          }),
        { capture: true },
      );
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) noted.push({ type: "task", ms: duration });
    }).observe({ type: "longtask" });
  }, types);
}

/** What was noted since it was last asked, when nothing is left to do. */
async function noted(page: Page, what: string): Promise<void> {
  const found = await page.evaluate(
    () =>
      new Promise<Reaction[]>((done) => {
        const { noted: all } = window as unknown as { noted: Reaction[] };
        requestIdleCallback(() => done(all.splice(0)), { timeout: 5000 });
      }),
  );
  const words = [...new Set(found.map(({ type }) => type))].map((type) => {
    const all = found.filter((one) => one.type === type).map(({ ms }) => Math.round(ms));
    all.sort((a, b) => a - b);
    return `${type} ${all[Math.floor(all.length / 2)]} ms (at most ${all.at(-1)} ms of ${all.length})`;
  });
  console.log(`${what}: ${words.join(", ")}`);
}

test("a template of sixty locations is edited at once", async ({ open }) => {
  const { page } = await open({ width: 1440, height: 900 });
  await drop(page, "large.xml", large(60));
  await page.locator(".bar .file", { hasText: "large.xml" }).waitFor();
  await expect.poll(() => page.locator(".canvas .node").count()).toBe(60);
  await page.locator(".diagnostics h2", { hasText: "No problems" }).waitFor();
  await watch(page, "keydown", "pointerdown", "pointermove", "pointerup");

  const { x, y } = await middleOf(page, '.canvas [data-key="l:id22"] circle');
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + 30, y + 20, { steps: 10 });
  await page.mouse.up();
  await page.locator('.bar button[title^="Undo move"]').waitFor();
  await noted(page, "a location of 60 is moved");

  await page.getByRole("button", { name: "Edge" }).click();
  const from = await middleOf(page, '.canvas [data-key="l:id31"] circle');
  const to = await middleOf(page, '.canvas [data-key="l:id44"] circle');
  await page.mouse.click(from.x, from.y);
  await page.mouse.move((from.x + to.x) / 2, (from.y + to.y) / 2, { steps: 5 });
  await page.mouse.click(to.x, to.y);
  await expect.poll(() => page.locator(".canvas .edge").count()).toBe(91);
  await noted(page, "an edge is drawn among 60 locations");

  await page.locator('.inspector [data-field="Guard"]').click();
  // As fast as a quick hand: letters typed without a pause would wait for one another.
  await page.keyboard.type("n >= 12 && x >= 3", { delay: 80 });
  await page.locator(".canvas .label.guard", { hasText: "n >= 12 && x >= 3" }).waitFor();
  await page.locator(".diagnostics h2", { hasText: "No problems" }).waitFor();
  await noted(page, "a guard is typed among 60 locations");
});
