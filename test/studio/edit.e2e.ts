import { copyFileSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "vitest";
import {
  choose,
  downloaded,
  drop,
  fill,
  go,
  middleOf,
  openExample,
  openFromDisk,
  root,
  test,
  verdicts,
} from "./browser.ts";

/** Editing in the browser: labels, diagrams by mouse and keyboard, saving, undo, transformations, large templates. */

test("a wrong guard is underlined, mended and saved: one line of the file has changed", async ({
  folder,
  open,
  start,
}) => {
  const file = join(folder, "railway.xml");
  copyFileSync(join(root, "examples", "railway.xml"), file);
  const own = await start(file);
  const { page } = await open({ url: own.url });
  await page.locator(".bar .file", { hasText: "railway.xml" }).waitFor();
  await page.locator('[data-key="e:4"] .guard').click();
  await fill(page, "Guard", "x >= 7 && y");
  await page.locator(".field .cm-lintRange-error").waitFor();
  await page.locator(".diagnostics h2", { hasText: "1 error" }).waitFor();
  expect(await page.locator(".diagnostics li").first().textContent()).toContain("Start → Cross, guard");
  expect(await page.locator('[data-key="e:4"].faulty').count()).toBe(1);
  await fill(page, "Guard", "x >= 8");
  await page.locator(".diagnostics h2", { hasText: "No problems" }).waitFor();
  expect(await page.locator(".cm-lintRange-error").count()).toBe(0);
  await page.keyboard.press("ControlOrMeta+s");
  await page.locator(".notice", { hasText: "is saved" }).waitFor();
  const before = readFileSync(join(root, "examples", "railway.xml"), "utf8").split("\n");
  const after = readFileSync(file, "utf8").split("\n");
  expect(after.length).toBe(before.length);
  const lines = after.flatMap((line, i) => (line === before[i] ? [] : [line.trim()]));
  expect(lines).toEqual(['<label kind="guard" x="622" y="-69">x &gt;= 8</label>']);
});

test("what was changed on disk meanwhile is not overwritten, and one's own version is not lost", async ({
  folder,
  open,
  start,
}) => {
  const file = join(folder, "meanwhile.xml");
  copyFileSync(join(root, "examples", "railway.xml"), file);
  const own = await start(file);
  const { page, faults } = await open({ url: own.url });
  await page.locator(".bar .file", { hasText: "meanwhile.xml" }).waitFor();
  const edit = async (guard: string): Promise<void> => {
    await page.locator('[data-key="e:4"] .guard').click();
    await fill(page, "Guard", guard);
  };
  // Saved twice in a row: each time it is the version of before that was changed.
  for (const guard of ["x >= 8", "x >= 9"]) {
    await edit(guard);
    await page.keyboard.press("ControlOrMeta+s");
    await expect.poll(() => readFileSync(file, "utf8")).toContain(guard.replace(">", "&gt;"));
    await expect.poll(() => page.title()).not.toContain("•");
  }
  const theirs = readFileSync(file, "utf8").replace("x &gt;= 9", "x &gt;= 5");
  writeFileSync(file, theirs);
  await edit("x >= 6");
  await page.keyboard.press("ControlOrMeta+s");
  const dialog = page.getByRole("dialog", { name: "Two versions" });
  await dialog.waitFor();
  expect(readFileSync(file, "utf8")).toBe(theirs);
  const mine = await downloaded(page, () => dialog.getByRole("button", { name: "Download this one" }).click());
  expect(mine.toString()).toContain("x &gt;= 6");
  expect(readFileSync(file, "utf8")).toBe(theirs);
  // The browser tells of the refusal too.
  expect(faults.splice(0)).toEqual([expect.stringContaining("412")]);
});

test("a template of two locations is drawn from nothing with mouse and keyboard, and verified", async ({ open }) => {
  const { page } = await open();
  await choose(page, "More", "New model");
  // The location that is there by mouse, its name by keyboard; the second and the edge by keyboard alone.
  const start = await middleOf(page, '[data-key="l:id0"] .location');
  await page.mouse.dblclick(start.x, start.y);
  // Letters are its name, whatever they do elsewhere.
  await page.keyboard.type("First");
  await page.keyboard.press("Enter");
  await page.locator("text.name", { hasText: "First" }).waitFor();
  await page.keyboard.press("l");
  await page.keyboard.type("Second");
  await page.keyboard.press("Enter");
  await page.keyboard.press("Escape");
  await page.keyboard.press("]");
  await page.keyboard.press("e");
  await page.keyboard.press("]");
  await page.keyboard.press("Enter");
  await page.locator('[data-key="e:0"]').waitFor({ state: "attached" });
  await page.locator('[data-field="Guard"]:focus').waitFor();
  await page.keyboard.press("Escape");
  expect(await page.locator(".canvas .node").count()).toBe(2);
  await page.locator(".diagnostics h2", { hasText: "No problems" }).waitFor();
  // An edge back with the mouse.
  await page.keyboard.press("Escape");
  await page.getByRole("toolbar").getByRole("button", { name: "Edge" }).click();
  const [second, first] = [
    await middleOf(page, '[data-key="l:id1"] .location'),
    await middleOf(page, '[data-key="l:id0"] .location'),
  ];
  await page.mouse.click(second.x, second.y);
  await page.mouse.click(first.x, first.y);
  await page.locator('[data-key="e:1"]').waitFor({ state: "attached" });

  await go(page, "Verifier");
  await page.getByRole("button", { name: "+ Query" }).click();
  await fill(page, "Query 1", "E<> Template.Second");
  await page.getByRole("button", { name: "+ Query" }).click();
  await fill(page, "Query 2", "A[] Template.First");
  await page.getByRole("button", { name: "Verify all" }).click();
  await page.locator(".query [data-outcome]").nth(1).waitFor();
  expect(await verdicts(page)).toEqual(["satisfied", "violated"]);

  // Undo goes all the way back to nothing, and redo to where we were.
  await go(page, "Editor");
  const undo = page.getByRole("button", { name: "Undo" });
  for (let i = 0; i < 40 && (await undo.isEnabled()); i++) await undo.click();
  expect(await page.locator(".canvas .node").count()).toBe(1);
  const redo = page.getByRole("button", { name: "Redo" });
  for (let i = 0; i < 40 && (await redo.isEnabled()); i++) await redo.click();
  expect(await page.locator(".canvas .node").count()).toBe(2);
  expect(await page.locator(".canvas .edge").count()).toBe(2);
});

test("locations are moved, bent, deleted; only their own lines change", async ({ open }) => {
  const { page } = await open();
  await openExample(page, "railway");
  const before = await middleOf(page, '[data-key="l:id2"] .location');
  await page.mouse.move(before.x, before.y);
  await page.mouse.down();
  await page.mouse.move(before.x + 40, before.y - 60, { steps: 4 });
  await page.mouse.up();
  const after = await middleOf(page, '[data-key="l:id2"] .location');
  expect(after.y).toBeLessThan(before.y - 30);
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "Save" }).click(),
  ]);
  const saved = readFileSync(await download.path(), "utf8").split("\n");
  const old = readFileSync(join(root, "examples", "railway.xml"), "utf8").split("\n");
  // The location and its name, and the texts of its edges.
  expect(saved.filter((line, i) => line !== old[i]).length).toBe(5);
  // Deleting a location takes its edges along; undo brings all back.
  await page.locator(".canvas").focus();
  await page.keyboard.press("Delete");
  expect(await page.locator('[data-key="l:id2"]').count()).toBe(0);
  expect(await page.locator(".canvas .edge").count()).toBe(4);
  await page.keyboard.press("ControlOrMeta+z");
  expect(await page.locator(".canvas .edge").count()).toBe(6);
  // A nail by double click on the piece between the two nails of an edge.
  const [first, second] = [await middleOf(page, '[data-key="n:3:0"]'), await middleOf(page, '[data-key="n:3:1"]')];
  await page.mouse.dblclick((first.x + second.x) / 2, (first.y + second.y) / 2);
  expect(await page.locator('[data-key="n:3:2"]').count()).toBe(1);
});

