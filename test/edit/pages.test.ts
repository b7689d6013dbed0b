import { readdirSync, readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  applyEdits,
  completeAt,
  definitionOf,
  describeSymbol,
  fixesOf,
  hasErrors,
  modelPage,
  occurrenceAt,
  outlineOf,
  type Page,
  printXta,
  renameSymbol,
  signatureAt,
  tokensOf,
} from "../../src/index.ts";
import { many } from "../many.ts";

/** Whatever a text is, an editor's questions about it have an answer, and renaming changes names and nothing else. */
const folder = new URL("../../examples/", import.meta.url);
const texts = readdirSync(folder)
  .filter((name) => name.endsWith(".xml"))
  .map((name) => readFileSync(new URL(name, folder), "utf8"));
const asXta = texts.flatMap((text) => {
  const page = modelPage(text);
  return page?.source === undefined ? [] : [printXta(page.source.tree)];
});
const all = [...texts, ...asXta];

/** Asks everything at an offset. */
function askAll(page: Page, offset: number): void {
  const here = occurrenceAt(page, offset);
  if (here !== undefined) describeSymbol(here.symbol, page);
  completeAt(page, offset);
  signatureAt(page, offset);
}

describe("texts that are being written", () => {
  test("any part of an example, with a piece of another put in, can be asked about", () => {
    const piece = fc.record({ text: fc.constantFrom(...all), from: fc.double({ min: 0, max: 1, noNaN: true }) });
    fc.assert(
      fc.property(piece, piece, fc.nat(60), fc.boolean(), (one, other, length, isCut) => {
        const at = Math.floor(one.from * one.text.length);
        const start = Math.floor(other.from * other.text.length);
        const text = `${one.text.slice(0, at)}${other.text.slice(start, start + length)}${isCut ? "" : one.text.slice(at)}`;
        const page = modelPage(text);
        if (page === undefined) return;
        for (const offset of [0, at, at + length, text.length]) askAll(page, Math.min(offset, text.length));
        outlineOf(page);
        tokensOf(page);
        for (const fault of page.diagnostics.slice(0, 2)) fixesOf(page, fault);
        for (const { end } of page.occurrences) expect(end).toBeLessThanOrEqual(text.length);
      }),
      { numRuns: many(150) },
    );
  });
});

describe("renaming", () => {
  test.each(all.map((text) => [text.slice(0, 60).replace(/\s+/g, " "), text]))("%s", (_, text) => {
    const page = modelPage(text)!;
    expect(hasErrors(page.diagnostics)).toBe(false);
    const symbols = new Set(page.occurrences.filter((o) => o.isSpelled).map(({ symbol }) => symbol));
    for (const symbol of [...symbols].filter((s) => definitionOf(s) !== undefined).slice(0, 12)) {
      const there = renameSymbol([page], symbol, "quite_new_name");
      if (there.kind !== "edits") throw new Error(there.reason);
      const renamed = modelPage(applyEdits(text, there.edits[0]!))!;
      const again = [...renamed.occurrences].find(
        ({ symbol: s }) => s.name === "quite_new_name" && definitionOf(s) !== undefined,
      )!;
      const back = renameSymbol([renamed], again.symbol, symbol.name);
      if (back.kind !== "edits") throw new Error(back.reason);
      expect(applyEdits(renamed.text, back.edits[0]!)).toBe(text);
      expect(outlineOf(renamed).length).toBe(outlineOf(page).length);
    }
  });
});
