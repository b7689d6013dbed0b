import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  equalTrees,
  Fragment,
  parseDeclarations,
  parseExpression,
  parseQuery,
  parseStatement,
  parseXta,
  printDeclaration,
  printExpr,
  printQuery,
  printStatement,
  printXta,
} from "../../src/syntax/index.ts";
import { declarations, exprs, queries, queryExprs, statements, trees } from "./generate-tree.ts";
import "./seed.ts";

/** parse(print(t)) = t, spans aside; and the parser survives anything. */
function same(
  tree: unknown,
  text: string,
  read: { readonly value: unknown; readonly diagnostics: readonly unknown[] },
): void {
  expect(read.diagnostics, text).toEqual([]);
  if (!equalTrees(tree, read.value)) expect(read.value, text).toEqual(tree);
}

describe("printing and reading again gives the same tree", () => {
  it("expressions", () => {
    fc.assert(
      fc.property(exprs, (tree) => same(tree, printExpr(tree), parseExpression(Fragment.of(printExpr(tree))))),
      { numRuns: 2000 },
    );
  });
  it("expressions of queries", () => {
    fc.assert(
      fc.property(queryExprs, (tree) =>
        same(tree, printExpr(tree), parseExpression(Fragment.of(printExpr(tree)), "query")),
      ),
      { numRuns: 1000 },
    );
  });
  it("statements", () => {
    fc.assert(
      fc.property(statements, (tree) =>
        same(tree, printStatement(tree), parseStatement(Fragment.of(printStatement(tree)))),
      ),
      { numRuns: 500 },
    );
  });
  it("declarations", () => {
    fc.assert(
      fc.property(declarations, (tree) =>
        same([tree], printDeclaration(tree), parseDeclarations(Fragment.of(printDeclaration(tree)))),
      ),
      { numRuns: 500 },
    );
  });
  it("models", () => {
    fc.assert(
      fc.property(trees, (tree) => {
        const { tree: value, diagnostics } = parseXta(printXta(tree));
        same(tree, printXta(tree), { value, diagnostics });
      }),
      { numRuns: 200 },
    );
  });
  it("queries", () => {
    fc.assert(
      fc.property(queries, (tree) => {
        const { query: value, diagnostics } = parseQuery(Fragment.of(printQuery(tree)));
        same(tree, printQuery(tree), { value, diagnostics });
      }),
      { numRuns: 1000 },
    );
  });
});

describe("any text", () => {
  const pieces = fc.constantFrom(
    ..."int clock chan const process state init trans system ( ) { } [ ] ; , : = < > ? ! ' . -> + - x y P 3 2147483648 99999999999 1.5 \" // /* */ \\ \n @ é if else for while return forall struct typedef guard sync assign A[] E<> --> U [ ]".split(
      " ",
    ),
  );
  const texts = fc.array(pieces, { maxLength: 40 }).map((parts) => parts.join(" "));
  /** Every span of the tree and of the faults lies inside the text. */
  function inside(text: string, result: unknown): boolean {
    const pending: unknown[] = [result];
    while (pending.length > 0) {
      const node = pending.pop();
      if (typeof node !== "object" || node === null) continue;
      const { start, end } = node as { start?: unknown; end?: unknown };
      if (typeof start === "number" && typeof end === "number" && !(0 <= start && start <= end && end <= text.length))
        return false;
      pending.push(...Object.values(node));
    }
    return true;
  }
  it("is read to the end, with every span inside it", () => {
    fc.assert(
      fc.property(texts, fc.constantFrom<"new" | "old">("new", "old"), (text, syntax) =>
        inside(text, parseXta(text, { syntax })),
      ),
      { numRuns: 2000 },
    );
    fc.assert(
      fc.property(texts, (text) => inside(text, parseQuery(Fragment.of(text)))),
      { numRuns: 2000 },
    );
  });
});