test("many parts are selected with a band, moved together and deleted", async ({ open }) => {
  const { page } = await open();
  await openExample(page, "railway");
  const box = await page.locator(".canvas").boundingBox();
  if (box === null) throw new Error("there is no canvas");
  await page.mouse.move(box.x + 3, box.y + 3);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width - 3, box.y + box.height - 3, { steps: 5 });
  await page.mouse.up();
  // Five locations and nine nails.
  await page.locator(".inspector h2", { hasText: "14 parts" }).waitFor();
  const [a, b] = [
    await middleOf(page, '[data-key="l:id0"] .location'),
    await middleOf(page, '[data-key="l:id4"] .location'),
  ];
  await page.keyboard.press("ArrowDown");
  const [c, d] = [
    await middleOf(page, '[data-key="l:id0"] .location'),
    await middleOf(page, '[data-key="l:id4"] .location'),
  ];
  expect(c.y - a.y).toBeCloseTo(d.y - b.y, 1);
  expect(c.y).toBeGreaterThan(a.y);
  await page.keyboard.press("Delete");
  expect(await page.locator(".canvas .node").count()).toBe(0);
  await page.keyboard.press("ControlOrMeta+z");
  await page.keyboard.press("ControlOrMeta+z");
  expect(await page.locator(".canvas .node").count()).toBe(5);
  expect(await page.locator(".bar .file b").count()).toBe(0);
});

