import { parseArgs } from "node:util";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { TextDocument } from "vscode-languageserver-textdocument";
import { Documents } from "../apps/lsp/documents.ts";
import {
  completeAt,
  definitionOf,
  faultsAfter,
  hasErrors,
  lintSteps,
  modelPage,
  type Page,
  renameSymbol,
} from "../src/index.ts";
import { pick, type Random, randomFrom } from "../test/edit/edits.ts";
import { askEverything, askOfTheWhole } from "../test/edit/everything.ts";
import { placeIn, type } from "../test/edit/typing.ts";
import { modelFiles } from "./merge.ts";

/**
 * `npm run bench -- lsp DIR`: the language server on the models of a folder. How long faults take on the largest ones and on
 * one of 5,000 lines, right after a key inside a label and where the whole text is read; lint's rules of the tree, all and
 * the longest; completion right after a change, with the reading of the text; and renaming; whether what is found by reading
 * only what changed is what reading anew finds, and whether texts that come in pieces are what they would be if opened anew;
 * and whether anything that is asked, of beginnings of every file and after random edits, is ever not answered. The exit code
 * is 1 where something differs or is thrown.
 *
 *     --edits N (10000)   --prefixes N (20): so many of each file, or lines: at every end of a line
 *     --rounds N (200)   --seed N (1)
 */
export async function run(args: readonly string[]): Promise<number> {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      edits: { type: "string", default: "10000" },
      prefixes: { type: "string", default: "20" },
      rounds: { type: "string", default: "200" },
      seed: { type: "string", default: "1" },
    },
  });
  const files = modelFiles(positionals[0] ?? "examples");
  const random = randomFrom(Number(values.seed));
  latency(files, Number(values.rounds), random);
  const count = Number(values.edits);
  const wrong = typed(files, count, random) + prefixes(files, values.prefixes, random) + edits(files, count, random);
  return wrong > 0 ? 1 : 0;
}

interface File {
  readonly name: string;
  readonly text: string;
}

/** A model of so many lines. */
function longModel(lines: number): File {
  const edges = Array.from(
    { length: lines - 12 },
    (_, i) => `    A -> B { guard x > ${i % 9} && n < N; assign n = ${i % 5}, x = 0; }`,
  );
  const head =
    "const int N = 9;\nint[0, 9] n;\nclock x;\nprocess P() {\n  state A { x <= 9 }, B;\n  init A;\n  trans\n";
  return { name: `${lines} lines`, text: `${head}${edges.join(",\n")};\n}\nsystem P;\n` };
}

function latency(files: readonly File[], rounds: number, random: Random): void {
  const lines = ({ text }: File): number => text.split("\n").length;
  const largest = files.toSorted((a, b) => lines(b) - lines(a)).slice(0, 6);
  const names = ["key", "anew", "lint", "one rule", "completion", "rename"];
  const titles = names.map((name) => name.padEnd(14)).join("");
  console.log(`${"model".padEnd(46)} lines   ${titles} (ms of the processor: median, 95th)`);
  for (const file of [...largest, longModel(5000)]) {
    // One after the other, so that none pays for what another leaves to be collected.
    const columns = [keys, anew, linted, byRule, completed, renamed].map((column) => column(file, rounds, random));
    const cells = columns.map((all) => (all.length === 0 ? "     –" : `${at(all, 0.5)} ${at(all, 0.95)}`).padEnd(14));
    console.log(`${file.name.padEnd(46)} ${String(lines(file)).padEnd(7)} ${cells.join("")}`);
  }
}

/** So many times, once it is warm; what is undefined does not count. */
function times(rounds: number, once: (i: number) => number | undefined): readonly number[] {
  const warm = Math.min(rounds, 20);
  return Array.from({ length: rounds + warm }, (_, i) => once(i)).flatMap((time, i) =>
    i < warm || time === undefined ? [] : [time],
  );
}

