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
    expect(told).toMatch(/^✓ Proved by an independent checker in \d.* m?s: .* is satisfied, by a /);
    expect(told).toContain(asked[k]);
  }
  await row(2).locator(".seal.proved, .reason").first().waitFor();
  expect(await row(3).locator(".reason").last().textContent()).toContain("This answer cannot be certified, because");
  // The checker is loaded when it is wanted, and not before.
  expect(requests.slice(before).some((url) => url.includes("checker"))).toBe(true);
  expect(requests.slice(0, before).some((url) => url.includes("checker"))).toBe(false);

  // An edit takes the seals away with the verdicts.
  await fill(page, `Query ${count + 1}`, "A[] not Lamp.Bright");
  await expect.poll(() => row(0).locator(".seal").count()).toBe(0);
});