test("a word that is a name is not replaced by a longer one; what an edge selects and a function declares is offered", async ({
  open,
}) => {
  const { page } = await open();
  await openExample(page, "railway");
  await page.getByRole("button", { name: "Gate" }).first().click();
  await page.locator(".canvas .guard", { hasText: "t == front()" }).first().click();
  for (const key of ["Tab", "Enter"]) {
    const field = page.locator('[data-field="Guard"]');
    await field.click();
    await page.keyboard.press("ControlOrMeta+a");
    await page.keyboard.type("front() == t");
    await page.locator(".cm-tooltip-autocomplete").waitFor();
    expect(await page.locator(".cm-tooltip-autocomplete li").first().textContent()).toMatch(/^t(\W|$)/);
    await page.keyboard.press(key);
    expect((await field.textContent())?.trim()).toBe("front() == t");
  }
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Declarations", exact: true }).first().click();
  await page.locator('[data-field="Declarations"]').click();
  await page.keyboard.press("ControlOrMeta+End");
  await page.keyboard.insertText("\nvoid f(int precious) { int preliminary;  }");
  await page.waitForTimeout(500);
  await page.keyboard.press("ArrowLeft");
  await page.keyboard.press("ArrowLeft");
  await page.keyboard.type("pre");
  await page.locator(".cm-tooltip-autocomplete").waitFor();
  const offered = await page.locator(".cm-tooltip-autocomplete li").allTextContents();
  expect(offered.slice(0, 2).sort()).toEqual(["precious", "preliminary"]);
});

const alike = `<?xml version="1.0" encoding="utf-8"?><nta><declaration>chan prong; int prone; const int probe = 1;</declaration><template><name>P</name><declaration>int prose;</declaration><location id="id0" x="0" y="0"/><location id="id1" x="200" y="0"/><init ref="id0"/><transition><source ref="id0"/><target ref="id1"/><label kind="guard" x="60" y="-30">prone &gt; 0</label></transition></template><system>system P;</system><queries></queries></nta>`;

test("what fits a place is offered first, and of that what is declared nearer", async ({ open }) => {
  const { page } = await open();
  await drop(page, "alike.xml", alike);
  await page.locator(".canvas .guard", { hasText: "prone > 0" }).click();
  const offered = async (field: string): Promise<string[]> => {
    await page.locator(`[data-field="${field}"]`).click();
    await page.keyboard.press("ControlOrMeta+a");
    await page.keyboard.type("pro");
    await page.locator(".cm-tooltip-autocomplete li").first().waitFor();
    const names = await page.locator(".cm-tooltip-autocomplete li .cm-completionLabel").allTextContents();
    await page.keyboard.press("Escape");
    await page.locator(".cm-tooltip-autocomplete").waitFor({ state: "detached" });
    return names;
  };
  expect(await offered("Sync")).toEqual(["prong", "prose", "probe", "prone"]);
  expect(await offered("Update")).toEqual(["prose", "prone", "probe", "prong"]);
  expect(await offered("Guard")).toEqual(["prose", "probe", "prone", "prong"]);
});

