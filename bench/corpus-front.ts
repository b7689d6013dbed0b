import { hasErrors } from "../src/base/index.ts";
import { check } from "../src/model/index.ts";
import {
  decode,
  edit,
  encode,
  equalTrees,
  Fragment,
  Locator,
  parseQuery,
  parseQueryFile,
  parseXml,
  parseXta,
  printQuery,
  printXta,
  type Template,
  type Tree,
  type UppaalSource,
  withModernNames,
  writeXml,
  xtaNames,
} from "../src/syntax/index.ts";
import { digest } from "./corpus-digest.ts";
import { readEither } from "./corpus-read.ts";

/**
 * What the front end must do with one real file: accept it or say why not, write it back byte for byte, print a tree that
 * reads as itself, and keep the checked model on the way from XML to XTA and back. Returns what went wrong, by law.
 */
interface FrontReport {
  /** The first error, with its place; undefined when the file is accepted. */
  readonly refusal?: { readonly code: string; readonly text: string };
  /** UPPAAL 3's syntax was needed. */
  readonly old: boolean;
  readonly failures: readonly { readonly law: Law; readonly text: string }[];
  readonly laws: readonly Law[];
}
export type Law = "bytes" | "splice" | "print" | "convert" | "queries";

export function frontEnd(name: string, bytes: Uint8Array, queryBytes: Uint8Array | undefined): FrontReport {
  const failures: { law: Law; text: string }[] = [];
  const laws: Law[] = [];
  const expect = (law: Law, holds: boolean, text: string): void => {
    laws.push(law);
    if (!holds) failures.push({ law, text });
  };
  const decoded = decode(bytes);
  expect(
    "bytes",
    Buffer.compare(encode(decoded.text, decoded.encoding, decoded.bom), bytes) === 0,
    "decoding and encoding changes bytes",
  );
  const { source, old } = readEither(name, bytes);
  const wellFormed = source.format !== "xml" || source.document?.root !== undefined;
  if (wellFormed) expect("splice", edit(source).apply() === source.text, "writing without a change changes the text");
  const { tree } = source;
  const model = check(tree);
  const found = [...source.diagnostics, ...model.diagnostics];
  const refusal = refusalOf(found, source);
  if (!hasErrors(source.diagnostics)) {
    // What has names that UPPAAL 5 reserves is converted first, as it would be.
    const modern = withModernNames(source, "xta").source;
    expect("print", ...printLaw(modern));
    // XML has no template without locations; XTA has.
    if (refusal === undefined && (source.format === "xml" || templatesOf(tree).every((t) => t.initial !== undefined)))
      expect("convert", ...convertLaw(modern.tree));
  }
  const entries = [
    ...tree.queries,
    ...(queryBytes === undefined ? [] : parseQueryFile(decode(queryBytes).text, source).entries),
  ];
  for (const { query, text } of entries) {
    if (query === undefined) continue;
    const again = parseQuery(Fragment.of(printQuery(query)), source).query;
    expect("queries", equalTrees(query, again), `a query is printed otherwise: ${text}`);
  }
  return { ...(refusal === undefined ? {} : { refusal }), old, failures, laws };
}

function refusalOf(
  found: readonly { code: string; severity: string; message: string; span: { start: number; end: number } }[],
  source: UppaalSource,
): FrontReport["refusal"] {
  const first = found.find((d) => d.severity === "error");
  if (first === undefined) return undefined;
  const { line, column } = new Locator(source.text, source.document).locate(first.span);
  return { code: first.code, text: `${line}:${column}: ${first.code}: ${first.message}` };
}

function printLaw(source: UppaalSource): [boolean, string] {
  const { tree } = source;
  const again = source.format === "xml" ? parseXml(writeXml(tree)) : parseXta(printXta(tree));
  if (hasErrors(again.diagnostics)) return [false, `what is printed is refused: ${again.diagnostics[0]!.message}`];
  // A file without coordinates gets some when it is written as XML.
  return source.format === "xml"
    ? compare(tree, again.tree)
    : [equalTrees({ ...tree, syntax: "new" }, again.tree), "what is printed reads otherwise"];
}

function convertLaw(tree: Tree): [boolean, string] {
  const xta = parseXta(printXta(tree));
  if (hasErrors(xta.diagnostics)) return [false, `as XTA it is refused: ${xta.diagnostics[0]!.message}`];
  const xml = parseXml(writeXml(xta.tree));
  if (hasErrors(xml.diagnostics)) return [false, `as XML again it is refused: ${xml.diagnostics[0]!.message}`];
  // Formulas and charts do not travel in XTA, and locations called by a word of XTA (`select`) are called otherwise there.
  const bare: Tree = { ...tree, queries: [], options: [], charts: [], templates: tree.templates.map(named) };
  const [same, text] = compare(bare, xml.tree);
  if (!same) return [same, `through XTA: ${text}`];
  const [before, after] = [check(bare), check(xml.tree)].map((m) =>
    JSON.stringify([m.diagnostics.map((d) => d.code).sort(), m.features]),
  );
  return [before === after, `through XTA it is checked otherwise: ${before} and ${after}`];
}

const templatesOf = (tree: Tree): Template[] => [
  ...tree.templates,
  ...tree.systemDeclarations.flatMap((d) => (d.kind === "template" ? [d.template] : [])),
];

function named(template: Template): Template {
  const names = xtaNames(template);
  return {
    ...template,
    locations: template.locations.map((l) => ({ ...l, name: { ...l, kind: "name", name: names.get(l.id) ?? l.id } })),
  };
}

function compare(a: Tree, b: Tree): [boolean, string] {
  const [left, right] = [digest(a), digest(b)];
  if (left === right) return [true, ""];
  let at = 0;
  while (left[at] === right[at]) at++;
  const from = Math.max(0, at - 60);
  return [false, `${left.slice(from, at + 60)}\n        became ${right.slice(from, at + 60)}`];
}
