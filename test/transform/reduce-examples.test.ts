/** `reduce` on every example: only update labels and declarations change, the answers stay, and no more states are stored. */
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { check, checkQuery } from "../../src/model/index.ts";
import { type Instantiated, instantiate, instantiateQuery, type NetworkQuery } from "../../src/network/index.ts";
import { verify } from "../../src/search/index.ts";
import { equalTrees, read, type Tree, type UppaalSource } from "../../src/syntax/index.ts";
import { reduce } from "../../src/transform/index.ts";

const folder = join(dirname(fileURLToPath(import.meta.url)), "..", "..", "examples");

function make(
  text: string,
  name: string,
): { readonly source: UppaalSource; readonly made: Instantiated; readonly queries: readonly NetworkQuery[] } {
  const source = read(text, { name });
  if (source.format === "tck") throw new Error("an example is a UPPAAL model");
  const { made } = instantiate(check(source.tree));
  if (made === undefined) throw new Error(`${name} has no network`);
  const queries = source.tree.queries.flatMap(({ query, text: formula }) => {
    const ready =
      query === undefined ? undefined : instantiateQuery(made, checkQuery(made.model, query), formula.trim()).query;
    return ready === undefined ? [] : [ready];
  });
  return { source, made, queries };
}

/** A tree without what a reduction may change. */
function rest(tree: Tree): unknown {
  const templates = tree.templates.map((t) => ({
    ...t,
    declarations: [],
    edges: t.edges.map((e) => ({ ...e, update: undefined })),
  }));
  return { ...tree, declarations: [], templates };
}

describe.each(readdirSync(folder).filter((name) => name.endsWith(".xml")))("%s", (name) => {
  const before = make(readFileSync(join(folder, name), "utf8"), name);
  const { text } = reduce(before.source, before.made, { queries: before.queries });
  const after = make(text, name);

  test("changes update labels and declarations only", () => {
    expect(equalTrees(rest(before.source.tree), rest(after.source.tree))).toBe(true);
    const changed = text.split("\n").filter((line) => !before.source.text.includes(line));
    for (const line of changed) expect(line).toMatch(/kind="assignment"|^\s*(void reset_|for \(|\}|meta )|=/);
  });

  test("keeps the answers and stores no more", () => {
    before.queries.forEach((query, i) => {
      const [a, b] = [
        verify(before.made.network, query, { reduce: false, order: "bfs" }),
        verify(after.made.network, after.queries[i]!, { reduce: false, order: "bfs" }),
      ];
      expect([query.text, b.outcome]).toEqual([query.text, a.outcome]);
      if (query.kind === "A[]" && a.outcome === "satisfied")
        expect(b.statistics.stored).toBeLessThanOrEqual(a.statistics.stored);
    });
  });
});