test("names are completed, explained, found and renamed", async ({ open }) => {
  const { page } = await open();
  await openExample(page, "railway");
  await page.getByRole("button", { name: "System" }).click();
  await page.getByRole("button", { name: "Train" }).first().click();
  await page.locator('[data-key="e:1"] .sync').click();
  await page.locator('[data-field="Sync"]').click();
  await page.keyboard.press("Home");
  await page.keyboard.press("F2");
  await page.locator("dialog.asking input").fill("halt");
  await page.keyboard.press("Enter");
  await page.locator('[data-key="e:1"] .sync', { hasText: "halt[id]?" }).waitFor();
  await page.getByRole("button", { name: "Gate" }).first().click();
  await page.locator(".canvas .sync", { hasText: "halt[tail()]!" }).waitFor();
  await page.locator(".diagnostics h2", { hasText: "No problems" }).waitFor();
  // Completion: the first letters and Enter.
  await go(page, "Verifier");
  await page.getByRole("button", { name: "+ Query" }).click();
  await page.locator('[data-field="Query 6"]').click();
  await page.keyboard.type("E<> Gate.Stopp");
  await page.locator(".cm-tooltip-autocomplete").waitFor();
  await page.waitForTimeout(120);
  await page.keyboard.press("Enter");
  expect(await page.locator('[data-field="Query 6"]').textContent()).toBe("E<> Gate.Stopping");
});

function large(count: number): string {
  const locations = Array.from(
    { length: count },
    (_, i) =>
      `\t\t<location id="id${i}" x="${(i % 25) * 136}" y="${Math.floor(i / 25) * 136}">\n\t\t\t<name x="${(i % 25) * 136 - 10}" y="${Math.floor(i / 25) * 136 - 34}">L${i}</name>\n\t\t\t<label kind="invariant" x="${(i % 25) * 136 - 10}" y="${Math.floor(i / 25) * 136 + 17}">x &lt;= ${10 + i}</label>\n\t\t</location>`,
  );
  const edges = Array.from(
    { length: count },
    (_, i) =>
      `\t\t<transition>\n\t\t\t<source ref="id${i}"/>\n\t\t\t<target ref="id${(i + 1) % count}"/>\n\t\t\t<label kind="guard" x="${(i % 25) * 136 + 30}" y="${Math.floor(i / 25) * 136 - 30}">x &gt;= ${i}</label>\n\t\t\t<label kind="assignment" x="${(i % 25) * 136 + 30}" y="${Math.floor(i / 25) * 136 + 4}">x = 0</label>\n\t\t</transition>`,
  );
  return `<?xml version="1.0" encoding="utf-8"?>\n<nta>\n\t<declaration></declaration>\n\t<template>\n\t\t<name>P</name>\n\t\t<declaration>clock x;</declaration>\n${locations.join("\n")}\n\t\t<init ref="id0"/>\n${edges.join("\n")}\n\t</template>\n\t<system>system P;</system>\n</nta>\n`;
}

test("a template of 500 locations stays responsive", async ({ folder, open }) => {
  const file = join(folder, "large.xml");
  writeFileSync(file, large(500));
  const { page } = await open();
  await openFromDisk(page, file);
  await page.locator('[data-key="l:id499"]').waitFor();
  // From the input to the frame that shows its effect.
  const timed = async (act: () => Promise<void>): Promise<number> => {
    const started = await page.evaluate(() => performance.now());
    await act();
    return page.evaluate(
      (from) =>
        new Promise<number>((resolve) =>
          requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - from))),
        ),
      started,
    );
  };
  const median = (values: number[]): number => values.sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? NaN;
  const place = await middleOf(page, '[data-key="l:id130"] .location');
  const round = async (): Promise<Record<string, number>> => {
    const clicks: number[] = [];
    const moves: number[] = [];
    const drags: number[] = [];
    for (let i = 0; i < 6; i++) {
      clicks.push(await timed(() => page.mouse.click(place.x, place.y)));
      await page.mouse.down();
      drags.push(await timed(() => page.mouse.move(place.x + 10 + 5 * i, place.y + 10)));
      await page.mouse.move(place.x, place.y);
      await page.mouse.up();
      await page.locator(".canvas").focus();
      moves.push(await timed(() => page.keyboard.press(i % 2 === 0 ? "ArrowRight" : "ArrowLeft")));
      if (i === 0) expect((await middleOf(page, '[data-key="l:id130"] .location')).x).toBeGreaterThan(place.x);
    }
    return { select: median(clicks), drag: median(drags), "move by key": median(moves) };
  };
  // Printed, not asserted: how fast the machine is today is not what is tested. The aim is 100 ms.
  const found = await round();
  console.log(
    `500 locations, milliseconds to the next frame: ${Object.entries(found)
      .map(([k, v]) => `${k} ${v.toFixed(0)}`)
      .join(", ")}`,
  );
});
