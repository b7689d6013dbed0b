import type { Page } from "playwright-core";
import { expect } from "vitest";
import { choose, downloaded, middleOf, test } from "./browser.ts";

/**
 * Whole models are drawn, one with the keyboard alone and one with the mouse alone (texts are typed): two templates of four
 * locations and six edges. What a hand does is counted and printed.
 */
class Hand {
  clicks = 0;
  keys = 0;
  /** Of the keys, those that are letters of the model. */
  letters = 0;
  private readonly page: Page;

  constructor(page: Page) {
    this.page = page;
  }

  async press(...keys: string[]): Promise<void> {
    for (const key of keys) await this.page.keyboard.press(key);
    this.keys += keys.length;
  }

  async write(text: string): Promise<void> {
    await this.page.keyboard.type(text);
    this.keys += text.length;
    this.letters += text.length;
  }

  async click(x: number, y: number): Promise<void> {
    await this.page.mouse.click(x, y);
    this.clicks++;
  }

  async doubleClick(x: number, y: number): Promise<void> {
    await this.page.mouse.dblclick(x, y);
    this.clicks += 2;
  }

  async button(name: string): Promise<void> {
    await this.page.getByRole("button", { name, exact: true }).first().click();
    this.clicks++;
  }

  async field(name: string, text: string): Promise<void> {
    await this.page.locator(`[data-field="${name}"]`).click();
    this.clicks++;
    await this.write(text);
  }

  async drag(from: { x: number; y: number }, to: { x: number; y: number }): Promise<void> {
    await this.page.mouse.move(from.x, from.y);
    await this.page.mouse.down();
    await this.page.mouse.move(to.x, to.y, { steps: 6 });
    await this.page.mouse.up();
    this.clicks++;
  }

  words(): string {
    return `${this.clicks} clicks and ${this.keys} keys, ${this.letters} of them letters of the model`;
  }
}

/** Templates as source, target, guard and update of their edges; the first location is there from the start. */
interface Wanted {
  readonly locations: readonly string[];
  readonly edges: readonly (readonly [string, string, string, string])[];
}
const machine: Wanted = {
  locations: ["Idle", "Warm", "Busy", "Done"],
  edges: [
    ["Idle", "Warm", "n < 3", "n++"],
    ["Warm", "Busy", "n > 0", ""],
    ["Busy", "Done", "", "n--"],
    ["Done", "Idle", "", ""],
    ["Warm", "Idle", "n == 3", "n = 0"],
    ["Busy", "Busy", "n > 1", "n--"],
  ],
};
const user: Wanted = {
  locations: ["Think", "Ask", "Wait", "Home"],
  edges: [
    ["Think", "Ask", "", ""],
    ["Ask", "Wait", "", ""],
    ["Wait", "Home", "n == 0", ""],
    ["Home", "Think", "", "n = 1"],
    ["Wait", "Ask", "n > 2", ""],
    ["Ask", "Think", "n > 1", ""],
  ],
};

async function edgesShown(page: Page, wanted: Wanted): Promise<void> {
  const text = (await downloaded(page, () => page.keyboard.press("ControlOrMeta+s"))).toString();
  const names = new Map([...text.matchAll(/<location id="(\w+)"[^>]*>\s*<name[^>]*>(\w+)</g)].map((m) => [m[1], m[2]]));
  const edges = [...text.matchAll(/<source ref="(\w+)"\/>\s*<target ref="(\w+)"\/>/g)].map((m) => [
    names.get(m[1]),
    names.get(m[2]),
  ]);
  expect([...names.values()]).toEqual(expect.arrayContaining([...wanted.locations]));
  expect(edges).toEqual(expect.arrayContaining(wanted.edges.map(([from, to]) => [from, to])));
  await page.locator(".diagnostics h2", { hasText: "No problems" }).waitFor();
}

/** A key more than letters: its field, if it has no text, is passed over. */
async function edgeByKeys(hand: Hand, [, to, guard, update]: Wanted["edges"][number]): Promise<void> {
  await hand.press("e");
  await hand.press(...to.slice(0, 2).toLowerCase());
  await hand.press("Enter");
  await hand.write(guard);
  if (update !== "") {
    await hand.press("Tab", "Tab");
    await hand.write(update);
  }
  await hand.press("Escape");
}