/** Faults after a key inside a label, a few at one place. */
function keys(file: File, rounds: number, random: Random): readonly number[] {
  const before = modelPage(file.text, file.name);
  if (before === undefined) return [];
  let place = 0;
  return times(rounds, (i) => {
    if (i % 5 === 0) place = placeIn(before, random);
    const text = `${file.text.slice(0, place)}${pick([..." x(1+"], random)}${file.text.slice(place)}`;
    return timed(() => faultsAfter(before, text) ?? modelPage(text, file.name));
  });
}

/** Somewhere in the text there is a blank more. */
function changed({ text }: File, random: Random): string {
  const at = text.indexOf(" ", Math.floor(random() * text.length));
  return `${text.slice(0, at)} ${text.slice(at)}`;
}

/** Faults where the whole text is read. */
function anew(file: File, rounds: number, random: Random): readonly number[] {
  return times(rounds, () => {
    const text = changed(file, random);
    return timed(() => modelPage(text, file.name));
  });
}

/** Lint, and the longest of its steps, which is how long a key waits for it. */
function linted(file: File, rounds: number): readonly number[] {
  return lintTimes(file, rounds, (steps) => steps.reduce((a, b) => a + b, 0));
}

function byRule(file: File, rounds: number): readonly number[] {
  return lintTimes(file, rounds, (steps) => Math.max(...steps));
}

function lintTimes(file: File, rounds: number, of: (steps: readonly number[]) => number): readonly number[] {
  const { source, model, diagnostics = [] } = modelPage(file.text, file.name) ?? {};
  if (source === undefined || model === undefined || hasErrors(diagnostics)) return [];
  return times(Math.ceil(rounds / 10), () => {
    const steps = lintSteps(source, { depth: "tree", model });
    const all: number[] = [];
    for (let isDone = false; !isDone; )
      all.push(
        timed(() => {
          isDone = steps.next().done === true;
        }),
      );
    return of(all);
  });
}

/** With the reading of the text, which has just changed. */
function completed(file: File, rounds: number, random: Random): readonly number[] {
  return times(rounds, () => {
    const text = changed(file, random);
    return timed(() => {
      const page = modelPage(text, file.name);
      if (page !== undefined) completeAt(page, pick(page.occurrences, random)?.start ?? 0);
    });
  });
}

function renamed(file: File, rounds: number, random: Random): readonly number[] {
  const page = modelPage(file.text, file.name);
  if (page === undefined || hasErrors(page.diagnostics)) return [];
  return times(rounds, () => {
    const symbol = pick(page.occurrences, random)?.symbol;
    if (symbol === undefined || definitionOf(symbol) === undefined) return undefined;
    return timed(() => renameSymbol([page], symbol, "another_name"));
  });
}

/** Of the processor, so that what else the machine does is not counted. */
function timed(run: () => unknown): number {
  const start = process.cpuUsage();
  run();
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1000;
}

function at(times: readonly number[], share: number): string {
  const sorted = times.toSorted((a, b) => a - b);
  return (sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0).toFixed(1).padStart(6);
}

/** Asks all of a page; what was thrown. */
function fault(page: Page | undefined, offset: number, isWhole: boolean): string | undefined {
  try {
    if (page === undefined) return undefined;
    askEverything(page, offset);
    if (isWhole) askOfTheWhole(page, offset);
    return undefined;
  } catch (error) {
    return String(error);
  }
}

/** What is found by reading only what changed is what reading anew finds. */
function typed(files: readonly File[], count: number, random: Random): number {
  const pages = files
    .filter(({ text }) => text.length < 60_000)
    .flatMap(({ text, name }) => modelPage(text, name) ?? []);
  let [asked, short, wrong] = [0, 0, 0];
  while (asked < count) {
    const page = pick(pages, random)!;
    const one = type(page, random);
    for (const said of one.wrong) console.log(`${page.source?.name}: ${said}`);
    asked += one.asked;
    short += one.short;
    wrong += one.wrong.length;
  }
  console.log(`${asked} changes typed: of ${short} only a part was read again, and ${wrong} are not as read anew`);
  return wrong;
}

