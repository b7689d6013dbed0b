import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { check, checkQuery, type Diagnostic, hasErrors, instantiate, parseQueryFile, read } from "../src/index.ts";

/**
 * `npm run fuzz -- [DIR]`: mutated models (those of DIR, or the examples) are read, checked and instantiated. Nothing may be
 * thrown, take longer than a second of this process's time, or name a place outside the text.
 *
 *     --runs N (100000)   --seed N (1)
 */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { runs: { type: "string", default: "100000" }, seed: { type: "string", default: "1" } },
});
const runs = Number(values.runs);
const seed = Number(values.seed);

/** mulberry32 */
function random(state: number): () => number {
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

const pieces = [
  "clock",
  "int",
  "[",
  "]",
  "{",
  "}",
  "(",
  ")",
  ";",
  ",",
  "<",
  "&lt;",
  "&amp;",
  '<label kind="guard">',
  "</label>",
  "<![CDATA[",
  "]]>",
  "forall (i : int[0,3])",
  "select",
  "trans",
  "->",
  "init",
  "system",
  "typedef",
  "struct",
  "const",
  "meta",
  "urgent",
  "broadcast",
  "chan",
  "return",
  "while",
  "for",
  "if",
  "else",
  "? :",
  "++",
  "--",
  "A[]",
  "E<>",
  "-->",
  "2147483648",
  "99999999999",
  "0",
  '"',
  "'",
  "\\\n",
  "//",
  "/*",
  "*/",
  "\u0000",
  "\ud800",
  "\r\n",
  "deadlock",
  "sup:",
  "imply",
  "&entity;",
  '<!DOCTYPE nta [<!ENTITY a "b">]>',
  "process P() {",
  "state",
  "commit",
];

function mutate(text: string, next: () => number, others: readonly string[]): string {
  const at = (limit: number): number => Math.floor(next() * limit);
  let result = text;
  for (let k = 1 + at(4); k > 0; k--) {
    const [a, b] = [at(result.length + 1), at(result.length + 1)].sort((x, y) => x - y);
    const cut = Math.min(b!, a! + 40);
    switch (at(6)) {
      case 0:
        result = result.slice(0, a) + result.slice(cut);
        break;
      case 1:
        result = result.slice(0, a) + pieces[at(pieces.length)] + result.slice(a);
        break;
      case 2:
        result = result.slice(0, a) + result.slice(a, cut) + result.slice(a);
        break;
      case 3:
        result = result.slice(0, a) + String.fromCharCode(at(128)) + result.slice(a! + 1);
        break;
      case 4: {
        const other = others[at(others.length)]!;
        const from = at(other.length);
        result = result.slice(0, a) + other.slice(from, from + at(60)) + result.slice(a);
        break;
      }
      default:
        result = result.slice(0, a! + 1);
    }
  }
  return result;
}

function modelsBelow(folder: string): { readonly name: string; readonly text: string }[] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((name) => /\.(xml|xta|ta|q|tck)$/.test(name))
    .map((name) => join(folder, name))
    .filter((path) => statSync(path).size < 30_000)
    .map((path) => ({ name: path, text: readFileSync(path, "utf8") }));
}

/** What is wrong with how an input was treated, if anything. */
function treat(name: string, text: string): string | undefined {
  const outside = (list: readonly Diagnostic[]): string | undefined => {
    const bad = list.find(({ span }) => !(span.start >= 0 && span.start <= span.end && span.end <= text.length));
    return bad && `${bad.code} at ${bad.span.start}..${bad.span.end} of ${text.length}`;
  };
  if (name.endsWith(".q")) return outside(parseQueryFile(text).diagnostics);
  const source = read(text, { name });
  const wrong = outside(source.diagnostics);
  if (wrong !== undefined || source.format === "tck" || hasErrors(source.diagnostics)) return wrong;
  const model = check(source.tree);
  const wrongModel = outside(model.diagnostics);
  if (wrongModel !== undefined || hasErrors(model.diagnostics)) return wrongModel;
  for (const { query } of source.tree.queries) if (query !== undefined) checkQuery(model, query);
  return outside(instantiate(model).diagnostics);
}

const models = modelsBelow(positionals[0] ?? "examples");
let faults = 0;
let slowest = 0;
for (let run = 0; run < runs && faults < 20; run++) {
  const next = random(seed * 1_000_003 + run);
  const { name, text } = models[Math.floor(next() * models.length)]!;
  const input = mutate(
    text,
    next,
    models.map((m) => m.text),
  );
  const started = process.cpuUsage().user;
  let wrong: string | undefined;
  try {
    wrong = treat(name, input);
  } catch (error) {
    wrong =
      error instanceof Error ? `${error.message}\n${error.stack?.split("\n").slice(1, 5).join("\n")}` : String(error);
  }
  const milliseconds = (process.cpuUsage().user - started) / 1000;
  slowest = Math.max(slowest, milliseconds);
  if (wrong === undefined && milliseconds > 1000) wrong = `took ${Math.round(milliseconds)} ms`;
  if (wrong === undefined) continue;
  faults++;
  console.log(`run ${run} of seed ${seed}, ${name}: ${wrong}`);
}
console.log(
  `${runs} mutations of ${models.length} files, seed ${seed}: ${faults} faults, slowest ${Math.round(slowest)} ms`,
);
process.exitCode = faults > 0 ? 1 : 0;
