import { join } from "node:path";
import type { Page } from "playwright-core";
import { choose, fill, go, openExample, root, test } from "./browser.ts";

/**
 * `npm run studio:images`: the six pictures of the guide, `docs/images/studio-NAME.png`, and each in the dark,
 * `studio-NAME-dark.png`.
 */
const folder = join(root, "docs", "images");

async function shoot(page: Page, name: string, height = 800): Promise<void> {
  await page.setViewportSize({ width: 1280, height });
  await page.mouse.move(0, 0);
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    await page.locator(`html[data-theme="${colorScheme}"]`).waitFor();
    await page.screenshot({ path: join(folder, `studio-${name}${colorScheme === "dark" ? "-dark" : ""}.png`) });
  }
  await page.emulateMedia({ colorScheme: "light" });
}

/** Opens an example, and closes what is told of the one before. */
async function openQuietly(page: Page, name: string): Promise<void> {
  await openExample(page, name);
  const close = page.locator(".notice").getByRole("button", { name: "Close" });
  if ((await close.count()) > 0) await close.click();
}

async function verifyAll(page: Page, count: number): Promise<void> {
  await page.getByRole("button", { name: "Verify all" }).click();
  await page
    .locator(".query [data-outcome]")
    .nth(count - 1)
    .waitFor();
  await page.locator(".progress:not(.on)").waitFor({ state: "attached" });
}

test("pictures of the studio, light and dark", async ({ open }) => {
  const { page } = await open({ stay: true });
  await page.locator(".gallery img, .gallery svg").first().waitFor();
  await shoot(page, "start");
  await page.keyboard.press("Escape");

  await openQuietly(page, "railway");
  await page.locator('.canvas [data-key="e:4"] .guard').click();
  await page.locator('[data-field="Guard"]').waitFor();
  await shoot(page, "editor");

  await go(page, "Verifier");
  await page.getByRole("button", { name: "+ Query" }).click();
  await fill(page, "Query 6", "A[] not Train(1).Cross");
  await verifyAll(page, 6);
  await shoot(page, "verifier", 1080);

  await page.getByRole("button", { name: /Counter-example/ }).click();
  await page.locator(".run button").last().click();
  await page.locator('[data-process="Train(1)"] figcaption b', { hasText: "Cross" }).waitFor();
  await page.locator(".processes").evaluate((e) => e.scrollTo(0, 0));
  await shoot(page, "simulator");

  await openQuietly(page, "queue");
  await go(page, "Verifier");
  await page.getByRole("button", { name: "+ Query" }).click();
  await fill(page, "Query 4", "Pr[<=10; 500](<> waiting == 2)");
  await verifyAll(page, 4);
  await page.locator('[data-query="0"]').getByLabel("with Q4").check();
  await page.locator(".verifier").evaluate((e) => e.scrollTo(0, 0));
  await shoot(page, "statistical", 1100);

  await go(page, "Editor");
  await openQuietly(page, "polling");
  await choose(page, "Transform", "Accelerate…");
  await page.locator("dialog.preview .report li", { hasText: "appended" }).waitFor();
  await shoot(page, "preview");
});
