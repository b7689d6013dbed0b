import type { Page } from "playwright-core";
import { expect } from "vitest";
import { choose, drop, fill, go, openExample, test } from "./browser.ts";

/**
 * Every text can be read: what the browser computes for it stands out from what lies under it by 4.5 to 1 (WCAG 2.2, 1.4.3),
 * in both themes, in every part of the page. What is switched off need not.
 */

/** The texts of the page that stand out too little, with the ratio: `2.9 .note "comment" rgb(…) on rgb(…)`. */
function faint(): string[] {
  const paint = document.createElement("canvas").getContext("2d", { willReadFrequently: true })!;
  const colours = new Map<string, readonly number[]>();
  /** Red, green, blue of 0 to 255 and the opacity of 0 to 1. */
  const rgba = (text: string): readonly number[] => {
    let found = colours.get(text);
    if (found === undefined) {
      paint.clearRect(0, 0, 1, 1);
      paint.fillStyle = text;
      paint.fillRect(0, 0, 1, 1);
      const [r, g, b, a] = paint.getImageData(0, 0, 1, 1).data;
      colours.set(text, (found = [r!, g!, b!, a! / 255]));
    }
    return found;
  };
  const over = (top: readonly number[], under: readonly number[], part = top[3]!): readonly number[] =>
    [0, 1, 2].map((i) => top[i]! * part + under[i]! * (1 - part)).concat(1);
  const light = (colour: readonly number[]): number => {
    const [r, g, b] = colour.map((v) => (v / 255 <= 0.04045 ? v / 255 / 12.92 : ((v / 255 + 0.055) / 1.055) ** 2.4));
    return 0.2126 * r! + 0.7152 * g! + 0.0722 * b!;
  };
  const isDrawn = (e: Element): boolean => e instanceof SVGElement && e.localName !== "svg";
  const fillOf = (e: Element): readonly number[] => {
    const style = getComputedStyle(e);
    if (!isDrawn(e)) return rgba(style.backgroundColor);
    if (style.fill === "none" || e.localName === "text" || e.localName === "tspan") return [0, 0, 0, 0];
    const [r, g, b, a] = rgba(style.fill);
    return [r!, g!, b!, a! * Number(style.fillOpacity)];
  };
  const opacityOf = (e: Element | null): number =>
    e === null ? 1 : Number(getComputedStyle(e).opacity) * opacityOf(e.parentElement);

  // What lies under a text is found as the pointer finds it; so everything must be found.
  const sheet = document.createElement("style");
  sheet.textContent = "* { pointer-events: all !important; transition: none !important; }";
  document.head.append(sheet);
  const said: string[] = [];
  const judge = (owner: Element, box: DOMRect, colour: string, words: string): void => {
    if (box.width < 2 || box.height < 2 || owner.closest(":disabled") !== null) return;
    const stack = document.elementsFromPoint(box.x + box.width / 2, box.y + box.height / 2);
    const at = stack.findIndex((e) => e === owner || owner.contains(e));
    // It is scrolled away, or something lies on it.
    if (at < 0 || stack.slice(0, at).some((e) => !owner.contains(e) && !e.contains(owner) && fillOf(e)[3]! > 0.9))
      return;
    let under: readonly number[] = [255, 255, 255, 1];
    for (const e of stack.slice(at).reverse()) under = over(fillOf(e), under, fillOf(e)[3]! * opacityOf(e));
    const text = over(rgba(colour), under, rgba(colour)[3]! * opacityOf(owner));
    const [low, high] = [light(text), light(under)].sort((a, b) => a - b);
    const ratio = (high! + 0.05) / (low! + 0.05);
    if (ratio >= 4.5) return;
    const name = [owner, owner.parentElement].map((e) => `${e?.localName}.${e?.getAttribute("class")}`).join(" in ");
    const shown = (c: readonly number[]): string => `rgb(${c.slice(0, 3).map(Math.round).join(" ")})`;
    said.push(`${ratio.toFixed(1)} ${name} "${words.trim().slice(0, 30)}" ${shown(text)} on ${shown(under)}`);
  };
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const range = document.createRange();
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    const owner = node.parentElement!;
    if (node.textContent!.trim() === "" || !owner.checkVisibility()) continue;
    range.selectNodeContents(node);
    const style = getComputedStyle(owner);
    const box = range.getClientRects()[0];
    if (box !== undefined) judge(owner, box, isDrawn(owner) ? style.fill : style.color, node.textContent!);
  }
  for (const field of document.querySelectorAll<HTMLInputElement>("input:not([type=checkbox]):not([type=radio])")) {
    const { placeholder, value } = field;
    const style = getComputedStyle(field, value === "" && placeholder !== "" ? "::placeholder" : undefined);
    if (value + placeholder !== "") judge(field, field.getBoundingClientRect(), style.color, value || placeholder);
  }
  sheet.remove();
  return [...new Set(said)];
}