async function drawByKeys(hand: Hand, wanted: Wanted): Promise<void> {
  const [first, ...others] = wanted.locations;
  await hand.press("]", "Enter");
  await hand.write(first!);
  await hand.press("Enter");
  for (const name of others) {
    await hand.press("l");
    await hand.write(name);
    await hand.press("Enter");
  }
  let at = wanted.locations.at(-1);
  for (const edge of wanted.edges) {
    // The next edge goes on from where the last one ended; else its source is named.
    if (edge[0] !== at) await hand.press("g", ...edge[0].slice(0, 2).toLowerCase(), "Enter");
    await edgeByKeys(hand, edge);
    at = edge[1];
  }
}

test("two templates with 8 locations and 12 edges are drawn with the keyboard alone", async ({ open }) => {
  const { page } = await open({ lateFrames: 300 });
  const hand = new Hand(page);
  await hand.press("Alt+n");
  // A variable for both templates.
  await hand.press("d");
  await hand.write("int[0,3] n;");
  await hand.press("Alt+PageDown");
  await drawByKeys(hand, machine);
  await hand.press("t", "Alt+Enter");
  await drawByKeys(hand, user);
  await edgesShown(page, machine);
  await edgesShown(page, user);
  expect(hand.clicks).toBe(0);
  console.log(`keyboard alone, 8 locations and 12 edges: ${hand.words()}`);
});

async function drawByMouse(page: Page, hand: Hand, wanted: Wanted): Promise<void> {
  const box = (await page.locator(".canvas").boundingBox())!;
  const spots = [
    { x: box.x + box.width - 160, y: box.y + 130 },
    { x: box.x + box.width - 160, y: box.y + box.height - 130 },
    { x: box.x + 120, y: box.y + box.height - 130 },
  ];
  await hand.button("Select");
  // The first is there already.
  const there = await middleOf(page, ".canvas .node .location");
  await hand.doubleClick(there.x, there.y);
  await hand.write(wanted.locations[0]!);
  await hand.button("Location");
  for (const [i, name] of wanted.locations.slice(1).entries()) {
    await hand.click(spots[i]!.x, spots[i]!.y);
    await hand.write(name);
  }
  await hand.button("Edge");
  for (const [from, to, guard, update] of wanted.edges) {
    const [a, b] = [await placeOf(page, from), await placeOf(page, to)];
    if (from === to) {
      await hand.click(a.x, a.y);
      await hand.click(a.x, a.y);
    } else await hand.drag(a, b);
    await page.locator('[data-field="Guard"]:focus').waitFor();
    await hand.write(guard);
    if (update !== "") await hand.field("Update", update);
  }
}

async function placeOf(page: Page, name: string): Promise<{ x: number; y: number }> {
  const key = await page
    .locator("text.name", { hasText: new RegExp(`^${name}$`) })
    .evaluate((e) => e.closest(".node")?.getAttribute("data-key"));
  return middleOf(page, `[data-key="${key}"] .location`);
}

test("two templates with 8 locations and 12 edges are drawn with the mouse alone", async ({ open }) => {
  const { page } = await open();
  const hand = new Hand(page);
  await choose(page, "More", "New model");
  hand.clicks += 2;
  await hand.button("Declarations");
  await hand.field("Declarations", "int[0,3] n;");
  await hand.button("Template");
  await drawByMouse(page, hand, machine);
  await hand.button("+ Template");
  await hand.button("Add to system");
  await drawByMouse(page, hand, user);
  await edgesShown(page, machine);
  await edgesShown(page, user);
  expect(hand.keys).toBe(hand.letters);
  console.log(`mouse alone, 8 locations and 12 edges: ${hand.words()}`);
});

test("three locations and one full edge take fewer clicks and keys than in the first edition", async ({ open }) => {
  const { page } = await open();
  const hand = new Hand(page);
  await hand.press("Alt+n");
  await hand.press("]", "Enter");
  await hand.write("Idle");
  for (const name of ["Busy", "Done"]) {
    await hand.press("Enter", "l");
    await hand.write(name);
  }
  await hand.press("Enter", "e", "i", "Enter", "Shift+Tab");
  for (const [i, text] of ["i : int[0,3]", "i > 0", "go!", "n = i"].entries()) {
    if (i > 0) await hand.press("Tab");
    await hand.write(text);
  }
  await hand.press("Escape");
  await page.locator('[data-key="t:e:0:assignment"]', { hasText: "n = i" }).waitFor();
  expect(await page.locator(".canvas .node").count()).toBe(3);
  expect(await page.locator(".inspector .ends").textContent()).toBe("Done → Idle");
  console.log(`three locations and one full edge: ${hand.words()}; in the first edition 15 clicks and 105 keys`);
  expect(hand.clicks).toBeLessThan(15);
  expect(hand.keys).toBeLessThan(105);
});
