import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { expect, test } from "vitest";
import oniguruma from "vscode-oniguruma";
import textmate from "vscode-textmate";

/** The grammars as VS Code's own library reads them: what each word of a text is. */
const require = createRequire(import.meta.url);
const folder = new URL("../../apps/vscode/grammars/", import.meta.url);
const xml = { scopeName: "text.xml", patterns: [{ match: "<[^>]*>", name: "meta.tag.xml" }], repository: {} };
const files: Readonly<Record<string, string>> = {
  "source.uppaal": "uppaal.json",
  "source.uppaal.query": "query.json",
  "source.uppaal.xml": "xml.json",
};

async function registry() {
  await oniguruma.loadWASM(readFileSync(require.resolve("vscode-oniguruma/release/onig.wasm")).buffer as ArrayBuffer);
  return new textmate.Registry({
    onigLib: Promise.resolve({
      createOnigScanner: (patterns: string[]) => new oniguruma.OnigScanner(patterns),
      createOnigString: (text: string) => new oniguruma.OnigString(text),
    }),
    loadGrammar: async (name: string) =>
      name === "text.xml"
        ? (xml as never)
        : textmate.parseRawGrammar(readFileSync(new URL(files[name]!, folder), "utf8"), "a.json"),
    getInjections: (name: string) => (name === "text.xml" ? ["source.uppaal.xml"] : undefined),
  });
}
const ready = registry();

async function scopes(language: string, text: string): Promise<Readonly<Record<string, string>>> {
  const grammar = (await (await ready).loadGrammar(language))!;
  const found: Record<string, string> = {};
  let stack = textmate.INITIAL;
  for (const line of text.split("\n")) {
    const { tokens, ruleStack } = grammar.tokenizeLine(line, stack);
    for (const token of tokens) found[line.slice(token.startIndex, token.endIndex).trim()] = token.scopes.at(-1)!;
    stack = ruleStack;
  }
  return found;
}

test("XTA", async () => {
  const found = await scopes(
    "source.uppaal",
    "const int N = 3; // three\nprocess P() { clock x; state A { x <= N }; init A; /* a\nb */ }",
  );
  expect(found).toMatchObject({
    const: "storage.modifier.uppaal",
    int: "storage.type.uppaal",
    "3": "constant.numeric.uppaal",
    "// three": "comment.line.double-slash.uppaal",
    process: "keyword.declaration.uppaal",
    P: "entity.name.type.class.uppaal",
    "<=": "keyword.operator.uppaal",
    "/*": "comment.block.uppaal",
    b: "comment.block.uppaal",
  });
});

test("queries", async () => {
  const found = await scopes("source.uppaal.query", "A[] not deadlock\np --> q\nE<> forall(i : int[0,3]) i > 2");
  expect(found).toMatchObject({
    "A[]": "keyword.control.query.uppaal",
    not: "keyword.operator.word.uppaal",
    deadlock: "constant.language.uppaal",
    "-->": "keyword.control.query.uppaal",
    "E<>": "keyword.control.query.uppaal",
  });
});

test("inside XML", async () => {
  const text =
    '<nta><declaration>clock x; // one</declaration>\n<label kind="guard" x="1">x &lt;= 5</label>\n<formula>E&lt;&gt; true</formula><clock/></nta>';
  const found = await scopes("text.xml", text);
  expect(found).toMatchObject({
    clock: "storage.type.uppaal",
    "// one": "comment.line.double-slash.uppaal",
    "&lt;": "keyword.operator.uppaal",
    "5": "constant.numeric.uppaal",
    "E&lt;&gt;": "keyword.control.query.uppaal",
    "<clock/>": "meta.tag.xml",
  });
});