const wrong: string[] = [];

/** Looks at what is shown now, in both themes. */
async function look(page: Page, where: string): Promise<void> {
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme });
    await page.locator(`html[data-theme="${colorScheme}"]`).waitFor();
    for (const text of await page.evaluate(faint)) wrong.push(`${where}, ${colorScheme}: ${text}`);
  }
}

const marked = `<?xml version="1.0" encoding="utf-8"?><nta><declaration>// A comment.
typedef int[0,3] id_t; clock x; const int N = 3; broadcast chan c;
bool f(id_t i) { return i &lt; N &amp;&amp; true; }</declaration><template><name>P</name><location id="id0" x="0" y="0" color="#ffff00"><name x="-20" y="-40">Start</name><label kind="invariant" x="-20" y="20">x &lt;= 3</label><label kind="comments" x="-60" y="40">said of it</label><committed/></location><location id="id1" x="200" y="0" color="#202020"><name x="200" y="-40">Urgent</name><urgent/></location><branchpoint id="id2" x="200" y="130"/><init ref="id0"/>
<transition color="#0000ff"><source ref="id0"/><target ref="id1"/><label kind="select" x="60" y="-60">i : id_t</label><label kind="guard" x="60" y="-42">x &lt;= 2 &amp;&amp; f(i)</label><label kind="synchronisation" x="60" y="-24">c!</label><label kind="assignment" x="60" y="8">x = 0</label><label kind="comments" x="60" y="24">said of this</label></transition>
<transition><source ref="id1"/><target ref="id2"/></transition><transition><source ref="id2"/><target ref="id0"/><label kind="probability" x="60" y="110">3</label></transition></template><system>system P;</system><queries></queries></nta>`;

test("every text of the editor stands out, in both themes", async ({ open }) => {
  wrong.length = 0;
  const { page } = await open({ width: 1440, height: 1000, stay: true });
  await look(page, "start");
  await page.keyboard.press("Escape");
  await drop(page, "marked.xml", marked);
  await page.locator(".bar .file", { hasText: "marked.xml" }).waitFor();
  await look(page, "template");
  await page.locator('.canvas [data-key="l:id0"] .name').click();
  await look(page, "location");
  await page.locator('.canvas [data-key="e:0"] .guard').click();
  await look(page, "edge");
  await page.locator('.canvas [data-key="e:0"] .guard').click({ button: "right" });
  await page.getByRole("menu").waitFor();
  await look(page, "menu of the diagram");
  await page.keyboard.press("Escape");
  await fill(page, "Guard", "x >= nothing");
  await page.locator(".diagnostics h2", { hasText: "1 error" }).waitFor();
  await look(page, "an error");
  await page.getByRole("button", { name: "Declarations", exact: true }).first().click();
  await page.locator('[data-field="Declarations"]').click();
  await page.keyboard.press("ControlOrMeta+End");
  await page.keyboard.type("\ncl");
  await page.locator(".cm-tooltip-autocomplete li").first().waitFor();
  await look(page, "declarations");
  await page.keyboard.press("Escape");
  await page.keyboard.press("ControlOrMeta+f");
  await page.keyboard.type("x");
  await page.locator(".find").waitFor();
  await look(page, "find");
  await page.keyboard.press("Escape");
  for (const menu of ["Transform", "More"]) {
    await page.locator(`summary[aria-label="${menu}"]`).click();
    await look(page, menu);
    await page.keyboard.press("Escape");
  }
  await choose(page, "More", "Keys");
  await page.locator("dialog h2:focus").waitFor();
  await look(page, "keys");
  await page.keyboard.press("Escape");
  await choose(page, "More", "Recent…");
  await look(page, "recent");
  await page.keyboard.press("Escape");
  await choose(page, "More", "Help");
  await page.locator(".help h1").waitFor();
  await look(page, "help");
  await drop(page, "broken.xml", "<nta>");
  await page.locator(".notice.error").waitFor();
  await look(page, "notice");
  expect(wrong).toEqual([]);
});

