import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "vitest";
import { choose, downloaded, drop, go, openExample, openFromDisk, root, test, verdicts } from "./browser.ts";

/** Transformations in the browser: what they would change is marked, then applied, undone or saved elsewhere. */
const reducible = `<?xml version="1.0" encoding="utf-8"?>
<nta><declaration>int[0,9] n;
chan c;</declaration>
<template><name>P</name>
<location id="id0" x="0" y="0"><name x="-10" y="-34">A</name></location><location id="id1" x="204" y="0"><name x="194" y="-34">B</name></location><location id="id2" x="408" y="0"><name x="398" y="-34">C</name></location>
<init ref="id0"/>
<transition><source ref="id0"/><target ref="id1"/><label kind="select" x="60" y="-50">i : int[0,9]</label><label kind="assignment" x="60" y="4">n = i</label></transition>
<transition><source ref="id1"/><target ref="id2"/><label kind="guard" x="264" y="4">n &gt; 3</label></transition>
<transition><source ref="id2"/><target ref="id0"/><nail x="204" y="102"/></transition>
</template>
<system>system P;</system><queries><query><formula>E&lt;&gt; P.C</formula><comment></comment></query></queries></nta>`;

test("a model is reduced: the difference is marked, applied and undone", async ({ folder, open }) => {
  const file = join(folder, "reducible.xml");
  writeFileSync(file, reducible);
  const { page } = await open();
  await openFromDisk(page, file);
  await page.locator(".bar .file", { hasText: "reducible.xml" }).waitFor();
  await choose(page, "Transform", "Reset dead variables…");
  const preview = page.locator("dialog.preview");
  await preview.locator(".report").waitFor();
  expect(await preview.locator(".edge.changed").count()).toBeGreaterThan(1);
  expect(await preview.locator(".changes ins").first().textContent()).toContain("n = 0");
  await preview.getByRole("button", { name: "Apply" }).click();
  await page.locator(".canvas .update", { hasText: "n = 0" }).first().waitFor();
  await page.getByRole("button", { name: "Undo" }).click();
  expect(await page.locator(".canvas .update", { hasText: "n = 0" }).count()).toBe(0);
});

test("the tester of a template is previewed as an added template", async ({ open }) => {
  const { page } = await open();
  await openExample(page, "lamp");
  await choose(page, "Transform", "Test automaton…");
  // It is asked of which one; what is shown in the editor is offered.
  const which = page.getByRole("dialog").getByLabel("of which template?");
  expect(await which.locator("option").allTextContents()).toEqual(["Lamp", "User"]);
  expect(await which.inputValue()).toBe("Lamp");
  await page.getByRole("button", { name: "OK" }).click();
  const preview = page.locator("dialog.preview");
  await preview.locator(".report").waitFor();
  expect(await preview.locator(".node.added").count()).toBeGreaterThan(1);
  expect(await preview.locator(".report").textContent()).toContain("Err");
  await preview.getByRole("button", { name: "Close" }).click();
  expect(await page.getByRole("button", { name: "Undo" }).isDisabled()).toBe(true);
});

test("busy waiting is accelerated: added locations are marked, and the answers stay", async ({ open }) => {
  const { page } = await open();
  await openExample(page, "polling");
  await go(page, "Verifier");
  const verify = async (): Promise<string[]> => {
    await page.getByRole("button", { name: "Verify all" }).click();
    await page.locator(".query [data-outcome]:not(.stale)").nth(1).waitFor();
    await page.locator(".progress:not(.on)").waitFor({ state: "attached" });
    return verdicts(page);
  };
  const before = await verify();
  await choose(page, "Transform", "Accelerate…");
  const preview = page.locator("dialog.preview");
  await preview.locator(".report li", { hasText: "appended" }).waitFor();
  expect(await preview.locator(".node.added").count()).toBe(5);
  expect(await preview.locator(".edge.added").count()).toBe(6);
  expect(await preview.locator(".changes ins").count()).toBeGreaterThan(5);
  await preview.getByRole("button", { name: "Apply" }).click();
  await page.locator(".verdict.stale").first().waitFor();
  expect(await verify()).toEqual(before);
  await page.getByRole("button", { name: "Undo" }).click();
  await go(page, "Editor");
  expect(await page.locator(".canvas .node").count()).toBe(5);
});

test("the simulator's state becomes the beginning of a model, saved as another file", async ({ open, folder }) => {
  const { page } = await open();
  await openExample(page, "railway");
  await go(page, "Simulator");
  await page.locator(".option").nth(1).click();
  await page.locator(".run button").nth(1).waitFor();
  await page.locator(".option", { hasText: "Appr → Cross" }).click();
  await page.locator(".run button").nth(2).waitFor();
  await choose(page, "Transform", "Begin in the simulator's state…");
  const preview = page.locator("dialog.preview");
  await preview.locator(".report", { hasText: "Train(1).Cross" }).waitFor();
  expect(await preview.locator(".node.added").count()).toBeGreaterThan(2);
  const saved = await downloaded(page, () => preview.getByRole("button", { name: "Save as" }).click());
  await preview.getByRole("button", { name: "Close" }).click();
  expect(await page.getByRole("button", { name: "Undo" }).isDisabled()).toBe(true);
  // The command line opens it, and finds that it begins with train 1 on the bridge.
  const file = join(folder, "begin.xml");
  writeFileSync(file, saved);
  const asked = (query: string): string =>
    execFileSync(process.execPath, [join(root, "dist", "bin", "zonal.js"), "verify", file, "-e", query], {
      encoding: "utf8",
    });
  expect(asked("A[] Restore.done imply not (Train(1).Safe && Train(1).x < 3)")).toContain("satisfied");
  expect(asked("E<> Restore.done && Train(1).Cross")).toContain("satisfied");
});

const token = `const int N = 3;
typedef int[0,N-1] id_t;
bool busy[id_t];
process P(const id_t p) {
  clock x;
  state A, B { x <= 4 };
  init A;
  trans A -> B { guard forall (i : id_t) !busy[i]; assign x = 0, busy[p] = true; },
        B -> A { guard x >= 2; assign busy[p] = false; };
}
system P;
`;

test("identifiers become a scalar set: one changed declaration, marked in the text", async ({ open }) => {
  const { page } = await open();
  await drop(page, "token.xta", token);
  await page.locator(".bar .file", { hasText: "token.xml" }).waitFor();
  await choose(page, "Transform", "Declare scalar sets…");
  const preview = page.locator("dialog.preview");
  await preview.locator(".report li", { hasText: "scalar set of 3 elements" }).waitFor();
  expect(await preview.locator(".changes ins").allTextContents()).toEqual(["typedef scalar[N] id_t;"]);
  expect(await preview.locator(".changes del").count()).toBe(1);
  await preview.getByRole("button", { name: "Apply" }).click();
  await page.locator(".diagnostics h2", { hasText: "No problems" }).waitFor();
  await page.getByRole("button", { name: "Declarations", exact: true }).first().click();
  expect(await page.locator('[data-field="Declarations"]').textContent()).toContain("typedef scalar[N] id_t;");
});
