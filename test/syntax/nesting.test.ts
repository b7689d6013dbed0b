import { describe, expect, it } from "vitest";
import {
  equalTrees,
  Fragment,
  parseExpression,
  parseQuery,
  parseStatement,
  parseXta,
  printExpr,
} from "../../src/syntax/index.ts";
import { many } from "../many.ts";

const deep = 20_000;

describe("text nested too deeply gives one diagnostic", () => {
  const expressions = {
    parentheses: `${"(".repeat(deep)}x${")".repeat(deep)}`,
    indices: `${"a[".repeat(deep)}x${"]".repeat(deep)}`,
    "a chain of indices": `a${"[0]".repeat(deep)}`,
    negations: `${"!".repeat(deep)}x`,
    signs: `${"- ".repeat(deep)}x`,
    conditionals: `${"p ? x : ".repeat(deep)}y`,
    calls: `${"f(".repeat(deep)}${")".repeat(deep)}`,
    quantifiers: `${"forall (i : int[0,1]) ".repeat(deep)}x`,
    "many levels": `${"(a || b && c | d ^ e & f == g < h <? i << j + k * l ** ".repeat(deep)}x${")".repeat(deep)}`,
    "open parentheses": "(".repeat(deep),
  };
  for (const [what, text] of Object.entries(expressions)) {
    it(what, () => {
      expect(parseExpression(Fragment.of(text)).diagnostics.map((d) => d.code)).toEqual(["nesting"]);
      expect(parseQuery(Fragment.of(`A[] ${text}`)).diagnostics.map((d) => d.code)).toEqual(["nesting"]);
      printExpr(parseExpression(Fragment.of(text)).value);
    });
  }
  const statements = {
    blocks: "{".repeat(deep),
    ifs: "if (x) ".repeat(deep),
    loops: "while (x) ".repeat(deep),
    elses: "if (x) ; else ".repeat(deep),
  };
  for (const [what, text] of Object.entries(statements)) {
    it(what, () => expect(parseStatement(Fragment.of(text)).diagnostics.map((d) => d.code)).toEqual(["nesting"]));
  }
  it("structs", () =>
    expect(parseXta(`${"struct { ".repeat(deep)}`).diagnostics.map((d) => d.code)).toEqual(["nesting"]));
  it("initialisers", () =>
    expect(parseXta(`int x = ${"{".repeat(deep)}`).diagnostics.map((d) => d.code)).toEqual(["nesting"]));
});

it("a chain of 100,000 operands is read and printed", () => {
  const text = `x${" && y < 3 || z".repeat(many(50_000))}`;
  const { value, diagnostics } = parseExpression(Fragment.of(text));
  expect(diagnostics).toEqual([]);
  expect(printExpr(value)).toBe(text);
  expect(equalTrees(value, parseExpression(Fragment.of(` ${text}`)).value)).toBe(true);
});

it("five hundred parentheses are not too many", () => {
  expect(parseExpression(Fragment.of(`${"(".repeat(490)}x${")".repeat(490)}`)).diagnostics).toEqual([]);
});

it("rubbish is given up after a thousand faults", () => {
  const { diagnostics } = parseXta("} ".repeat(5000));
  expect(diagnostics.length).toBe(1001);
  expect(diagnostics.at(-1)?.message).toContain("too many faults");
});