/** Changes what the model means. */
async function fillDeclarations(page: Page): Promise<void> {
  await go(page, "Editor");
  await page.getByRole("button", { name: "Declarations", exact: true }).first().click();
  await page.locator('[data-field="Declarations"]').click();
  await page.keyboard.press("ControlOrMeta+End");
  await page.keyboard.insertText("\nint more;");
}

test("every text of the simulator and the verifier stands out, in both themes", async ({ open }) => {
  wrong.length = 0;
  const { page } = await open({ width: 1440, height: 1200 });
  await openExample(page, "railway");
  await go(page, "Simulator");
  await page.getByRole("button", { name: "Random" }).click();
  await page.locator(".run [aria-current] b", { hasText: /^10$/ }).waitFor();
  await look(page, "simulator");
  await page.locator('.process [data-key^="e:"] .guard').first().click();
  await look(page, "why not");
  await page.getByLabel("concrete").check();
  await page.locator(".delay, .hint").first().waitFor();
  await look(page, "concrete");
  await page.getByRole("textbox", { name: "Expression to watch" }).fill("nothing + 1");
  await page.keyboard.press("Enter");
  await page.locator(".watches output.fault").waitFor();
  await look(page, "a watch that is wrong");
  await go(page, "Verifier");
  await look(page, "queries");
  for (const [i, formula] of ["A[] not Train(1).Cross", "E<> Train(1).Nowhere", "E<> deadlock"].entries()) {
    await page.getByRole("button", { name: "+ Query" }).click();
    await fill(page, `Query ${6 + i}`, formula);
  }
  await page.getByRole("button", { name: "Verify all" }).click();
  await page.locator(".query [data-outcome]").nth(7).waitFor();
  await page.locator(".progress:not(.on)").waitFor({ state: "attached" });
  await look(page, "verdicts");
  await go(page, "Editor");
  await page.locator('.canvas [data-key^="e:"] .guard').first().click();
  await fill(page, "Guard", "x >= 1");
  await go(page, "Verifier");
  await page.locator(".verdict.stale").first().waitFor();
  await look(page, "stale verdicts");
  await openExample(page, "queue");
  await go(page, "Verifier");
  await page.getByRole("button", { name: "Verify all" }).click();
  await page.locator(".query [data-outcome]").nth(2).waitFor();
  await page.getByRole("button", { name: "Open run" }).last().click();
  await look(page, "estimates");
  await fillDeclarations(page);
  await go(page, "Verifier");
  await page.locator(".estimated.stale").first().waitFor();
  await look(page, "stale estimates");
  await openExample(page, "polling");
  await choose(page, "Transform", "Accelerate…");
  await page.locator("dialog.preview .report li").first().waitFor();
  await look(page, "preview");
  await page.keyboard.press("Escape");
  await drop(page, "marked.xml", marked);
  await page.locator(".bar .file", { hasText: "marked.xml" }).waitFor();
  await go(page, "Simulator");
  await page.locator(".process .active .mark").waitFor();
  await look(page, "a committed location that is active");
  // It is seen that a location is active, and an edge enabled, whatever colours they have of their own.
  const seen = (part: string, property: string): Promise<string> =>
    page.locator(part).evaluate((e, name) => getComputedStyle(e).getPropertyValue(name), property);
  expect(await seen('.process [data-key="l:id0"] .location', "fill")).not.toBe("rgb(255, 255, 0)");
  expect(await seen('.process [data-key="e:0"] .line', "stroke")).not.toBe("rgb(0, 0, 255)");
  expect(wrong).toEqual([]);
});