function prefixes(files: readonly File[], wanted: string, random: Random): number {
  let [asked, wrong] = [0, 0];
  for (const { name, text } of files)
    for (const [i, length] of lengths(text, wanted, random).entries()) {
      const part = text.slice(0, length);
      const thrown = fault(modelPage(part, name), part.length, i === 0);
      asked++;
      if (thrown === undefined) continue;
      wrong++;
      console.log(`${name}, ${part.length} characters: ${thrown}`);
    }
  console.log(`${asked} beginnings of ${files.length} files: ${wrong} not answered`);
  return wrong;
}

/** How long the beginnings of a text are that are tried. */
function lengths(text: string, wanted: string, random: Random): readonly number[] {
  if (wanted === "lines") return [...text.matchAll(/\n/g)].map(({ index }) => index);
  return Array.from({ length: Number(wanted) }, () => Math.floor(random() * (text.length + 1)));
}

const pieces = [
  "",
  " ",
  "\n",
  "x",
  "(",
  ")",
  "{",
  "}",
  ";",
  "&",
  "<",
  "&lt;",
  "int ",
  "/*",
  "*/",
  "//",
  "<!--",
  "A",
  ".",
  "]",
  '"',
  "€",
  "😀",
];

/** Texts as an editor sends them, in pieces: each is what it would be if opened anew, and answers what is asked. */
function edits(files: readonly File[], count: number, random: Random): number {
  const documents = new Documents();
  const uri = "file:///nowhere/model";
  let [wrong, file, text] = [0, files[0]!, ""];
  console.log("edits   used heap, heap, process (MiB after a collection)");
  for (let i = 0; i < count; i++) {
    if (i % 50 === 0) {
      file = pick(
        files.filter((f) => f.text.length < 60_000),
        random,
      )!;
      text = file.text;
      documents.set(TextDocument.create(`${uri}${ending(file)}`, "uppaal", 0, text));
    }
    const known = documents.get(`${uri}${ending(file)}`)!;
    const start = Math.floor(random() * (text.length + 1));
    const end = Math.min(text.length, start + Math.floor(random() * random() * 40));
    const added = random() < 0.2 ? text.slice(start - 30, start) : pick(pieces, random)!;
    const range = { start: known.positionAt(start), end: known.positionAt(end) };
    // Positions do not fall between the two halves of a character, nor between those of a line end.
    const [from, to] = [known.offsetAt(range.start), known.offsetAt(range.end)];
    text = text.slice(0, from) + added + text.slice(to);
    documents.set(TextDocument.update(known, [{ range, text: added }], i));
    const faults = documents.faults(known.uri);
    // Sometimes nothing but the faults is asked for, so that the next ones are found from an older page.
    const page = i % 10 < 5 ? documents.page(known.uri) : undefined;
    const anew = i % 10 === 0 || i % 10 > 7 ? modelPage(text, file.name) : undefined;
    const isSame =
      documents.get(known.uri)?.getText() === text &&
      (anew === undefined || JSON.stringify(faults) === JSON.stringify(anew.diagnostics)) &&
      (i % 10 !== 0 || sameAnswers(page, anew));
    const thrown = isSame ? fault(page, from, i % 50 === 7) : "not what it is when opened anew";
    if (thrown !== undefined) {
      wrong++;
      console.log(`${file.name}, edit ${i}: ${thrown}`);
    }
    if (i % Math.ceil(count / 10) === 0) console.log(`${String(i).padEnd(8)}${heap()}`);
  }
  console.log(`${String(count).padEnd(8)}${heap()}\n${count} edits: ${wrong} wrong`);
  return wrong;
}

function ending({ name }: File): string {
  return /\.\w+$/.exec(name)?.[0] ?? "";
}

function sameAnswers(a: Page | undefined, b: Page | undefined): boolean {
  const said = (page: Page | undefined): string =>
    JSON.stringify([page?.diagnostics, page?.occurrences.map(({ start, end, symbol }) => [start, end, symbol.name])]);
  return said(a) === said(b);
}

/** After a collection: what is in use, what V8 holds for it, and what the process has. */
function heap(): string {
  setFlagsFromString("--expose-gc");
  (runInNewContext("gc") as () => void)();
  const { heapUsed, heapTotal, rss } = process.memoryUsage();
  return [heapUsed, heapTotal, rss].map((bytes) => (bytes / 2 ** 20).toFixed(0).padEnd(5)).join(" ");
}
