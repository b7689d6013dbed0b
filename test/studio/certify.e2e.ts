import { expect } from "vitest";
import { fill, go, openExample, test } from "./browser.ts";

/** "Check this answer": a seal of the independent checker beside a verdict, or why there is none. */
test("answers are checked in the page, and what cannot be certified is told", async ({ open }) => {
  const { page, requests } = await open();
  await openExample(page, "lamp");
  await go(page, "Verifier");
  const count = await page.locator(".query").count();
  const asked = ["A[] not deadlock", "E<> Lamp.Bright", "A<> Lamp.Bright", "sup: x"];
  for (const [k, formula] of asked.entries()) {
    await page.getByRole("button", { name: "+ Query" }).click();
    await fill(page, `Query ${count + k + 1}`, formula);
  }
  await page.getByRole("button", { name: "Verify all" }).click();
  await page
    .locator(".query [data-outcome]")
    .nth(count + asked.length - 1)
    .waitFor();
  await page.waitForLoadState("networkidle");
  const before = requests.length;
  const row = (k: number) => page.locator(`[data-query="${count + k}"]`);
  for (const k of asked.keys()) await row(k).getByRole("button", { name: "Check this answer" }).click();
  for (const k of [0, 1]) {
    const seal = row(k).locator(".seal.proved");
    await seal.waitFor();
    const told = await seal.textContent();
    expect(told).toMatch(/^✓ Proved by an independent checker in \d.* m?s: .* is satisfied \(\d+ /);
    expect(told).toContain(asked[k]);
  }
  for (const k of [2, 3]) await row(k).locator(".seal.proved").waitFor();
  // The checker is loaded when it is wanted, and not before.
  expect(requests.slice(before).some((url) => url.includes("checker"))).toBe(true);
  expect(requests.slice(0, before).some((url) => url.includes("checker"))).toBe(false);

  // An edit takes the seals away with the verdicts.
  await fill(page, `Query ${count + 1}`, "A[] not Lamp.Bright");
  await expect.poll(() => row(0).locator(".seal").count()).toBe(0);
});

test("an answer that cannot be certified is told with the reason", async ({ open }) => {
  const { page } = await open();
  await openExample(page, "tasks");
  await go(page, "Verifier");
  const count = await page.locator(".query").count();
  await page.getByRole("button", { name: "+ Query" }).click();
  await fill(page, `Query ${count + 1}`, "A[] not deadlock");
  const row = page.locator(`[data-query="${count}"]`);
  await row.getByRole("button", { name: "Verify" }).click();
  await row.getByRole("button", { name: "Check this answer" }).click();
  const reason = row.locator(".reason", { hasText: "cannot be certified, because" });
  await reason.waitFor();
  expect(await reason.textContent()).toContain("deadlock where clocks stand still");
});
